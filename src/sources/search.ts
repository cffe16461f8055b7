import { type Dirent, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { isFolder, realPath } from '../disk/index.ts'
import type { FolderProject } from '../project/index.ts'
import { showText } from '../text/index.ts'
import { projectFolderNames } from './claude-code.ts'
import { configuredFolders } from './configured-folders.ts'
import { holdingOf, type Origin } from './found-folder.ts'
import { projectOfSlugFolder, projectOfTranscripts } from './slug-folder.ts'
import { isUserConfig, leadOf, mayFollow, repositoryOf, type Surroundings } from './surroundings.ts'

/** A folder at one of the known places that holds memories. */
export interface Candidate {
  /** Spelled on resolved parents: where its real path differs, a link led there. */
  readonly path: string
  readonly origin: Origin
  readonly project: FolderProject
  /** For the title, where the project itself is not there. */
  readonly projectName?: string
}

export interface Candidates {
  readonly folders: readonly Candidate[]
  readonly notes: readonly string[]
}

/** The places under a project, which has no link in its path. What leads out of it is reported, and taken where it is trusted. */
export function searchProject(project: string, around: Surroundings): Candidates {
  const claude = join(project, '.claude')
  if (isUserConfig(claude, around)) return { folders: [], notes: [] }
  const of: FolderProject = { path: around.chosen ?? project }
  const notes: string[] = []
  const may = (path: string) => mayFollow(leadOf(path, project), around, notes, project)
  const inside = (path: string) => (may(path) ? children(path) : [])
  const places: [Origin, string[]][] = [
    ['agent-memory', inside(join(claude, 'agent-memory'))],
    ['agent-memory-local', inside(join(claude, 'agent-memory-local'))],
    ['project-slug-memory', inside(join(claude, 'projects')).map(slug => join(slug, 'memory'))],
    ['project-memory', [join(claude, 'memory')]],
  ]
  const folders = places.flatMap(([origin, paths]) =>
    paths.filter(path => may(path) && holdsMemories(path)).map(path => ({ path, origin, project: of })),
  )
  return { folders, notes }
}

/** The places under the home directory: this project's memory or every project's, and the user's agents. */
export function searchHome(around: Surroundings, projects: 'this' | 'all'): Candidates {
  const configured = configuredFolders(around)
  const agents = children(join(around.config, 'agent-memory'))
  const folders: Candidate[] = [
    ...(projects === 'all' ? everyProject(around) : thisProject(around)),
    ...agents.map(path => ({ path, origin: 'home-agent-memory' as const, project: ofTheUser(around) })),
    ...configured.folders.map(({ path, scope }) => ({
      path,
      origin: 'auto-memory-directory' as const,
      project: scope === 'user' ? ofTheUser(around) : { path: around.project },
    })),
  ]
  return { folders: folders.filter(folder => holdsMemories(folder.path)), notes: configured.notes }
}

/** What belongs to the user alone was written in many projects; checking it against one of them would condemn the rest. */
function ofTheUser(around: Surroundings): FolderProject {
  if (around.chosen !== undefined) return { path: around.chosen }
  return { absent: 'it belongs to the user, not to one project: name one with --project' }
}

function thisProject(around: Surroundings): Candidate[] {
  const names = projectFolderNames(around.projectPaths, around.env)
  const project = { path: around.chosen ?? around.project }
  const memory = (folder: string): Candidate => ({
    path: join(folder, 'memory'),
    origin: 'home-memory',
    project,
  })
  const named = names.map(name => memory(join(around.config, 'projects', name)))
  const found = named.filter(candidate => holdsMemories(candidate.path))
  if (found.length > 0) return found
  return children(join(around.config, 'projects'))
    .filter(folder => wasUsedHere(folder, around))
    .map(memory)
}

/** The slug is not the one we would give (a moved folder, another release): its transcripts say whose it is. */
function wasUsedHere(folder: string, around: Surroundings): boolean {
  if (!holdsMemories(join(folder, 'memory'))) return false
  const path = projectOfTranscripts(folder)
  const real = path === undefined ? undefined : realPath(path)
  return real !== undefined && repositoryOf(real, around.home) === repositoryOf(around.project, around.home)
}

function everyProject(around: Surroundings): Candidate[] {
  const own = new Set(projectFolderNames(around.projectPaths, around.env))
  return childNames(join(around.config, 'projects')).map(name => {
    const folder = join(around.config, 'projects', name)
    const place = { path: join(folder, 'memory'), origin: 'home-memory' as const }
    if (own.has(name)) return { ...place, project: { path: around.project } }
    return { ...place, ...slugFolderProject(folder, around) }
  })
}

/** The project of a folder below `projects/`, if it is still where it was. */
export function slugFolderProject(
  folder: string,
  around: Surroundings,
): { readonly project: FolderProject; readonly projectName?: string } {
  const path = projectOfSlugFolder(folder, around.home, around.env)
  if (path === undefined) return { project: { absent: 'no transcript tells which project it belongs to' } }
  const projectName = path.split('/').at(-1) as string
  const real = isFolder(path) ? realPath(path) : undefined
  if (real === undefined)
    return { project: { absent: `its project folder is not there: ${showText(path)}` }, projectName }
  return { project: { path: real }, projectName }
}

export function children(folder: string): string[] {
  return childNames(folder).map(name => join(folder, name))
}

function holdsMemories(folder: string): boolean {
  const holding = holdingOf(folder)
  return holding === 'index' || holding === 'memories'
}

function childNames(folder: string): string[] {
  let entries: Dirent[]
  try {
    entries = readdirSync(folder, { withFileTypes: true })
  } catch {
    return []
  }
  const names = entries
    .filter(entry => entry.isDirectory() || entry.isSymbolicLink())
    .map(entry => entry.name)
  return names.sort((a, b) => (a < b ? -1 : 1))
}
