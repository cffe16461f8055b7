import { existsSync, readdirSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { describe, it } from 'vitest'

/** Third-party folders, which are never part of the project: `DREAM_DATA`, else `../shared/data` beside the checkout. */
const DATA = resolve(process.env['DREAM_DATA'] ?? join(import.meta.dirname, '../../../shared/data'))

export const dataPath = (part: string): string => join(DATA, part)

export const foldersIn = (part: string): string[] =>
  existsSync(dataPath(part))
    ? readdirSync(dataPath(part), { withFileTypes: true })
        .filter(entry => entry.isDirectory())
        .map(entry => entry.name)
        .sort()
    : []

/** Tests that need this part of the data. Without it they are skipped and said to be; where `CI` is set they fail. */
export function describeData(title: string, part: string, tests: () => void): void {
  if (existsSync(dataPath(part))) return void describe(title, tests)
  const why = `there is no ${part} in DREAM_DATA or ../shared/data`
  if (!process.env['CI']) {
    process.stderr.write(`NOT COMPARED, ${title}: ${why}\n`)
    return void describe.skip(title, () => it(`NOT COMPARED: ${why}`, () => {}))
  }
  it(title, () => {
    throw new Error(`${why}: what is recorded of it cannot be compared`)
  })
}
