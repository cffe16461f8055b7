import { parseArgs } from 'node:util'

export interface Options {
  readonly data: string | undefined
  readonly locomo: string | undefined
  readonly longmemeval: string | undefined
  /** Memories of the generated store; 0 for none. */
  readonly size: number
  readonly lance: boolean
  readonly seed: string
}

export const USAGE = `usage: npm run bench:recall -- [options]

  --data DIR          recorded memory folders (<repository>/files/…): known-item questions; they are read where they are
  --locomo FILE       a file in the LoCoMo format
  --longmemeval FILE  a file in the LongMemEval format
  --size 100000       a generated store of so many memories, for the time a question takes
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
        markdown: { type: 'boolean', default: false },
        seed: { type: 'string', default: 'first light' },
      },
    })
    const size = Number(values.size)
    if (!Number.isInteger(size) || size < 0) return { wrong: '--size has to be a whole number' }
    const { data, locomo, longmemeval, seed } = values
    if (data === undefined && locomo === undefined && longmemeval === undefined && size === 0)
      return { wrong: 'nothing to measure: give --data, --locomo, --longmemeval or --size' }
    return { data, locomo, longmemeval, size, lance: !values['no-lance'], seed }
  } catch (error) {
    return { wrong: (error as Error).message }
  }
}
