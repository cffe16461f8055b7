import { AsyncLocalStorage } from 'node:async_hooks'

/** A known error: one sentence that says what, where and what now. Printed plainly; its exit code is D26's. */
export class DreamError extends Error {
  constructor(
    readonly sentence: string,
    readonly exit: 1 | 2 | 4 = 1,
  ) {
    super(sentence)
    this.name = 'DreamError'
  }
}

/** Whether something on disk is of a format that came after this version; what says nothing is of the first. */
export const isNewer = (version: unknown, known: number): version is number =>
  typeof version === 'number' && version > known

/** It is left alone: what this version does not know it could only spoil. */
export const newerFormat = (what: string, version: number, known: number): string =>
  `${what} was written by a newer Dream (format ${version}; this one knows ${known}); update Dream, nothing was changed`

/** Programs that are not typed call too: whatever comes, they get an error that says what was expected, and nothing is done. */
export type Given = Readonly<Record<string, unknown>>

export function wrongArgument(call: string, expected: string, given: unknown): DreamError {
  return new DreamError(`${call} expects ${expected}, not ${kindOf(given)}`, 2)
}

export const isGiven = (value: unknown): value is Given =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

export function objectArgument(call: string, expected: string, given: unknown): Given {
  if (!isGiven(given)) throw wrongArgument(call, expected, given)
  return given
}

/** Text with something in it. */
export function textArgument(call: string, expected: string, given: unknown): string {
  if (typeof given !== 'string' || given.trim() === '') throw wrongArgument(call, expected, given)
  return given
}

/** Options may be left out; they are never `null`. */
export function optionsArgument(call: string, given: unknown): void {
  if (!isGiven(given)) throw wrongArgument(call, 'its options as an object', given)
}

/** A number within bounds; where it is left out, nothing is said. */
export function numberArgument(
  call: string,
  name: string,
  given: unknown,
  { from, to = Number.MAX_SAFE_INTEGER }: { readonly from: number; readonly to?: number },
): void {
  if (given === undefined) return
  if (typeof given !== 'number' || !(given >= from && given <= to))
    throw wrongArgument(call, `${name} to be a number of at least ${from}`, given)
}

export function choiceArgument<Choice extends string>(
  call: string,
  name: string,
  choices: readonly Choice[],
  given: unknown,
): void {
  if (given !== undefined && !choices.some(choice => choice === given))
    throw wrongArgument(call, `${name} to be one of ${choices.join(', ')}`, given)
}

function kindOf(given: unknown): string {
  if (given === null || given === undefined) return String(given)
  if (typeof given === 'string') return JSON.stringify(given.length > 80 ? `${given.slice(0, 79)}…` : given)
  if (Array.isArray(given)) return 'an array'
  if (typeof given === 'object') return `an object with ${keysOf(given)}`
  return typeof given === 'function' ? 'a function' : String(given)
}

function keysOf(given: object): string {
  const keys = Object.keys(given)
  if (keys.length === 0) return 'nothing in it'
  return keys.length > 8 ? `${keys.slice(0, 8).join(', ')} and more` : keys.join(', ')
}

/** What `--debug` tells of: a step, and what was found, decided or spent in it. */
export interface DebugEvent {
  readonly what: 'command' | 'settings' | 'folders' | 'git' | 'cache' | 'model' | 'written' | 'done'
  readonly details: Readonly<Record<string, unknown>>
}

const listening = new AsyncLocalStorage<(event: DebugEvent) => void>()

/** Tells whoever listens. Where nobody does, the details are not even made. */
export function debug(what: DebugEvent['what'], details: () => DebugEvent['details']): void {
  const tell = listening.getStore()
  if (tell !== undefined) tell({ what, details: details() })
}

/** Listens to all that is told during the work. */
export const debugTo = <Result>(tell: (event: DebugEvent) => void, work: () => Result): Result =>
  listening.run(tell, work)
