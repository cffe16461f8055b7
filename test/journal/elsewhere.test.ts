import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { discover } from '../../src/sources/discover.ts'
import { runDream } from '../cli/run-dream.ts'
import { lay, sandbox } from '../sources/sandbox.ts'

/** A home with OpenClaw's workspace, and a project that has nothing to do with it. */
function scene() {
  const home = sandbox()
  const workspace = `${home}/.openclaw/workspace`
  lay(workspace, {
    'MEMORY.md': '## Current state\n\n- the aquarium leaks\n',
    'memory/2026-11-15.md': '- 10:00 — Hello\n',
  })
  lay(home, { 'shop/src/a.ts': '' })
  return { home, workspace, project: `${home}/shop` }
}

describe('D1 the OpenClaw workspace of the home directory', () => {
  it('D1 is no part of another project: general commands leave it alone and say so', async () => {
    const { home, workspace, project } = scene()
    const dream = (...argv: string[]) => runDream(argv, { cwd: project, home })
    const elsewhere = `The OpenClaw workspace ${workspace} is not part of this project. Use --folder`
    for (const argv of [
      ['remember', 'the aquarium is mended'],
      ['forget', 'aquarium'],
      ['search', 'aquarium'],
      ['export', '../shop.dream'],
    ]) {
      const { code, stderr } = await dream(...argv)
      expect([argv[0], code, stderr]).toEqual([argv[0], 2, expect.stringContaining(elsewhere)])
      expect(stderr).toContain('No memory folder for this project.')
    }
    expect((await dream('load')).stdout).not.toContain('aquarium')
    expect(await dream('undo')).toMatchObject({ code: 1, stderr: expect.stringContaining(elsewhere) })
    const run = await dream('--yes')
    expect(run.stdout.replace(/\s+/g, ' ')).toContain(elsewhere)
    expect(readFileSync(`${workspace}/MEMORY.md`, 'utf8')).toContain('- the aquarium leaks\n')
  })

  it('J5 is found from anywhere by the journal commands, and by the status', async () => {
    const { home, workspace, project } = scene()
    const dream = (...argv: string[]) => runDream(argv, { cwd: project, home })
    expect((await dream('init')).code).toBe(0)
    expect((await dream('status')).stdout).toContain('.openclaw/workspace')
    expect((await dream('review')).code).toBe(0)
    expect(
      (await dream('index', 'The aquarium was mended.', '--title', 'Home', '--topic', 'home')).code,
    ).toBe(0)
    expect(readFileSync(`${workspace}/dream-vault/meta/last-review.txt`, 'utf8')).not.toBe('')
  })

  it('D1 is found where it is named, stood in, or every project is asked for', async () => {
    const { home, workspace, project } = scene()
    const roots = (cwd: string, more: { paths?: string[]; allProjects?: boolean; project?: string } = {}) =>
      discover({ cwd, home, env: {}, paths: [], allProjects: false, ...more }).folders.map(({ root }) => root)
    expect(roots(project)).toEqual([])
    expect(roots(home)).toEqual([])
    expect(roots(project, { allProjects: true })).toEqual([workspace])
    expect(roots(project, { paths: [workspace] })).toEqual([workspace])
    expect(roots(project, { project: workspace })).toEqual([workspace])
    expect(roots(workspace)).toEqual([workspace])
    expect(roots(`${workspace}/memory`)).toEqual([workspace])
    const { stdout } = await runDream(['load'], { cwd: workspace, home })
    expect(stdout).toContain('aquarium')
  })
})
