import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { differences } from '../../src/cli/demo/tree.ts'
import { runDream } from './run-dream.ts'

const nowhere = { cwd: '/nowhere', home: '/nowhere' }
let place: string

/** A temporary folder of our own: others may show the demo at the same time. */
beforeEach(() => {
  place = mkdtempSync(join(tmpdir(), 'dream-demos-'))
  vi.stubEnv('TMPDIR', place)
})
afterEach(() => {
  vi.unstubAllEnvs()
  rmSync(place, { recursive: true })
})

const plainRow = (row: string) =>
  row
    .replace(/<[^>]*>/g, '')
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&amp;', '&')
/** The story of the demo happens so many days before today: its days and commits are others tomorrow. */
const withoutDays = (line: string) =>
  line.replace(/\d{4}-\d\d-\d\d/g, 'DAY').replace(/[0-9a-f]{8} on DAY/g, 'COMMIT on DAY')

describe('dream demo', () => {
  it.each([
    ['with git', {}],
    ['without git', { PATH: '/nowhere' }],
  ])('D20 shows the whole cycle and proves that undo is exact, %s', async (_, env) => {
    const { code, stdout, stderr } = await runDream(['demo'], { ...nowhere, env })
    expect(stderr).toBe('')
    expect(stdout).toContain('Yes: 14 files, every byte, file time and mode bit as before.')
    expect(code).toBe(0)
    expect(readdirSync(place)).toEqual([])
  })

  it('has one of everything that Dream is about', async () => {
    const { stdout } = await runDream(['demo'], nowhere)
    expect(stdout).toMatch(/project_ftp_deploy\.md {2}Fully stale/)
    expect(stdout).toMatch(/scripts\/deploy-ftp\.sh .*removed in [0-9a-f]{8} on \d{4}-\d\d-\d\d/)
    expect(stdout).toMatch(/feedback_prices\.md {2}Duplicate of feedback_whole_cents\.md/)
    expect(stdout).toMatch(/feedback_fake_bank\.md {2}Contradicted by feedback_real_bank\.md/)
    expect(stdout).toContain('src/basket.ts is now src/cart.ts')
    expect(stdout).toMatch(/reference_checkout_map\.md {2}1 reference missing/)
    expect(stdout).toContain('1 × Dangling link')
    expect(stdout).toMatch(/says "50 euros", project_free_shipping_rule\.md says "65 euros": which holds/)
  })

  it('is what the picture in the README shows', async () => {
    const picture = readFileSync('docs/demo.svg', 'utf8')
    const shown = Array.from(picture.matchAll(/<text [^>]*>(.*)<\/text>/g), ([, row]) => plainRow(row!))
    const { stdout } = await runDream(['demo'], nowhere)
    const lines = stdout.split('\n').map(withoutDays)
    const from = lines.indexOf('$ dream plan')
    expect(shown.length).toBeGreaterThan(30)
    expect(shown.map(withoutDays)).toEqual(lines.slice(from, from + shown.length))
  })

  it('--keep leaves the directory and says where', async () => {
    const { stdout } = await runDream(['demo', '--keep'], nowhere)
    const top = /Everything is in (\S+)/.exec(stdout)?.[1]
    expect(top?.startsWith(place) && existsSync(top)).toBe(true)
  })

  it('would notice a difference', () => {
    const leaf = { name: 'a', sha256: 'x', modified: '1', mode: 1 }
    expect(differences([leaf], [{ ...leaf, modified: '2' }])).toEqual(['a'])
    expect(differences([leaf], [])).toEqual(['a'])
    expect(differences([leaf], [{ ...leaf }])).toEqual([])
  })
})
