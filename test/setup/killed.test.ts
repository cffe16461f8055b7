import { spawnSync } from 'node:child_process'
import { existsSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { builtCommand } from '../built.ts'
import { atLevel } from '../level.ts'
import { machine } from './place.ts'

/** Ends the process at the so-many-th file that is put in its place. */
const KILLER = `const fs = require('node:fs')
const { rename } = { rename: fs.renameSync }
let left = Number(process.env.KILL_AT)
fs.renameSync = (...paths) => { if (--left === 0) process.kill(process.pid, 'SIGKILL'); return rename(...paths) }
require('node:module').syncBuiltinESMExports()
`
const FILES = {
  '.claude/settings.json': '{ "model": "opus" }\n',
  '.claude.json': '{}',
  '.codex/config.toml': 'model = "gpt"\n',
  '.cursor/mcp.json': '{ "mcpServers": {} }\n',
}

/** Every file that is put in its place, or some of them. */
const step = atLevel({ quick: 7, slow: 1 })

it('A11 killed at any file: what stands is whole, setup goes on, and undo takes all of it back', () => {
  const m = machine(FILES)
  const killer = join(m.top, 'killer.cjs')
  writeFileSync(killer, KILLER)
  const run = (line: string, killAt = 0) =>
    spawnSync(process.execPath, [builtCommand(), ...line.split(' ')], {
      cwd: m.home,
      env: { ...m.env, HOME: m.home, KILL_AT: String(killAt), NODE_OPTIONS: `--require ${killer}` },
      encoding: 'utf8',
    })
  const before = m.tree()
  let killed = 0
  for (let at = 1; ; at += step) {
    const { signal } = run('setup --yes', at)
    if (signal !== 'SIGKILL') break
    killed++
    for (const [name, text] of Object.entries(FILES))
      expect([text, expect.stringMatching(/auto|mcp/)]).toContainEqual(m.text(name))
    // The other half of the cases goes on instead.
    if (killed % 2 === 0) {
      expect(run('setup --yes').status).toBe(0)
      expect(m.text('.codex/config.toml')).toContain('[mcp_servers.dream]')
    }
    expect(run('setup --undo --yes').status).toBe(0)
    expect(m.tree()).toEqual(before)
    expect(existsSync(join(m.top, 'state/dream/setup'))).toBe(false)
  }
  // Texts and record of each step, and four files of the user.
  expect(killed).toBeGreaterThan(2)
  for (let at = 1; ; at += step) {
    if (at === 1) expect(run('setup --undo --yes').signal).toBe(null)
    run('setup --yes')
    const { signal } = run('setup --undo --yes', at)
    expect(run('setup --undo --yes').status).toBe(0)
    for (const name of Object.keys(FILES)) expect(m.tree()[name]).toBe(before[name])
    if (signal !== 'SIGKILL') break
  }
})
