import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { filesBelow } from '../../bench/quality/files.ts'
import { documentStamp, readDocuments } from '../../src/project/files.ts'
import { openProject } from '../../src/project/open-project.ts'
import { lay, repository, sandbox } from '../sources/sandbox.ts'

const TREE = {
  'AGENTS.md': 'agents',
  'docs/guide.md': 'guide',
  'docs/picture.png': 'no text',
  'CLAUDE.md': 'claude',
  '.cursor/rules/style.mdc': 'style',
  '.claude/memory/a.md': 'a memory',
  'notes/MEMORY.md': 'an index of memories',
  'notes/deep/b.md': 'a memory',
  '.serena/memories/c.md': 'a memory',
  'vendor/lib/README.md': 'not ours',
}

describe("D27 the project's documents", () => {
  it('are its Markdown, instructions first; memories and other people’s are left out', () => {
    const root = lay(sandbox(), TREE)
    const home = lay(sandbox(), { '.claude/CLAUDE.md': 'for all projects' })
    const shelf = { root, home, files: filesBelow(root), memoryFolders: [join(root, '.claude/memory')] }
    expect(readDocuments(shelf)).toEqual([
      { path: '.cursor/rules/style.mdc', text: 'style' },
      { path: 'AGENTS.md', text: 'agents' },
      { path: 'CLAUDE.md', text: 'claude' },
      { path: '~/.claude/CLAUDE.md', text: 'for all projects' },
      { path: 'docs/guide.md', text: 'guide' },
    ])
  })

  it('have a stamp that changes when one of them does', () => {
    const root = lay(sandbox(), TREE)
    const shelf = { root, home: root, files: filesBelow(root), memoryFolders: [] }
    const before = documentStamp(shelf)
    expect(documentStamp(shelf)).toBe(before)
    lay(root, { 'docs/picture.png': 'another' })
    expect(documentStamp(shelf)).toBe(before)
    lay(root, { 'docs/guide.md': 'another guide' })
    expect(documentStamp(shelf)).not.toBe(before)
  })

  it('are read from a repository and from a plain tree; nothing where there is no project', () => {
    const home = sandbox()
    for (const root of [repository(TREE), lay(sandbox(), TREE)]) {
      const world = openProject({ path: root }, { home, memoryFolders: [] })
      expect(world.documents().map(({ path }) => path)).toContain('docs/guide.md')
    }
    expect(openProject({ absent: 'gone' }, { home, memoryFolders: [] }).documents()).toEqual([])
  })
})
