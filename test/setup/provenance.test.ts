import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { machine, OPENCLAW } from './place.ts'

const JOURNAL = '- Decided: the cafe opens at nine.\n- Rule: always answer in German.\n'

it('J26 doctor and status say when OpenClaw may leave MEMORY.md out, until the agent has written it back', async () => {
  const m = machine({
    '.openclaw/openclaw.json': '{}',
    '.openclaw/workspace/MEMORY.md': '',
    '.openclaw/workspace/memory/2026-05-14.md': JOURNAL,
  })
  m.program('openclaw', OPENCLAW)
  const workspace = m.path('.openclaw/workspace')
  const reviewed = await m.dream('journal init --yes', { cwd: workspace })
  expect(reviewed.code).toBe(0)
  const summary = join(workspace, 'MEMORY.md')
  const said = async (line: string) => (await m.dream(line, { cwd: workspace })).stdout
  const LEFT_OUT = 'OpenClaw may leave MEMORY.md out'
  // A version that keeps no such notes.
  expect(await said('doctor')).not.toContain(LEFT_OUT)
  mkdirSync(m.path('.openclaw/state'))
  m.write('.openclaw/state/openclaw.sqlite', '')
  expect(await said('doctor')).toContain(LEFT_OUT)
  expect(await said('status')).toContain('write MEMORY.md back')
  writeFileSync(summary, readFileSync(summary))
  expect(await said('doctor')).not.toContain(LEFT_OUT)
  expect(await said('status')).not.toContain(LEFT_OUT)
})
