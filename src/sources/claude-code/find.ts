import { dirname, isAbsolute, join } from 'node:path'
import {
  canonicalRoot,
  gitTopLevel,
  isFolder,
  isInside,
  jsonObject,
  leadTarget,
  readProjectText,
  readSmallText,
  realPath,
} from '../../disk/index.ts'
import { say } from '../../languages/index.ts'
import type { FolderProject } from '../../project/index.ts'
import { showText } from '../../text/index.ts'
import { leadOf, mayFollow } from '../leads.ts'
import { foldersIn, holdingOf, holdsMemories } from '../listing.ts'
import {
  type Candidate,
  type CandidateProject,
  type Candidates,
  type Environment,
  expandHome,
  type LostMemory,
  type Origin,
  projectAround,
  repositoryAround,
  repositoryOf,
  type Surroundings,
} from '../source.ts'
import {
  configDirectory,
  listedProjects,
  projectFolderNames,
  projectOfSlugFolder,
  projectOfTranscripts,
  projectSlug,
  slugFolderOf,
} from './places.ts'

export function find(around: Surroundings, projects: 'this' | 'all'): Candidates {
  const inProject = findBelow(around.project, around)
  const inHome = findInHome(around, projects)
  return {
    folders: [...inProject.folders, ...inHome.folders],
    notes: [...inProject.notes, ...inHome.notes],
  }
}

/** The places under a project, which has no link in its path. What leads out of it is reported, and taken where it is trusted. */
export function findBelow(project: string, around: Surroundings): Candidates {
  const claude = join(project, '.claude')
  if (isUserConfig(claude, around)) return { folders: [], notes: [] }
  const of: FolderProject = { path: around.chosen ?? project }
  const notes: string[] = []
  const may = (path: string) => mayFollow(leadOf(path, project), around, notes, project)
  const inside = (path: string) => (may(path) ? foldersIn(path) : [])
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
function findInHome(around: Surroundings, projects: 'this' | 'all'): Candidates {
  const configured = configuredFolders(around)
  const folders: Candidate[] = [
    ...(projects === 'all' ? everyProject(around) : thisProject(around)),
    ...foldersIn(join(configOf(around), 'agent-memory')).map(path => ({
      path,
      origin: 'home-agent-memory' as const,
      project: ofTheUser(around),
    })),
    ...configured.folders,
  ]
  return { folders: folders.filter(folder => holdsMemories(folder.path)), notes: configured.notes }
}

/** What belongs to the user alone was written in many projects; checking it against one of them would condemn the rest. */
function ofTheUser({ chosen }: Surroundings): FolderProject {
  if (chosen !== undefined) return { path: chosen }
  return { absent: say().places.folders.belongsToUser }
}

/** The user's configuration, links resolved. */
function configOf({ home, env }: Pick<Surroundings, 'home' | 'env'>): string {
  const config = configDirectory(home, env)
  return realPath(config) ?? config
}

/** The home directory's `.claude` is the user's, also where a link leads to it. */
function isUserConfig(claude: string, around: Surroundings): boolean {
  const config = configOf(around)
  const project = dirname(claude)
  if (project === around.home) return realPath(claude) === config
  const lead = leadOf(claude, project)
  return claude === config || (typeof lead === 'object' && leadTarget(lead) === config)
}

/** The project's folder below `projects/`, which is searched as well. */
export function isOwnMemory(path: string, around: Surroundings): boolean {
  const names = projectFolderNames(around.projectPaths, around.env)
  const configs = [configOf(around), configDirectory(around.home, around.env)]
  return configs.some(folder => names.some(name => isInside(path, join(folder, 'projects', name))))
}

export function memoryOf(around: Surroundings): string {
  const [name = ''] = projectFolderNames(around.projectPaths, around.env)
  return join(configOf(around), 'projects', name, 'memory')
}

function thisProject(around: Surroundings): Candidate[] {
  const projects = join(configOf(around), 'projects')
  const project = { path: around.chosen ?? around.project }
  const memory = (folder: string): Candidate => ({
    path: join(folder, 'memory'),
    origin: 'home-memory',
    project,
  })
  const named = projectFolderNames(around.projectPaths, around.env).map(name => memory(join(projects, name)))
  const found = named.filter(candidate => holdsMemories(candidate.path))
  if (found.length > 0) return found
  return foldersIn(projects)
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
  const projects = join(configOf(around), 'projects')
  const own = new Set(projectFolderNames(around.projectPaths, around.env).map(name => join(projects, name)))
  return foldersIn(projects).map(folder => ({
    path: join(folder, 'memory'),
    origin: 'home-memory',
    ...(own.has(folder) ? { project: { path: around.project } } : slugFolderProject(folder, around)),
  }))
}

/** The project of a folder below `projects/`, if it is still where it was. */
function slugFolderProject(folder: string, { home, env }: Surroundings): CandidateProject {
  const path = projectOfSlugFolder(folder, home, env)
  if (path === undefined) return { project: { absent: say().places.folders.noTranscript } }
  const projectName = path.split('/').at(-1) as string
  const real = isFolder(path) ? realPath(path) : undefined
  if (real === undefined)
    return { project: { absent: say().places.folders.projectGone(showText(path)) }, projectName }
  return { project: { path: real }, projectName }
}

/**
 * The folders that the setting `autoMemoryDirectory` names. The user's own settings may name any. A project's settings may
 * have arrived with a clone: they are followed inside the project, to its own folder in the user's configuration, and
 * wherever the user trusts them to lead.
 */
export function configuredFolders(around: Surroundings): Candidates {
  const folders: Candidate[] = []
  const notes: string[] = []
  const origin = 'auto-memory-directory'
  const own = settingIn(readSmallText(join(configOf(around), 'settings.json')), around.home)
  if (own !== undefined) folders.push({ path: own, origin, project: ofTheUser(around) })
  const claude = join(around.project, '.claude')
  if (isUserConfig(claude, around)) return { folders, notes }
  for (const name of ['settings.json', 'settings.local.json']) {
    const file = join(claude, name)
    if (!mayFollow(leadOf(file, around.project), around, notes)) continue
    const path = settingIn(readProjectText(around.project, file, around.trusts), around.home)
    if (path === undefined) continue
    const lead = leadOf(path, around.project, { file, to: path })
    if (mayFollow(lead, around, notes)) folders.push({ path, origin, project: { path: around.project } })
  }
  return { folders, notes }
}

function settingIn(text: string | undefined, home: string): string | undefined {
  const value = jsonObject(text)?.['autoMemoryDirectory']
  if (typeof value !== 'string' || value.includes('\0')) return undefined
  const path = expandHome(value, home)
  return isAbsolute(path) ? path : undefined
}

/** The slug folder's, or the folder above `.claude`. */
export function projectOf(root: string, around: Surroundings): CandidateProject | undefined {
  const config = configOf(around)
  const slugFolder = slugFolderOf(root)
  if (slugFolder !== undefined && isInside(slugFolder, config)) return slugFolderProject(slugFolder, around)
  if (isInside(root, config)) return { project: projectAround(root, around) }
  // In a repository, transcripts may have come with it, and name any folder.
  const isFree = slugFolder !== undefined && repositoryAround(root, around) === undefined
  if (isFree && projectOfTranscripts(slugFolder) !== undefined) return slugFolderProject(slugFolder, around)
  const parts = root.split('/')
  const at = parts.lastIndexOf('.claude')
  return at < 1 ? undefined : { project: { path: parts.slice(0, at).join('/') || '/' } }
}

interface KnownProject {
  /** The folder below `projects/`. */
  readonly folder: string
  readonly project: string
  readonly state: 'there' | 'gone'
}

/** Every project of this user that has a memory, as its transcripts tell. */
function knownProjects(home: string, env: Environment, skip: ReadonlySet<string>): KnownProject[] {
  const projects = join(configDirectory(home, env), 'projects')
  return foldersIn(projects).flatMap((folder): KnownProject[] => {
    if (skip.has(folder) || !holdsMemories(join(folder, 'memory'))) return []
    const path = projectOfSlugFolder(folder, home, env)
    if (path === undefined) return []
    const real = isFolder(path) ? realPath(path) : undefined
    if (real === undefined) return [{ folder, project: path, state: 'gone' }]
    return [{ folder, project: canonicalRoot(gitTopLevel(real, home) ?? real), state: 'there' }]
  })
}

export function projects(home: string, env: Environment, skip: readonly string[]): string[] {
  const folder = join(configDirectory(home, env), 'projects')
  const known = knownProjects(home, env, new Set(skip.map(path => join(folder, projectSlug(path)))))
  return known.filter(({ state }) => state === 'there').map(({ project }) => project)
}

/** Memory is filed under the path of its project: whoever moves the project leaves the memory behind. */
export function lost({ project: here, home, env }: Surroundings): LostMemory[] {
  const gone = knownProjects(home, env, new Set()).filter(({ state }) => state === 'gone')
  const places = gone.length === 0 ? [] : [here, ...listedProjects(home, env)].filter(isFolder)
  return gone.map(({ folder, project }) => {
    const name = project.slice(project.lastIndexOf('/'))
    const moved = places
      .filter(path => path.endsWith(name))
      .map(path => ({ project: path, folder: join(dirname(folder), projectSlug(path)) }))
      .find(place => holdingOf(join(place.folder, 'memory')) === 'unlistable')
    return { project, memory: join(folder, 'memory'), ...(moved !== undefined && { moved }) }
  })
}
