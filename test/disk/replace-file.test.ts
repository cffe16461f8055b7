import { mkdirSync, readdirSync, readFileSync, statSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { removeEmptyFolder, replaceFile, writeTextFile } from '../../src/disk/files.ts'
import { newFolder } from './folder.ts'

const bytes = (text: string): Buffer => Buffer.from(text)

describe('a file of another program', () => {
  it('gets other bytes and keeps its mode, where it still holds the ones that were seen', () => {
    const path = join(newFolder(), 'settings.json')
    writeFileSync(path, 'a', { mode: 0o600 })
    expect(replaceFile(path, bytes('a'), bytes('b'))).toBe('done')
    expect(readFileSync(path, 'utf8')).toBe('b')
    expect(statSync(path).mode & 0o777).toBe(0o600)
    expect(replaceFile(path, bytes('a'), bytes('c'))).toBe('changed')
    expect(replaceFile(path, undefined, bytes('c'))).toBe('changed')
    expect(readFileSync(path, 'utf8')).toBe('b')
  })

  it('is made where none was, and taken away again', () => {
    const folder = newFolder()
    const path = join(folder, 'settings.json')
    expect(replaceFile(path, undefined, bytes('a'))).toBe('done')
    expect(statSync(path).mode & 0o777).toBe(0o644)
    expect(replaceFile(path, bytes('a'), undefined)).toBe('done')
    expect(readdirSync(folder)).toEqual([])
  })

  it('stays where it is no file any more', () => {
    const path = join(newFolder(), 'settings.json')
    mkdirSync(path)
    expect(replaceFile(path, undefined, bytes('a'))).toBe('changed')
    expect(replaceFile(path, bytes('a'), undefined)).toBe('changed')
  })

  it('keeps what somebody saved while the draft was written, and leaves no draft', () => {
    const folder = newFolder()
    const path = join(folder, 'settings.json')
    writeFileSync(path, 'a')
    const before = bytes('a')
    let looks = 0
    before.equals = other => {
      looks += 1
      if (looks === 1) writeFileSync(path, 'mine')
      return Buffer.from(other).toString() === 'a'
    }
    expect(replaceFile(path, before, bytes('b'))).toBe('changed')
    expect(readFileSync(path, 'utf8')).toBe('mine')
    expect(readdirSync(folder)).toEqual(['settings.json'])
  })
})

it('a folder that holds something stays', () => {
  const folder = newFolder()
  mkdirSync(join(folder, 'empty'))
  mkdirSync(join(folder, 'full'))
  writeFileSync(join(folder, 'full', 'a'), '')
  for (const name of ['empty', 'full']) removeEmptyFolder(join(folder, name))
  expect(readdirSync(folder)).toEqual(['full'])
})

it('nothing is written through a link', () => {
  const folder = newFolder()
  writeFileSync(join(folder, 'MEMORY.md'), 'mine')
  symlinkSync('MEMORY.md', join(folder, 'plan.json'))
  expect(() => writeTextFile(join(folder, 'plan.json'), '{}')).toThrow('plan.json')
  expect(readFileSync(join(folder, 'MEMORY.md'), 'utf8')).toBe('mine')
})
