import type { Measured } from './measure.ts'
import { firedTable, kindTable, pointsTable, repositoryTable, table } from './render.ts'
import { atPoint, type Looked, score } from './score.ts'

/**
 * All of it, as it stands in docs/quality.md. Only the state before the owner acted is shown: what a commit left behind
 * holds the owner's own reasons, and nobody runs Dream there. (`--check` still compares the counts of both.)
 */
export function report(measured: Measured): string {
  const { version, before, snapshots } = measured
  const parts: [string, string][] = [
    ['Clean-ups, notes and documents as before the owner acted', pointsTable(before)],
    ['The same by repository', repositoryTable(before)],
    ['The same by kind of finding', kindTable(before)],
    [
      'What `careful` archives alone, limits lifted and nothing spared for being new',
      aloneTable(before, snapshots),
    ],
    ['Snapshots: what is said of memories that their owners kept', kindTable(snapshots)],
    ['Snapshots by repository: memories with a finding', firedTable(snapshots)],
    ['Relative dates, against the cases of three parsers', dateTable(measured)],
    ['Index drift, against the labels', driftTable(measured)],
    ['Pairs of sentences with a negation that are called contradictions', negationTable(measured)],
  ]
  return [`Data: ${version}`, ...parts.map(([title, body]) => `### ${title}\n\n${body}`)].join('\n\n')
}

function aloneTable(...groups: readonly (readonly Looked[])[]): string {
  const names = ['clean-ups', 'snapshots']
  return table(
    ['where', 'memories', 'archived', 'owner removed it too', 'owner kept it for good', 'no judgement'],
    groups.map((looked, at) => {
      const { right, wrong, early, aside } = score(looked, atPoint(['alone']))
      const memories = looked.reduce((sum, one) => sum + one.memories.size, 0)
      return [names[at], memories, right + wrong + aside, right + early, wrong - early, aside]
    }),
  )
}

const dateTable = ({ dates }: Measured): string =>
  table(
    ['cases', 'all', 'understood', 'right', 'told otherwise', 'precision'],
    dates.map(({ source, cases, fired, right, wrong }) => [
      source,
      cases,
      fired,
      right,
      wrong.length,
      fired === 0 ? undefined : (right / fired).toFixed(2),
    ]),
  )

const driftTable = ({ drift }: Measured): string =>
  table(
    ['what', 'labelled', 'found of these', 'found beside'],
    drift.map(({ what, labelled, both, onlyDream }) => [what, labelled, both, onlyDream]),
  )

const negationTable = ({ negation }: Measured): string =>
  table(
    ['pairs, as people judged them', 'pairs', 'called a contradiction'],
    negation.map(({ source, label, pairs, fired }) => [`${source}, ${label}`, pairs, fired]),
  )
