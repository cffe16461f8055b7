import type { Where } from '../../app/index.ts'
import { type Language, say } from '../../languages/index.ts'
import type { Policy, SpentRow } from '../../model/index.ts'
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

/** A question that a model may answer, whichever: rules, a model by key, `claude -p`, or the agent that is already running. */
export interface Brief {
  readonly kind: BriefKind
  /** What it was made from is in it: an answer to what has changed since is refused. */
  readonly id: string
  /** From 1, of those that are open. */
  readonly part: number
  readonly parts: number
  readonly language: Language
  readonly root: string
  /** Our words: what is asked, how to judge, what the answer may be. */
  readonly instructions: string
  /** What others wrote, with line numbers, secrets hidden. */
  readonly data: string
  /** Of the answer. */
  readonly schema: Schema
  /** Characters of all of it. */
  readonly size: number
  readonly limits: Readonly<Record<string, number>>
  readonly made: readonly { readonly file: string; readonly hash: string }[]
}

export const BRIEF_KINDS = ['journal', 'notes'] as const
export type BriefKind = (typeof BRIEF_KINDS)[number]

export interface BriefRequest {
  readonly where: Where
  readonly policy: Policy
  /** What becomes of new notes. */
  readonly model: 'queue' | 'apply-additions'
  /** Else that of the journals or notes. */
  readonly language?: Language
  /** Options that lead another command to the same folders. */
  readonly place?: string
  readonly epochMs?: number
}

/** What became of one operation or verdict of an answer. */
export interface Settled {
  /** Its place in the answer, from 0. */
  readonly at: number
  /** `already`: it was done by an earlier answer, or stands there; nothing changes. */
  readonly result: 'accepted' | 'already' | 'refused'
  /** Where refused: what to do about it. */
  readonly why?: string
  /** Under which name it stands now: an entry of the summary file, an item of the queue. */
  readonly id?: string
  /** What comes near it and stays. */
  readonly near?: readonly string[]
}

export interface Submitted {
  readonly kind: BriefKind
  readonly brief: string
  readonly language: Language
  /**
   * - `closed`: nothing of this part is left to ask.
   * - `open`: some of it was refused or is missing; the same brief can be answered again.
   * - `refused`: the answer as a whole did not count; `why` says why. Nothing was changed.
   */
  readonly state: 'closed' | 'open' | 'refused'
  readonly why?: string
  readonly results: readonly Settled[]
  /** Days, notes or questions that the answer does not name. */
  readonly missing: readonly string[]
  /** Characters that are left, where there is a limit. */
  readonly left?: number
  /** What can be undone. */
  readonly run?: string
  /** Parts that are open now. */
  readonly parts: number
}

/** What came of the answers to one kind of brief, whoever gave them. */
export interface Submissions {
  readonly answers: readonly Submitted[]
  /** Where a model was asked and said nothing that counts. */
  readonly warnings: readonly string[]
  readonly spent: readonly SpentRow[]
}

/** Hosts cut longer output in silence. */
export const MOST_SHOWN = 30_000

/** Left for instructions and schema, so that where a part ends does not depend on the language. */
export const FIXED = 9_500

const schemaText = (schema: Schema): string => JSON.stringify(schema)

/** Everything that an agent reads. */
export const briefText = ({
  instructions,
  data,
  schema,
}: Pick<Brief, 'instructions' | 'data' | 'schema'>): string =>
  `${instructions}\n\n${data}\n\n## ${say().brief.schemaTitle}\n\n${schemaText(schema)}\n`

export const refusedWhole = (
  kind: BriefKind,
  brief: string,
  language: Language,
  why: string,
  parts: number,
): Submitted => ({ kind, brief, language, state: 'refused', why, results: [], missing: [], parts })
