import { hash } from 'node:crypto'
import * as fs from 'node:fs'
import { sayEarly } from '../languages/index.ts'

/**
 * The few system calls that storage is made of. Everything that changes a memory folder or Dream's own state goes
 * through one of these, so a test can count them, fail the n-th, or put a simulated disk underneath.
 */
export interface Sys {
  /** The path of `name` in an opened directory; through its descriptor where the system has such paths. */
  at(dir: OpenDir, name: string): string
  open(path: string, flags: number, mode?: number): number
  close(fd: number): void
  read(fd: number, buffer: Uint8Array, offset: number, length: number): number
  write(fd: number, buffer: Uint8Array, offset: number, length: number): number
  fsync(fd: number): void
  fstat(fd: number): FileStat
  lstat(path: string): FileStat
  list(path: string): string[]
  rename(from: string, to: string): void
  /** Fails where `to` exists: the only way to give a file its name without ever replacing another. */
  link(from: string, to: string): void
  unlink(path: string): void
  mkdir(path: string, mode: number): void
  /** Access and modification time in seconds. */
  futimes(fd: number, accessed: number, modified: number): void
  fchmod(fd: number, mode: number): void
  fchown(fd: number, uid: number, gid: number): void
  ftruncate(fd: number, length: number): void
}

export interface OpenDir {
  readonly fd: number
  readonly path: string
}

export interface FileStat {
  readonly kind: 'file' | 'directory' | 'symlink' | 'other'
  readonly size: number
  /** Microseconds since 1970. */
  readonly modified: number
  readonly mode: number
  readonly uid: number
  readonly gid: number
}

export const { O_RDONLY, O_WRONLY, O_CREAT, O_EXCL, O_APPEND, O_NOFOLLOW, O_DIRECTORY, O_NONBLOCK } =
  fs.constants

function toStat(s: fs.BigIntStats): FileStat {
  const kind = s.isFile() ? 'file' : s.isDirectory() ? 'directory' : s.isSymbolicLink() ? 'symlink' : 'other'
  return {
    kind,
    size: Number(s.size),
    modified: Number(s.mtimeNs / 1000n),
    mode: Number(s.mode) & 0o7777,
    uid: Number(s.uid),
    gid: Number(s.gid),
  }
}

const throughDescriptor = process.platform === 'linux'

export const realSys: Sys = {
  at: (dir, name) => (throughDescriptor ? `/proc/self/fd/${dir.fd}/${name}` : `${dir.path}/${name}`),
  open: (path, flags, mode) => fs.openSync(path, flags, mode),
  close: fd => fs.closeSync(fd),
  read: (fd, buffer, offset, length) => fs.readSync(fd, buffer, offset, length, null),
  write: (fd, buffer, offset, length) => fs.writeSync(fd, buffer, offset, length, null),
  fsync: fd => fs.fsyncSync(fd),
  fstat: fd => toStat(fs.fstatSync(fd, { bigint: true })),
  lstat: path => toStat(fs.lstatSync(path, { bigint: true })),
  list: path => fs.readdirSync(path),
  rename: (from, to) => fs.renameSync(from, to),
  link: (from, to) => fs.linkSync(from, to),
  unlink: path => fs.unlinkSync(path),
  mkdir: (path, mode) => fs.mkdirSync(path, { mode }),
  futimes: (fd, accessed, modified) => fs.futimesSync(fd, accessed, modified),
  fchmod: (fd, mode) => fs.fchmodSync(fd, mode),
  fchown: (fd, uid, gid) => fs.fchownSync(fd, uid, gid),
  ftruncate: (fd, length) => fs.ftruncateSync(fd, length),
}

/** The system's own word for what went wrong: `ENOENT`, `ENOSPC` … */
export function errorCode(error: unknown): string | undefined {
  const code = (error as { code?: unknown } | null)?.code
  return typeof code === 'string' ? code : undefined
}

/** An error of the system in words, with its code for those who look it up: `permission denied (EACCES)`. */
export function errorWords(error: unknown): string {
  const code = errorCode(error) ?? ''
  const words = (sayEarly().places.errors as Readonly<Record<string, string>>)[code]
  if (words !== undefined) return sayEarly().places.withCode(words, code)
  return error instanceof Error ? error.message : String(error)
}

export function sha256(bytes: Uint8Array | string): string {
  return hash('sha256', bytes)
}

/** What stands beside a file while a run changes it: `.dream-<run>-<number>.<new, old or back>`. */
export const BESIDE_PREFIX = '.dream-'

/** What a run moved aside and has not cleared away yet: where it is, a memory folder is, whatever else is missing. */
export function isMovedAside(name: string): boolean {
  return /^\.dream-.{1,100}-\d{1,9}\.(?:old|back)$/.test(name)
}
