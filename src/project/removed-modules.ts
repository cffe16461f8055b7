import type { RemovedModule } from '../model/index.ts'
import type { Past } from './project.ts'

const SHORTEST_NAME = 6
const MOST = 500

/**
 * Folders that history removed whole, by the name that people call them: one with a mark in it (`pay-bridge`, `payBridge`),
 * or that of its main file too (`courier/courier.py`). A plain word such as `testing` says nothing; nor does a name that
 * something else still has.
 */
export function removedModules(past: Past, files: readonly string[]): Map<string, RemovedModule> {
  const left = new Set<string>()
  const folders = new Set<string>()
  for (const path of files) {
    const segments = path.split('/')
    segments.forEach((segment, at) => {
      left.add(stemOf(segment))
      if (at > 0) folders.add(segments.slice(0, at).join('/'))
    })
  }
  const modules = new Map<string, RemovedModule & { isNamed: boolean }>()
  for (const [path, { commit, date, to }] of past.vanished)
    if (to === undefined)
      for (const folder of goneFolders(path, folders)) note(modules, left, path, { folder, commit, date })
  const named = [...modules].filter(([, { isNamed }]) => isNamed).slice(0, MOST)
  return new Map(named.map(([name, { folder, commit, date }]) => [name, { folder, commit, date }]))
}

function note(
  modules: Map<string, RemovedModule & { isNamed: boolean }>,
  left: ReadonlySet<string>,
  path: string,
  { folder, commit, date }: RemovedModule,
): void {
  const name = folder.slice(folder.lastIndexOf('/') + 1)
  const key = name.toLowerCase()
  if (key.length < SHORTEST_NAME || left.has(key)) return
  const before = modules.get(key)
  const isNamed =
    before?.isNamed === true ||
    /[a-z\d][-_][a-z\d]|[a-z][A-Z]/.test(name) ||
    stemOf(path.slice(path.lastIndexOf('/') + 1)) === key
  const newest = before !== undefined && before.date > date ? before : { commit, date }
  modules.set(key, { commit: newest.commit, date: newest.date, folder, isNamed })
}

const stemOf = (name: string): string => name.replace(/(?!^)\.\w+$/, '').toLowerCase()

/** The folders above a path that are not there any more. */
function goneFolders(path: string, folders: ReadonlySet<string>): string[] {
  const segments = path.split('/')
  return segments
    .slice(1)
    .map((_, at) => segments.slice(0, at + 1).join('/'))
    .filter(folder => !folders.has(folder))
}
