import { createHash } from 'node:crypto'
import { lstatSync, readFileSync, rmdirSync, rmSync } from 'node:fs'
import { deserialize, serialize } from 'node:v8'
import { namesIn, writeSmallFile } from '../disk/index.ts'
import { debug } from '../model/index.ts'
import { VERSION } from '../version.ts'
import { CACHE, CACHE_STEPS, OLD_CACHES } from './names.ts'

/** A file that may be thrown away at any time. What cannot be read or kept is simply made again. */
export interface CacheFile {
  load(): Buffer | undefined
  store(bytes: Uint8Array): void
}

/** `$XDG_CACHE_HOME/dream`, else `~/.cache/dream`. */
export function cacheHome(env: Readonly<Record<string, string | undefined>>, home: string): string {
  const xdg = env['XDG_CACHE_HOME']
  return xdg?.startsWith('/') ? `${xdg}/dream` : `${home}/.cache/dream`
}

export function cacheFile(path: string, mode: Mode): CacheFile {
  return {
    load: () => {
      try {
        return readFileSync(path)
      } catch {
        return undefined
      }
    },
    store: bytes => {
      if (mode === 'read-only') return
      try {
        writeSmallFile(path, bytes, { when: 'soon', draft: 'shared' })
      } catch {
        // A full disk must not stop a run for the sake of the next one's speed.
      }
    },
  }
}

/** What one step found out the last time, and what it found it out from. Damaged or of another version it is not there. */
export interface Kept<Value> {
  load(key?: string): Value | undefined
  store(value: Value, key?: string): void
}

type Mode = 'read-only' | 'read-write'

/** What a step keeps for one folder or project, or for all: the only form in which values are kept between runs. */
export function keptBy<Value>(
  step: keyof typeof CACHE_STEPS,
  { env, home }: { readonly env: Readonly<Record<string, string | undefined>>; readonly home: string },
  mode: Mode,
  of = '',
): Kept<Value> {
  const { file, version } = CACHE_STEPS[step]
  const path = [cacheHome(env, home), of, file].filter(part => part !== '').join('/')
  const cache = kept<Value>(cacheFile(path, mode), `${VERSION}, ${version}`)
  const load = (key?: string): Value | undefined => {
    const value = cache.load(key)
    debug('cache', () => ({ step, path, used: value !== undefined }))
    return value
  }
  return { load, store: mode === 'read-only' ? () => {} : cache.store }
}

const SUM_LENGTH = 32

/** A checksum, then version, key and value: what was damaged, or mixed by two writers at once, is as good as not there. */
export function kept<Value>(file: CacheFile, version: string): Kept<Value> {
  return {
    load(key = '') {
      const bytes = file.load()
      const body = bytes?.subarray(SUM_LENGTH)
      if (bytes === undefined || body === undefined || !sumOf(body).equals(bytes.subarray(0, SUM_LENGTH)))
        return undefined
      try {
        const [of, by, value] = deserialize(body) as [string, string, Value]
        return of === version && by === key ? value : undefined
      } catch {
        // Written by a newer Node.
        return undefined
      }
    },
    store(value, key = '') {
      const body = serialize([version, key, value])
      file.store(Buffer.concat([sumOf(body), body]))
    },
  }
}

const sumOf = (bytes: Uint8Array): Buffer => createHash('sha256').update(bytes).digest()

/** Removes a folder of a cache, which can be made again at any time. */
export function removeCacheFolder(path: string): void {
  rmSync(path, { recursive: true, force: true })
}

/** A file that nobody needs, with its size in bytes. */
export interface OldFile {
  readonly path: string
  readonly size: number
}

/** The files below a folder that were written before a moment, in milliseconds; links are not followed. */
export function filesWrittenBefore(folder: string, moment: number): OldFile[] {
  return filesBelow(folder)
    .filter(({ written }) => written < moment)
    .map(({ path, size }) => ({ path, size }))
}

const DAY_MS = 86_400_000
const UNUSED_MS = 90 * DAY_MS

/** What models answered and the index of vectors cost something to make again, so they stay. */
const DEAR = ['models/', `${CACHE.vectors}/`]

/** Caches that nobody used for months, and those of earlier versions, which nobody reads any more. */
export function oldCaches(home: string, now: number): OldFile[] {
  return filesBelow(home)
    .filter(({ path, written }) => {
      const name = path.slice(home.length + 1)
      if (OLD_CACHES.some(old => name === old || name.endsWith(`/${old}`))) return true
      return written < now - UNUSED_MS && !DEAR.some(folder => name.startsWith(folder))
    })
    .map(({ path, size }) => ({ path, size }))
}

function filesBelow(folder: string): (OldFile & { readonly written: number })[] {
  return namesIn(folder).flatMap(name => {
    const path = `${folder}/${name}`
    const stat = lstatSync(path, { throwIfNoEntry: false })
    if (stat?.isDirectory() === true) return filesBelow(path)
    return stat?.isFile() === true ? [{ path, size: stat.size, written: stat.mtimeMs }] : []
  })
}

/** Removes files of Dream's own that can be made again, and folders that are empty then. */
export function removeOldFiles(files: readonly OldFile[]): void {
  for (const { path } of files) rmSync(path, { force: true })
  for (const folder of new Set(files.map(({ path }) => path.slice(0, path.lastIndexOf('/'))))) {
    try {
      rmdirSync(folder)
    } catch {
      // Something else is in it.
    }
  }
}
