import type { CostRow } from './cost.ts'
import type { EvidenceRow, EvidenceScore } from './evidence.ts'
import type { QuestionSet } from './known-items.ts'
import type { LargeRow } from './large.ts'
import { GROUPS, type Measured } from './measure.ts'

const percent = (share: number): string => (share * 100).toFixed(1)
const ms = (time: number): string => time.toFixed(time < 10 ? 2 : 0)

function table(head: readonly string[], rows: readonly (readonly string[])[]): string {
  return [head, head.map(() => '---'), ...rows].map(row => `| ${row.join(' | ')} |`).join('\n')
}

export function renderKnown(set: QuestionSet, measured: readonly Measured[]): string {
  const blocks = GROUPS.filter(group => (measured[0]?.scores[group].questions ?? 0) > 0).map(group => {
    const rows = measured.map(({ system, scores, times }) => {
      const { at1, at5, at10, mrr } = scores[group]
      return [system, percent(at1), percent(at5), percent(at10), mrr.toFixed(3), ms(times.p50), ms(times.p99)]
    })
    const { questions } = measured[0]!.scores[group]
    const title = `**${set.name}, ${group}** (${questions} questions, ${set.documents.length} memories)`
    return `${title}\n\n${table(['system', '@1 %', '@5 %', '@10 %', 'MRR', 'p50 ms', 'p99 ms'], rows)}`
  })
  return blocks.join('\n\n')
}

export function renderEvidence(name: string, rows: readonly EvidenceRow[]): string {
  const lines = rows.map(({ system, store, unit, score }) => [
    system,
    store,
    unit,
    percent(score.any[5]),
    percent(score.any[10]),
    percent(score.all[5]),
    percent(score.all[10]),
    percent(score.fraction[5]),
    percent(score.fraction[10]),
    score.mrr.toFixed(3),
  ])
  const head = [
    'system',
    'store',
    'found',
    'any@5',
    'any@10',
    'all@5',
    'all@10',
    'share@5',
    'share@10',
    'MRR',
  ]
  return `**${name}** (${rows[0]?.score.questions ?? 0} questions with evidence)\n\n${table(head, lines)}`
}

export function renderLarge(size: number, rows: readonly LargeRow[]): string {
  const lance = rows.find(({ system }) => system.startsWith('LanceDB'))
  const lines = rows.map(({ system, openSeconds, times }) => [
    system,
    openSeconds.toFixed(1),
    ms(times.p50),
    ms(times.p99),
    lance === undefined ? '' : `${(times.p50 / lance.times.p50).toFixed(2)}×`,
  ])
  const head = ['system', 'built in s', 'p50 ms', 'p99 ms', "of LanceDB's p50"]
  return `**${size.toLocaleString('en-US')} generated memories**\n\n${table(head, lines)}`
}

export interface NamedScore {
  readonly name: string
  readonly score: EvidenceScore
}

export function renderScores(name: string, notes: number, rows: readonly NamedScore[]): string {
  const lines = rows.map(row => [
    row.name,
    percent(row.score.any[5]),
    percent(row.score.any[10]),
    percent(row.score.fraction[5]),
    percent(row.score.fraction[10]),
    row.score.mrr.toFixed(3),
  ])
  const head = ['system', 'any@5', 'any@10', 'share@5', 'share@10', 'MRR']
  return `**${name}** (${rows[0]?.score.questions ?? 0} questions, ${notes} notes)\n\n${table(head, lines)}`
}

export function renderCost(rows: readonly CostRow[]): string {
  const lines = rows.map(({ notes, node, plain, why }) => [
    notes.toLocaleString('en-US'),
    ms(node),
    `${ms(plain)} (${(plain / node).toFixed(2)}×)`,
    `${ms(why)} (${(why / plain).toFixed(2)}× the plain one)`,
  ])
  const head = ['notes', '`node -e 0`, ms', '`dream search`, ms', 'a question with "why", ms']
  return `**How long a person waits** (median of processes, index warm)\n\n${table(head, lines)}`
}
