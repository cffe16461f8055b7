import { parseArgs } from 'node:util'

export interface Options {
  readonly seed: string
  /** Each in one folder. */
  readonly sizes: readonly number[]
  /** And this many in folders of a hundredth each; 0 for none. */
  readonly spread: number
  readonly files: number
  readonly limitMs: number
  readonly form: 'text' | 'markdown' | 'json'
  readonly keep: boolean
  readonly profiles: string | undefined
}

export const USAGE = `usage: npm run bench -- [options]

  --quick            1,000 and 2,000 memories, 2,000 source files
  --sizes 1000,5000  memories, each number in one folder
  --spread 100000    this many in 100 folders; 0 for none
  --files 20000      source files of the project
  --limit 30         minutes that one pass may take
  --seed words       another world
  --json, --markdown the results in another form
  --profile folder   CPU profiles of every pass
  --keep             leave the generated folders
  --fit folder       fit the law of word frequencies on real memories, and nothing else
`

/** Read from the command line; a sentence where it makes no sense. */
export function readOptions(args: readonly string[]): Options | { readonly wrong: string } {
  const { values } = parseArgs({
    args: [...args],
    options: {
      quick: { type: 'boolean', default: false },
      sizes: { type: 'string' },
      spread: { type: 'string' },
      files: { type: 'string' },
      limit: { type: 'string', default: '30' },
      seed: { type: 'string', default: 'first night' },
      json: { type: 'boolean', default: false },
      markdown: { type: 'boolean', default: false },
      keep: { type: 'boolean', default: false },
      profile: { type: 'string' },
    },
  })
  const { quick } = values
  const sizes = (values.sizes ?? (quick ? '1000,2000' : '1000,10000,100000')).split(',').map(Number)
  const spread = Number(values.spread ?? (quick || values.sizes !== undefined ? 0 : 100_000))
  const files = Number(values.files ?? (quick ? 2000 : 20_000))
  const limit = Number(values.limit)
  if (![...sizes, files].every(isCount) || !Number.isInteger(spread / 100) || !(limit > 0))
    return { wrong: 'sizes, files and limit have to be numbers above 0, and spread a multiple of 100' }
  return {
    seed: values.seed,
    sizes,
    spread,
    files,
    limitMs: limit * 60_000,
    form: values.json ? 'json' : values.markdown ? 'markdown' : 'text',
    keep: values.keep,
    profiles: values.profile,
  }
}

const isCount = (value: number): boolean => Number.isInteger(value) && value > 0
