import { join } from 'node:path'
import { opposition } from '../../src/checks/pairs/opposition.ts'
import { fileName } from '../../src/model/file-name.ts'
import type { Memory } from '../../src/model/memory.ts'
import { parseMemory } from '../../src/text/memory-file.ts'
import { linesOf } from './files.ts'

/** Pairs of sentences with a negation, by what people say of them, and how many of them Dream calls a contradiction. */
export interface NegationScore {
  readonly source: string
  readonly label: string
  readonly pairs: number
  readonly fired: number
}

export function scoreNegation(data: string): NegationScore[] {
  return ['MNLI', 'RTE', 'SNLI'].flatMap(source => {
    const counts = new Map<string, { pairs: number; fired: number }>()
    for (const line of linesOf(join(data, 'contradiction', `negation-${source}.tsv`)).slice(1)) {
      const [, text = '', hypothesis = '', label = ''] = line.split('\t')
      const count = counts.get(label) ?? { pairs: 0, fired: 0 }
      count.pairs++
      if (opposition(note(text), note(hypothesis), 'careful') !== undefined) count.fired++
      counts.set(label, count)
    }
    return Array.from(counts, ([label, count]) => ({ source, label, ...count }))
  })
}

const note = (text: string): Memory =>
  parseMemory({
    file: fileName('a.md'),
    hash: '',
    size: 0,
    modified: 0,
    text: `---\ntype: project\n---\n${text}`,
  })
