import { categoryWords, eachWritten, type Language, writtenIn } from '../languages/index.ts'
import { cutAtWord, significantWords } from '../text/index.ts'
import { fold } from './lines.ts'
import { safeLine } from './sections.ts'

/** One thing that Dream keeps for ever. */
export interface LedgerEntry {
  readonly id: string
  /** `2026-02-27 03:31` */
  readonly at: string
  readonly category: string
  readonly content: string
  readonly source: string
}

/** A line of `ledger-index.json`. */
export interface IndexedEntry {
  readonly id: string
  readonly time: string
  readonly category: string
  readonly summary: string
  readonly source: string
  readonly score: number
}

export const WITHDRAWN = 'withdrawn'

type Key = keyof Omit<LedgerEntry, 'id'>

/** What stands before the colon, the field that it names, and the language that it is in. */
const KEYS = eachWritten().flatMap(([language, { ledger }]) =>
  (Object.keys(ledger) as Key[]).map(field => ({ key: ledger[field], field, language })),
)

const FIELDS: ReadonlyMap<string, keyof LedgerEntry> = new Map([
  ['ID', 'id'],
  ...KEYS.map(({ key, field }) => [key, field] as const),
])

export interface LedgerRead {
  /** Every whole block, in the order of the file. */
  readonly entries: readonly LedgerEntry[]
  /** Without those that were taken back, and without the blocks that say so. */
  readonly active: readonly LedgerEntry[]
  /** Blocks that begin and are not whole: cut off, or written over. */
  readonly damaged: number
}

export function readLedger(text: string): LedgerRead {
  const entries: LedgerEntry[] = []
  let damaged = 0
  for (const block of text.split(/^---[ \t]*\r?$/m)) {
    const entry = readBlock(block)
    if (entry === 'damaged') damaged++
    else if (entry !== undefined) entries.push(entry)
  }
  const taken = new Set(entries.filter(isWithdrawal).map(entry => /^[0-9a-f]{8,32}/.exec(entry.content)?.[0]))
  const active = entries.filter(entry => !isWithdrawal(entry) && !taken.has(entry.id))
  return { entries, active, damaged }
}

function isWithdrawal({ category }: LedgerEntry): boolean {
  return category === WITHDRAWN
}

function readBlock(block: string): LedgerEntry | 'damaged' | undefined {
  const found = new Map<keyof LedgerEntry, string>()
  for (const line of block.split(/\r?\n/)) {
    const colon = line.search(/[:：]/)
    const field = colon === -1 ? undefined : FIELDS.get(line.slice(0, colon).trim())
    if (field !== undefined && !found.has(field)) found.set(field, line.slice(colon + 1).trim())
  }
  const [id, at, category, content, source] = (['id', 'at', 'category', 'content', 'source'] as const).map(
    field => found.get(field),
  )
  if (id === undefined) return found.size === 0 ? undefined : 'damaged'
  const whole = at !== undefined && category !== undefined && content !== undefined && source !== undefined
  if (!whole || !/^[0-9a-f]{8,32}$/.test(id)) return 'damaged'
  return { id, at, category: category.replace(/^\[|\]$/g, ''), content, source }
}

/** The text to append, beginning on a line of its own whatever the file ends with. */
export function ledgerBlocks(
  entries: readonly LedgerEntry[],
  ledger: string,
  otherwise: Language = 'en',
): string {
  const keys = writtenIn(ledgerLanguage(ledger, otherwise)).ledger
  const blocks = entries.map(entry =>
    [
      '---',
      `ID: ${entry.id}`,
      `${keys.at}: ${entry.at}`,
      `${keys.category}: [${safeLine(entry.category)}]`,
      `${keys.content}: ${safeLine(entry.content)}`,
      `${keys.source}: ${safeLine(entry.source)}`,
      '---',
      '',
    ].join('\n'),
  )
  const gap = ledger === '' || ledger.endsWith('\n') ? '' : '\n'
  return blocks.length === 0 ? '' : `${gap}${blocks.join('\n')}`
}

const ANY_KEY = new RegExp(`^(${KEYS.map(({ key }) => key).join('|')})[:：]`, 'm')

/** The language of the keys that the file uses already; `otherwise` where it has no block yet. */
export function ledgerLanguage(ledger: string, otherwise: Language): Language {
  const found = ANY_KEY.exec(ledger)?.[1]
  return KEYS.find(({ key }) => key === found)?.language ?? otherwise
}

/** The shortest beginning of the hash that no other entry has. */
export function newId(hash: string, taken: ReadonlySet<string>): string {
  for (let length = 8; length < hash.length; length++) {
    const id = hash.slice(0, length)
    if (!taken.has(id)) return id
  }
  return hash
}

const weighing = (weight: number, ...categories: string[]) =>
  categories.flatMap(categoryWords).map(word => [word, weight] as const)

const WEIGHTS: ReadonlyMap<string, number> = new Map([
  ...weighing(12, 'decision', 'correction'),
  ...weighing(10, 'deadline', 'person', 're-emergence'),
  ...weighing(8, 'project', 'finished'),
])

/** Made of the block alone, so that the index can be rebuilt from the ledger at any time. */
export function scoreOf({ category, content }: Pick<LedgerEntry, 'category' | 'content'>): number {
  return (WEIGHTS.get(category) ?? 5) + Math.min(12, significantWords(content).size)
}

export function indexOf(entries: readonly LedgerEntry[]): IndexedEntry[] {
  return entries.map(entry => ({
    id: entry.id,
    time: entry.at,
    category: entry.category,
    summary: summaryOf(entry.content),
    source: entry.source,
    score: scoreOf(entry),
  }))
}

export function indexText(entries: readonly LedgerEntry[]): string {
  return `${JSON.stringify(indexOf(entries), undefined, 1)}\n`
}

export function summaryOf(content: string): string {
  return cutAtWord(fold(content), 120)
}
