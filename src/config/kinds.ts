import type { Messages } from '../languages/index.ts'

/** What a value has to be, in the words of messages. */
export type Expected = (words: Messages['settings']['expected']) => string

/** One setting: its default, what it may be, what it is for, and whether a file that nobody trusts yet may set it. */
export interface Setting<Value = unknown> {
  readonly about: string
  readonly default: Value
  /** What a value may be, as JSON Schema says it; values are checked by the same. */
  readonly schema: Schema
  /** What JSON Schema cannot say. */
  readonly fits?: (value: unknown) => boolean
  readonly expected: Expected
  readonly untrusted?: Untrusted
}

/** A part of the tree; what `untrusted` says holds for all of it, where nothing below says otherwise. */
export interface Part<Parts extends Nodes = Nodes> {
  readonly about: string
  readonly parts: Parts
  readonly untrusted?: Untrusted
}

export interface Nodes {
  readonly [name: string]: Setting | Part
}

/**
 * What a project's own file may do before the user trusts it. `free`: anything, for it neither leaves the machine nor
 * decides what becomes of a memory. A function: which values are stricter than the current one. Nothing: wait for trust.
 */
type Untrusted = 'free' | ((value: unknown, current: unknown) => boolean)

export interface Schema {
  readonly type?: 'boolean' | 'integer' | 'number' | 'string' | 'array' | 'object' | 'null'
  readonly enum?: readonly string[]
  readonly const?: unknown
  readonly minimum?: number
  readonly maximum?: number
  readonly minLength?: number
  readonly maxLength?: number
  readonly pattern?: string
  readonly anyOf?: readonly Schema[]
  readonly minItems?: number
  readonly maxItems?: number
  readonly items?: ListItem
  readonly additionalProperties?: Schema
}

interface ListItem extends Part {
  readonly required: readonly string[]
  readonly expected: Expected
}

export type Values<Parts> = {
  [Name in keyof Parts]: Parts[Name] extends Part<infer Below>
    ? Values<Below>
    : Parts[Name] extends Setting<infer Value>
      ? Value
      : never
}

export const isPart = (node: Setting | Part): node is Part => 'parts' in node

export const part = <Parts extends Nodes>(
  about: string,
  parts: Parts,
  untrusted?: Untrusted,
): Part<Parts> => ({
  about,
  parts,
  ...(untrusted !== undefined && { untrusted }),
})

export function setting<Value>(
  value: Value,
  about: string,
  schema: Schema,
  expected: Expected,
  untrusted?: Untrusted,
): Setting<Value> {
  return { about, default: value, schema, expected, ...(untrusted !== undefined && { untrusted }) }
}

export const yesNo = (value: boolean, about: string, untrusted?: Untrusted) =>
  setting(value, about, { type: 'boolean' }, words => words.yesNo, untrusted)

type Bounds = readonly [from: number, to: number]

const number =
  (type: 'integer' | 'number', named: 'whole' | 'amount') =>
  (value: number, [minimum, maximum]: Bounds, about: string, untrusted?: Untrusted) =>
    setting(value, about, { type, minimum, maximum }, words => words[named](minimum, maximum), untrusted)

export const whole = number('integer', 'whole')
export const amount = number('number', 'amount')
export const share = (value: number, about: string) => amount(value, [0, 1], about)

export const oneOf = <const Words extends readonly string[]>(
  value: Words[number],
  words: Words,
  about: string,
  untrusted?: Untrusted,
): Setting<Words[number]> =>
  setting(value, about, { type: 'string', enum: words }, says => says.oneOf(words.join(', ')), untrusted)

/** May also be `null`, which is not set. */
export function orNull<Value>(
  of: Setting<Value>,
  value: Value | null = null,
  expected: Expected = words => words.orNull(of.expected(words)),
): Setting<Value | null> {
  return { ...of, default: value, schema: { anyOf: [of.schema, { type: 'null' }] }, expected }
}

export const text = (about: string, schema: Schema, expected: Expected) =>
  orNull(setting('', about, { type: 'string', ...schema }, expected))

/** Absolute or below `~`: a relative path would mean another place for every caller. */
export const folder = (about: string) =>
  text(about, { maxLength: 4096, pattern: '^(?:\\/|~\\/|~$)' }, words => words.folder)

export const only =
  (word: unknown): Untrusted =>
  value =>
    value === word

export const notLess: Untrusted = (value, current) =>
  typeof value === 'number' && typeof current === 'number' && value >= current

/** Not before the current one in this order. */
export const notBefore =
  (order: readonly unknown[]): Untrusted =>
  (value, current) =>
    order.includes(value) && order.indexOf(value) >= order.indexOf(current)
