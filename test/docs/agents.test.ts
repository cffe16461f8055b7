import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { runDream } from '../cli/run-dream.ts'
import { ready } from '../journal/workspace.ts'

const page = readFileSync('docs/agents.md', 'utf8')
const block = (title: string): string => page.split(`\`\`\`${title}\n`)[1]!.split('\n```')[0]!

it('I8 docs/agents.md: the brief, the answer and what comes back are as it says', async () => {
  const place = await ready({ 'memory/2026-02-01.md': `${block('md memory/2026-02-01.md')}\n` })
  const world = { cwd: place.root, home: place.home, env: place.where.env as Record<string, string> }
  const { stdout: brief } = await runDream(['brief', 'journal'], world)
  for (const line of block('text brief').split('\n')) expect(brief).toContain(line)
  const answer = join(place.home, 'answer.json')
  const id = /Brief id: (\S+)/.exec(brief)![1]!
  writeFileSync(answer, block('json answer').replace('BRIEF-ID', id))
  const { stdout: said, code } = await runDream(['submit', answer], world)
  for (const line of block('text submit').split('\n')) expect(said.replace(/\s+/g, ' ')).toContain(line)
  expect(code).toBe(1)
  expect(place.read('MEMORY.md')).toContain('- User: never deploy on Fridays')
  const { brief: _, ...rest } = JSON.parse(block('json answer'))
  const corrected = JSON.stringify({ brief: id, operations: rest.operations.slice(0, 2) })
  expect((await runDream(['submit', '--text', corrected], world)).code).toBe(0)
  expect((await runDream(['brief', 'journal'], world)).stdout).toContain('No journal waits')
})

it('J24 the rules answer the same brief', async () => {
  const place = await ready({ 'memory/2026-02-01.md': `${block('md memory/2026-02-01.md')}\n` })
  const world = { cwd: place.root, home: place.home, env: place.where.env as Record<string, string> }
  expect((await runDream(['submit', '--by', 'rules', '--kind', 'journal'], world)).code).toBe(0)
  expect(place.read('MEMORY.md')).toContain('Postgres 16')
  const none = await runDream(['submit', '--by', 'model', '--kind', 'journal'], world)
  expect(none.stdout).toContain('No model is set')
})
