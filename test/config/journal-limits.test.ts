import { mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, expect, it } from 'vitest'
import { runDream } from '../cli/run-dream.ts'

let top = ''
afterEach(() => rmSync(top, { recursive: true, force: true }))

it('A6 J3 journal.limits of the configuration file are the limits of the snapshot', async () => {
  top = realpathSync(mkdtempSync(join(tmpdir(), 'dream-limits-')))
  const [home, workspace] = [join(top, 'home'), join(top, 'workspace')]
  mkdirSync(join(home, '.config/dream'), { recursive: true })
  mkdirSync(join(workspace, 'memory'), { recursive: true })
  writeFileSync(join(workspace, 'MEMORY.md'), '## Current\n\n## Stable\n')
  writeFileSync(join(workspace, 'memory/2026-02-01.md'), '# 2026-02-01\n\n- 10:00 — hello\n')
  const limitsNow = async () => {
    const heard = await runDream(['status', '--folder', workspace, '--json'], { cwd: workspace, home })
    expect(heard.code, heard.stderr).toBe(0)
    return /"limits": (\{[^}]*\})/.exec(heard.stdout)?.[1]
  }
  expect(JSON.parse((await limitsNow())!)).toMatchObject({ target: 15_000, hard: 18_000, cut: 20_000 })
  writeFileSync(
    join(home, '.config/dream/config.json'),
    JSON.stringify({ journal: { limits: { target: 4000, compress: 5000, hard: 6000 } } }),
  )
  expect(JSON.parse((await limitsNow())!)).toMatchObject({ target: 4000, hard: 6000, cut: 20_000 })
})
