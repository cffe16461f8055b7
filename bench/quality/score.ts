import { relative } from 'node:path'
import type { Case, Truth } from './case.ts'
import type { Planned } from './plans.ts'
import { type Grade, type Sign, signsOf } from './signs.ts'

/** One case, looked at. */
export interface Looked {
  readonly case: Case
  /** What the owner did with each memory that Dream reads, by path. */
  readonly memories: ReadonlyMap<string, Truth>
  readonly signs: readonly Sign[]
}

export function look(one: Case, planned: readonly Planned[]): Looked {
  const paths = planned.flatMap(({ snapshot: { folder } }) =>
    folder.memories.map(({ file }) => relative(one.root, `${folder.root}/${file}`)),
  )
  return {
    case: one,
    memories: new Map(paths.map(path => [path, one.truth(path)])),
    signs: signsOf(one, planned),
  }
}

/** How a set of memories that were picked out compares with what their owners did. */
export interface Score {
  /** Memories with a judgement, and how many of them the owner removed. */
  readonly judged: number
  readonly removed: number
  readonly right: number
  readonly wrong: number
  /** Of the wrong ones: the owner removed them at a later clean-up. */
  readonly early: number
  /** Picked, and gone or kept without a judgement. */
  readonly aside: number
}

export type Pick = (sign: Sign) => boolean

export const STRICT: readonly Grade[] = ['alone', 'sure']
export const BROAD: readonly Grade[] = ['alone', 'sure', 'likely']

export const atPoint =
  (grades: readonly Grade[]): Pick =>
  ({ grade }) =>
    grades.includes(grade)

/** A memory counts once, however many signs it shows. */
export function score(looked: readonly Looked[], pick: Pick): Score {
  const sum = { judged: 0, removed: 0, right: 0, wrong: 0, early: 0, aside: 0 }
  for (const { case: one, memories, signs } of looked) {
    const picked = new Set(signs.filter(pick).map(({ path }) => path))
    for (const [path, truth] of memories) {
      if (truth !== 'aside') sum.judged++
      if (truth === 'removed') sum.removed++
      if (!picked.has(path)) continue
      if (truth === 'removed') sum.right++
      else if (truth === 'kept') sum.wrong++
      else sum.aside++
      if (truth === 'kept' && one.wentLater(path)) sum.early++
    }
  }
  return sum
}

export const precision = ({ right, wrong }: Score): number | undefined =>
  right + wrong === 0 ? undefined : right / (right + wrong)

export const recall = ({ right, removed }: Score): number | undefined =>
  removed === 0 ? undefined : right / removed

export const baseRate = ({ removed, judged }: Score): number => (judged === 0 ? 0 : removed / judged)

/** How many times likelier than by chance a pick is what the owner removed. */
export function lift(one: Score): number | undefined {
  const share = precision(one)
  return share === undefined || one.removed === 0 ? undefined : share / baseRate(one)
}

/** Every repository weighs the same, however many memories it has. */
export function meanOverRepositories(
  looked: readonly Looked[],
  pick: Pick,
  of: (one: Score) => number | undefined,
): number | undefined {
  const values = [...byRepository(looked).values()]
    .map(own => of(score(own, pick)))
    .filter(value => value !== undefined)
  return values.length === 0 ? undefined : values.reduce((a, b) => a + b, 0) / values.length
}

export function byRepository(looked: readonly Looked[]): Map<string, Looked[]> {
  const groups = new Map<string, Looked[]>()
  for (const one of looked) {
    const { repository } = one.case
    groups.set(repository, [...(groups.get(repository) ?? []), one])
  }
  return groups
}

/** Rules are tuned on the one half of the repositories and shown on the other. */
export function halfOf(repository: string): 'tuned' | 'held out' {
  let hash = 0x811c9dc5
  for (const char of repository) hash = Math.imul(hash ^ char.codePointAt(0)!, 0x01000193) >>> 0
  return (hash >>> 16) % 2 === 0 ? 'tuned' : 'held out'
}
