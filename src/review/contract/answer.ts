import { sha256 } from '../../disk/index.ts'
import type { Settled } from './brief.ts'
import type { OpenBrief } from './open-briefs.ts'
import { faultIn, type Schema } from './schema.ts'

/** What one part of an answer comes to; `work` is what its kind makes of it. */
export type Judged<Work> =
  | { readonly result: 'refused'; readonly why: string }
  | { readonly result: 'already'; readonly hash: string }
  | { readonly result: 'accepted'; readonly hash: string; readonly work: Work }

/** It was done before, or stands there: nothing is to be done. */
export const ALREADY = Symbol('already')

/** Looks at every part by itself: its form, and what its kind says: work, or a sentence that says why not. */
export function judgeEach<Said, Work extends object>(
  all: readonly unknown[],
  schema: Schema,
  before: OpenBrief | undefined,
  judge: (said: Said, wasAccepted: boolean) => Work | string | typeof ALREADY,
): Judged<Work>[] {
  return all.map((data): Judged<Work> => {
    const hash = hashOf(data)
    const wasAccepted = before?.accepted.includes(hash) === true
    const said = faultIn(data, schema) ?? judge(data as Said, wasAccepted)
    if (typeof said === 'string') return { result: 'refused', why: said }
    return said === ALREADY || wasAccepted
      ? { result: 'already', hash }
      : { result: 'accepted', hash, work: said }
  })
}

export const hashOf = (said: unknown): string => sha256(JSON.stringify(said) ?? '').slice(0, 16)

export const worksIn = <Work>(judged: readonly Judged<Work>[]): Work[] =>
  judged.flatMap(one => (one.result === 'accepted' ? [one.work] : []))

export const isClean = (judged: readonly Judged<unknown>[]): boolean =>
  judged.every(({ result }) => result !== 'refused')

/** Hashes of all that was accepted of a brief so far. */
export const acceptedOf = (judged: readonly Judged<unknown>[], before: OpenBrief | undefined): string[] => [
  ...new Set([
    ...(before?.accepted ?? []),
    ...judged.flatMap(one => (one.result === 'refused' ? [] : [one.hash])),
  ]),
]

/** What became of each; `named` says under which name it stands now, and what comes near it. */
export const settledOf = <Work>(
  judged: readonly Judged<Work>[],
  named: (work: Work) => { readonly id?: string | undefined; readonly near?: readonly string[] },
): Settled[] =>
  judged.map((one, at): Settled => {
    if (one.result === 'refused') return { at, result: 'refused', why: one.why }
    if (one.result === 'already') return { at, result: 'already' }
    const { id, near = [] } = named(one.work)
    return { at, result: 'accepted', ...(id !== undefined && { id }), ...(near.length > 0 && { near }) }
  })
