import type { Decision } from './carry-out.ts'
import { type Language, languageOf } from './language.ts'
import { type Moment, momentWords } from './review-input.ts'

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
  const { now, counts, before, after } = reviewed
  const lines = [
    `### ${momentWords(now)}`,
    language === 'zh'
      ? `更新: ${counts.updated}条 | 新增: ${counts.added}条 | 入档: ${counts.archived}条 | Re-emergence: ${counts['re-emerged']}条 | 忽略: ${counts.ignored}条`
      : `Updated: ${counts.updated} | Added: ${counts.added} | Archived: ${counts.archived} | Re-emerged: ${counts['re-emerged']} | Ignored: ${counts.ignored}`,
    language === 'zh'
      ? `MEMORY.md 字符数: ${before} → ${after}`
      : `MEMORY.md characters: ${before} → ${after}`,
    ...reviewed.decisions.filter(({ kind }) => kind !== 'ignored').map(decisionLine),
  ]
  return `${gap(log)}${lines.join('\n')}\n`
}

/** J9: the line that an undo leaves there; empty where it stands there. */
export function undoneLine(log: string, now: Moment, run: string): string {
  // The second try of an undo does not say it twice.
  if (log.trimEnd().endsWith(` undone: ${run}`)) return ''
  const words = languageOfLog(log) === 'zh' ? `已撤销 undone: ${run}` : `undone: ${run}`
  return `${gap(log)}${momentWords(now)} ${words}\n`
}

function decisionLine({ kind, text, reason, source }: Decision): string {
  return `- ${kind}: ${text.slice(0, 160)} (${reason}; ${source})`
}

function languageOfLog(log: string): Language {
  const found = /^(?:(更新:)|(Updated:))/m.exec(log)
  if (found === null) return languageOf(log)
  return found[1] === undefined ? 'en' : 'zh'
}

function gap(log: string): string {
  if (log === '') return ''
  return log.endsWith('\n') ? '\n' : '\n\n'
}
