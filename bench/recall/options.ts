import { parseArgs } from 'node:util'

export interface Options {
  readonly data: string | undefined
  readonly locomo: string | undefined
  readonly longmemeval: string | undefined
  /** Memories of the generated store; 0 for none. */
  readonly size: number
  readonly lance: boolean
  /** Odd questions and all conversations instead of even ones and the first five: asked once, at the end. */
  readonly final: boolean
  /** Only what a user gets beside the two BM25s, our own questions and whole sessions. */
  readonly quick: boolean
  /** Sizes of the stores that `dream search` is timed over. */
  readonly cost: readonly number[]
  readonly seed: string
}

export const USAGE = `usage: npm run bench:recall -- [options]

  --data DIR          recorded notes (DIR/memories/<repository>/files/…, DIR/journals/…), read where they are: our own
                      paraphrased questions, known-item questions, and what each part of the ranking is worth
  --final             the odd ones of our questions, and all conversations: for the last measurement
  --locomo FILE       a file in the LoCoMo format
  --longmemeval FILE  a file in the LongMemEval format
  --size 100000       a generated store of so many memories, for the time a question takes
  --quick             only Dream, with and without LanceDB, and BM25; only our own questions and sessions per conversation
  --cost 1000,10000   how long \`dream search\` takes over so many notes, beside \`node -e 0\`; needs \`npm run build\`
  --no-lance          leave LanceDB out
  --markdown          tables for docs/recall.md (the tables are Markdown in any case)
  --seed words        another draw
`

/** Read from the command line; a sentence where it makes no sense. */
export function readOptions(args: readonly string[]): Options | { readonly wrong: string } {
  try {
    const { values } = parseArgs({
      args: [...args],
      options: {
        data: { type: 'string' },
        locomo: { type: 'string' },
        longmemeval: { type: 'string' },
        size: { type: 'string', default: '0' },
        'no-lance': { type: 'boolean', default: false },
        final: { type: 'boolean', default: false },
        quick: { type: 'boolean', default: false },
        cost: { type: 'string', default: '' },
        markdown: { type: 'boolean', default: false },
        seed: { type: 'string', default: 'first light' },
      },
    })
    const size = Number(values.size)
    if (!Number.isInteger(size) || size < 0) return { wrong: '--size has to be a whole number' }
    const cost = values.cost === '' ? [] : values.cost.split(',').map(Number)
    if (!cost.every(notes => Number.isInteger(notes) && notes > 0))
      return { wrong: '--cost has to be whole numbers, with commas' }
    const { data, locomo, longmemeval, seed, final, quick } = values
    if (
      data === undefined &&
      locomo === undefined &&
      longmemeval === undefined &&
      size === 0 &&
      cost.length === 0
    )
      return { wrong: 'nothing to measure: give --data, --locomo, --longmemeval, --size or --cost' }
    return { data, locomo, longmemeval, size, lance: !values['no-lance'], final, quick, cost, seed }
  } catch (error) {
    return { wrong: (error as Error).message }
  }
}
