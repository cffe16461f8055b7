import { Dir, errorCode, type Sys, sha256 } from '../disk/index.ts'
import { FOLDER_STATE } from '../state/index.ts'
import { Decisions } from './decisions.ts'
import { Deltas } from './deltas.ts'
import { Journal } from './journal.ts'
import { HistoryLog } from './log.ts'
import { Objects } from './objects.ts'
import { Seen } from './seen.ts'

/** Dream's own state for one memory folder; it lies outside that folder. */
export interface Store {
  readonly dir: Dir
  readonly objects: Objects
  readonly journal: Journal
  readonly log: HistoryLog
  readonly decisions: Decisions
  readonly seen: Seen
  readonly trash: Dir
  readonly locks: Dir
  close(): void
}

/** `notes-1f3a…`: the folder's name for people, its path's hash for certainty. */
export function rootId(root: string): string {
  const name = root.slice(root.lastIndexOf('/') + 1).replace(/[^A-Za-z0-9._-]/g, '_')
  return `${name.slice(0, 40)}-${sha256(root).slice(0, 16)}`
}

/** `$XDG_STATE_HOME/dream`, else `~/.local/state/dream`. */
export function stateHome(env: Record<string, string | undefined>, home: string): string {
  const xdg = env['XDG_STATE_HOME']
  return xdg?.startsWith('/') ? `${xdg}/dream` : `${home}/.local/state/dream`
}

/** Opens the state of a memory folder, and makes it where it is not there. */
export function openStore(sys: Sys, home: string, root: string): Store {
  makePath(sys, home)
  const top = openThrough(sys, home)
  try {
    top.makeSub(rootId(root))
    const dir = top.sub(rootId(root))
    try {
      for (const part of PARTS) dir.makeSub(part)
    } catch (error) {
      dir.close()
      throw error
    }
    return assemble(dir)
  } finally {
    top.close()
  }
}

const PARTS = [FOLDER_STATE.objects, FOLDER_STATE.writeLog, FOLDER_STATE.trash, FOLDER_STATE.locks]

/** Opens the state of a memory folder for reading; nothing where there is none yet. */
export function findStore(sys: Sys, home: string, root: string): Store | undefined {
  try {
    return assemble(openThrough(sys, `${home}/${rootId(root)}`))
  } catch (error) {
    if (errorCode(error) === 'ENOENT') return undefined
    throw error
  }
}

/** Looks into the state of a memory folder, if there is any yet. */
export function withStore<Result>(
  { sys, stateHome }: { readonly sys: Sys; readonly stateHome: string },
  root: string,
  look: (store: Store) => Result,
): Result | undefined {
  const store = findStore(sys, stateHome, root)
  if (store === undefined) return undefined
  try {
    return look(store)
  } finally {
    store.close()
  }
}

function assemble(dir: Dir): Store {
  const opened: Dir[] = [dir]
  const close = () => {
    for (const each of opened) each.close()
  }
  const part = (name: string): Dir => {
    const sub = dir.sub(name)
    opened.push(sub)
    return sub
  }
  try {
    const objects = new Objects(part(FOLDER_STATE.objects), new Deltas(dir))
    const journal = new Journal(part(FOLDER_STATE.writeLog))
    return {
      dir,
      objects,
      journal,
      log: new HistoryLog(dir),
      decisions: new Decisions(dir),
      seen: new Seen(dir),
      trash: part(FOLDER_STATE.trash),
      locks: part(FOLDER_STATE.locks),
      close,
    }
  } catch (error) {
    close()
    throw error
  }
}

export const ROOT_DRAFT = FOLDER_STATE.rootDraft

/**
 * Says whose state this is, for the person who finds it. Written by the first who holds the lock, and only when every
 * directory down to here is on disk: where the file is, what is put beside it cannot vanish with a directory.
 */
export function rememberRoot({ dir }: Store, root: string): void {
  if (dir.stat(FOLDER_STATE.root) !== undefined) return
  syncParents(dir.sys, dir.path)
  dir.discard(ROOT_DRAFT)
  dir.create(ROOT_DRAFT, Buffer.from(`${JSON.stringify({ root })}\n`), { mode: 0o600 })
  dir.sync()
  dir.rename(ROOT_DRAFT, FOLDER_STATE.root)
  // Before the first write log: runs that were cut off are looked up by this file.
  dir.sync()
}

function syncParents(sys: Sys, path: string): void {
  for (let cut = path.lastIndexOf('/'); cut >= 0; cut = cut === 0 ? -1 : path.lastIndexOf('/', cut - 1)) {
    try {
      syncDirectory(sys, path.slice(0, cut))
    } catch (error) {
      // What we may not even open is not of our making.
      if (errorCode(error) !== 'EACCES') throw error
    }
  }
}

function syncDirectory(sys: Sys, path: string): void {
  const dir = openThrough(sys, path)
  try {
    dir.sync()
  } finally {
    dir.close()
  }
}

function makePath(sys: Sys, path: string): void {
  if (path === '' || isThere(sys, path)) return
  const cut = path.lastIndexOf('/')
  makePath(sys, path.slice(0, cut))
  const parent = openThrough(sys, path.slice(0, cut))
  try {
    parent.makeSub(path.slice(cut + 1))
  } finally {
    parent.close()
  }
}

/** The way to the state directory may lead through links: `~/.local` on another disk is the user's own choice. */
function openThrough(sys: Sys, path: string): Dir {
  return Dir.open(sys, path || '/', 'follow')
}

function isThere(sys: Sys, path: string): boolean {
  try {
    sys.lstat(path)
    return true
  } catch (error) {
    if (errorCode(error) === 'ENOENT') return false
    throw error
  }
}
