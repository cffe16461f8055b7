import { say } from '../../languages/index.ts'
import { quoted } from '../../text/index.ts'

/** As much of JSON Schema as answers need. What an agent is shown is what its answer is held against. */
export interface Schema {
  readonly type: 'object' | 'array' | 'string' | 'boolean' | 'integer'
  readonly description?: string
  readonly properties?: Readonly<Record<string, Schema>>
  readonly required?: readonly string[]
  readonly additionalProperties?: false
  readonly items?: Schema
  readonly enum?: readonly string[]
  readonly minLength?: number
  readonly maxLength?: number
  readonly minimum?: number
  readonly maxItems?: number
}

export const closed = (
  properties: Readonly<Record<string, Schema>>,
  required: readonly string[],
): Schema => ({
  type: 'object',
  additionalProperties: false,
  properties,
  required,
})

export const textOf = (maxLength: number, description?: string): Schema => ({
  type: 'string',
  minLength: 1,
  maxLength,
  ...(description !== undefined && { description }),
})

export const listOf = (items: Schema, maxItems: number): Schema => ({ type: 'array', items, maxItems })

/** What is wrong with a value, with the place in it; nothing where it fits. `skip` names lists whose items are looked at one by one. */
export function faultIn(
  value: unknown,
  schema: Schema,
  at = '',
  skip: readonly string[] = [],
): string | undefined {
  const words = say().brief.fault
  const here = at === '' ? words.answer : at
  switch (schema.type) {
    case 'string':
      if (typeof value !== 'string') return words.expected(here, 'a string')
      if (schema.enum !== undefined && !schema.enum.includes(value))
        return words.oneOf(here, quoted(value.slice(0, 60)), schema.enum.join(', '))
      if (value.trim().length < (schema.minLength ?? 0)) return words.empty(here)
      return value.length > (schema.maxLength ?? 1e9)
        ? words.tooLong(here, schema.maxLength!, value.length)
        : undefined
    case 'boolean':
      return typeof value === 'boolean' ? undefined : words.expected(here, 'true or false')
    case 'integer':
      return Number.isSafeInteger(value) && (value as number) >= (schema.minimum ?? 0)
        ? undefined
        : words.expected(here, 'a whole number')
    case 'array': {
      if (!Array.isArray(value)) return words.expected(here, 'a list')
      if (value.length > schema.maxItems!) return words.tooMany(here, schema.maxItems!, value.length)
      if (skip.includes(at)) return undefined
      for (const [place, item] of value.entries()) {
        const fault = faultIn(item, schema.items!, `${at}[${place}]`, skip)
        if (fault !== undefined) return fault
      }
      return undefined
    }
    case 'object':
      return objectFault(value, schema, at, skip)
  }
}

function objectFault(
  value: unknown,
  schema: Schema,
  at: string,
  skip: readonly string[],
): string | undefined {
  const words = say().brief.fault
  const here = at === '' ? words.answer : at
  if (typeof value !== 'object' || value === null || Array.isArray(value))
    return words.expected(here, 'an object')
  const properties = schema.properties ?? {}
  const unknown = Object.keys(value).find(name => !Object.hasOwn(properties, name))
  if (unknown !== undefined) return words.unknownField(here, quoted(unknown.slice(0, 60)))
  const missing = schema.required?.find(name => !Object.hasOwn(value, name))
  if (missing !== undefined) return words.missing(here, missing)
  for (const [name, of] of Object.entries(properties)) {
    if (!Object.hasOwn(value, name)) continue
    const inside = (value as Record<string, unknown>)[name]
    const fault = faultIn(inside, of, at === '' ? name : `${at}.${name}`, skip)
    if (fault !== undefined) return fault
  }
  return undefined
}
