import { mkdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it, onTestFinished } from 'vitest'
import { Tree } from '../../src/disk/dir.ts'
import { realSys, type Sys } from '../../src/disk/sys.ts'
import { filesIn, newFolder, refusal, sysWith } from './folder.ts'

const plain = { mode: 0o600 }

function openTree(path = newFolder(), sys: Sys = realSys): Tree {
  const tree = Tree.open(sys, path)
  onTestFinished(() => tree.close())
  return tree
}

describe('a folder with its few fixed sub-folders', () => {
  it('makes them when a file comes, and finds them again', () => {
    const tree = openTree()
    tree.create('memory/day.md', Buffer.from('one'), plain)
    tree.create('plain.md', Buffer.from('two'), plain)
    expect(tree.read('memory/day.md')?.bytes.toString()).toBe('one')
    expect(filesIn(tree.path)).toEqual({ 'memory/day.md': 'one', 'plain.md': 'two' })
    const again = openTree(tree.path)
    again.create('memory/other.md', Buffer.from('three'), plain)
    again.sync()
    expect(again.stat('memory/other.md')?.size).toBe(5)
  })

  it('knows no others, and follows no link out', () => {
    const folder = newFolder()
    const outside = newFolder()
    writeFileSync(join(outside, 'secret.md'), 'untouched')
    symlinkSync(outside, join(folder, 'memory'))
    const tree = openTree(folder)
    expect(() => tree.create('memory/secret.md', Buffer.from('x'), plain)).toThrow(/ELOOP|ENOTDIR/)
    expect(() => tree.create('src/x.md', Buffer.from('x'), plain)).toThrow('not a place in a memory folder')
    expect(() => tree.read('memory/../x.md')).toThrow('not a place')
    expect(() => tree.read('..')).toThrow('not a plain file name')
    expect(tree.traces()).toEqual([])
    expect(readFileSync(join(outside, 'secret.md'), 'utf8')).toBe('untouched')
  })

  it('tells what steps left, wherever they worked', () => {
    const folder = newFolder()
    mkdirSync(join(folder, 'memory'))
    for (const name of ['.dream-r1-0.old', 'memory/.dream-r1-1.old', 'memory/day.md']) {
      writeFileSync(join(folder, name), '')
    }
    expect(openTree(folder).traces()).toEqual(['.dream-r1-0.old', 'memory/.dream-r1-1.old'])
    const broken = sysWith({
      open: (path, flags, mode) => {
        if (path.endsWith('/memory')) throw refusal('EIO')
        return realSys.open(path, flags, mode)
      },
    })
    expect(() => openTree(folder, broken).traces()).toThrow(/EIO/)
    const odd = sysWith({
      open: (path, flags, mode) => {
        if (path.endsWith('/memory')) throw new Error('no code at all')
        return realSys.open(path, flags, mode)
      },
    })
    expect(() => openTree(folder, odd).traces()).toThrow('no code')
  })

  it('has a vault where it is told, and none before', () => {
    const [one, other] = [newFolder(), newFolder()]
    const tree = openTree()
    expect(() => tree.create('@vault/x.md', Buffer.from('x'), plain)).toThrow('no vault is known')
    tree.create('memory/day.md', Buffer.from('one'), plain)
    tree.mount(one)
    tree.mount(one)
    tree.create('@vault/meta/x.md', Buffer.from('x'), plain)
    tree.mount(other)
    tree.create('@vault/y.md', Buffer.from('y'), plain)
    expect([filesIn(one), filesIn(other)]).toEqual([{ 'meta/x.md': 'x' }, { 'y.md': 'y' }])
    expect(filesIn(tree.path)).toEqual({ 'memory/day.md': 'one' })
  })
})
