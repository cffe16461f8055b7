import { execFileSync } from 'node:child_process'
import { readFileSync, realpathSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { runDream } from '../cli/run-dream.ts'
import { lay, sandbox } from './sandbox.ts'

/** A memory as Codex makes it, about one project. */
function codexOf(project: string) {
  return {
    'memory_summary.md': 'v1\n\n## User preferences\n\n- Prefers short answers.\n',
    'raw_memories.md': 'raw\n',
    'MEMORY.md': `# Task Group: the kitchen service

scope: deployments of the kitchen
applies_to: cwd=${project}; reuse_rule=only there

## Task 1: deploy the kitchen

### keywords

- deploy, turmeric

## Reusable knowledge

- The kitchen is deployed with turmeric on Fridays.
- The oven is heated in \`src/oven.ts\`.
`,
  }
}

function desk(project = 'project') {
  const home = realpathSync(sandbox())
  const memories = join(home, '.codex/memories')
  lay(home, { 'project/readme.md': 'Kitchen.\n' })
  lay(memories, codexOf(join(home, project)))
  const dream = (...argv: string[]) =>
    runDream(argv, { cwd: join(home, 'project'), home, env: { XDG_STATE_HOME: join(home, 'state') } })
  const texts = () => Object.keys(codexOf('')).map(name => readFileSync(join(memories, name), 'utf8'))
  return { home, memories, dream, texts }
}

describe('the memory of Codex', () => {
  it('D1 counts where one of its tasks was done in this project, and with every project', async () => {
    const here = desk()
    expect(JSON.parse((await here.dream('status', '--json')).stdout).folders).toMatchObject([
      { root: here.memories },
    ])
    const elsewhere = desk('another')
    expect(JSON.parse((await elsewhere.dream('status', '--json')).stdout).folders).toEqual([])
    const all = await elsewhere.dream('status', '--all-projects', '--json')
    expect(JSON.parse(all.stdout).folders).toMatchObject([{ root: elsewhere.memories }])
  })

  it('M15 is searched', async () => {
    const { dream } = desk()
    const { stdout } = await dream('search', 'turmeric', 'deploy')
    expect(stdout).toContain('turmeric')
    expect(stdout).toContain('MEMORY.md')
  })

  it('is checked, says that it is only read, and is never written, whatever the rules', async () => {
    const { dream, texts, memories, home } = desk()
    const git = (...args: string[]) =>
      execFileSync('git', ['-c', 'user.name=a', '-c', 'user.email=a@example.org', ...args], {
        cwd: join(home, 'project'),
      })
    lay(join(home, 'project'), { 'src/oven.ts': 'heat()\n', 'src/other.ts': 'other()\n' })
    git('init', '-q')
    git('add', '.')
    git('commit', '-qm', 'an oven')
    git('rm', '-q', 'src/oven.ts')
    git('commit', '-qm', 'no oven')
    const before = texts()
    for (const argv of [
      ['--yes'],
      ['--yes', '--rules', 'seed'],
      ['--yes', '--rules', 'propose', '--rebuild-index'],
    ]) {
      const { stdout } = await dream(...argv)
      expect(stdout).toContain('never changed')
      expect(texts()).toEqual(before)
    }
    const plan = JSON.parse((await dream('plan', '--json')).stdout)
    expect(plan.folders[0]).toMatchObject({ actions: [], proposals: [] })
    expect(plan.folders[0].findings).toMatchObject([{ kind: 'index-text-stale' }])
    const remembered = await dream('remember', 'Deploys are on Monday.', '--folder', memories)
    expect(remembered.code).toBe(1)
    expect(remembered.stderr).toContain('checked and searched, never changed')
    expect((await dream('forget', 'turmeric', '--yes', '--folder', memories)).code).not.toBe(0)
    expect(texts()).toEqual(before)
  })

  it('nothing is remembered there where another folder is meant', async () => {
    const { dream, home, texts } = desk()
    const before = texts()
    lay(join(home, 'project/.claude/memory'), { 'MEMORY.md': '- [a](a.md)\n', 'a.md': 'A note.\n' })
    expect(await dream('remember', 'Deploys are on Monday.')).toMatchObject({ code: 0 })
    expect(texts()).toEqual(before)
  })
})
