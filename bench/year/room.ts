import { readdirSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { realSys } from '../../src/disk/sys.ts'
import { isOwnFile } from '../../src/model/file-name.ts'
import { findStore } from '../../src/store/store.ts'
import type { Life } from './life.ts'

/** Bytes on disk: what belongs to the user, and what Dream keeps about it. */
export interface Room {
  /** Journals, snapshot, vault and memory folder. */
  readonly data: number
  /** Earlier versions of the user's files, each as it was. */
  readonly versions: number
  /** All else in the state directory. */
  readonly own: number
  /** The same by file, largest first. */
  readonly files: readonly (readonly [name: string, bytes: number])[]
}

export function roomOf({ workspace, vault, memory, journals }: Life): Room {
  const home = join(journals.home, '.local/state/dream')
  const state = filesBelow(home)
  const ofDream = new Set([workspace, memory].flatMap(root => versionsOfDream(home, root)))
  const isVersion = ([name]: readonly [string, number]) =>
    /^[^/]+\/(?:objects|seen)\//.test(name) && !ofDream.has(hashIn(name))
  const own = new Map<string, number>()
  for (const [name, bytes] of state.filter(file => !isVersion(file))) {
    // `workspace-1f3a/trash/…` is `workspace/trash`.
    const kind = name.replace(/^([a-z]+)-[0-9a-f]+\/([^/]+).*$/, '$1/$2')
    own.set(kind, (own.get(kind) ?? 0) + bytes)
  }
  return {
    data: sum([workspace, vault, memory].flatMap(filesBelow)),
    versions: sum(state.filter(isVersion)),
    own: sum([...own]),
    files: [...own].sort((a, b) => b[1] - a[1]),
  }
}

/** `workspace-1f3a/objects/ab/cdef…` */
const hashIn = (name: string): string => name.split('/').slice(2).join('')

/** The versions of Dream's own files, by history: stored whole they would be no versions of the user. */
function versionsOfDream(home: string, root: string): string[] {
  const store = findStore(realSys, home, root)
  if (store === undefined) return []
  const changes = store.log.read().records.flatMap(record => record.changes)
  store.close()
  return changes.flatMap(({ file, from, to }) =>
    isOwnFile(file) ? [from, to].flatMap(state => state?.hash ?? []) : [],
  )
}

function filesBelow(folder: string): [string, number][] {
  return readdirSync(folder, { recursive: true, encoding: 'utf8' }).flatMap(name => {
    const stat = statSync(join(folder, name))
    return stat.isFile() ? [[name, stat.size] as [string, number]] : []
  })
}

const sum = (files: readonly (readonly [string, number])[]): number =>
  files.reduce((all, [, bytes]) => all + bytes, 0)
