import { renameSync, writeFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import type { Clocks } from '../../src/model/evidence.ts'
import { readClocks } from '../../src/project/folder-history.ts'
import { readFolder } from '../../src/sources/folder.ts'
import { commit, date, found, git, lay, repository, sandbox } from '../sources/sandbox.ts'

function clocks(root: string): Record<string, Clocks> {
  return Object.fromEntries(readClocks(root, readFolder(found(root), {}).memories))
}

const at = (time: string) => Date.parse(time) * 1000

describe('D11 the clock in the frontmatter', () => {
  it('D11 is the date that the memory gives itself', () => {
    const root = lay(sandbox(), {
      'a.md': '---\nname: a\nmetadata:\n  modified: 2026-01-02T03:04:05Z\n---\nx',
    })
    expect(clocks(root)['a.md']?.frontmatter).toBe(at('2026-01-02T03:04:05Z'))
  })
})

describe('D11 file times', () => {
  it('D11 count as unknown where all of a folder lie within two seconds', () => {
    const root = lay(sandbox(), { 'a.md': 'a', 'b.md': 'b', 'c.md': 'c' })
    date(root, { 'a.md': 1000, 'b.md': 1001, 'c.md': 1002 })
    expect(clocks(root)).toEqual({ 'a.md': {}, 'b.md': {}, 'c.md': {} })
    date(root, { 'c.md': 1002.5 })
    expect(clocks(root)['b.md']).toEqual({ mtime: 1_001_000_000 })
  })

  it('of a single memory are known', () => {
    const root = lay(sandbox(), { 'a.md': 'a', 'MEMORY.md': '' })
    date(root, { 'a.md': 1000 })
    expect(clocks(root)).toEqual({ 'a.md': { mtime: 1_000_000_000 } })
  })
})

describe('D11 the git clock', () => {
  const day = (n: number) => `2026-05-0${n}T12:00:00Z`
  const gitClock = (root: string) =>
    Object.fromEntries(Object.entries(clocks(root)).map(([file, { git: time }]) => [file, time]))

  it('D11 is the last commit that touched the content', () => {
    const root = repository({ 'memory/a.md': 'a', 'memory/b.md': 'b', 'src/x.ts': '' })
    writeFileSync(`${root}/memory/a.md`, 'a2')
    commit(root, 'change a', day(2))
    lay(root, { 'src/x.ts': 'y' })
    commit(root, 'something else', day(3))
    expect(gitClock(`${root}/memory`)).toEqual({ 'a.md': at(day(2)), 'b.md': at('2026-03-01T12:00:00Z') })
  })

  it('D11 is not moved on by a rename alone, but by one with a change', () => {
    const root = repository({
      'memory/a.md': 'a long enough text\n'.repeat(9),
      'memory/b.md': 'other\n'.repeat(9),
    })
    renameSync(`${root}/memory/a.md`, `${root}/memory/moved.md`)
    commit(root, 'rename', day(2))
    renameSync(`${root}/memory/b.md`, `${root}/memory/changed.md`)
    writeFileSync(`${root}/memory/changed.md`, `${'other\n'.repeat(9)}more\n`)
    commit(root, 'rename and change', day(3))
    expect(gitClock(`${root}/memory`)).toEqual({
      'moved.md': at('2026-03-01T12:00:00Z'),
      'changed.md': at(day(3)),
    })
  })

  it('is unknown for files that are changed here, new, or ignored', () => {
    const root = repository({ 'memory/a.md': 'a', 'memory/b.md': 'b', '.gitignore': 'ignored.md\n' })
    lay(root, { 'memory/a.md': 'changed', 'memory/new.md': 'n', 'memory/ignored.md': 'i' })
    expect(gitClock(`${root}/memory`)).toEqual({
      'a.md': undefined,
      'b.md': at('2026-03-01T12:00:00Z'),
      'ignored.md': undefined,
      'new.md': undefined,
    })
  })

  it('understands that a checkout may have changed the line ends', () => {
    const root = repository({ 'memory/a.md': 'one\ntwo\n' })
    writeFileSync(`${root}/memory/a.md`, 'one\r\ntwo\r\n')
    expect(gitClock(`${root}/memory`)).toEqual({ 'a.md': at('2026-03-01T12:00:00Z') })
  })

  it('is unknown where a shallow clone is cut off, and known above', () => {
    const origin = repository({ 'memory/a.md': 'a', 'memory/b.md': 'b' })
    lay(origin, { 'src/x.ts': '' })
    commit(origin, 'else', day(1))
    writeFileSync(`${origin}/memory/b.md`, 'b2')
    commit(origin, 'change b', day(2))
    const root = `${sandbox()}/clone`
    git(origin, 'clone', '-q', '--depth=2', `file://${origin}`, root)
    expect(gitClock(`${root}/memory`)).toEqual({ 'a.md': undefined, 'b.md': at(day(2)) })
  })

  it('works for a folder that is a repository itself, with any name', () => {
    const root = repository({ 'a"b [c] é.md': 'x', ':(top)odd.md': 'y' })
    expect(gitClock(root)).toEqual({
      'a"b [c] é.md': at('2026-03-01T12:00:00Z'),
      ':(top)odd.md': at('2026-03-01T12:00:00Z'),
    })
  })

  it('takes the name of a folder for a name, not for a pattern', () => {
    const root = repository({ ':(bad)/memory/a.md': 'x' })
    expect(gitClock(`${root}/:(bad)/memory`)).toEqual({ 'a.md': at('2026-03-01T12:00:00Z') })
  })

  it('is unknown where git cannot be asked', () => {
    const root = lay(sandbox(), { '.git': 'gitdir: /nowhere\n', 'memory/a.md': 'a' })
    expect(gitClock(`${root}/memory`)).toEqual({ 'a.md': undefined })
  })
})
