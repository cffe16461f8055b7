import { chmodSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { runDream } from '../cli/run-dream.ts'
import { ready } from '../journal/workspace.ts'

it('I8 J24 claude -p answers the same brief, is corrected once, and leaves no session behind', async () => {
  const place = await ready({ 'memory/2026-02-01.md': '# Day\n\n- Decided: the shop moves to Postgres 16\n' })
  const bin = join(place.home, 'bin')
  mkdirSync(bin)
  const add = (text: string) => ({
    op: 'add',
    section: 'stable',
    text,
    sources: ['2026-02-01:3'],
    reason: 'decision',
  })
  const answer = JSON.stringify({
    operations: [add('The shop runs on Postgres 16'), add('Mallory pays for it')],
  })
  const result = JSON.stringify({
    type: 'result',
    subtype: 'success',
    is_error: false,
    result: answer,
    total_cost_usd: 0,
  })
  writeFileSync(join(bin, 'result.json'), result)
  writeFileSync(
    join(bin, 'claude'),
    `#!/bin/sh\ncat > /dev/null\nprintf '%s\\n' "$*" >> '${join(bin, 'asked.txt')}'\ncat '${join(bin, 'result.json')}'\n`,
  )
  chmodSync(join(bin, 'claude'), 0o755)
  const PATH = `${bin}:${process.env['PATH']}`
  const env = {
    ...(place.where.env as Record<string, string>),
    PATH,
    DREAM_LLM__AGENTS__API: 'claude-command',
  }
  const world = { cwd: place.root, home: place.home, env }
  const { stdout } = await runDream(['submit', '--by', 'model', '--kind', 'journal', '--json'], world)
  const [submitted] = JSON.parse(stdout).answers
  expect(submitted).toMatchObject({ kind: 'journal', state: 'closed' })
  expect(submitted.results.map((one: { result: string }) => one.result)).toEqual(['already', 'refused'])
  expect(place.read('MEMORY.md')).toContain('- The shop runs on Postgres 16')
  expect(place.read('MEMORY.md')).not.toContain('Mallory')
  const asked = readFileSync(join(bin, 'asked.txt'), 'utf8')
  expect(asked.match(/--no-session-persistence/g)).toHaveLength(2)
  expect(asked).toContain('not in the cited lines')
})
