import { mkdirSync, readdirSync, readFileSync, statSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { realSys, sha256 } from '../../src/disk/sys.ts'
import { stateHome } from '../../src/state/state-roots.ts'
import { eraseLastPurge } from '../../src/store/folder.ts'
import { fsckStore } from '../../src/store/fsck.ts'
import { findStore, openStore, rememberRoot, rootId } from '../../src/store/store.ts'
import { newFolder, refusal, sysWith } from '../disk/folder.ts'
import { newStore, record } from './stores.ts'

const ROOT = '/home/ann/notes'

describe('where the state lies', () => {
  it('is the place that the system names, else the usual one', () => {
    expect(stateHome({ XDG_STATE_HOME: '/var/state' }, '/home/ann')).toBe('/var/state/dream')
    expect(stateHome({ XDG_STATE_HOME: 'relative' }, '/home/ann')).toBe('/home/ann/.local/state/dream')
    expect(stateHome({}, '/home/ann')).toBe('/home/ann/.local/state/dream')
  })

  it('is named after the folder, and two folders of one name do not share it', () => {
    expect(rootId('/a/my notes')).toMatch(/^my_notes-[0-9a-f]{16}$/)
    expect(rootId('/a/notes')).not.toBe(rootId('/b/notes'))
    expect(rootId(`/a/${'x'.repeat(200)}`).length).toBeLessThan(60)
  })
})

describe('opening it', () => {
  it('M20 what was superseded is read back, but for lines that are not of that form', () => {
    const home = newFolder()
    const entry = {
      at: '2026-01-01T00:00:00.000Z',
      file: 'a.md',
      hash: 'h',
      by: 'b.md',
      older: '1',
      newer: '2',
    }
    const store = openStore(realSys, home, ROOT)
    store.superseded.add([entry, { ...entry, by: 7 } as never, { ...entry, file: null } as never])
    store.close()
    expect(openStore(realSys, home, ROOT).superseded.read().entries).toEqual([entry])
  })

  it('makes it for the user alone, with all its parents', () => {
    const home = join(newFolder(), 'a/b/c')
    const store = openStore(realSys, home, ROOT)
    expect(readdirSync(store.dir.path).sort()).toEqual(['journal', 'lock', 'objects', 'trash'])
    expect(statSync(store.dir.path).mode & 0o777).toBe(0o700)
    store.close()
  })

  it('works where a part of the way is a link of the user: the disk it lies on is his choice', () => {
    const folder = newFolder()
    mkdirSync(join(folder, 'big-disk'))
    symlinkSync('big-disk', join(folder, 'local'))
    const store = openStore(realSys, join(folder, 'local/state'), ROOT)
    store.close()
    expect(readdirSync(join(folder, 'big-disk/state'))).toEqual([rootId(ROOT)])
    findStore(realSys, join(folder, 'local/state'), ROOT)!.close()
  })

  it('to look finds nothing where there is nothing, or only the beginning of it', () => {
    const home = newFolder()
    expect(findStore(realSys, home, ROOT)).toBeUndefined()
    mkdirSync(join(home, rootId(ROOT), 'objects'), { recursive: true })
    expect(findStore(realSys, home, ROOT)).toBeUndefined()
    expect(readdirSync(join(home, rootId(ROOT)))).toEqual(['objects'])
  })

  it('tells what hinders it, and gives back every descriptor', () => {
    const folder = newFolder()
    writeFileSync(join(folder, 'file'), '')
    expect(() => openStore(realSys, join(folder, 'file/state'), ROOT)).toThrow(/ENOTDIR/)
    expect(() => findStore(realSys, join(folder, 'file'), ROOT)).toThrow(/ENOTDIR/)
    const open = new Set<number>()
    const counting = sysWith({
      open: (path, flags, mode) => {
        const fd = realSys.open(path, flags, mode)
        open.add(fd)
        return fd
      },
      close: fd => {
        open.delete(fd)
        realSys.close(fd)
      },
      mkdir: (path, mode) => {
        if (path.endsWith('/trash')) throw refusal('EROFS')
        realSys.mkdir(path, mode)
      },
    })
    expect(() => openStore(counting, join(folder, 'state'), ROOT)).toThrow(/EROFS/)
    expect(open.size).toBe(0)
  })
})

describe('whose state it is', () => {
  it('is written down once, by one who holds the lock', () => {
    const store = newStore()
    writeFileSync(join(store.dir.path, 'root.json.new'), 'what a crash left')
    rememberRoot(store, ROOT)
    rememberRoot(store, '/another')
    expect(readFileSync(join(store.dir.path, 'root.json'), 'utf8')).toBe(
      `${JSON.stringify({ root: ROOT, version: 1, sum: sha256('format 1').slice(0, 16) })}\n`,
    )
    expect(readdirSync(store.dir.path)).not.toContain('root.json.new')
  })

  it('only after every directory down to it is on disk; those we may not open are not ours', () => {
    const home = join(newFolder(), 'state')
    const synced: string[] = []
    const paths = new Map<number, string>()
    const watching = sysWith({
      open: (path, flags, mode) => {
        if (path === '/tmp' || path === '/') throw refusal('EACCES')
        const fd = realSys.open(path, flags, mode)
        paths.set(fd, path)
        return fd
      },
      fsync: fd => {
        synced.push(paths.get(fd)!)
        realSys.fsync(fd)
      },
    })
    const store = newStore(watching, home)
    rememberRoot(store, ROOT)
    expect(synced).toContain(home)
    expect(synced).toContain(home.slice(0, home.lastIndexOf('/')))
    const broken = newStore(
      sysWith({
        open: (path, flags, mode) => {
          if (path === '/') throw refusal('EIO')
          return realSys.open(path, flags, mode)
        },
      }),
    )
    expect(() => rememberRoot(broken, ROOT)).toThrow(/EIO/)
  })
})

describe('a purge', () => {
  it('that was cut off is finished, and an older one leaves alone what came back since', () => {
    const store = newStore()
    const hash = store.objects.put(Buffer.from('secret'))
    eraseLastPurge(store)
    store.log.append(record('p1', { command: 'purge', purged: [hash] }))
    eraseLastPurge(store)
    expect(store.objects.get(hash).state).toBe('absent')
    store.objects.put(Buffer.from('secret'))
    store.log.append(record('r2'))
    eraseLastPurge(store)
    expect(store.objects.get(hash).state).toBe('whole')
  })
})

describe('I13 a state of a newer version', () => {
  it('is refused with a sentence, and one that says nothing is of the first', () => {
    const home = newFolder()
    const store = openStore(realSys, home, ROOT)
    const path = join(store.dir.path, 'root.json')
    store.close()
    const open = () => findStore(realSys, home, ROOT)
    for (const text of ['', '{', `{"root":"${ROOT}"}`, `{"root":"${ROOT}","version":1}`]) {
      writeFileSync(path, text)
      open()!.close()
    }
    writeFileSync(path, `{"root":"${ROOT}","version":2}`)
    expect(open).toThrow(
      `the state of ${ROOT} was written by a newer Dream (format 2; this one knows 1); update Dream, nothing was changed`,
    )
    const sum = sha256('format 2').slice(0, 16)
    writeFileSync(path, JSON.stringify({ root: ROOT, version: 2, sum }))
    expect(open).toThrow('a newer Dream (format 2')
  })

  it('is no turned bit: that is damage, and the rest is still read', () => {
    const home = newFolder()
    const store = openStore(realSys, home, ROOT)
    rememberRoot(store, ROOT)
    const path = join(store.dir.path, 'root.json')
    store.close()
    writeFileSync(path, readFileSync(path, 'utf8').replace('"version":1', '"version":5'))
    const damaged = findStore(realSys, home, ROOT)!
    expect(fsckStore(damaged).problems).toMatchObject([{ severity: 'damage', what: 'root.json is damaged' }])
    damaged.close()
  })
})
