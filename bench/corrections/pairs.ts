import { compareTexts, type Relation } from '../../src/text/index.ts'
import { type Half, readSet } from './sets.ts'

interface Note {
  readonly description: string
  readonly body: string
  readonly date: string
}

interface Pair {
  readonly id: string
  readonly lang: string
  readonly a: Note
  readonly b: Note
  readonly relation: Relation
}

const RELATIONS: readonly Relation[] = [
  'same',
  'contained',
  'value-changed',
  'contradiction',
  'refines',
  'series',
  'related',
  'unrelated',
]

export function benchPairs(half: Half, isVerbose: boolean): string {
  const pairs = readSet<Pair>('pairs.jsonl', half)
  if (pairs === undefined) return 'pairs: set DREAM_READINGS to the folder of the labelled sets\n'
  const judged = pairs.map(pair => ({
    ...pair,
    said: compareTexts(textOf(pair.a), textOf(pair.b)),
  }))
  const table = confusion(judged.map(({ relation, said }) => [relation, said.relation]))
  const wrong = judged.filter(({ relation, said }) => relation !== said.relation)
  const listed = isVerbose
    ? wrong.map(
        each =>
          `${each.id} ${each.lang} ${each.relation} -> ${each.said.relation} ${JSON.stringify(each.said.differs ?? '')} ${JSON.stringify(each.said.subject)}\n   A[${each.a.description}] ${each.a.body.replace(/\n+/g, ' / ')}\n   B[${each.b.description}] ${each.b.body.replace(/\n+/g, ' / ')}`,
      )
    : []
  return [`${pairs.length} pairs (${half})`, ...table, ...listed, ''].join('\n')
}

const textOf = ({ description, body, date }: Note) => ({ title: description, text: body, day: date })

/** One row for each label, one column for each answer; precision and recall of each relation. */
function confusion(rows: readonly (readonly [Relation, Relation])[]): string[] {
  const head = ['label \\ said', ...RELATIONS, 'recall']
  const lines = RELATIONS.map(label => {
    const of = rows.filter(([wanted]) => wanted === label)
    const counts = RELATIONS.map(said => of.filter(([, got]) => got === said).length)
    return [label, ...counts.map(String), ratio(counts[RELATIONS.indexOf(label)]!, of.length)]
  })
  const precision = RELATIONS.map(said => {
    const of = rows.filter(([, got]) => got === said)
    return ratio(of.filter(([wanted]) => wanted === said).length, of.length)
  })
  return [head, ...lines, ['precision', ...precision, '']].map(cells =>
    cells.map((cell, at) => (at === 0 ? cell.padEnd(14) : cell.padStart(14))).join(''),
  )
}

const ratio = (part: number, of: number): string => (of === 0 ? '–' : (part / of).toFixed(2))
