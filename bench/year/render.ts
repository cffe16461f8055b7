import type { Judged } from './judge.ts'
import type { Dreamed, Played } from './play.ts'
import type { Story } from './story.ts'

const HEADINGS = [
  'project',
  'sessions',
  'dreams',
  'for sessions',
  'for 168 h',
  'failed or died',
  'slowest (min)',
  'missed',
  'early',
  'doubled',
  'wrong reason',
]

export function renderYear(story: Story, played: Played, judged: readonly Judged[], seconds: number): string {
  const rows = judged.map(each => [
    each.project,
    each.sessions,
    each.dreams,
    each.forSessions,
    each.forTime,
    each.retried,
    each.slowest,
    each.missed.length,
    each.early.length,
    each.doubled.length,
    each.wrongReason.length,
  ])
  const days = Math.round((story.to - story.from) / 86_400_000)
  const byHook = played.dreams.filter(dream => dream.by === 'hook').length
  const megabytes = played.heap.map(bytes => Math.round(bytes / 1_000_000))
  return [
    table([HEADINGS, ...rows.map(row => row.map(String))]),
    '',
    `${days} days, the daemon away ${story.down.length} times, ${played.asked} calls by hooks (${byHook} of them began a dream), ${seconds.toFixed(0)} s.`,
    ...(megabytes.length === 0 ? [] : [`Heap at the turn of each month (MB): ${megabytes.join(', ')}.`]),
    ...judged.flatMap(each =>
      [...each.missed, ...each.early, ...each.doubled, ...each.wrongReason].map(
        at => `WRONG ${each.project} ${new Date(at).toISOString()}`,
      ),
    ),
  ].join('\n')
}

export function renderNights(dreams: readonly Dreamed[]): string {
  return dreams
    .map(
      ({ project, at, by, end, why }) =>
        `${new Date(at).toISOString().slice(0, 16)}  ${project}  ${by}  ${end}  ${why}`,
    )
    .join('\n')
}

function table(rows: readonly (readonly string[])[]): string {
  const widths = rows[0]!.map((_, column) => Math.max(...rows.map(row => row[column]!.length)))
  return rows
    .map(row =>
      row
        .map((cell, column) => (column === 0 ? cell.padEnd(widths[0]!) : cell.padStart(widths[column]!)))
        .join('  '),
    )
    .join('\n')
}
