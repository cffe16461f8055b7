import { basename, dirname, join, relative, resolve } from 'node:path'
import { isFolder, isInside, type Lead, namesIn, realPath } from '../disk/index.ts'
import { say } from '../languages/index.ts'
import { debug, INDEX_FILE } from '../model/index.ts'
import type { FolderProject } from '../project/index.ts'
import { showText } from '../text/index.ts'
import { type FoundFolder, formatOf } from './folder.ts'
import { leadOf, mayFollow } from './leads.ts'
import { byCodeUnits, foldersIn, holdingOf, holdsMemories } from './listing.ts'
import { type Nearby, nearbyFolders } from './nearby.ts'
import { notPart } from './openclaw/index.ts'
import { SOURCES } from './registry.ts'
import {
  type Candidate,
  type CandidateProject,
  type Candidates,
  projectAround,
  repositoryAround,
  repositoryOf,
  type Source,
  type StartPlace,
  type Surroundings,
  surroundingsOf,
} from './source.ts'

export interface DiscoveryRequest extends StartPlace {
  /** Given on the command line: they come instead of the search. */
  readonly paths: readonly string[]
  readonly allProjects: boolean
  /** Whether the agent's journal workspace counts only where we stand in it, or from anywhere; with every project it does. */
  readonly workspace?: 'here' | 'anywhere'
}

export interface Discovery {
  /** By label, in code-unit order; each real folder once. */
  readonly folders: readonly FoundFolder[]
  /** Given paths that are not there, as they were given. */
  readonly missing: readonly string[]
  readonly notes: readonly string[]
  /** Folders of the project with a `MEMORY.md` that are no part of this, relative to where the run stands. */
  readonly near: readonly string[]
  /** The places that were searched, for people. */
  readonly searched: readonly string[]
  /** A journal workspace that was left out, because we stand elsewhere. */
  readonly workspaceElsewhere?: string
}

/** D1. */
export function discover(request: DiscoveryRequest): Discovery {
  const found = lookFor(request)
  debug('folders', () => ({
    found: found.folders.map(({ root, origin, label }) => ({ root, because: origin, label })),
    ...(found.missing.length > 0 && { missing: found.missing }),
    ...(found.notes.length > 0 && { notes: found.notes }),
  }))
  return found
}

function lookFor(request: DiscoveryRequest): Discovery {
  const around = aroundOf(request)
  const missing: string[] = []
  if (around.chosen !== undefined && !isFolder(around.chosen)) missing.push(request.project as string)
  const found: Candidates[] = []
  for (const path of request.paths) {
    const given = givenFolders(path, request.cwd, around)
    if (given === undefined) missing.push(path)
    else found.push(given)
  }
  const projects = request.allProjects ? 'all' : 'this'
  const nearby = request.paths.length === 0 ? nearbyFolders(around.project, around.home, SETTINGS) : undefined
  if (nearby !== undefined) {
    found.push(fromAll(source => source.find?.(around, projects)))
    found.push(...nearby.nested.map(folder => nestedFolders(folder, around)))
  }
  const { folders, notes } = together(found)
  const isPart = ({ isElsewhere }: Candidate) =>
    !isElsewhere || request.allProjects || request.workspace === 'anywhere'
  const parts = eachOnce(folders.filter(isPart), around)
  const workspaceElsewhere = folders.find(candidate => !isPart(candidate))?.path
  const rest = { missing, near: notFound(nearby, parts, around), searched: searchedPlaces(around) }
  if (workspaceElsewhere === undefined) return { folders: parts, notes, ...rest }
  const hint = parts.length === 0 ? [notPart(workspaceElsewhere)] : []
  return { folders: parts, notes: [...notes, ...hint], workspaceElsewhere, ...rest }
}

const SETTINGS: ReadonlySet<string> = new Set(SOURCES.flatMap(({ settings }) => settings ?? []))

/** Of a package inside the repository: its notes speak of the whole of it. */
const nestedFolders = (folder: string, around: Surroundings): Candidates =>
  fromAll(source => source.findBelow?.(folder, { ...around, chosen: around.chosen ?? around.project }))

/** What has an index and is not among the folders that were found. */
function notFound(
  nearby: Nearby | undefined,
  folders: readonly FoundFolder[],
  { cwd }: Surroundings,
): string[] {
  const isKnown = (path: string) => folders.some(({ root }) => isInside(path, root))
  return (nearby?.indexed ?? [])
    .filter(path => !isKnown(realPath(path) ?? path))
    .map(path => relative(cwd, path) || '.')
}

function searchedPlaces(around: Surroundings): string[] {
  return SOURCES.flatMap(source => [
    ...(source.settings === undefined || around.project === around.home
      ? []
      : [join(around.project, source.settings)]),
    ...(source.memoryOf === undefined ? [] : [source.memoryOf(around)]),
  ]).map(path => (isInside(path, around.home) ? `~/${relative(around.home, path)}` : path))
}

/** All that leads out of the project from the places that are searched, for a person to decide. */
export function leadsOutOf(request: Omit<StartPlace, 'trusts'>): Lead[] {
  const leads = new Map<string, Lead>()
  const trusts = (lead: Lead): boolean => {
    leads.set(lead.file, lead)
    return false
  }
  const around = aroundOf({ ...request, trusts })
  for (const source of SOURCES) source.find?.(around, 'this')
  return [...leads.values()]
}

function aroundOf(request: StartPlace): Surroundings {
  const around = surroundingsOf(request)
  const isOwnMemory = (path: string) => SOURCES.some(source => source.isOwnMemory?.(path, around))
  return { ...around, isOwnMemory }
}

const fromAll = (find: (source: Source) => Candidates | undefined): Candidates =>
  together(SOURCES.flatMap(source => find(source) ?? []))

const together = (all: readonly Candidates[]): Candidates => ({
  folders: all.flatMap(({ folders }) => folders),
  notes: [...new Set(all.flatMap(({ notes }) => notes))],
})

function eachOnce(candidates: readonly Candidate[], around: Surroundings): FoundFolder[] {
  const byRoot = new Map<string, FoundFolder>()
  for (const candidate of candidates) {
    const root = realPath(candidate.path)
    if (root !== undefined && !byRoot.has(root)) byRoot.set(root, foundFolder(root, candidate, around))
  }
  return withUniqueLabels([...byRoot.values()], around).sort(
    (a, b) => byCodeUnits(a.label, b.label) || byCodeUnits(a.root, b.root),
  )
}

/** D35: two projects may have a folder of the same name each; then both are named by their whole path. */
function withUniqueLabels(folders: readonly FoundFolder[], { home }: Surroundings): FoundFolder[] {
  const counts = new Map<string, number>()
  for (const { label } of folders) counts.set(label, (counts.get(label) ?? 0) + 1)
  return folders.map(folder => {
    if (counts.get(folder.label) === 1) return folder
    const label = isInside(folder.root, home) ? `~/${relative(home, folder.root)}` : folder.root
    return { ...folder, label }
  })
}

function foundFolder(root: string, candidate: Candidate, around: Surroundings): FoundFolder {
  const { project, origin, path } = candidate
  const name = 'path' in project ? basename(repositoryOf(project.path, around.home)) : candidate.projectName
  return {
    root,
    label: labelOf(root, project, around),
    title: titleOf(root, name),
    project,
    origin,
    ...(path === root ? {} : { viaSymlink: path }),
  }
}

/** Relative to the project or the working directory where it lies inside, else below `~`, else absolute. */
function labelOf(root: string, project: FolderProject, { cwd, home }: Surroundings): string {
  const bases = 'path' in project ? [project.path, cwd] : [cwd]
  const base = bases.find(folder => isInside(root, folder))
  if (base !== undefined) return relative(base, root) || '.'
  return isInside(root, home) ? `~/${relative(home, root)}` : root
}

/** D21: the folder's base name; where that is `memory`, the project's, or as near to it as we know. */
function titleOf(root: string, projectName: string | undefined): string {
  const name = basename(root)
  if (name !== 'memory') return name
  if (projectName !== undefined) return projectName
  const above = basename(dirname(root))
  return isSettings(above) || above === '' ? name : above
}

const isSettings = (name: string): boolean => SOURCES.some(({ settings }) => settings === name)

/** What a path on the command line stands for; nothing where it is not there. */
function givenFolders(given: string, cwd: string, around: Surroundings): Candidates | undefined {
  const spelled = resolve(cwd, given)
  const parent = realPath(dirname(spelled))
  if (parent === undefined || realPath(spelled) === undefined) return undefined
  const path = spelled === dirname(spelled) ? spelled : join(parent, basename(spelled))
  if (isFolder(path)) return folderOrProject(path, around)
  if (['MEMORY.md', 'memory.md'].includes(basename(path))) return one(parent, around)
  return { folders: [], notes: [say().places.folders.isFile(showText(given))] }
}

/** A memory folder is taken itself; a project is searched; a folder of memory folders stands for them. */
function folderOrProject(path: string, around: Surroundings): Candidates {
  const names = namesIn(path)
  if (names.includes(INDEX_FILE) || formatOf(path, new Set(names)).layout !== 'index')
    return one(path, around)
  const real = realPath(path) ?? path
  const project = isSettings(basename(real)) ? dirname(real) : real
  const searched = fromAll(source => source.findBelow?.(project, around))
  if (searched.folders.length > 0) return searched
  if (names.includes('.git') || [...names, basename(path)].some(isSettings))
    return { folders: [], notes: [...searched.notes, nothingUnder(path, around)] }
  if (holdingOf(path) === 'memories') return one(path, around)
  const isCollection = SOURCES.some(({ collections }) => collections?.includes(basename(path)))
  const notes: string[] = []
  // The person named the folder, not what the links in it lead to.
  const may = (folder: string) => mayFollow(leadOf(folder, real), around, notes, real)
  const below = [join(real, 'memory'), ...(isCollection ? foldersIn(real) : [])]
  const folders = below.filter(folder => may(folder) && holdsMemories(folder))
  return { folders: (folders.length > 0 ? folders : [path]).map(each => candidate(each, around)), notes }
}

const one = (path: string, around: Surroundings): Candidates => ({
  folders: [candidate(path, around)],
  notes: [],
})

function candidate(path: string, around: Surroundings): Candidate {
  return { path, origin: 'given', ...projectOfGiven(realPath(path) ?? path, around) }
}

/** The first that there is: `--project`, what an agent says, the repository around it, ours. */
function projectOfGiven(root: string, around: Surroundings): CandidateProject {
  if (around.chosen !== undefined) return { project: { path: around.chosen } }
  for (const source of SOURCES) {
    const said = source.projectOf?.(root, around)
    if (said !== undefined) return said
  }
  return { project: repositoryAround(root, around) ?? projectAround(root, around) }
}

function nothingUnder(path: string, around: Surroundings): string {
  const there = { ...around, project: path, projectPaths: [path] }
  const { folders } = fromAll(source => source.find?.(there, 'this'))
  const memory = folders.find(folder => folder.origin === 'home-memory')
  const { nothingUnder: nothing, memoryAt } = say().places.folders
  const words = nothing(showText(path))
  return memory === undefined ? words : `${words} ${memoryAt(showText(memory.path))}`
}
