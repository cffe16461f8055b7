import { compareTexts, type Relation } from '../../src/text/index.ts'
import type { Rows } from './sets.ts'

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

/** Both tell that the two cannot stand side by side. */
const OPPOSED: readonly Relation[] = ['value-changed', 'contradiction']

export function benchPairs({ name, rows }: Rows<Pair>, isVerbose: boolean): string {
  const judged = rows.map(pair => ({ ...pair, said: compareTexts(textOf(pair.a), textOf(pair.b)) }))
  const parts = ['en', 'zh'].flatMap(lang => {
    const of = judged.filter(pair => pair.lang === lang)
    const answers = of.map(({ relation, said }) => [relation, said.relation] as const)
    return [`${name}, ${lang}: ${of.length} pairs`, ...confusion(answers), '']
  })
  const all = judged.map(({ relation, said }) => [relation, said.relation] as const)
  const wrong = judged.filter(({ relation, said }) => relation !== said.relation)
  const listed = wrong.map(({ id, lang, relation, said, a, b }) =>
    [
      `${id} ${lang} ${relation} -> ${said.relation} ${JSON.stringify(said.differs ?? '')}`,
      ...[a, b].map(({ description, body }) => `   [${description}] ${body.replace(/\n+/g, ' / ')}`),
    ].join('\n'),
  )
  const groups = [['same'], ['value-changed'], ['contradiction'], OPPOSED] as const
  return [
    ...parts,
    ...groups.map(group => `${name}, ${group.join(' or ')}: ${foundOf(all, group)}`),
    ...(isVerbose ? listed : []),
    '',
  ].join('\n')
}

const textOf = ({ description, body, date }: Note) => ({ title: description, text: body, day: date })

type Answers = readonly (readonly [label: Relation, said: Relation])[]

function foundOf(answers: Answers, group: readonly Relation[]): string {
  const said = answers.filter(([, got]) => group.includes(got))
  const wanted = answers.filter(([label]) => group.includes(label))
  const right = said.filter(([label]) => group.includes(label))
  return `precision ${ratio(right.length, said.length)} (${right.length} of ${said.length}), recall ${ratio(right.length, wanted.length)} (of ${wanted.length})`
}

/** One row for each label, one column for each answer. */
function confusion(answers: Answers): string[] {
  const lines = RELATIONS.map(label => {
    const of = answers.filter(([wanted]) => wanted === label)
    return [label, ...RELATIONS.map(said => String(of.filter(([, got]) => got === said).length))]
  })
  return [['label \\ said', ...RELATIONS], ...lines].map(cells =>
    cells.map((cell, at) => (at === 0 ? cell.padEnd(14) : cell.padStart(14))).join(''),
  )
}

const ratio = (part: number, of: number): string => (of === 0 ? '–' : (part / of).toFixed(2))
