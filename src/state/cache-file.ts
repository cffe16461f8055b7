import { mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { dirname } from 'node:path'

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
      if (mode === 'read-write') replace(path, bytes)
    },
  }
}

function replace(path: string, bytes: Uint8Array): void {
  // One name for all: what a killed run left is written over. Two at once may mix; checksums tell.
  const draft = `${path}.tmp`
  try {
    mkdirSync(dirname(path), { recursive: true, mode: 0o700 })
    writeFileSync(draft, bytes, { mode: 0o600 })
    renameSync(draft, path)
  } catch {
    // A full disk must not stop a run for the sake of the next one's speed.
    rmSync(draft, { force: true })
  }
}
