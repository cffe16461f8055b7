import { mkdirSync, writeFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { canonicalRoot, gitTopLevel } from '../../src/disk/place.ts'
import { git, repository, sandbox } from '../sources/sandbox.ts'

describe('gitTopLevel', () => {
  it('is the nearest folder upward with .git', () => {
    const root = repository({ 'src/deep/a.ts': '' })
    expect(gitTopLevel(`${root}/src/deep`, '/nobody')).toBe(root)
    expect(gitTopLevel(root, '/nobody')).toBe(root)
    expect(gitTopLevel('/', '/nobody')).toBeUndefined()
  })

  it('passes over a repository that is the home directory, except for the home directory itself', () => {
    const home = repository({ 'code/app/a.ts': '' })
    expect(gitTopLevel(`${home}/code/app`, home)).toBeUndefined()
    expect(gitTopLevel(home, home)).toBe(home)
  })
})

describe('canonicalRoot', () => {
  it('of a work tree is the repository it belongs to', () => {
    const root = repository({ 'a.ts': '' })
    const tree = `${sandbox()}/tree`
    git(root, 'worktree', 'add', '-q', '-b', 'feature', tree)
    expect(canonicalRoot(tree)).toBe(root)
    expect(canonicalRoot(root)).toBe(root)
  })

  it('of a submodule is the submodule', () => {
    const inner = repository({ 'a.ts': '' })
    const outer = repository({ 'b.ts': '' })
    git(outer, 'submodule', 'add', '-q', inner, 'sub')
    expect(canonicalRoot(`${outer}/sub`)).toBe(`${outer}/sub`)
  })

  it('does not believe a .git file that the repository does not know of', () => {
    const root = repository({ 'a.ts': '' })
    git(root, 'worktree', 'add', '-q', '-b', 'feature', `${sandbox()}/tree`)
    const stranger = `${sandbox()}/stranger`
    mkdirSync(stranger)
    writeFileSync(`${stranger}/.git`, `gitdir: ${root}/.git/worktrees/tree\n`)
    expect(canonicalRoot(stranger)).toBe(stranger)
    writeFileSync(`${stranger}/.git`, 'gitdir: /nowhere\n')
    expect(canonicalRoot(stranger)).toBe(stranger)
  })
})
