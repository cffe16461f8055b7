import type { FileName, Memory, Rules, Snapshot } from '../../model/index.ts'
import { CLOCKS, type Clock, type Order } from '../fields.ts'

/** Two memories of which one may have to give way. */
export interface Tie {
  readonly a: Memory
  readonly b: Memory
  readonly successor?: { readonly side: 'a' | 'b'; readonly words: string }
}

export interface Ordered {
  readonly older: Memory
  readonly newer: Memory
  readonly order: Order
}

type ReadClock = (memory: Memory, clock: Clock) => number | undefined

/**
 * Which of two is the newer (D11). All that hang together through ties are ordered by the same clocks, those that every
 * one of them has, best first: so "newer" never runs in a circle. Where the clocks say the same moment, a memory that
 * says it replaces another is newer; then the path that sorts first is kept.
 */
export function orderTies(ties: readonly Tie[], { clocks }: Snapshot, rules: Rules): (tie: Tie) => Ordered {
  const read: ReadClock =
    rules === 'seed'
      ? (memory, clock) => (clock === 'mtime' ? memory.modified : undefined)
      : (memory, clock) => clocks.get(memory.file)?.[clock]
  const clusterOf = clusters(ties)
  const shared = sharedClocks(ties, clusterOf, read)
  const clocksOf = (tie: Tie): readonly Clock[] => {
    const cluster = clusterOf(tie.a.file)
    const own = () => CLOCKS.filter(clock => hasBoth(tie, clock, read))
    return cluster === clusterOf(tie.b.file) ? (shared.get(cluster) ?? own()) : own()
  }
  const successors =
    rules === 'seed' ? new Map() : findSuccessors(ties, tie => byClocks(tie, clocksOf(tie), read))
  return tie => byClocks(tie, clocksOf(tie), read) ?? bySuccession(tie, successors) ?? byPath(tie)
}

const hasBoth = ({ a, b }: Tie, clock: Clock, read: ReadClock): boolean =>
  read(a, clock) !== undefined && read(b, clock) !== undefined

function byClocks(tie: Tie, clocks: readonly Clock[], read: ReadClock): Ordered | undefined {
  for (const clock of clocks) {
    const difference = read(tie.a, clock)! - read(tie.b, clock)!
    if (difference !== 0) return ordered(tie, difference > 0 ? 'a' : 'b', { known: 'by-clock', clock })
  }
  return undefined
}

/** Memories that replace another by their own words, and are not themselves replaced that way. */
function findSuccessors(
  ties: readonly Tie[],
  clockOrder: (tie: Tie) => Ordered | undefined,
): Map<FileName, string> {
  const successors = new Map<FileName, string>()
  const replaced = new Set<FileName>()
  for (const tie of ties) {
    if (tie.successor === undefined || clockOrder(tie) !== undefined) continue
    const [newer, older] = tie.successor.side === 'a' ? [tie.a, tie.b] : [tie.b, tie.a]
    if (!successors.has(newer.file)) successors.set(newer.file, tie.successor.words)
    replaced.add(older.file)
  }
  for (const file of replaced) successors.delete(file)
  return successors
}

function bySuccession(tie: Tie, successors: ReadonlyMap<FileName, string>): Ordered | undefined {
  const [a, b] = [successors.get(tie.a.file), successors.get(tie.b.file)]
  if ((a === undefined) === (b === undefined)) return undefined
  return ordered(tie, a === undefined ? 'b' : 'a', { known: 'by-words', words: (a ?? b)! })
}

const byPath = (tie: Tie): Ordered => ordered(tie, tie.a.file < tie.b.file ? 'a' : 'b', { known: 'no' })

const ordered = ({ a, b }: Tie, newer: 'a' | 'b', order: Order): Ordered =>
  newer === 'a' ? { newer: a, older: b, order } : { newer: b, older: a, order }

/** The one file that stands for all that hang together with a file; itself where it is in no tie. */
function clusters(ties: readonly Tie[]): (file: FileName) => FileName {
  const parents = new Map<FileName, FileName>()
  const find = (file: FileName): FileName => {
    let root = file
    for (let up = parents.get(root); up !== undefined; up = parents.get(root)) root = up
    for (let at = file; at !== root; ) {
      const next = parents.get(at)!
      parents.set(at, root)
      at = next
    }
    return root
  }
  for (const { a, b } of ties) {
    const [one, other] = [find(a.file), find(b.file)]
    if (one !== other) parents.set(one, other)
  }
  return find
}

function sharedClocks(ties: readonly Tie[], clusterOf: (file: FileName) => FileName, read: ReadClock) {
  const shared = new Map<FileName, readonly Clock[]>()
  for (const tie of ties) {
    const cluster = clusterOf(tie.a.file)
    const common = (shared.get(cluster) ?? CLOCKS).filter(clock => hasBoth(tie, clock, read))
    shared.set(cluster, common)
  }
  return shared
}

/** The best clock that knows a memory (D11). */
export function bestClock({ file }: Pick<Memory, 'file'>, { clocks }: Snapshot): Clock | undefined {
  const known = clocks.get(file) ?? {}
  return CLOCKS.find(clock => known[clock] !== undefined)
}

/** The day a memory was last written, as `YYYY-MM-DD`; nothing where no clock knows. */
export function writtenOn(memory: Pick<Memory, 'file'>, snapshot: Snapshot): string | undefined {
  const clock = bestClock(memory, snapshot)
  if (clock === undefined) return undefined
  return new Date(snapshot.clocks.get(memory.file)![clock]! / 1000).toISOString().slice(0, 10)
}

/**
 * D45: the day for which a memory speaks, as `YYYY-MM-DD`. Where its last commit brought or touched most of the folder at
 * once, that is the newest day that its name, description and text give; nothing where they give none.
 */
export function speaksFor(memory: Memory, snapshot: Snapshot): string | undefined {
  const written = writtenOn(memory, snapshot)
  const { frontmatter, imported } = snapshot.clocks.get(memory.file) ?? {}
  if (written === undefined || imported !== true || frontmatter !== undefined) return written
  const said = `${memory.file.replace(/[_.]/g, '-')}\n${memory.description ?? ''}\n${memory.body}`
  const days = Array.from(said.matchAll(DAY), ([day]) => day).filter(day => day <= written)
  return days.sort().at(-1)
}

const DAY = /(?<![\d-])20\d\d-(?:0[1-9]|1[0-2])-(?:0[1-9]|[12]\d|3[01])(?![\d])/g
