import { rmSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { readSnapshot } from '../../src/pipeline/read-folders.ts'
import { openProject } from '../../src/project/open-project.ts'
import { discover } from '../../src/sources/discover.ts'
import { commit, repository, sandbox } from '../sources/sandbox.ts'

const NOTE = `---
name: login
description: how login works
type: project
---
See \`src/auth/login.ts\` and \`src/auth/old.ts\`; \`refreshSession()\` does the rest.
`

function scene() {
  const root = repository({
    'src/auth/login.ts': 'export function refreshSession() {}',
    'src/auth/old.ts': 'x',
    '.claude/agent-memory/reviewer/MEMORY.md': '- [login](login.md) — how login works\n',
    '.claude/agent-memory/reviewer/login.md': NOTE,
  })
  rmSync(`${root}/src/auth/old.ts`)
  const removedBy = commit(root, 'remove')
  return { root, removedBy }
}

function read(root: string, now = 5) {
  const home = sandbox()
  const [found] = discover({ cwd: root, home, env: {}, paths: [], allProjects: false }).folders
  const world = openProject(found!.project, { home, memoryFolders: [found!.root] })
  return readSnapshot(found!, { now, project: world })
}

describe('readSnapshot', () => {
  it('holds the folder, the evidence, the clocks and the moment', () => {
    const { root, removedBy } = scene()
    const snapshot = read(root)
    expect(snapshot.folder).toMatchObject({
      label: '.claude/agent-memory/reviewer',
      title: 'reviewer',
      layout: 'index',
    })
    expect(snapshot.evidence.project).toMatchObject({ kind: 'git', root })
    expect(snapshot.evidence.paths.get('src/auth/login.ts')).toMatchObject({ presence: 'present' })
    expect(snapshot.evidence.paths.get('src/auth/old.ts')).toMatchObject({
      why: 'removed',
      commit: removedBy,
    })
    expect(snapshot.evidence.words.get('refreshSession')).toBe('present')
    expect(snapshot.clocks.get(snapshot.folder.memories[0]!.file)?.git).toBe(
      Date.parse('2026-03-01T12:00:00Z') * 1000,
    )
    expect(snapshot.now).toBe(5)
  })

  it('is the same when nothing changed', () => {
    const { root } = scene()
    expect(read(root)).toEqual(read(root))
  })
})
