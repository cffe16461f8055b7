import type { Messages } from '../languages/index.ts'

/** What a value has to be, in the words of messages. */
export type Expected = (words: Messages['settings']['expected']) => string

/**
 * What a project's own file may do before the user trusts it. `free`: anything, for it neither leaves the machine nor
 * decides what becomes of a memory. A function: which values are stricter than the current one. Nothing: wait for trust.
 */
type Trust = 'free' | ((value: unknown, current: unknown) => boolean)

/** One row of the table. */
export interface Setting<Value = unknown> extends Kind {
  readonly default: Value
  readonly untrusted?: Trust
}

interface Kind {
  readonly fits: (value: unknown) => boolean
  readonly expected: Expected
  /** What fits, as editors read it. */
  readonly schema: Schema
  /** For a list of objects: what each may hold. */
  readonly each?: Fields
}

interface Schema {
  readonly [keyword: string]: unknown
  readonly enum?: readonly string[]
}

export interface Fields {
  readonly parts: Readonly<Record<string, Setting>>
  readonly required: readonly string[]
  readonly expected: Expected
}

export const setting = <Value>(value: Value, kind: Kind, untrusted?: Trust): Setting<Value> => ({
  default: value,
  ...kind,
  ...(untrusted !== undefined && { untrusted }),
})

const FLAG: Kind = {
  fits: given => typeof given === 'boolean',
  expected: words => words.yesNo,
  schema: { type: 'boolean' },
}

export const yesNo = (value: boolean, untrusted?: Trust) => setting(value, FLAG, untrusted)

type Bounds = readonly [from: number, to: number]

const number =
  (type: 'integer' | 'number', named: 'whole' | 'amount') =>
  (value: number, [minimum, maximum]: Bounds, untrusted?: Trust) => {
    const isOne = type === 'integer' ? Number.isSafeInteger : Number.isFinite
    const fits = (given: unknown) => isOne(given) && Number(given) >= minimum && Number(given) <= maximum
    const expected: Expected = words => words[named](minimum, maximum)
    return setting(value, { fits, expected, schema: { type, minimum, maximum } }, untrusted)
  }

export const whole = number('integer', 'whole')
export const amount = number('number', 'amount')
export const share = (value: number, untrusted?: Trust) => amount(value, [0, 1], untrusted)

export const oneOf = <const Words extends readonly string[]>(
  value: Words[number],
  words: Words,
  untrusted?: Trust,
): Setting<Words[number]> => {
  const fits = (given: unknown) => words.some(word => word === given)
  const expected: Expected = says => says.oneOf(words.join(', '))
  return setting(value, { fits, expected, schema: { type: 'string', enum: words } }, untrusted)
}

/** May also be `null`, which is not set. */
export const orNull = <Value>(
  of: Setting<Value>,
  value: Value | null = null,
  expected: Expected = words => words.orNull(of.expected(words)),
): Setting<Value | null> => ({
  ...of,
  default: value,
  fits: given => given === null || of.fits(given),
  expected,
  schema: { anyOf: [of.schema, { type: 'null' }] },
})

/** A text that the pattern fits, or null. */
export function text(pattern: string, [from, to]: Bounds, expected: Expected): Setting<string | null> {
  const shape = new RegExp(pattern)
  const fits = (given: unknown) =>
    typeof given === 'string' && given.length >= from && given.length <= to && shape.test(given)
  return orNull(
    setting('', { fits, expected, schema: { type: 'string', pattern, minLength: from, maxLength: to } }),
  )
}

/** Absolute or below `~`: a relative path would mean another place for every caller. */
export const folder = () => text('^(?:\\/|~\\/|~$)', [0, 4096], words => words.folder)

export const only =
  (word: unknown): Trust =>
  value =>
    value === word

export const notLess: Trust = (value, current) =>
  typeof value === 'number' && typeof current === 'number' && value >= current

/** Not before the current one in this order. */
export const notBefore =
  (order: readonly unknown[]): Trust =>
  (value, current) =>
    order.includes(value) && order.indexOf(value) >= order.indexOf(current)
