import { FOLDERS, VAULT } from '../model/index.ts'
import {
  BESIDE_PREFIX,
  errorCode,
  type FileStat,
  O_APPEND,
  O_CREAT,
  O_DIRECTORY,
  O_EXCL,
  O_NOFOLLOW,
  O_NONBLOCK,
  O_RDONLY,
  O_WRONLY,
  type OpenDir,
  type Sys,
} from './sys.ts'

export interface NewFile {
  readonly mode: number
  /** Microseconds since 1970; the present moment where absent. */
  readonly modified?: number
  readonly owner?: Owner
}

interface Owner {
  readonly uid: number
  readonly gid: number
}

/** `not-given-away`: the file is there, and belongs to whoever made it instead of the owner it was meant for. */
export type Made = 'as-asked' | 'not-given-away'

/**
 * A directory held open. Names are single segments and are resolved below its descriptor, so a parent that is
 * swapped for a symlink while we work leads nowhere. Links are never followed, only regular files are read or made.
 */
export class Dir implements OpenDir {
  private syncError: unknown

  protected constructor(
    readonly sys: Sys,
    readonly path: string,
    readonly fd: number,
  ) {}

  static open(sys: Sys, path: string, links: 'refuse' | 'follow' = 'refuse'): Dir {
    return new Dir(sys, path, sys.open(path, O_RDONLY | O_DIRECTORY | (links === 'refuse' ? O_NOFOLLOW : 0)))
  }

  close(): void {
    this.shut(this.fd)
  }

  /** Closes the directory when `work` is through. */
  use<Result>(work: (dir: this) => Result): Result {
    try {
      return work(this)
    } finally {
      this.close()
    }
  }

  /** What `work` makes of the directory `name` below this one; nothing where there is none. */
  within<Result>(name: string, work: (sub: Dir) => Result): Result | undefined {
    return this.stat(name) === undefined ? undefined : this.sub(name).use(work)
  }

  /** The directory `name` below this one. */
  sub(name: string): Dir {
    const fd = this.sys.open(this.at(name), O_RDONLY | O_DIRECTORY | O_NOFOLLOW)
    return new Dir(this.sys, `${this.path}/${name}`, fd)
  }

  /** Makes the directory `name` below this one where it is not there. */
  makeSub(name: string): void {
    try {
      this.sys.mkdir(this.at(name), 0o700)
    } catch (error) {
      if (errorCode(error) !== 'EEXIST') throw error
    }
  }

  /** The directory `name` below this one, on disk also where one who was killed had only just made it. */
  ensureSub(name: string): Dir {
    this.makeSub(name)
    this.sync()
    return this.sub(name)
  }

  list(): string[] {
    return this.sys.list(this.at('.')).sort()
  }

  stat(name: string): FileStat | undefined {
    try {
      return this.sys.lstat(this.at(name))
    } catch (error) {
      if (errorCode(error) === 'ENOENT') return undefined
      throw error
    }
  }

  /** The bytes of a regular file and how it looked when they were read; nothing where there is none. */
  read(name: string): { bytes: Buffer; stat: FileStat } | undefined {
    const fd = this.openToRead(name)
    if (fd === undefined) return undefined
    try {
      const stat = this.sys.fstat(fd)
      if (stat.kind !== 'file') throw notRegular(name)
      return { bytes: this.readAll(fd, stat.size), stat }
    } finally {
      this.shut(fd)
    }
  }

  /** Makes a new file, whole and on disk, or leaves none. Never replaces one. */
  create(name: string, bytes: Uint8Array, options: NewFile): Made {
    const fd = this.sys.open(this.at(name), O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW, 0o600)
    let state: 'writing' | 'whole' = 'writing'
    try {
      this.writeAll(fd, bytes)
      const made = this.dress(fd, options)
      this.sys.fsync(fd)
      if (this.sys.fstat(fd).size !== bytes.length) throw shortWrite(name)
      state = 'whole'
      return made
    } finally {
      this.shut(fd)
      if (state === 'writing') this.discard(name)
    }
  }

  /** Adds to the end of a file that is `expected` bytes long; takes back a part that did not fit. */
  append(name: string, bytes: Uint8Array, expected: number): void {
    const fd = this.sys.open(this.at(name), O_APPEND | O_CREAT | TO_WRITE, 0o600)
    let state: 'looking' | 'writing' | 'whole' = 'looking'
    try {
      const before = this.sys.fstat(fd)
      if (before.kind !== 'file') throw notRegular(name)
      if (before.size !== expected) throw new Error(`${name} is ${before.size} bytes long, not ${expected}`)
      state = 'writing'
      this.writeAll(fd, bytes)
      this.sys.fsync(fd)
      state = 'whole'
    } finally {
      if (state === 'writing') this.cutBack(fd, expected, bytes)
      this.shut(fd)
    }
  }

  /** Cuts a file to its first `length` bytes. */
  truncate(name: string, length: number): void {
    const fd = this.sys.open(this.at(name), TO_WRITE)
    try {
      this.sys.ftruncate(fd, length)
      this.sys.fsync(fd)
    } finally {
      this.shut(fd)
    }
  }

  /** Gives these bytes the name, whole or not at all; on disk with the next `sync`. What is left of an earlier draft goes. */
  replace(name: string, bytes: Uint8Array, draft: string, mode = 0o600, into: Dir = this): void {
    this.discard(draft)
    this.create(draft, bytes, { mode })
    this.rename(draft, name, into)
  }

  rename(from: string, to: string, into: Dir = this): void {
    this.sys.rename(this.at(from), into.at(to))
  }

  /** Gives the file `from` the name `to` unless something has it; says which. `from` is gone afterwards. */
  place(from: string, to: string): 'placed' | 'taken' {
    try {
      this.sys.link(this.at(from), this.at(to))
    } catch (error) {
      if (errorCode(error) === 'EEXIST') return 'taken'
      if (!NO_HARD_LINKS.has(errorCode(error) ?? '')) throw error
      if (this.stat(to) !== undefined) return 'taken'
      this.rename(from, to)
      return 'placed'
    }
    this.unlink(from)
    return 'placed'
  }

  unlink(name: string): void {
    this.sys.unlink(this.at(name))
  }

  /** Removes a file that may already be gone. */
  discard(name: string): void {
    try {
      this.unlink(name)
    } catch (error) {
      if (errorCode(error) !== 'ENOENT') throw error
    }
  }

  /** Names given and taken so far are on disk after this. */
  sync(): void {
    // The system tells of such an error once: a second try would succeed, and mean nothing.
    if (this.syncError !== undefined) throw this.syncError
    try {
      this.sys.fsync(this.fd)
    } catch (error) {
      this.syncError = error
      throw error
    }
  }

  /** The bytes of a file are on disk after this, whoever wrote them. */
  syncFile(name: string): void {
    const fd = this.sys.open(this.at(name), TO_WRITE)
    try {
      this.sys.fsync(fd)
    } finally {
      this.shut(fd)
    }
  }

  /** Sets a file's modification time, and nothing else about it. */
  touch(name: string, modified: number): void {
    const fd = this.sys.open(this.at(name), TO_WRITE)
    try {
      this.sys.futimes(fd, modified / 1e6, seconds(modified))
    } finally {
      this.shut(fd)
    }
  }

  /** Whatever had to reach the disk was synced before this, so an error here has nothing left to lose. */
  private shut(fd: number): void {
    try {
      this.sys.close(fd)
    } catch {}
  }

  /** The last word on names: whatever was believed above, none leads out of the directory. */
  protected at(name: string): string {
    if (name === '..' || name.includes('/')) throw new Error(`not a plain file name: ${JSON.stringify(name)}`)
    return this.sys.at(this, name)
  }

  private openToRead(name: string): number | undefined {
    try {
      // O_NONBLOCK: a FIFO must not make us wait for a writer.
      return this.sys.open(this.at(name), O_RDONLY | O_NOFOLLOW | O_NONBLOCK)
    } catch (error) {
      if (errorCode(error) === 'ENOENT') return undefined
      if (errorCode(error) === 'ELOOP') throw notRegular(name)
      throw error
    }
  }

  private readAll(fd: number, size: number): Buffer {
    // A byte more than it is said to hold, so that the last read finds the end without another buffer.
    let buffer = Buffer.allocUnsafe(size + 1)
    let filled = 0
    for (;;) {
      const got = this.sys.read(fd, buffer, filled, buffer.length - filled)
      if (got === 0) return buffer.subarray(0, filled)
      filled += got
      if (filled === buffer.length) buffer = Buffer.concat([buffer], filled * 2 + 512)
    }
  }

  private writeAll(fd: number, bytes: Uint8Array): void {
    let written = 0
    while (written < bytes.length) {
      const got = this.sys.write(fd, bytes, written, bytes.length - written)
      if (got === 0) throw shortWrite(this.path)
      written += got
    }
  }

  private dress(fd: number, options: NewFile): Made {
    const made = options.owner === undefined ? 'as-asked' : this.giveTo(fd, options.owner)
    this.sys.fchmod(fd, options.mode)
    if (options.modified !== undefined) {
      this.sys.futimes(fd, options.modified / 1e6, seconds(options.modified))
    }
    return made
  }

  /** Only root may give files away, and a group may be given to by its members: as much as can be had is done. */
  private giveTo(fd: number, { uid, gid }: Owner): Made {
    const now = this.sys.fstat(fd)
    if (now.uid === uid && now.gid === gid) return 'as-asked'
    if (this.tryChown(fd, uid, gid)) return 'as-asked'
    if (now.gid !== gid) this.tryChown(fd, now.uid, gid)
    return 'not-given-away'
  }

  private tryChown(fd: number, uid: number, gid: number): boolean {
    try {
      this.sys.fchown(fd, uid, gid)
      return true
    } catch (error) {
      if (errorCode(error) !== 'EPERM') throw error
      return false
    }
  }

  /** Only what is certainly ours: where the file grew by more than our bytes, another wrote behind them. */
  private cutBack(fd: number, length: number, bytes: Uint8Array): void {
    try {
      if (this.sys.fstat(fd).size <= length + bytes.length) this.sys.ftruncate(fd, length)
    } catch {
      // The reader of this file cuts a torn tail itself; the first error is the one worth hearing.
    }
  }
}

/**
 * Never less than the microsecond, of which the system cuts off a part: half of one is added, but only where it has to
 * be, because newer systems keep it, and a whole second is then no longer the time that the file had.
 */
function seconds(microseconds: number): number {
  const exact = microseconds / 1e6
  return Math.floor((exact % 1) * 1e6) === microseconds % 1e6 ? exact : (microseconds + 0.5) / 1e6
}

/** O_NONBLOCK: a FIFO must not make us wait for a reader. */
const TO_WRITE = O_WRONLY | O_NOFOLLOW | O_NONBLOCK

const NO_HARD_LINKS = new Set(['EPERM', 'ENOTSUP', 'EOPNOTSUPP', 'ENOSYS', 'EMLINK'])

export class NotRegularFile extends Error {
  readonly code = 'ENOTREG'
}

function notRegular(name: string): Error {
  return new NotRegularFile(`${JSON.stringify(name)} is not a regular file`)
}

function shortWrite(name: string): Error {
  return Object.assign(new Error(`the disk took only a part of ${JSON.stringify(name)}`), { code: 'ENOSPC' })
}

/**
 * A memory folder in which a few fixed sub-folders may be named too (`memory/2026-02-27.md`), and a vault that lies
 * elsewhere (`@vault/ledger.md`). Every segment is opened by itself and no link is followed, so a name leads no
 * further than its spelling. For plain names it is a `Dir` and nothing else.
 */
export class Tree extends Dir {
  private readonly folders = new Map<string, Dir>()
  private vault: string | undefined

  static override open(sys: Sys, path: string): Tree {
    return new Tree(sys, path, sys.open(path, O_RDONLY | O_DIRECTORY | O_NOFOLLOW))
  }

  /** Says where the vault lies from now on; a path with its links resolved. */
  mount(vault: string | undefined): void {
    if (vault === this.vault) return
    this.vault = vault
    for (const [path, folder] of this.folders) {
      if (!path.startsWith(VAULT)) continue
      folder.close()
      this.folders.delete(path)
    }
  }

  override close(): void {
    for (const folder of this.folders.values()) folder.close()
    super.close()
  }

  override sync(): void {
    for (const folder of this.folders.values()) folder.sync()
    super.sync()
  }

  override create(name: string, bytes: Uint8Array, options: NewFile): Made {
    const cut = name.lastIndexOf('/')
    if (cut !== -1) this.folder(name.slice(0, cut), 'make')
    return super.create(name, bytes, options)
  }

  /** What steps left beside their files, here and wherever else steps of this folder may work. */
  traces(): string[] {
    const isTrace = (name: string) => name.startsWith(BESIDE_PREFIX)
    const found = this.list().filter(isTrace)
    for (const path of FOLDERS) {
      if (this.vault === undefined && path.startsWith(VAULT)) continue
      const names = this.folderIfThere(path)?.list() ?? []
      found.push(...names.filter(isTrace).map(name => `${path}/${name}`))
    }
    return found
  }

  protected override at(name: string): string {
    const cut = name.lastIndexOf('/')
    const last = name.slice(cut + 1)
    const here = super.at(last)
    return cut === -1 ? here : this.sys.at(this.folder(name.slice(0, cut), 'open'), last)
  }

  private folderIfThere(path: string): Dir | undefined {
    try {
      return this.folder(path, 'open')
    } catch (error) {
      if (['ENOENT', 'ENOTDIR', 'ELOOP', 'EACCES', 'EPERM'].includes(errorCode(error) ?? '')) return undefined
      throw error
    }
  }

  private folder(path: string, how: 'open' | 'make'): Dir {
    const known = this.folders.get(path)
    if (known !== undefined) return known
    if (!FOLDERS.includes(path)) throw new Error(`not a place in a memory folder: ${JSON.stringify(path)}`)
    const cut = path.lastIndexOf('/')
    const folder = path === VAULT ? this.openVault() : this.below(path, cut, how)
    this.folders.set(path, folder)
    return folder
  }

  private below(path: string, cut: number, how: 'open' | 'make'): Dir {
    const parent = cut === -1 ? this : this.folder(path.slice(0, cut), how)
    const name = path.slice(cut + 1)
    if (how === 'make' && parent.stat(name) === undefined) return parent.ensureSub(name)
    return parent.sub(name)
  }

  private openVault(): Dir {
    if (this.vault === undefined) throw Object.assign(new Error('no vault is known'), { code: 'ENOENT' })
    return Dir.open(this.sys, this.vault)
  }
}
