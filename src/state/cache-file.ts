import { readFileSync } from 'node:fs'
import { writeSmallFile } from '../disk/index.ts'

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

export function cacheFile(path: string, mode: 'read-only' | 'read-write'): CacheFile {
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
