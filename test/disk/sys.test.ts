import { mkdirSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { errorCode, realSys } from '../../src/disk/sys.ts'
import { makeFifo, newFolder } from './folder.ts'

describe('what a name stands for', () => {
  it('is one of four words', () => {
    const folder = newFolder()
    writeFileSync(join(folder, 'file'), 'x')
    mkdirSync(join(folder, 'directory'))
    symlinkSync('file', join(folder, 'symlink'))
    makeFifo(join(folder, 'other'))
    for (const kind of ['file', 'directory', 'symlink', 'other']) {
      expect(realSys.lstat(join(folder, kind)).kind).toBe(kind)
    }
  })
})

describe('a name in an opened directory', () => {
  const platform = process.platform
  afterEach(() => {
    Object.defineProperty(process, 'platform', { value: platform })
    vi.resetModules()
  })

  it('goes through the descriptor on Linux, by path where there is no such way', async () => {
    const dir = { fd: 7, path: '/home/ann/notes' }
    expect(realSys.at(dir, 'a.md')).toBe('/proc/self/fd/7/a.md')
    Object.defineProperty(process, 'platform', { value: 'darwin' })
    vi.resetModules()
    const elsewhere = await import('../../src/disk/sys.ts')
    expect(elsewhere.realSys.at(dir, 'a.md')).toBe('/home/ann/notes/a.md')
  })
})

describe('the code of an error', () => {
  it('is a word or nothing', () => {
    expect(errorCode(Object.assign(new Error('x'), { code: 'EIO' }))).toBe('EIO')
    expect(errorCode(Object.assign(new Error('x'), { code: 5 }))).toBeUndefined()
    expect(errorCode(new Error('x'))).toBeUndefined()
    expect(errorCode(null)).toBeUndefined()
  })
})

describe('giving a file away', () => {
  it('to oneself is allowed to all', () => {
    const path = join(newFolder(), 'a')
    writeFileSync(path, '')
    const fd = realSys.open(path, 0)
    const { uid, gid } = realSys.fstat(fd)
    realSys.fchown(fd, uid, gid)
    realSys.close(fd)
  })
})
