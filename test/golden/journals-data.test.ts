import { createHash } from 'node:crypto'
import { chmodSync, cpSync, mkdirSync, readdirSync, readFileSync, utimesSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, expect, it } from 'vitest'
import { atLevel } from '../level.ts'
import { dataPath, describeData, foldersIn } from './data.ts'
import { emptyPlace, filesBelow, type Place } from './place.ts'
import { expectRecord } from './record.ts'
import { runCommand } from './run-command.ts'

// What reviews make of real journals, as hashes. `npm run test:slow -- test/golden -u` records all anew.

/** All of them take minutes: `npm test` compares two small ones. */
const names = atLevel({ quick: ['Gaijin-01+starknet-agentic', 'j33bs+clawd'], slow: foldersIn('journals') })

const REVIEWS = 3

let place: Place | undefined
afterEach(() => place?.remove())

const hash = (text: string): string => createHash('sha256').update(text).digest('hex').slice(0, 12)

interface ReviewJson {
  readonly counts: Readonly<Record<string, number>>
  readonly size: Readonly<Record<string, number>>
  readonly ledger: number
  readonly decisions: readonly { readonly kind: string; readonly source: string }[]
}

/** The journals in three parts, each followed by a review in the night after its last day. */
async function reviews(name: string, summary: 'of-the-owner' | 'none'): Promise<object> {
  place = emptyPlace()
  const { top, setting } = place
  const [root, vault] = [join(top, 'workspace'), join(top, 'vault')]
  const journals = readdirSync(dataPath(`journals/${name}/memory`)).sort()
  const bring = (path: string) => {
    const to = join(root, path)
    cpSync(dataPath(`journals/${name}/${path}`), to)
    chmodSync(to, 0o644)
    const at = Date.parse(`${/\d{4}-\d\d-\d\d/.exec(path)?.[0] ?? '2026-01-01'}T20:00:00Z`) / 1000
    utimesSync(to, at, at)
  }
  mkdirSync(join(root, 'memory'), { recursive: true })
  if (summary === 'of-the-owner') bring('MEMORY.md')
  const env = { ...setting.env, DREAM_VAULT_PATH: vault }
  const run = (argv: readonly string[], day: string) =>
    runCommand([...argv, '--json'], { ...setting, cwd: root, env, now: Date.parse(day) + 27.5 * 3_600_000 })
  expect((await run(['init', '--yes'], '2026-01-01')).code).toBe(0)
  const told: object[] = []
  const size = Math.ceil(journals.length / REVIEWS)
  for (let from = 0; from < journals.length; from += size) {
    const part = journals.slice(from, from + size)
    for (const journal of part) bring(`memory/${journal}`)
    const { code, stdout } = await run(['review'], part.at(-1)!.slice(0, 10))
    told.push({
      exit: code,
      ...reviewFacts(JSON.parse(stdout)),
      summary: hash(textOf(join(root, 'MEMORY.md'))),
    })
  }
  const files = filesBelow(vault).map(file => [file, hash(textOf(join(vault, file)))])
  return { reviews: told, vault: Object.fromEntries(files) }
}

const textOf = (path: string): string => readFileSync(path, 'utf8').replaceAll(/"modified": \d+/g, '')

/** How each line was judged, without a word of it: the kinds counted by journal, and a hash of line and kind. */
function reviewFacts({ counts, size, ledger, decisions }: ReviewJson): object {
  const byJournal: Record<string, string[]> = {}
  for (const { kind, source } of decisions) {
    const [journal = ''] = source.split(':')
    byJournal[journal] = [...(byJournal[journal] ?? []), `${source} ${kind}`]
  }
  const judged = Object.entries(byJournal).map(([journal, lines]) => [
    journal,
    `${lines.length} ${hash(lines.sort().join('\n'))}`,
  ])
  return { counts, size, ledger, judged: Object.fromEntries(judged) }
}

describeData('golden: reviews of real journals', 'journals', () => {
  it.each(names)('%s', async name => {
    const anew = await reviews(name, 'none')
    place?.remove()
    await expectRecord(`journals-data/${name}`, { anew, beside: await reviews(name, 'of-the-owner') })
  })
})
