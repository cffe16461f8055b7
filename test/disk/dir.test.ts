import { linkSync, mkdirSync, readFileSync, statSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { Dir, NotRegularFile } from '../../src/disk/dir.ts'
import { realSys, type Sys } from '../../src/disk/sys.ts'
import { filesIn, makeFifo, newFolder, openDir, refusal, sysWith } from './folder.ts'

const plain = { mode: 0o600 }

describe('a new file', () => {
  it('is whole, with its mode and its time to the microsecond', () => {
    const dir = openDir()
    dir.create('a', Buffer.from('alpha'), { mode: 0o640, modified: 1_700_000_000_654_321 })
    expect(dir.read('a')?.bytes.toString()).toBe('alpha')
    expect(dir.stat('a')).toMatchObject({
      kind: 'file',
      size: 5,
      mode: 0o640,
      modified: 1_700_000_000_654_321,
    })
  })

  it('D20 gives back any time from 1970 to 2100 to the microsecond', () => {
    const dir = openDir()
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 4_102_444_800_000_000 }), modified => {
        dir.create('t', Buffer.alloc(0), { mode: 0o600, modified })
        const found = dir.stat('t')!.modified
        dir.unlink('t')
        expect(found).toBe(modified)
      }),
      { numRuns: 500 },
    )
  })

  it('D20 asks for a whole second as it is: newer systems keep what is below a microsecond', () => {
    const asked: number[] = []
    const futimes = (fd: number, accessed: number, modified: number) => {
      asked.push(modified)
      realSys.futimes(fd, accessed, modified)
    }
    const dir = openDir(newFolder(), sysWith({ futimes }))
    dir.create('a', Buffer.alloc(0), { ...plain, modified: 1_700_000_000_000_000 })
    dir.touch('a', 1_600_000_000_000_000)
    expect(asked).toEqual([1_700_000_000, 1_600_000_000])
    expect(statSync(join(dir.path, 'a'), { bigint: true }).mtimeNs).toBe(1_600_000_000_000_000_000n)
  })

  it('never replaces one that is there', () => {
    const dir = openDir()
    dir.create('a', Buffer.from('alpha'), plain)
    expect(() => dir.create('a', Buffer.from('beta'), plain)).toThrow(/EEXIST/)
    expect(filesIn(dir.path)).toEqual({ a: 'alpha' })
  })

  it('is written to the end by a system that takes a few bytes at a time', () => {
    const slow = sysWith({
      write: (fd, buffer, offset, length) => realSys.write(fd, buffer, offset, Math.min(length, 3)),
    })
    const dir = openDir(newFolder(), slow)
    dir.create('a', Buffer.from('a longer text'), plain)
    expect(filesIn(dir.path)).toEqual({ a: 'a longer text' })
  })

  it.each<[string, Partial<Sys>]>([
    ['takes nothing at all', { write: () => 0 }],
    ['says ENOSPC', { write: () => raise('ENOSPC') }],
    ['claims more than it took', { write: (_fd, _buffer, _offset, length) => length }],
    ['cannot sync', { fsync: () => raise('EIO') }],
    ['cannot set the mode', { fchmod: () => raise('EIO') }],
  ])('is not left behind half where the disk %s', (_, calls) => {
    const dir = openDir(newFolder(), sysWith(calls))
    expect(() => dir.create('a', Buffer.from('alpha'), plain)).toThrow()
    expect(filesIn(dir.path)).toEqual({})
  })

  it('a short write is told as a full disk', () => {
    const dir = openDir(newFolder(), sysWith({ write: () => 0 }))
    expect(() => dir.create('a', Buffer.from('alpha'), plain)).toThrow(
      expect.objectContaining({ code: 'ENOSPC' }),
    )
  })

  it('goes to the owner of the old one; where that is not allowed it stays ours', () => {
    const given: number[] = []
    const asRoot = openDir(newFolder(), sysWith({ fchown: (_fd, uid, gid) => void given.push(uid, gid) }))
    asRoot.create('a', Buffer.alloc(0), { ...plain, owner: { uid: 4711, gid: 4712 } })
    expect(given).toEqual([4711, 4712])
    const asUser = openDir(newFolder(), sysWith({ fchown: () => raise('EPERM') }))
    asUser.create('a', Buffer.from('alpha'), { ...plain, owner: { uid: 4711, gid: 4712 } })
    expect(filesIn(asUser.path)).toEqual({ a: 'alpha' })
    const { gid } = statSync(asUser.path)
    const tries: number[] = []
    const inGroup = openDir(
      newFolder(),
      sysWith({
        fchown: (_fd, uid) => {
          tries.push(uid)
          raise('EPERM')
        },
      }),
    )
    inGroup.create('a', Buffer.from('alpha'), { ...plain, owner: { uid: 4711, gid } })
    expect(tries).toEqual([4711])
    const broken = openDir(newFolder(), sysWith({ fchown: () => raise('EIO') }))
    expect(() => broken.create('a', Buffer.alloc(0), { ...plain, owner: { uid: 1, gid: 1 } })).toThrow(/EIO/)
  })

  it('is not given away where it has the right owner already', () => {
    const dir = openDir(newFolder(), sysWith({ fchown: () => raise('EIO') }))
    const { uid, gid } = statSync(dir.path)
    dir.create('a', Buffer.from('alpha'), { ...plain, owner: { uid, gid } })
    expect(filesIn(dir.path)).toEqual({ a: 'alpha' })
    dir.unlink('a')
    expect(() => dir.create('a', Buffer.alloc(0), { ...plain, owner: { uid, gid: gid + 1 } })).toThrow(/EIO/)
  })
})

describe('reading', () => {
  it('finds a file that grew while it was read', () => {
    const dir = openDir(newFolder(), sysWith({ fstat: fd => ({ ...realSys.fstat(fd), size: 3 }) }))
    writeFileSync(join(dir.path, 'a'), 'x'.repeat(200_000))
    expect(dir.read('a')?.bytes.length).toBe(200_000)
  })

  it('finds nothing where nothing is, and an empty file where one is', () => {
    const dir = openDir()
    expect(dir.read('a')).toBeUndefined()
    expect(dir.stat('a')).toBeUndefined()
    writeFileSync(join(dir.path, 'a'), '')
    expect(dir.read('a')?.bytes.length).toBe(0)
  })

  it('tells what the system tells', () => {
    const dir = openDir(newFolder(), sysWith({ open: refusing('EMFILE', 'a'), lstat: () => raise('EIO') }))
    expect(() => dir.read('a')).toThrow(/EMFILE/)
    expect(() => dir.stat('a')).toThrow(/EIO/)
  })

  it('is not troubled by a close that fails', () => {
    const closing = sysWith({
      close: fd => {
        realSys.close(fd)
        raise('EIO')
      },
    })
    const folder = newFolder()
    writeFileSync(join(folder, 'a'), 'alpha')
    const dir = Dir.open(closing, folder)
    expect(dir.read('a')?.bytes.toString()).toBe('alpha')
    dir.close()
  })
})

describe('what is under a name and is no regular file', () => {
  const kinds: [string, (path: string, other: string) => void][] = [
    ['a symlink', (path, other) => symlinkSync(other, path)],
    ['a dangling symlink', path => symlinkSync('/nowhere/at/all', path)],
    ['a directory', path => mkdirSync(path)],
    ['a FIFO', path => makeFifo(path)],
    ['a device behind a symlink', path => symlinkSync('/dev/full', path)],
  ]

  it.each(kinds)('%s is neither read nor written', (_, put) => {
    const outside = join(newFolder(), 'secret')
    writeFileSync(outside, 'untouched')
    const dir = openDir()
    put(join(dir.path, 'x'), outside)
    expect(() => dir.read('x')).toThrow(NotRegularFile)
    expect(() => dir.create('x', Buffer.from('new'), plain)).toThrow(/EEXIST/)
    expect(() => dir.append('x', Buffer.from('more'), 9)).toThrow()
    expect(() => dir.truncate('x', 0)).toThrow()
    expect(() => dir.touch('x', 0)).toThrow()
    expect(() => dir.syncFile('x')).toThrow()
    dir.create('draft', Buffer.from('new'), plain)
    expect(dir.place('draft', 'x')).toBe('taken')
    expect(readFileSync(outside, 'utf8')).toBe('untouched')
  })

  it('an append meets a FIFO that somebody reads, and leaves it', () => {
    const dir = openDir(newFolder(), sysWith({ fstat: fd => ({ ...realSys.fstat(fd), kind: 'other' }) }))
    writeFileSync(join(dir.path, 'x'), 'abc')
    expect(() => dir.append('x', Buffer.from('more'), 3)).toThrow(NotRegularFile)
    expect(filesIn(dir.path)).toEqual({ x: 'abc' })
  })

  it('a hard link is a file: a new one in its place leaves the other name alone', () => {
    const outside = join(newFolder(), 'same')
    writeFileSync(outside, 'both')
    const dir = openDir()
    linkSync(outside, join(dir.path, 'x'))
    expect(dir.read('x')?.bytes.toString()).toBe('both')
    dir.create('draft', Buffer.from('new'), plain)
    dir.rename('draft', 'x')
    expect(readFileSync(outside, 'utf8')).toBe('both')
  })
})

describe('appending', () => {
  it('adds to the end, and makes the file where there is none', () => {
    const dir = openDir()
    dir.append('log', Buffer.from('one\n'), 0)
    dir.append('log', Buffer.from('two\n'), 4)
    expect(filesIn(dir.path)).toEqual({ log: 'one\ntwo\n' })
  })

  it.each([0, 3, 5, 100])('to a file of another length (%i, not 4) does nothing at all to it', expected => {
    const dir = openDir()
    writeFileSync(join(dir.path, 'log'), 'one\n')
    expect(() => dir.append('log', Buffer.from('two\n'), expected)).toThrow('log is 4 bytes long')
    expect(filesIn(dir.path)).toEqual({ log: 'one\n' })
  })

  it('takes back the part that did fit', () => {
    let calls = 0
    const full = sysWith({
      write: (fd, buffer, offset) => {
        calls += 1
        return calls > 1 ? raise('ENOSPC') : realSys.write(fd, buffer, offset, 2)
      },
    })
    const dir = openDir(newFolder(), full)
    writeFileSync(join(dir.path, 'log'), 'one\n')
    expect(() => dir.append('log', Buffer.from('two\n'), 4)).toThrow(/ENOSPC/)
    expect(filesIn(dir.path)).toEqual({ log: 'one\n' })
  })

  it('takes nothing back where another wrote behind it', () => {
    const folder = newFolder()
    const crossed = sysWith({
      fsync: () => {
        writeFileSync(join(folder, 'log'), 'somebody else\n', { flag: 'a' })
        raise('EIO')
      },
    })
    const dir = openDir(folder, crossed)
    expect(() => dir.append('log', Buffer.from('one\n'), 0)).toThrow(/EIO/)
    expect(filesIn(folder)).toEqual({ log: 'one\nsomebody else\n' })
  })

  it('tells the first error where taking back fails too', () => {
    const dir = openDir(newFolder(), sysWith({ fsync: () => raise('EIO'), ftruncate: () => raise('EROFS') }))
    expect(() => dir.append('log', Buffer.from('one\n'), 0)).toThrow(/EIO/)
  })
})

describe('giving a name', () => {
  it('never takes it from another', () => {
    const dir = openDir()
    dir.create('a', Buffer.from('alpha'), plain)
    dir.create('draft', Buffer.from('beta'), plain)
    expect(dir.place('draft', 'a')).toBe('taken')
    expect(dir.place('draft', 'b')).toBe('placed')
    expect(filesIn(dir.path)).toEqual({ a: 'alpha', b: 'beta' })
  })

  it.each(['EPERM', 'ENOTSUP', 'EOPNOTSUPP', 'ENOSYS', 'EMLINK'])(
    'works on a file system without hard links (%s)',
    code => {
      const dir = openDir(newFolder(), sysWith({ link: () => raise(code) }))
      dir.create('a', Buffer.from('alpha'), plain)
      dir.create('draft', Buffer.from('beta'), plain)
      expect(dir.place('draft', 'a')).toBe('taken')
      expect(dir.place('draft', 'b')).toBe('placed')
      expect(filesIn(dir.path)).toEqual({ a: 'alpha', b: 'beta' })
    },
  )

  it('tells any other refusal', () => {
    const dir = openDir(newFolder(), sysWith({ link: () => raise('EIO') }))
    dir.create('draft', Buffer.from('beta'), plain)
    expect(() => dir.place('draft', 'b')).toThrow(/EIO/)
    const odd = openDir(newFolder(), sysWith({ link: () => raise(undefined) }))
    odd.create('draft', Buffer.from('beta'), plain)
    expect(() => odd.place('draft', 'b')).toThrow('on purpose')
  })
})

describe('directories', () => {
  it('are made once, and found the second time', () => {
    const dir = openDir()
    dir.ensureSub('sub').close()
    const again = dir.ensureSub('sub')
    again.create('x', Buffer.from('1'), plain)
    again.close()
    expect(filesIn(dir.path)).toEqual({ 'sub/x': '1' })
  })

  it('are synced also where another made them: he may have been killed before he could', () => {
    const folder = newFolder()
    mkdirSync(join(folder, 'sub'))
    let syncs = 0
    const count = () => {
      syncs += 1
    }
    const dir = openDir(folder, sysWith({ fsync: count }))
    dir.ensureSub('sub').close()
    expect(syncs).toBe(1)
  })

  it('a refusal is told', () => {
    const dir = openDir(newFolder(), sysWith({ mkdir: () => raise('EROFS') }))
    expect(() => dir.ensureSub('sub')).toThrow(/EROFS/)
  })

  it('are never entered through a link, unless it was said that they may be', () => {
    const folder = newFolder()
    mkdirSync(join(folder, 'real'))
    symlinkSync('real', join(folder, 'link'))
    expect(() => Dir.open(realSys, join(folder, 'link'))).toThrow(/ELOOP|ENOTDIR/)
    expect(() => openDir(folder).sub('link')).toThrow(/ELOOP|ENOTDIR/)
    Dir.open(realSys, join(folder, 'link'), 'follow').close()
  })

  it('list their names in order', () => {
    const dir = openDir()
    for (const name of ['c', 'a', 'b']) dir.create(name, Buffer.alloc(0), plain)
    expect(dir.list()).toEqual(['a', 'b', 'c'])
  })
})

describe('a sync that failed', () => {
  it('is never tried again on the same descriptor: the second time it would lie', () => {
    let syncs = 0
    const once = sysWith({
      fsync: () => {
        syncs += 1
        if (syncs === 1) raise('EIO')
      },
    })
    const folder = newFolder()
    const dir = openDir(folder, once)
    expect(() => dir.sync()).toThrow(/EIO/)
    expect(() => dir.sync()).toThrow(/EIO/)
    expect(syncs).toBe(1)
    openDir(folder, once).sync()
    expect(syncs).toBe(2)
  })
})

describe('removing and cutting', () => {
  it('what may be gone may be gone', () => {
    const dir = openDir()
    dir.discard('nothing')
    expect(() => dir.unlink('nothing')).toThrow(/ENOENT/)
    mkdirSync(join(dir.path, 'sub'))
    expect(() => dir.discard('sub')).toThrow(/EISDIR|EPERM/)
  })

  it('cuts and touches what it is told to, and nothing else about it', () => {
    const dir = openDir()
    dir.create('a', Buffer.from('alphabet'), { mode: 0o640 })
    dir.truncate('a', 5)
    dir.syncFile('a')
    dir.touch('a', 1_600_000_000_123_456)
    expect(dir.stat('a')).toMatchObject({ size: 5, mode: 0o640, modified: 1_600_000_000_123_456 })
  })
})

function raise(code: string | undefined): never {
  throw code === undefined ? new Error('on purpose') : refusal(code)
}

/** Opens everything but the file of that name. */
function refusing(code: string, name: string): Sys['open'] {
  return (path, flags, mode) => (path.endsWith(`/${name}`) ? raise(code) : realSys.open(path, flags, mode))
}
