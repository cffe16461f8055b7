import { readdirSync } from 'node:fs'
import { basename, dirname, relative } from 'node:path'
import { isInside } from '../disk/index.ts'
import { INDEX_FILE, isMovedAside } from '../model/index.ts'
import type { FolderProject } from '../project/index.ts'
import { isDatedName, isMarkdownName } from './layout.ts'

/** Which of the known places a memory folder was found in. */
export type Origin =
  | 'agent-memory'
  | 'agent-memory-local'
  | 'project-memory'
  | 'project-slug-memory'
  | 'home-memory'
  | 'home-agent-memory'
  | 'auto-memory-directory'
  | 'journal-workspace'
  | 'given'

export interface FoundFolder {
  /** Absolute, links resolved. */
  readonly root: string
  readonly label: string
  readonly title: string
  readonly project: FolderProject
  readonly origin: Origin
  /** The path that led here by way of a symbolic link. */
  readonly viaSymlink?: string
}

/** - `index`: has a `MEMORY.md`. - `memories`: has memory files alone. - `journals`: has nothing but dated files. */
export type Holding = 'index' | 'memories' | 'journals' | 'nothing' | 'unlistable'

export function holdingOf(folder: string): Holding {
  let files: string[]
  try {
    const entries = readdirSync(folder, { withFileTypes: true })
    files = entries.filter(entry => !entry.isDirectory()).map(entry => entry.name)
  } catch {
    return 'unlistable'
  }
  const names = files.filter(isMarkdownName)
  if (names.includes(INDEX_FILE)) return 'index'
  if (names.some(name => !isDatedName(name))) return 'memories'
  if (files.some(isMovedAside)) return 'memories'
  return names.length > 0 ? 'journals' : 'nothing'
}

/** Relative to the project or the working directory where it lies inside, else below `~`, else absolute. */
export function labelOf(root: string, project: FolderProject, cwd: string, home: string): string {
  const bases = 'path' in project ? [project.path, cwd] : [cwd]
  const base = bases.find(folder => isInside(root, folder))
  if (base !== undefined) return relative(base, root) || '.'
  return isInside(root, home) ? `~/${relative(home, root)}` : root
}

/** D21: the folder's base name; where that is `memory`, the project's, or as near to it as we know. */
export function titleOf(root: string, projectName: string | undefined): string {
  const name = basename(root)
  if (name !== 'memory') return name
  if (projectName !== undefined) return projectName
  const above = basename(dirname(root))
  return above === '.claude' || above === '' ? name : above
}
