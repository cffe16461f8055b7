import { parseArgs } from 'node:util'

export interface Options {
  /** Where the data lies; nothing where it was not said. */
  readonly data: string | undefined
  /** Compare with the counts that are kept, or keep these. */
  readonly counts: 'print' | 'check' | 'keep'
  readonly seed: string
  /** How many proposals to draw for reading; 0 for none. */
  readonly sample: number
  readonly falsePositives: boolean
  /** Only this part, on one half of the folders that a person has read. */
  readonly readings: 'development' | 'unread' | undefined
}

export const USAGE = `usage: npm run bench:quality -- --data DIR [options]

  --data DIR         the recorded memory folders; they are read where they are
  --check            compare with the counts kept beside this script; exit 1 where one differs
  --keep             keep this run's counts for the next --check, and its table in docs/quality.md
  --false-positives  every proposal that the owner did not follow, with its text
  --sample 50        so many proposals, drawn by the seed, to be read
  --seed words       another draw
  --readings HALF    only this: what the built command tells about folders that a person has read, against what
                     that person would tell; HALF is development, or unread (once, at the end)
`

/** Read from the command line; a sentence where it makes no sense. */
export function readOptions(args: readonly string[]): Options | { readonly wrong: string } {
  try {
    const { values } = parseArgs({
      args: [...args],
      options: {
        data: { type: 'string' },
        check: { type: 'boolean', default: false },
        keep: { type: 'boolean', default: false },
        'false-positives': { type: 'boolean', default: false },
        sample: { type: 'string', default: '0' },
        seed: { type: 'string', default: 'first light' },
        readings: { type: 'string' },
      },
    })
    const sample = Number(values.sample)
    if (!Number.isInteger(sample) || sample < 0) return { wrong: '--sample has to be a whole number' }
    if (values.check && values.keep) return { wrong: '--check and --keep exclude each other' }
    const { readings } = values
    if (readings !== undefined && readings !== 'development' && readings !== 'unread')
      return { wrong: '--readings has to be development or unread' }
    return {
      readings,
      data: values.data,
      counts: values.check ? 'check' : values.keep ? 'keep' : 'print',
      seed: values.seed,
      sample,
      falsePositives: values['false-positives'],
    }
  } catch (error) {
    return { wrong: (error as Error).message }
  }
}
