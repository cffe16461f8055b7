import { mkdirSync, readFileSync, renameSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { runDream } from '../cli/run-dream.ts'
import { commit, git, lay, repository, sandbox } from '../sources/sandbox.ts'

const LONG = 'export const line = 1\n'.repeat(20)

it('D38 one answer writes every new path of a move, and one undo takes all of them back', async () => {
  const home = sandbox()
  const cwd = repository({
    'src/router.ts': LONG,
    'src/session.ts': `${LONG}// session\n`,
    'src/main.ts': '',
  })
  const memory = join(cwd, '.claude/agent-memory/builder')
  const files = {
    'MEMORY.md': '- [Routes](routes.md) — routes\n- [Sign-in](sign-in.md) — sign-in\n',
    'routes.md':
      '---\nname: Routes\ntype: project\n---\n\nRoutes: `src/router.ts`, sessions: `src/session.ts`.\n',
    'sign-in.md': '---\nname: Sign-in\ntype: project\n---\n\nThe guard reads `src/session.ts`.\n',
  }
  lay(memory, files)
  mkdirSync(join(cwd, 'src/http'))
  for (const name of ['router.ts', 'session.ts'])
    renameSync(join(cwd, 'src', name), join(cwd, 'src/http', name))
  commit(cwd, 'move')
  expect(git(cwd, 'status', '--short')).toBe('')
  const texts = () => Object.keys(files).map(name => readFileSync(join(memory, name), 'utf8'))
  const world = { cwd, home }

  const list = JSON.parse((await runDream(['queue', '--json', '--folder', memory], world)).stdout)
  expect(list.items.map((item: { finding: { kind: string } }) => item.finding.kind)).toEqual(['moved-paths'])
  expect((await runDream(['queue', '--accept', list.items[0].id, '--folder', memory], world)).code).toBe(0)
  expect(
    texts()
      .join('')
      .match(/src\/http\//g),
  ).toHaveLength(3)
  expect(texts().join('')).not.toMatch(/src\/(?:router|session)/)
  expect((await runDream(['undo', '--folder', memory], world)).code).toBe(0)
  expect(texts()).toEqual(Object.values(files))
})
