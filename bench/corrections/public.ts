import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { compareTexts } from '../../src/text/index.ts'

/** Public sets of sentence pairs are read where they lie, and never become part of the repository. */
const FOLDER = process.env['DREAM_PUBLIC_PAIRS'] ?? ''

interface Labelled {
  readonly label: string
  readonly a: string
  readonly b: string
}

type Read = (cells: readonly string[]) => Labelled

/** The names under which the sets are looked for, and where their columns are. */
const SETS: readonly (readonly [name: string, file: string, read: Read])[] = [
  ['SICK (test)', 'sick.txt', cells => ({ label: cells[4]!, a: cells[1]!, b: cells[2]! })],
  ['MRPC (test)', 'mrpc.tsv', cells => ({ label: paraphrase(cells[0]!), a: cells[3]!, b: cells[4]! })],
  [
    'PAWS-X en (test)',
    'paws-en.tsv',
    cells => ({ label: paraphrase(cells[3]!), a: cells[1]!, b: cells[2]! }),
  ],
  [
    'PAWS-X zh (test)',
    'paws-zh.tsv',
    cells => ({ label: paraphrase(cells[3]!), a: cells[1]!, b: cells[2]! }),
  ],
]

const paraphrase = (label: string): string => (label.trim() === '1' ? 'PARAPHRASE' : 'OTHER')

export function benchPublic(): string {
  return SETS.map(([name, file, read]) => {
    const path = join(FOLDER, file)
    if (FOLDER === '' || !existsSync(path)) return `${name}: no ${file} in DREAM_PUBLIC_PAIRS`
    const rows = readFileSync(path, 'utf8')
      .split(/\r?\n/)
      .slice(1)
      .map(line => line.split('\t'))
      .filter(cells => cells.length > 3)
      .map(read)
    return [`${name}: ${rows.length} pairs`, ...tableOf(rows)].join('\n')
  }).join('\n\n')
}

function tableOf(rows: readonly Labelled[]): string[] {
  const counts = new Map<string, Map<string, number>>()
  for (const { label, a, b } of rows) {
    const { relation } = compareTexts({ text: a }, { text: b })
    const row = counts.get(label) ?? new Map<string, number>()
    counts.set(label, row.set(relation, (row.get(relation) ?? 0) + 1))
  }
  return [...counts]
    .sort(([a], [b]) => a.localeCompare(b))
    .map(
      ([label, row]) =>
        `${label.padEnd(15)}${[...row]
          .sort(([, x], [, y]) => y - x)
          .map(([relation, count]) => `${relation} ${count}`)
          .join(', ')}`,
    )
}
