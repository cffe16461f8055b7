import { spawnSync } from 'node:child_process'
import { cpSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { countsOf, differences, loadCounts } from '../../bench/quality/counts.ts'
import { type Measured, measure } from '../../bench/quality/measure.ts'
import { readOptions } from '../../bench/quality/options.ts'
import { drawn, falsePositives } from '../../bench/quality/reading.ts'
import { report } from '../../bench/quality/report.ts'
import { atPoint, BROAD, halfOf, precision, recall, STRICT, score } from '../../bench/quality/score.ts'
import { lay } from '../sources/sandbox.ts'

const memory = (name: string, body: string, type = 'project') =>
  `---\nname: ${name}\ndescription: About ${name}\ntype: ${type}\n---\n${body}\n`

const DEPLOY =
  'Deploys go out on Tuesdays after the smoke tests are green, and the captain writes the notes in the channel.'

/** One repository with one clean-up, in the form that the recorded data has. */
const DATA = {
  'memories/ann+shop/meta.json': '{"snapshot_date": "2026-02-01"}',
  'memories/ann+shop/manifest.jsonl':
    '{"path": ".mem/keep.md", "first": "2026-01-01T00:00:00Z", "last": "2026-01-02T00:00:00Z"}\n',
  'memories/ann+shop/tree.txt': 'src/cart.ts\n',
  'memories/ann+shop/vanished.tsv': '',
  'memories/ann+shop/symbols_present.txt': 'cartTotal\n',
  'memories/ann+shop/files/.mem/keep.md': memory(
    'cart',
    'Totals are made in `src/cart.ts` by `cartTotal()`.',
  ),
  'gold/ann+shop@12345678/meta.json': JSON.stringify({
    repo: 'ann+shop',
    commit: '12345678',
    date: '2026-01-20T12:00:00Z',
    memory_changes: [],
    deleted: {
      '.mem/deploy.md': { label: 'promoted' },
      '.mem/queue.md': { label: 'pruned' },
      '.mem/all.md': { label: 'bulk' },
    },
    other_deleted: ['web/queue.ts', 'web/worker.ts'],
  }),
  'gold/ann+shop@12345678/before/.mem/deploy.md': memory('deploy', DEPLOY),
  'gold/ann+shop@12345678/before/.mem/queue.md': memory(
    'queue',
    'Jobs live in `web/queue.ts` and `web/worker.ts`.',
  ),
  'gold/ann+shop@12345678/before/.mem/all.md': memory('all', 'Gone with the rest.'),
  'gold/ann+shop@12345678/before/.mem/status.md': memory('status', '**Status:** DONE\n\nThe port is over.'),
  'gold/ann+shop@12345678/before/.mem/keep.md': memory('cart', 'Totals are made in `src/cart.ts`.'),
  'gold/ann+shop@12345678/after/.mem/keep.md': 'x',
  'gold/ann+shop@12345678/after/.mem/status.md': 'x',
  'gold/ann+shop@12345678/docs-before/CLAUDE.md': 'Nothing yet.\n',
  'gold/ann+shop@12345678/docs-after/CLAUDE.md': `# Rules\n\n${DEPLOY}\n`,
  'labels/edits.jsonl': '{"repo": "ann+shop", "path": ".mem/queue.md", "date": "2026-01-05T00:00:00Z"}\n',
  'labels/deletions.jsonl': '',
}

let data: string
let measured: Measured

beforeAll(() => {
  data = lay(mkdtempSync(join(tmpdir(), 'dream-quality-')), DATA)
  measured = measure(data)
})

afterAll(() => rmSync(data, { recursive: true, force: true }))

describe('the quality bench', () => {
  it('scores both points against what the owner did; what was no judgement counts neither way', () => {
    const strict = score(measured.cleanUps, atPoint(STRICT))
    expect(strict).toEqual({ judged: 4, removed: 2, right: 2, wrong: 0, early: 0, aside: 0 })
    const broad = score(measured.cleanUps, atPoint(BROAD))
    expect([precision(broad), recall(broad)]).toEqual([2 / 3, 1])
    expect(falsePositives(measured.cleanUps).map(({ path, kind }) => `${path} ${kind}`)).toEqual([
      '.mem/status.md finished',
    ])
  })

  it('sees in the moment before only what was there then', () => {
    expect(score(measured.before, atPoint(STRICT))).toMatchObject({ right: 0, wrong: 0 })
  })

  it('draws the same proposals for the same seed, and tells halves apart by name alone', () => {
    const names = (seed: string) => drawn(measured.cleanUps, 2, seed).map(({ path }) => path)
    expect(names('a')).toEqual(names('a'))
    expect(names('a')).toHaveLength(2)
    expect(new Set(['ann+shop', 'bob+game', 'eve+site', 'joe+tool', 'kim+docs'].map(halfOf)).size).toBe(2)
  })

  it('finds any count that changed, and never compares with other data', () => {
    const counts = countsOf(measured)
    expect(differences(counts, counts)).toEqual([])
    const [name] = Object.keys(counts.counts) as [string]
    const other = { ...counts, counts: { ...counts.counts, [name]: counts.counts[name]! + 1 } }
    expect(differences(counts, other)).toHaveLength(1)
    const copy = mkdtempSync(join(tmpdir(), 'dream-quality-'))
    cpSync(data, copy, { recursive: true })
    lay(copy, { 'labels/edits.jsonl': '' })
    expect(differences(counts, countsOf(measure(copy)))).toEqual([expect.stringContaining('another')])
    rmSync(copy, { recursive: true, force: true })
  })

  it('keeps numbers alone, and shows in the document the table that was printed', () => {
    const kept = loadCounts('bench/quality/counts.json')!
    expect(Object.values(kept.counts).every(Number.isInteger)).toBe(true)
    const page = readFileSync('docs/quality.md', 'utf8')
    const table = /<!-- table -->\n([\s\S]*)\n<!-- \/table -->/.exec(page)?.[1] ?? ''
    expect(table).toContain(`Data: ${kept.data}`)
    const titles = (text: string) => text.match(/^### .*$/gm)
    expect(titles(table)).toEqual(titles(report(measured)))
    const strict = Object.entries(kept.counts).filter(([name]) => /^before .* strict \/ right$/.test(name))
    const right = strict.reduce((sum, [, count]) => sum + count, 0)
    expect(table).toMatch(new RegExp(`\\| strict, pooled \\| \\d+ \\| ${right} \\|`))
    const alone = Object.keys(kept.counts).filter(name => /^(?:snapshots|before) .* alone$/.test(name))
    expect(alone).toEqual([])
    const wrong = Object.entries(kept.counts).filter(([name]) => /^clean-ups .* strict \/ wrong$/.test(name))
    expect(wrong.every(([, count]) => count === 0)).toBe(true)
  })

  it('says "not run" without data, and does not pass', () => {
    const run = (...args: string[]) =>
      spawnSync(process.execPath, ['scripts/run.mjs', 'bench/quality/main.ts', ...args], { encoding: 'utf8' })
    const bare = run('--check')
    expect([bare.status, bare.stderr]).toEqual([3, expect.stringContaining('not run')])
    const empty = run('--data', resolve('docs'), '--check')
    expect([empty.status, empty.stderr]).toEqual([3, expect.stringContaining('not run')])
    expect(readOptions(['--check', '--keep'])).toHaveProperty('wrong')
  })
})
