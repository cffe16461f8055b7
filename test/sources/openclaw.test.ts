import { utimesSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { findWorkspace, idleOrBusy } from '../../src/sources/index.ts'
import { lay, sandbox } from './sandbox.ts'

const JOURNALS = { 'MEMORY.md': '# Me\n', 'memory/2026-05-14.md': '- something\n' }
const at = (folder: string) =>
  Object.fromEntries(Object.entries(JOURNALS).map(([name, text]) => [`${folder}/${name}`, text]))

const found = (files: Record<string, string>, env: Record<string, string> = {}) => {
  const home = lay(sandbox(), files)
  const place = { cwd: home, home, paths: [], vault: null }
  const moved = Object.fromEntries(
    Object.entries(env).map(([name, value]) => [name, value.replace('~', home)]),
  )
  const workspace = findWorkspace({ ...place, env: moved })
  return { home, workspace, root: workspace?.root.slice(home.length + 1) }
}

it('J20 finds the workspace of OpenClaw where its profile, its environment or an agent of its own keeps it', () => {
  expect(found(at('.openclaw/workspace')).root).toBe('.openclaw/workspace')
  expect(found(at('.openclaw-work/workspace'), { OPENCLAW_PROFILE: 'work' }).root).toBe(
    '.openclaw-work/workspace',
  )
  expect(found(at('.openclaw/workspace'), { OPENCLAW_PROFILE: 'default' }).root).toBe('.openclaw/workspace')
  expect(found(at('.openclaw/workspace'), { OPENCLAW_PROFILE: '../up' }).root).toBe('.openclaw/workspace')
  expect(found(at('elsewhere'), { OPENCLAW_WORKSPACE_DIR: '~/elsewhere' }).root).toBe('elsewhere')
  const agents = [
    '{"agents":{"defaults":{"bootstrapMaxChars":9000},"entries":{"main":{"workspace":"~/mine"}}}}',
    '{"agents":{"defaults":{"bootstrapMaxChars":9000},"list":[{"id":"main","workspace":"~/mine"}]}}',
    "{agents:{defaults:{bootstrapMaxChars:9_000},entries:{\n// mine\nmain:{workspace:'~/mine'}}}}",
  ]
  for (const config of agents) {
    const { root, workspace } = found({ ...at('mine'), '.openclaw/openclaw.json': config })
    expect([root, workspace?.openclaw.maxChars]).toEqual(['mine', 9000])
  }
})

it('J20 a configuration of any shape is no reason to stop', () => {
  for (const config of [
    '',
    'null',
    '[]',
    '{"agents":5}',
    '{"agents":{"entries":[null,3],"list":"x","defaults":null}}',
    '{',
  ])
    expect(found({ ...at('.openclaw/workspace'), '.openclaw/openclaw.json': config }).root).toBe(
      '.openclaw/workspace',
    )
})

it('J5 somebody is at work where the database of an agent was written a moment ago', () => {
  const { home, workspace } = found({
    ...at('.openclaw/workspace'),
    '.openclaw/agents/main/agent/openclaw-agent.sqlite-wal': 'x',
  })
  const now = Date.now()
  for (const file of ['workspace/memory/2026-05-14.md', 'agents/main/agent/openclaw-agent.sqlite-wal'])
    utimesSync(join(home, '.openclaw', file), now / 1000 - 3600, now / 1000 - 3600)
  expect(idleOrBusy(workspace!, {}, now)).toBe('idle')
  utimesSync(join(home, '.openclaw/agents/main/agent/openclaw-agent.sqlite-wal'), now / 1000, now / 1000)
  expect(idleOrBusy(workspace!, {}, now)).toBe('busy')
})
