import { largest } from './budget.ts'
import { carryOut, type Distilled, type Judged } from './carry-out.ts'
import type { Entry } from './entry.ts'
import { judgeByRules } from './judge.ts'
import { ledgerLanguage } from './ledger.ts'
import { hearTestimony, type NightTestimony } from './model-opinion.ts'
import { type Docket, holdToContract, type Operation, type Verdict } from './operation.ts'
import { type Returning, returning } from './re-emergence.ts'
import type { Night } from './review-input.ts'
import { parseSnapshot, type SnapshotFile } from './sections.ts'

/** What a model is shown: the entries that are worth a judgement, and the lines, each with its short id. */
export function docketFor(night: Night): Docket {
  const file = parseSnapshot(night.snapshot)
  return docketOf(file, withoutReturning(night.entries, returning(night, file)))
}

function withoutReturning(entries: readonly Entry[], back: readonly Returning[]): Entry[] {
  const gone = new Set(back.map(each => each.entry))
  return entries.filter(entry => !gone.has(entry))
}

/** One night: entries judged, lines changed, what left archived, the limit kept. Pure; the same night gives the same day. */
export function distil(night: Night, answer?: unknown, testimony?: NightTestimony): Distilled {
  const file = parseSnapshot(night.snapshot, ledgerLanguage(night.ledger, 'en'))
  const back = returning(night, file)
  const docket = docketOf(file, withoutReturning(night.entries, back))
  const verdict = judge(night, docket, answer)
  if (verdict.refused !== undefined) return unchanged(night, verdict)
  const judged = { night, file, docket, verdict, back, aim: night.limits.target }
  const alone = withinLimits(judged)
  return testimony === undefined ? alone : beside(alone, judged, testimony)
}

/** What a model says counts only as far as nothing leaves that would have stayed without it. */
function beside(alone: Distilled, judged: Judged, testimony: NightTestimony): Distilled {
  const { night, docket, verdict } = judged
  const { operations, ...heard } = hearTestimony(testimony, verdict.accepted, docket, night.boot)
  if (heard.raised + heard.kept === 0) return { ...alone, heard }
  const result = withinLimits({ ...judged, verdict: { ...verdict, accepted: operations } })
  if (holdsAll(linesOf(result), linesOf(alone))) return { ...result, heard }
  const dropped = [...heard.dropped, 'nothing was raised or kept: there is no room for it']
  return { ...alone, heard: { raised: 0, kept: 0, dropped } }
}

const linesOf = ({ snapshot }: Distilled): string[] =>
  parseSnapshot(snapshot).items.flatMap(item => (item.section === 'dream' ? [] : [item.text]))

function holdsAll(lines: readonly string[], wanted: readonly string[]): boolean {
  const left = new Map<string, number>()
  for (const line of lines) left.set(line, (left.get(line) ?? 0) + 1)
  return wanted.every(line => {
    const count = left.get(line) ?? 0
    left.set(line, count - 1)
    return count > 0
  })
}

/** Operations that need no judge, on the first entry of the night (`e1`). */
export function distilWith(night: Night, accepted: readonly Operation[], aim: number): Distilled {
  const file = parseSnapshot(night.snapshot, ledgerLanguage(night.ledger, 'en'))
  const verdict = { accepted, rejected: [], judge: 'rules' as const }
  return withinLimits({ night, file, docket: docketOf(file, night.entries), verdict, back: [], aim })
}

function withinLimits(judged: Judged): Distilled {
  const { night, verdict } = judged
  const whole = carryOut(judged)
  if (whole.snapshot.length <= night.limits.hard) return whole
  // J8: the user's own text is too long. Nothing is added, and only a smaller file is written.
  const leaving = verdict.accepted.filter(operation => operation.op === 'archive')
  const smaller = carryOut({ ...judged, verdict: { ...verdict, accepted: leaving }, back: [] })
  const over = largest(parseSnapshot(night.snapshot))
  if (smaller.snapshot.length < night.snapshot.length) return { ...smaller, over }
  return { ...unchanged(night, verdict), over }
}

export function docketOf(file: SnapshotFile, entries: readonly Entry[]): Docket {
  const items = file.items.filter(item => item.section !== 'dream')
  return {
    entries: new Map(entries.map((entry, at) => [`e${at + 1}`, entry])),
    items: new Map(items.map((item, at) => [`s${at + 1}`, item])),
  }
}

function judge(
  night: Night,
  docket: Docket,
  answer: unknown,
): Verdict & { readonly judge: 'rules' | 'model'; readonly modelRefused?: string } {
  const said = answer === undefined ? undefined : holdToContract(answer, docket, 'model', night.large)
  if (said !== undefined && said.refused === undefined) return { ...said, judge: 'model' }
  const { seen, boot, meaning, now } = night
  const rules = judgeByRules({ docket, seen, boot, meaning, today: now.day })
  const verdict = holdToContract(rules, docket, 'rules', night.large)
  return { ...verdict, judge: 'rules', ...(said?.refused !== undefined && { modelRefused: said.refused }) }
}

function unchanged(night: Night, verdict: Verdict & { judge: 'rules' | 'model' }): Distilled {
  const { snapshot, removed, seen } = night
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
