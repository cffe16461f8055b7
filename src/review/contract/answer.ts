import { storeContext, type Where } from '../../app/index.ts'
import { readSmallText, sha256, writeSmallFile } from '../../disk/index.ts'
import { FOLDER_STATE } from '../../state/index.ts'
import { rootId } from '../../store/index.ts'
import { faultIn, type Schema, type Settled } from './brief.ts'

/** What is known of a brief that was answered at least once: so that the rest can be answered, and nothing twice. */
export interface OpenBrief {
  readonly id: string
  /** What stands since the last answer; another hash means that somebody else wrote. */
  readonly stands: string
  /** Hashes of what was accepted. */
  readonly accepted: readonly string[]
  /** Days or questions that were named. */
  readonly named: readonly string[]
  /** Characters that left. */
  readonly lost: number
  /** Every question that it had. */
  readonly asked?: readonly string[]
  /** Of all parts together: characters that stood when the first was answered. */
  readonly whole?: number
}

const MOST_KEPT = 50
const LARGEST = 5_000_000

const fileOf = (where: Where, root: string): string =>
  `${storeContext(where).stateHome}/${rootId(root)}/${FOLDER_STATE.briefs}`

function readAll(where: Where, root: string): OpenBrief[] {
  try {
    const kept: unknown = JSON.parse(readSmallText(fileOf(where, root), LARGEST) ?? '[]')
    return Array.isArray(kept) ? kept.filter(isOne) : []
  } catch {
    // Cut off or edited: what was accepted is seen in the files themselves.
    return []
  }
}

const isOne = (data: unknown): data is OpenBrief => {
  const { id, stands, accepted, named, lost } = (data ?? {}) as Partial<Record<keyof OpenBrief, unknown>>
  return (
    typeof id === 'string' &&
    typeof stands === 'string' &&
    Array.isArray(accepted) &&
    Array.isArray(named) &&
    typeof lost === 'number'
  )
}

export const openBrief = (where: Where, root: string, id: string): OpenBrief | undefined =>
  readAll(where, root).find(each => each.id === id)

export function keepOpen(where: Where, root: string, brief: OpenBrief): void {
  const others = readAll(where, root).filter(({ id }) => id !== brief.id)
  writeSmallFile(fileOf(where, root), `${JSON.stringify([...others, brief].slice(-MOST_KEPT))}\n`)
}

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
