import { Dir } from '../disk/dir.ts'
import { errorCode, type Sys } from '../disk/sys.ts'
import { Journal } from './journal.ts'
import { HistoryLog } from './log.ts'
import { Objects } from './objects.ts'
import { sha256 } from './sum.ts'

/** Dream's own state for one memory folder; it lies outside that folder. */
export interface Store {
  readonly dir: Dir
  readonly objects: Objects
  readonly journal: Journal
  readonly log: HistoryLog
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
  const top = Dir.open(sys, home)
  try {
    const dir = top.ensureSub(rootId(root))
    for (const part of ['objects', 'journal', 'trash', 'lock']) dir.ensureSub(part).close()
    return assemble(dir)
  } finally {
    top.close()
  }
}

/** Opens the state of a memory folder for reading; nothing where there is none yet. */
export function findStore(sys: Sys, home: string, root: string): Store | undefined {
  try {
    return assemble(Dir.open(sys, `${home}/${rootId(root)}`))
  } catch (error) {
    if (errorCode(error) === 'ENOENT') return undefined
    throw error
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
    const objects = new Objects(part('objects'))
    const journal = new Journal(part('journal'))
    return {
      dir,
      objects,
      journal,
      log: new HistoryLog(dir),
      trash: part('trash'),
      locks: part('lock'),
      close,
    }
  } catch (error) {
    close()
    throw error
  }
}

/** So that a person who finds the state directory can tell whose it is. */
export function rememberRoot({ dir }: Store, root: string): void {
  if (dir.stat('root.json') !== undefined) return
  const draft = 'root.json.new'
  dir.discard(draft)
  dir.create(draft, Buffer.from(`${JSON.stringify({ root })}\n`), { mode: 0o600 })
  dir.rename(draft, 'root.json')
}

function makePath(sys: Sys, path: string): void {
  if (path === '' || isThere(sys, path)) return
  const cut = path.lastIndexOf('/')
  makePath(sys, path.slice(0, cut))
  const parent = Dir.open(sys, path.slice(0, cut) || '/')
  try {
    parent.ensureSub(path.slice(cut + 1)).close()
  } finally {
    parent.close()
  }
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
