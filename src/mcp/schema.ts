import type { JsonSchema } from './tool.ts'

/** JSON Schemas of what tools give, written as shortly as they are read. */
export const text = { type: 'string' } as const
export const flag = { type: 'boolean' } as const
export const whole = { type: 'integer' } as const

export const listOf = (items: object) => ({ type: 'array', items }) as const

export const orNull = (schema: { readonly type: string }) => ({ ...schema, type: [schema.type, 'null'] })

/** Every field is there, and no other. */
export const record = (properties: Readonly<Record<string, object>>): JsonSchema => ({
  type: 'object',
  properties,
  required: Object.keys(properties),
  additionalProperties: false,
})
