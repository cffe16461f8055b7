import type { Dirent } from 'node:fs'
import { isInside } from '../disk/index.ts'
import { INDEX_FILE } from '../model/index.ts'
import { isVendored } from '../project/index.ts'
import { entriesIn, isDatedName } from './listing.ts'

/** What lies deeper in a project than the places where agents keep memory. */
export interface Nearby {
  /** Folders with settings of an agent of their own, as in a repository of many packages. */
  readonly nested: readonly string[]
  /** Folders with a `MEMORY.md`, or called `memory` and with journals in them, at no known place. */
  readonly indexed: readonly string[]
}

/** Nearest first, so what is left out lies deepest. A search goes before every run: it must not be felt. */
const MOST_FOLDERS = 2000
const DEEPEST = 6

const NOTHING: Nearby = { nested: [], indexed: [] }

/** Neither links nor other repositories nor other people's code are entered. */
export function nearbyFolders(project: string, home: string, settings: ReadonlySet<string>): Nearby {
  // Whatever the user has lies below these: that is no project.
  if (isInside(home, project)) return NOTHING
  const nested: string[] = []
  const indexed: string[] = []
  const open = [{ folder: project, depth: 0 }]
  for (let at = 0; at < open.length && at < MOST_FOLDERS; at++) {
    const { folder, depth } = open[at]!
    const entries = entriesIn(folder)
    if (folder !== project && entries.some(({ name }) => name === '.git')) continue
    if (folder !== project && entries.some(entry => entry.isDirectory() && settings.has(entry.name)))
      nested.push(folder)
    if (looksLikeMemory(folder, entries)) indexed.push(folder)
    if (depth === DEEPEST) continue
    const isClosed = (name: string) => name === '.git' || settings.has(name)
    for (const entry of entries) {
      const isOpen = entry.isDirectory() && !isClosed(entry.name) && !isVendored(`${entry.name}/x`)
      if (isOpen) open.push({ folder: `${folder}/${entry.name}`, depth: depth + 1 })
    }
  }
  return { nested, indexed }
}

function looksLikeMemory(folder: string, entries: readonly Dirent[]): boolean {
  const holds = (isNote: (name: string) => boolean) =>
    entries.some(entry => entry.isFile() && isNote(entry.name))
  if (holds(name => name === INDEX_FILE)) return true
  return /\/\.?memory$/.test(folder) && holds(isDatedName)
}
