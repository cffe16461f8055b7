import { say } from '../languages/index.ts'
import { differ, isNear } from './likeness.ts'
import type { Limits } from './limits.ts'
import { joinLines } from './lines.ts'
import { readJournal } from './read-journal.ts'
import type { Edit, Item, SnapshotFile } from './sections.ts'
import { editSnapshot } from './sections.ts'
import { type Meaning, RE_EMERGED, statementOf, writtenOn } from './statement.ts'
import { traitsOf } from './traits.ts'
import type { Category } from './weigh.ts'
import { aroundOf, worthOf } from './worth.ts'

/** A line that has to make room, and why. */
export interface Leaving {
  readonly item: Item
  readonly category: Extract<Category, 'compressed' | 'merged'>
}

/**
 * J8: which lines leave so that the snapshot fits. First the oldest finished entries of current state, then the repetitions
 * of stable knowledge, both down to the target; then, down to the hard limit alone, the oldest lines that Dream wrote.
 * `alsoWith` are the edits that are made in any case (what leaves is listed in Dream's own section, and takes room there);
 * `aim` is the target, or what capture wants.
 */
export function makeRoom(
  file: SnapshotFile,
  alsoWith: (leaving: readonly Leaving[]) => readonly Edit[],
  limits: Pick<Limits, 'hard'> & { readonly aim: number },
  today: string,
  meaning?: Meaning,
  owners: 'stay' | 'leave' = 'stay',
): Leaving[] {
  const taken = new Set(alsoWith([]).flatMap(edit => ('item' in edit ? [edit.item] : [])))
  const free = file.items.filter(item => item.section !== 'dream' && !item.managed && !taken.has(item))
  const leaving: Leaving[] = []
  const size = () => {
    const removals = leaving.map(({ item }): Edit => ({ kind: 'remove', item }))
    return editSnapshot(file, [...alsoWith(leaving), ...removals]).length
  }
  const take = (candidates: Iterable<Leaving>, limit: number) => {
    if (size() <= limit) return
    for (const candidate of candidates) {
      if (leaving.some(({ item }) => item === candidate.item)) continue
      leaving.push(candidate)
      if (size() <= limit) return
    }
  }
  take(finished(free, today), limits.aim)
  take(repetitions(free, meaning), limits.aim)
  take(oldest(free), limits.hard)
  if (owners === 'leave') take(lightest(file, taken), limits.aim)
  return leaving
}

const byAge = (a: Item, b: Item): number => {
  const [left, right] = [writtenOn(a.text) ?? '9999', writtenOn(b.text) ?? '9999']
  return left < right ? -1 : left > right ? 1 : a.start - b.start
}

function finished(items: readonly Item[], today: string): Leaving[] {
  const over = items.filter(item => {
    if (item.section !== 'current' || item.text.includes(RE_EMERGED)) return false
    const { has, due } = traitsOf(item.text, writtenOn(item.text) ?? today)
    return has.has('completion') || has.has('ending') || (due !== undefined && due < today)
  })
  return over.sort(byAge).map(item => ({ item, category: 'compressed' }))
}

/** Of two lines that say the same the one with fewer words. */
function repetitions(items: readonly Item[], meaning?: Meaning): Leaving[] {
  const stable = items.filter(item => item.section === 'stable')
  const statements = stable.map(item => statementOf(item.text, meaning))
  const leaving: Leaving[] = []
  const gone = new Set<number>()
  for (const [a, left] of statements.entries()) {
    for (let b = a + 1; b < statements.length && !gone.has(a); b++) {
      const right = statements[b]!
      if (gone.has(b) || !isNear(left, right) || differ(left, right) !== 'none') continue
      const less = left.words.size < right.words.size ? a : b
      gone.add(less)
      leaving.push({ item: stable[less]!, category: 'merged' })
    }
  }
  return leaving
}

const ORDER: Record<Item['section'], number> = { current: 0, stable: 1, relations: 2, dream: 3 }

/** Only what Dream itself wrote: a person's own lines are theirs to shorten. What returned once goes last. */
function oldest(items: readonly Item[]): Leaving[] {
  const rank = (item: Item) => ORDER[item.section] + (item.text.includes(RE_EMERGED) ? 10 : 0)
  return items
    .filter(item => writtenOn(item.text) !== undefined)
    .sort((a, b) => rank(a) - rank(b) || byAge(a, b))
    .map(item => ({ item, category: 'compressed' }))
}

/** A person's own lines, those first that say least to a reader in six weeks. */
function lightest(file: SnapshotFile, taken: ReadonlySet<Item>): Leaving[] {
  const about = { file: 'MEMORY.md', date: '2000-01-01' }
  const entries = readJournal(joinLines(file.lines), about)
  const around = aroundOf(entries)
  const worth = new Map<number, number>()
  for (const entry of entries) {
    const at = entry.source.block.start - 1
    worth.set(at, Math.max(worth.get(at) ?? -10, worthOf(entry, around.get(entry)).score))
  }
  const own = [...file.items, ...file.outside].filter(
    item => item.section !== 'dream' && !item.managed && !taken.has(item),
  )
  return own
    .toSorted((a, b) => (worth.get(a.start) ?? 0) - (worth.get(b.start) ?? 0) || a.start - b.start)
    .map(item => ({ item, category: 'compressed' }))
}

/** What a person should look at where nothing more can leave. */
export function largest(file: SnapshotFile): string[] {
  const lengths = new Map<string, number>()
  for (const item of file.items) if (item.section !== 'dream') lengths.set(item.text, item.text.length)
  let inside = 0
  for (const { start, end } of file.places.values())
    for (let at = start; at < end; at++) inside += file.lines[at]!.text.length
  const whole = file.lines.reduce((sum, line) => sum + line.text.length, 0)
  const outside = whole - inside
  const named = [...lengths].sort((a, b) => b[1] - a[1]).slice(0, 3)
  const words = named.map(([text, length]) => `${length} characters: ${text.slice(0, 60)}`)
  return outside > 1000 ? [say().work.journals.outside(outside), ...words] : words
}
