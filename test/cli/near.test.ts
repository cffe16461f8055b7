import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { sandbox } from '../sources/sandbox.ts'
import { runDream } from './run-dream.ts'

/** A project whose only notes lie in a folder that belongs to no agent. */
function project() {
  const top = sandbox()
  const [home, cwd] = [join(top, 'home'), join(top, 'shop')]
  for (const folder of [home, join(cwd, '.claude-memory'), join(cwd, '.git')])
    mkdirSync(folder, { recursive: true })
  writeFileSync(join(cwd, '.claude-memory/MEMORY.md'), '- [Port](port.md) — the port\n')
  writeFileSync(join(cwd, '.claude-memory/port.md'), '---\nname: port\n---\n\nThe port is 8080.\n')
  const env = { XDG_STATE_HOME: join(top, 'state') }
  return (...argv: string[]) => runDream(argv, { cwd, home, env })
}

describe('notes that belong to no agent', () => {
  it.each([['look'], ['status'], ['history'], ['search', 'port'], ['remember', 'The port is 9090']])(
    'I7 dream %s names the folder and the command that looks at it',
    async (...words) => {
      const { stdout, stderr } = await project()(...words)
      expect(`${stdout}${stderr}`).toContain('dream look .claude-memory')
    },
  )

  it('I7 a note that is named by its path is found where it is', async () => {
    const dream = project()
    await dream('look', '.claude-memory')
    expect((await dream('explain', '.claude-memory/port.md')).stdout).toContain('port.md  in .claude-memory')
    expect((await dream('history', '.claude-memory/port.md')).stdout).toContain('port.md  version 1')
    expect((await dream('explain', '.claude-memory/gone.md')).stderr).toContain('no note called')
  })

  it('I7 status counts no changes since a run that never was', async () => {
    const dream = project()
    await dream('look', '.claude-memory')
    const { stdout } = await dream('status', '.claude-memory')
    expect(stdout).toContain('no run yet\n')
    expect(stdout).not.toContain('changed since')
  })

  it('I7 an unknown option is compared with what is near, not with what is there', async () => {
    expect((await project()('adopt', '--folder', 'x')).stderr).not.toContain('--color')
    expect((await project()('adopt', '--dryrun')).stderr).toContain('--dry-run')
  })
})
