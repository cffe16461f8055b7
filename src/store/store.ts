import { Dir, errorCode, jsonObject, type Sys, sha256 } from '../disk/index.ts'
import { say } from '../languages/index.ts'
import { ANSWERS, type Decision, DreamError, isNewer, newerFormat, type Superseded } from '../model/index.ts'
import { FOLDER_STATE } from '../state/index.ts'
import { Deltas } from './deltas.ts'
import { HistoryLog } from './history.ts'
import { Lines } from './lines.ts'
import { Objects } from './objects.ts'
import { Seen } from './seen.ts'
import { WriteLog } from './write-log.ts'

/** Dream's own state for one memory folder; it lies outside that folder. */
export interface Store {
  readonly dir: Dir
  readonly objects: Objects
  readonly writeLog: WriteLog
  readonly log: HistoryLog
  /** What a person decided about proposals. A line that is lost means that the question is asked again. */
  readonly decisions: Lines<Decision>
  readonly seen: Seen
  /** What a person corrected. */
  readonly superseded: Lines<Superseded>
  readonly trash: Dir
  readonly locks: Dir
  close(): void
}

/** `notes-1f3a…`: the folder's name for people, its path's hash for certainty. */
export function rootId(root: string): string {
  const name = root.slice(root.lastIndexOf('/') + 1).replace(/[^A-Za-z0-9._-]/g, '_')
  return `${name.slice(0, 40)}-${sha256(root).slice(0, 16)}`
}

/** Opens the state of a memory folder, and makes it where it is not there. */
export function openStore(sys: Sys, home: string, root: string): Store {
  makePath(sys, home)
  return openThrough(sys, home).use(top => {
    top.makeSub(rootId(root))
    const dir = top.sub(rootId(root))
    try {
      for (const part of PARTS) dir.makeSub(part)
    } catch (error) {
      dir.close()
      throw error
    }
    return assemble(dir)
  })
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

/** The format of all that lies in the state of a folder. A state that does not say is of the first. */
const FORMAT = 1

function refuseNewer(dir: Dir): void {
  const said = jsonObject(dir.read(FOLDER_STATE.root)?.bytes.toString('utf8')) ?? {}
  // A turned bit makes another number of it, and is no reason to ask for another Dream.
  if (isNewer(said['version'], FORMAT) && hasItsSum(said))
    throw new DreamError(newerFormat(say().storage.stateOf(String(said['root'])), said['version'], FORMAT), 2)
}

/** Whether the format is the one that was written; where no sum stands, nothing speaks against it. */
export const hasItsSum = ({ version, sum }: Record<string, unknown>): boolean =>
  sum === undefined || sum === formatSum(version)

/** Of the format alone: the name of the directory guards the path. */
const formatSum = (version: unknown): string => sha256(`format ${version}`).slice(0, 16)

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
    refuseNewer(dir)
    const objects = new Objects(part(FOLDER_STATE.objects), new Deltas(dir))
    const writeLog = new WriteLog(part(FOLDER_STATE.writeLog))
    return {
      dir,
      objects,
      writeLog,
      log: new HistoryLog(dir),
      decisions: new Lines(dir, FOLDER_STATE.decisions, ({ answer }) => ANSWERS.includes(answer)),
      seen: new Seen(dir),
      superseded: new Lines(
        dir,
        FOLDER_STATE.superseded,
        ({ file, by }) => typeof file === 'string' && typeof by === 'string',
      ),
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
  dir.create(
    ROOT_DRAFT,
    Buffer.from(`${JSON.stringify({ root, version: FORMAT, sum: formatSum(FORMAT) })}\n`),
    { mode: 0o600 },
  )
  dir.sync()
  dir.rename(ROOT_DRAFT, FOLDER_STATE.root)
  // Before the first write log: runs that were cut off are looked up by this file.
  dir.sync()
}

function syncParents(sys: Sys, path: string): void {
  for (let cut = path.lastIndexOf('/'); cut >= 0; cut = cut === 0 ? -1 : path.lastIndexOf('/', cut - 1)) {
    try {
      openThrough(sys, path.slice(0, cut)).use(dir => dir.sync())
    } catch (error) {
      // What we may not even open is not of our making.
      if (errorCode(error) !== 'EACCES') throw error
    }
  }
}

function makePath(sys: Sys, path: string): void {
  if (path === '' || isThere(sys, path)) return
  const cut = path.lastIndexOf('/')
  makePath(sys, path.slice(0, cut))
  openThrough(sys, path.slice(0, cut)).use(parent => parent.makeSub(path.slice(cut + 1)))
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
