import {
  eachWritten,
  type Language,
  languageOf,
  type Moment,
  momentWords,
  writtenIn,
} from '../languages/index.ts'
import type { Decision } from './carry-out.ts'

export type Counts = Readonly<Record<Decision['kind'], number>>

export function countDecisions(decisions: readonly Decision[]): Counts {
  const counts = { updated: 0, added: 0, archived: 0, 're-emerged': 0, ignored: 0 }
  for (const { kind } of decisions) counts[kind]++
  return counts
}

export interface Reviewed {
  readonly now: Moment
  readonly counts: Counts
  readonly decisions: readonly Decision[]
  readonly before: number
  readonly after: number
}

/** J10: what to append to the log of the month. `log` is what stands there, `snapshot` the language where it is new. */
export function logBlock(log: string, reviewed: Reviewed, snapshot: Language): string {
  const language = log.trim() === '' ? snapshot : languageOfLog(log)
  const words = writtenIn(language).log
  const { now, counts, before, after } = reviewed
  const lines = [
    `### ${momentWords(now)}`,
    words.counts(counts),
    words.size(before, after),
    ...reviewed.decisions.filter(({ kind }) => kind !== 'ignored').map(decisionLine),
  ]
  return `${gap(log)}${lines.join('\n')}\n`
}

/** J9: the line that an undo leaves there; empty where it stands there. */
export function undoneLine(log: string, now: Moment, run: string): string {
  // The second try of an undo does not say it twice.
  if (log.trimEnd().endsWith(` undone: ${run}`)) return ''
  const words = writtenIn(languageOfLog(log)).log.undone(run)
  return `${gap(log)}${momentWords(now)} ${words}\n`
}

function decisionLine({ kind, text, reason, source }: Decision): string {
  return `- ${kind}: ${text.slice(0, 160)} (${reason}; ${source})`
}

function languageOfLog(log: string): Language {
  const lines = log.split('\n')
  const found = lines.map(line => OPENINGS.find(([, opening]) => line.startsWith(opening))).find(one => one)
  return found?.[0] ?? languageOf(log)
}

const OPENINGS = eachWritten().map(([language, { log }]) => [language, log.opening] as const)

function gap(log: string): string {
  if (log === '') return ''
  return log.endsWith('\n') ? '\n' : '\n\n'
}
