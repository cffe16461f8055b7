import { languageOf } from '../languages/index.ts'
import { largest } from './budget.ts'
import { carryOut, type Distilled, type Judged, MAKES_ROOM } from './carry-out.ts'
import type { Entry } from './entry.ts'
import { judgeByRules } from './judge.ts'
import { ledgerLanguage } from './ledger.ts'
import { type JudgeInput, type Operation, type Verdict, validateOperations } from './operation.ts'
import { type Returning, returning } from './re-emergence.ts'
import type { ReviewInput } from './review-input.ts'
import { parseSnapshot, type SnapshotFile } from './sections.ts'

/** What a model is shown: the entries that are worth a judgement, and the lines, each with its short id. */
export function judgeInputFor(input: ReviewInput): JudgeInput {
  const file = parseSnapshot(input.snapshot)
  return judgeInputOf(file, withoutReturning(input.entries, returning(input, file)))
}

/** For what Dream's own section lists, and the journal that each line names. */
const RESERVED = 600
const MARK = 30

/** Of more new lines than there is room for, the heaviest; what is left out stays in its journal. */
function withRoom(operations: readonly Operation[], { snapshot, limits }: ReviewInput): Operation[] {
  let room = Math.max(limits.target - snapshot.length - RESERVED, limits.target / 10)
  const weighed = operations.filter(each => each.op === 'add' && each.weight !== undefined)
  const out = new Set<Operation>()
  for (const each of weighed.toSorted((a, b) => weightOf(b) - weightOf(a))) {
    room -= 'text' in each ? (each.text ?? '').length + MARK : 0
    if (room < 0) out.add(each)
  }
  const reason = 'no room: it stays in the journal'
  return operations.map(each => (out.has(each) ? { op: 'ignore', entries: each.entries, reason } : each))
}

const weightOf = (operation: Operation): number => (operation.op === 'add' ? (operation.weight ?? 0) : 0)

function withoutReturning(entries: readonly Entry[], back: readonly Returning[]): Entry[] {
  const gone = new Set(back.map(each => each.entry))
  return entries.filter(entry => !gone.has(entry))
}

/** One review: entries judged, lines changed, what left archived, the limit kept. Pure. */
export function distil(input: ReviewInput, answer?: unknown): Distilled {
  const file = parseSnapshot(input.snapshot, languageOfInput(input))
  const back = returning(input, file)
  const judgeInput = judgeInputOf(file, withoutReturning(input.entries, back))
  const verdict = judge(input, judgeInput, answer)
  if (verdict.refused !== undefined) return unchanged(input, verdict)
  const fitting = { ...verdict, accepted: withRoom(verdict.accepted, input) }
  return withinLimits({ input, file, judgeInput, verdict: fitting, back, aim: input.limits.target })
}

/** Operations that need no judge, on the first entry of the review (`e1`). */
export function distilWith(
  input: ReviewInput,
  accepted: readonly Operation[],
  aim: number,
  back: readonly Returning[] = [],
): Distilled {
  const file = parseSnapshot(input.snapshot, languageOfInput(input))
  const verdict = { accepted, rejected: [], judge: 'rules' as const }
  return withinLimits({ input, file, judgeInput: judgeInputOf(file, input.entries), verdict, back, aim })
}

/** Where the file does not say: the ledger's, else that of the journals. */
const languageOfInput = ({ ledger, entries }: ReviewInput) =>
  ledgerLanguage(ledger, languageOf(entries.map(({ text }) => text).join('\n')))

function withinLimits(judged: Judged): Distilled {
  const { input, verdict } = judged
  const whole = carryOut(judged)
  if (whole.snapshot.length <= input.limits.hard) return whole
  // J8: the user's own text is too long. Nothing is added, and only a smaller file is written.
  const leaving = verdict.accepted.filter(operation => operation.op === 'archive')
  const smaller = carryOut({ ...judged, verdict: { ...verdict, accepted: leaving }, back: [] })
  const over = largest(parseSnapshot(input.snapshot))
  const movable = movableIn(judged)
  if (smaller.snapshot.length < input.snapshot.length) return { ...smaller, over, movable }
  return { ...unchanged(input, verdict), over, movable }
}

/** Which lines of the owner would have to leave; none where even that is not enough. */
function movableIn(judged: Judged): string[] {
  const { limits } = judged.input
  const tried = carryOut({ ...judged, input: { ...judged.input, owners: 'leave' } })
  if (tried.snapshot.length > limits.hard) return []
  return tried.decisions.filter(({ reason }) => reason === MAKES_ROOM).map(({ text }) => text)
}

export function judgeInputOf(file: SnapshotFile, entries: readonly Entry[]): JudgeInput {
  const items = file.items.filter(item => item.section !== 'dream')
  return {
    entries: new Map(entries.map((entry, at) => [`e${at + 1}`, entry])),
    items: new Map(items.map((item, at) => [`s${at + 1}`, item])),
  }
}

function judge(
  input: ReviewInput,
  judgeInput: JudgeInput,
  answer: unknown,
): Verdict & { readonly judge: 'rules' | 'model'; readonly modelRefused?: string } {
  const said = answer === undefined ? undefined : validateOperations(answer, judgeInput, 'model', input.large)
  if (said !== undefined && said.refused === undefined) return { ...said, judge: 'model' }
  const { seen, boot, meaning, now } = input
  const rules = judgeByRules({ judgeInput, seen, boot, meaning, today: now.day })
  const verdict = validateOperations(rules, judgeInput, 'rules', input.large)
  return { ...verdict, judge: 'rules', ...(said?.refused !== undefined && { modelRefused: said.refused }) }
}

function unchanged(input: ReviewInput, verdict: Verdict & { judge: 'rules' | 'model' }): Distilled {
  const { snapshot, removed, seen } = input
  const { rejected, refused } = verdict
  return {
    snapshot,
    ledgerText: '',
    archived: [],
    removed,
    seen,
    decisions: [],
    rejected,
    judge: verdict.judge,
    ...(refused !== undefined && { refused }),
    waiting: [],
  }
}
