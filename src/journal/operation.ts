import { say } from '../languages/index.ts'
import { significantWords } from '../text/index.ts'
import type { Entry } from './entry.ts'
import { isUnsafe } from './junk.ts'
import type { Item, Section } from './sections.ts'
import { statementOf } from './statement.ts'

/**
 * What a judge says: rules and models are held to the same contract. Entries are named by short ids (`e1`), lines of the
 * snapshot too (`s1`).
 */
export type Operation =
  | {
      readonly op: 'update'
      readonly item: string
      readonly entries: readonly string[]
      readonly text: string
      readonly reason: string
      /** What becomes of the line as it was; nothing is kept of it where this is not said. */
      readonly old?: 'to-ledger'
    }
  | {
      readonly op: 'add'
      readonly section: Exclude<Section, 'dream'>
      readonly entries: readonly string[]
      readonly text: string
      readonly reason: string
      /** Where there is no room for all, the heavier stay; the rules say it. */
      readonly weight?: number
    }
  /** Out of the snapshot (`item`), or straight from the journal, into the ledger. */
  | {
      readonly op: 'archive'
      readonly item?: string
      readonly entries: readonly string[]
      readonly category: string
      readonly reason: string
      /** What the ledger keeps of entries that never were a line; else the first of them. */
      readonly text?: string
    }
  /** Several lines become one, in the place of the first; the others go to the ledger. */
  | {
      readonly op: 'merge'
      readonly items: readonly string[]
      readonly entries: readonly string[]
      readonly text: string
      readonly reason: string
    }
  | {
      readonly op: 'move'
      readonly item: string
      readonly section: Exclude<Section, 'dream'>
      readonly entries: readonly string[]
      readonly reason: string
    }
  | { readonly op: 'ignore'; readonly entries: readonly string[]; readonly reason: string }

/** What lies before the judge. */
export interface JudgeInput {
  readonly entries: ReadonlyMap<string, Entry>
  readonly items: ReadonlyMap<string, Item>
}

export interface Verdict {
  readonly accepted: readonly Operation[]
  readonly rejected: readonly { readonly operation: unknown; readonly why: string }[]
  /** Set where the whole answer is refused. */
  readonly refused?: string
}

/** At least so many lines may always leave, or a short snapshot could not be reviewed at all. */
const ALWAYS_FREE = { rules: 3, model: 1 } as const
const LOSS = 0.25
const MOST_OPERATIONS = 5000

/** Looks at every operation of an answer; the valid ones are carried out, the others reported. */
export function validateOperations(
  answer: unknown,
  judgeInput: JudgeInput,
  judge: 'rules' | 'model',
  large: 'refuse' | 'allow' = 'refuse',
): Verdict {
  const list = listOf(answer)
  if (list === undefined)
    return { accepted: [], rejected: [], refused: 'the answer is no list of operations' }
  const accepted: Operation[] = []
  const rejected: { operation: unknown; why: string }[] = []
  const used = new Set<string>()
  for (const operation of list.slice(0, MOST_OPERATIONS)) {
    const checked = check(operation, judgeInput, judge, used)
    if (typeof checked === 'string') rejected.push({ operation, why: checked })
    else accepted.push(checked)
  }
  const refused = large === 'allow' ? undefined : tooMuchLost(accepted, judgeInput, judge)
  return refused === undefined ? { accepted, rejected } : { accepted: [], rejected, refused }
}

function listOf(answer: unknown): unknown[] | undefined {
  if (Array.isArray(answer)) return answer
  const inner = (answer as { operations?: unknown } | null | undefined)?.operations
  return Array.isArray(inner) ? inner : undefined
}

function check(
  operation: unknown,
  judgeInput: JudgeInput,
  judge: 'rules' | 'model',
  used: Set<string>,
): Operation | string {
  if (typeof operation !== 'object' || operation === null) return 'it is no operation'
  const said = operation as Record<string, unknown>
  const entries = idsOf(said['entries'])
  const fault =
    entryFault(entries, judgeInput, used) ??
    (namesItem(said) ? itemFault(said['item'], judgeInput, used) : undefined)
  const checked = fault ?? complete(said, entries, judgeInput, judge)
  if (typeof checked === 'string') return checked
  for (const id of entries) used.add(id)
  if ('item' in checked) used.add(checked.item)
  return checked
}

function idsOf(data: unknown): string[] {
  return Array.isArray(data) ? [...new Set(data.map(String))] : []
}

function namesItem({ op, item }: Record<string, unknown>): boolean {
  return op === 'update' || (op === 'archive' && item !== undefined)
}

function entryFault(
  ids: readonly string[],
  { entries }: JudgeInput,
  used: ReadonlySet<string>,
): string | undefined {
  const unknown = ids.find(id => !entries.has(id))
  if (unknown !== undefined) return `there is no entry ${unknown.slice(0, 40)}`
  const twice = ids.find(id => used.has(id))
  return twice === undefined ? undefined : `entry ${twice} was used before`
}

function complete(
  said: Record<string, unknown>,
  entries: readonly string[],
  judgeInput: JudgeInput,
  judge: 'rules' | 'model',
): Operation | string {
  const { op, item, section, text } = said
  const reason = wordsOf(said['reason'], 300) ?? 'no reason given'
  const line = namesItem(said) ? { item: item as string } : {}
  if (op === 'archive' && (entries.length > 0 || 'item' in line))
    return { op, ...line, entries, category: wordsOf(said['category'], 40) ?? 'note', reason }
  if (entries.length === 0) return 'it names no entry'
  if (op === 'ignore') return { op, entries, reason }
  if (op !== 'update' && op !== 'add') return `${shown(op)} is no operation`
  const fault = textFault(text, entries, line.item, judgeInput, judge)
  if (fault !== undefined) return fault
  if (op === 'update') {
    const update = { op, item: item as string, entries, text: text as string, reason } as const
    return judge === 'rules' && said['old'] === 'to-ledger' ? { ...update, old: 'to-ledger' } : update
  }
  if (section !== 'current' && section !== 'stable' && section !== 'relations')
    return `${shown(section)} is no section`
  const { weight } = said
  const add = { op, section, entries, text: text as string, reason } as const
  return judge === 'rules' && typeof weight === 'number' ? { ...add, weight } : add
}

function wordsOf(data: unknown, longest: number): string | undefined {
  return typeof data === 'string' && data.trim() !== '' ? data.slice(0, longest) : undefined
}

function shown(data: unknown): string {
  return String(JSON.stringify(data)).slice(0, 40)
}

function itemFault(id: unknown, { items }: JudgeInput, used: ReadonlySet<string>): string | undefined {
  if (typeof id !== 'string' || !items.has(id)) return `there is no line ${shown(id)}`
  if (items.get(id)!.managed) return `line ${id} belongs to OpenClaw's own dreaming`
  return used.has(id) ? `line ${id} was used before` : undefined
}

const LONGEST_TEXT = 400

/** Nothing enters the always-loaded file that no journal says: a model may put it in other words, not make it up. */
function textFault(
  text: unknown,
  ids: readonly string[],
  item: string | undefined,
  judgeInput: JudgeInput,
  judge: 'rules' | 'model',
): string | undefined {
  if (typeof text !== 'string' || text.trim() === '') return 'it has no text'
  if (text.length > LONGEST_TEXT) return `its text is longer than ${LONGEST_TEXT} characters`
  if (/[\r\n]/.test(text)) return 'its text is more than one line'
  if (judge === 'rules') return undefined
  if (isUnsafe(text)) return 'its text is a secret or an instruction to the reader'
  const sources = [
    ...ids.map(id => judgeInput.entries.get(id)!.text),
    judgeInput.items.get(item ?? '')?.text ?? '',
  ]
  return inventionIn(text, sources.join('\n'))
}

function inventionIn(text: string, sources: string): string | undefined {
  const known = significantWords(sources)
  const words = [...significantWords(text)]
  if (words.filter(word => known.has(word)).length < words.length / 2)
    return 'its text says what no named entry says'
  const invented = [...statementOf(text).values.numbers].find(number => !sources.includes(number))
  return invented === undefined ? undefined : `its text names ${invented}, which no named entry does`
}

function tooMuchLost(
  accepted: readonly Operation[],
  { items }: JudgeInput,
  judge: 'rules' | 'model',
): string | undefined {
  const leaving = accepted.flatMap(each =>
    each.op === 'archive' && each.item !== undefined ? [items.get(each.item)!] : [],
  )
  const chars = (list: Iterable<Item>) => [...list].reduce((sum, item) => sum + item.text.length, 0)
  const whole = chars(items.values())
  const lost = chars(leaving)
  if (leaving.length <= ALWAYS_FREE[judge] || lost <= whole * LOSS) return undefined
  return say().work.journals.leaving(leaving.length, items.size, Math.round((lost / whole) * 100))
}
