import { spawn } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { monthPurse, spentInMonth } from '../../src/models/purse.ts'

let top: string
beforeEach(() => {
  top = mkdtempSync(join(tmpdir(), 'dream-purse-'))
})
afterEach(() => rmSync(top, { recursive: true, force: true }))

const place = () => ({ home: top, env: { XDG_STATE_HOME: top } })
const NOW = Date.UTC(2026, 10, 5)
const spent = (tokens: number, cost: number | null = 0) => ({
  calls: 1,
  inputTokens: tokens,
  outputTokens: 0,
  cost,
})

it('A9 many at once never hold more than there is, and what was not needed is given back', async () => {
  const purses = Array.from({ length: 4 }, () => monthPurse(place(), { tokens: 1000, usd: null }, () => NOW))
  const held = await Promise.all(Array.from({ length: 20 }, (_, at) => purses[at % 4]!.hold(100, 0)))
  const open = held.filter(each => typeof each !== 'string')
  expect(open).toHaveLength(10)
  expect(spentInMonth(place(), NOW).tokens).toBe(1000)
  expect(held.find(each => typeof each === 'string')).toContain('1,000 of 1,000 tokens')
  for (const each of open) await each.settle(spent(10))
  expect(spentInMonth(place(), NOW).tokens).toBe(100)
}, 30_000)

it('A9 dollars bound the month too; an unknown price ends it', async () => {
  const purse = monthPurse(place(), { tokens: null, usd: 1 }, () => NOW)
  const held = await purse.hold(10, 0.6)
  expect(await purse.hold(10, 0.6)).toContain('$0.60 of $1')
  if (typeof held !== 'string') await held.settle(spent(10, null))
  expect(await purse.hold(1, 0)).toContain('price of a call is unknown')
})

it('A9 another month begins anew, a clock that was set back does not, and a damaged file spends nothing', async () => {
  let now = NOW
  const purse = monthPurse(place(), { tokens: 100, usd: null }, () => now)
  await purse.hold(100, 0)
  now = Date.UTC(2026, 9, 5)
  expect(typeof (await purse.hold(1, 0))).toBe('string')
  now = Date.UTC(2026, 11, 1)
  expect(typeof (await purse.hold(100, 0))).not.toBe('string')
  writeFileSync(join(top, 'dream/spending/month.json'), '{"month":"2026-12","tok')
  expect(await purse.hold(1, 0)).toContain('nothing more is spent')
  expect(readFileSync(join(top, 'dream/spending/month.json'), 'utf8')).toContain('"tok')
})

it('A9 a process that dies with money set aside leaves it as spent', async () => {
  const script = join(top, 'die.mts')
  const purse = new URL('../../src/models/purse.ts', import.meta.url).pathname
  writeFileSync(
    script,
    `import { monthPurse } from ${JSON.stringify(purse)}
     await monthPurse(${JSON.stringify(place())}, { tokens: 1000, usd: null }, () => ${NOW}).hold(700, 0)
     process.kill(process.pid, 'SIGKILL')`,
  )
  const jiti = new URL('../../node_modules/jiti/lib/jiti-cli.mjs', import.meta.url).pathname
  const child = spawn(process.execPath, [jiti, script], { stdio: 'ignore' })
  const ended = await new Promise<string | null>(done => child.on('exit', (_, signal) => done(signal)))
  expect(ended).toBe('SIGKILL')
  expect(spentInMonth(place(), NOW).tokens).toBe(700)
  expect(typeof (await monthPurse(place(), { tokens: 1000, usd: null }, () => NOW).hold(400, 0))).toBe(
    'string',
  )
}, 30_000)
