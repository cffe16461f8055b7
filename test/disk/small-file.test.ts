import { mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import {
  appendLine,
  isFolder,
  makeFolder,
  removeFile,
  scratchFile,
  sweepFolder,
  touchFile,
  writeSmallFile,
} from '../../src/disk/files.ts'
import { removeCacheFolder } from '../../src/state/cache.ts'
import { filesIn, newFolder } from './folder.ts'

const modeOf = (path: string) => statSync(path).mode & 0o777

describe('a small file of Dream’s own', () => {
  it('is replaced whole, for its owner alone, in folders that are made for it', () => {
    const folder = newFolder()
    writeSmallFile(join(folder, 'a/b/c.json'), 'one')
    writeSmallFile(join(folder, 'a/b/c.json'), 'two')
    expect(filesIn(folder)).toEqual({ 'a/b/c.json': 'two' })
    expect([modeOf(join(folder, 'a')), modeOf(join(folder, 'a/b/c.json'))]).toEqual([0o700, 0o600])
    writeSmallFile(join(folder, 'unit'), '', { mode: 0o644, when: 'soon' })
    expect(modeOf(join(folder, 'unit'))).toBe(0o644)
  })

  it('leaves no draft where it cannot get its name', () => {
    const folder = newFolder()
    mkdirSync(join(folder, 'taken'))
    expect(() => writeSmallFile(join(folder, 'taken'), 'one')).toThrow(/EISDIR/)
    expect(readdirSync(folder)).toEqual(['taken'])
  })

  it('grows by a line, and past its bound begins anew with the old one beside it', () => {
    const folder = newFolder()
    const log = join(folder, 'log/daemon.log')
    for (const line of ['one', 'two', 'three', 'four']) appendLine(log, line, 7)
    expect(filesIn(folder)).toEqual({ 'log/daemon.log': 'three\nfour\n', 'log/daemon.log.1': 'one\ntwo\n' })
  })

  it('may be nothing but its time, and may be removed where it is not there', () => {
    const folder = newFolder()
    const path = join(folder, 'a/mark')
    touchFile(path, 1_700_000_000_000)
    touchFile(path, 1_600_000_000_000)
    expect([statSync(path).mtimeMs, statSync(path).size]).toEqual([1_600_000_000_000, 0])
    removeFile(path)
    removeFile(path)
    expect(filesIn(folder)).toEqual({})
  })
})

describe('a folder of Dream’s own', () => {
  it('is swept of the files that are old, and of nothing else', () => {
    const folder = newFolder()
    for (const name of ['old', 'new']) touchFile(join(folder, name), name === 'old' ? 1000 : 9000)
    mkdirSync(join(folder, 'inner'))
    const asked: string[] = []
    sweepFolder(folder, (name, modified) => {
      asked.push(name)
      return modified < 5000
    })
    expect(asked.sort()).toEqual(['new', 'old'])
    expect(readdirSync(folder).sort()).toEqual(['inner', 'new'])
    expect(() => sweepFolder(join(folder, 'nowhere'), () => true)).not.toThrow()
  })

  it('is made with those above it, or said why not', () => {
    const folder = newFolder()
    expect(makeFolder(join(folder, 'a/b'))).toBe('made')
    expect(makeFolder(join(folder, 'a/b'))).toBe('there')
    expect(['a/b', 'a/c'].map(path => isFolder(join(folder, path)))).toEqual([true, false])
    writeFileSync(join(folder, 'file'), '')
    expect(() => makeFolder(join(folder, 'file/b'))).toThrow(
      `cannot create the folder ${folder}/file/b: a part of its path is not a folder (ENOTDIR)`,
    )
    expect(() => makeFolder('a\0b')).toThrow(/cannot create the folder/)
  })

  it('of a cache may be thrown away with all that is in it', () => {
    const folder = newFolder()
    writeSmallFile(join(folder, 'cache/a/b'), '')
    removeCacheFolder(join(folder, 'cache'))
    removeCacheFolder(join(folder, 'cache'))
    expect(readdirSync(folder)).toEqual([])
  })
})

describe('a text that someone works on', () => {
  const works = (how: 'done' | 'given-up') => {
    let path = ''
    const text = scratchFile('@vault/magma/note.md', 'before', file => {
      path = file
      expect([readFileSync(file, 'utf8'), modeOf(file)]).toEqual(['before', 0o600])
      writeFileSync(file, 'after')
      return how
    })
    expect(path).toMatch(/\/note\.md$/)
    expect(() => statSync(path)).toThrow(/ENOENT/)
    return text
  }

  it('is what they left, and nothing where they gave up; its file is gone either way', () => {
    expect(works('done')).toBe('after')
    expect(works('given-up')).toBeUndefined()
  })
})
