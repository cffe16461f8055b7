import { basename, dirname, join, resolve } from 'node:path'
import { gitTopLevel, isFolder, isInside, namesIn, realPath } from '../disk/index.ts'
import type { FolderProject } from '../project/index.ts'
import { showText } from '../text/index.ts'
import { holdingOf } from './found-folder.ts'
import { isJournalWorkspace } from './layout.ts'
import {
  type Candidate,
  type Candidates,
  children,
  searchHome,
  searchProject,
  slugFolderProject,
} from './search.ts'
import { projectOfTranscripts } from './slug-folder.ts'
import { leadOf, mayFollow, type Surroundings } from './surroundings.ts'

/** What a path on the command line stands for; nothing where it is not there. */
export function givenFolders(given: string, cwd: string, around: Surroundings): Candidates | undefined {
  const spelled = resolve(cwd, given)
  const parent = realPath(dirname(spelled))
  if (parent === undefined || realPath(spelled) === undefined) return undefined
  const path = spelled === dirname(spelled) ? spelled : join(parent, basename(spelled))
  if (isFolder(path)) return folderOrProject(path, around)
  const name = basename(path)
  if (name === 'MEMORY.md' || name === 'memory.md') return one(parent, around)
  return { folders: [], notes: [`${showText(given)} is a file: give the folder it lies in.`] }
}

/** A memory folder is taken itself; a project is searched; a folder of memory folders stands for them. */
function folderOrProject(path: string, around: Surroundings): Candidates {
  const names = new Set(namesIn(path))
  if (names.has('MEMORY.md') || isJournalWorkspace(path, names)) return one(path, around)
  const real = realPath(path) ?? path
  const searched = searchProject(basename(real) === '.claude' ? dirname(real) : real, around)
  if (searched.folders.length > 0) return searched
  if (names.has('.git') || names.has('.claude') || basename(path) === '.claude')
    return { folders: [], notes: [...searched.notes, nothingUnder(path, around)] }
  if (holdingOf(path) === 'memories') return one(path, around)
  const below = [join(real, 'memory'), ...(isAgentMemory(path) ? children(real) : [])]
  const notes: string[] = []
  // The person named the folder, not what the links in it lead to.
  const may = (folder: string) => mayFollow(leadOf(folder, real), around, notes, real)
  const folders = below.filter(folder => may(folder) && ['index', 'memories'].includes(holdingOf(folder)))
  if (folders.length === 0) return { ...one(path, around), notes }
  return { folders: folders.map(folder => candidate(folder, around)), notes }
}

function one(path: string, around: Surroundings): Candidates {
  return { folders: [candidate(path, around)], notes: [] }
}

function candidate(path: string, around: Surroundings): Candidate {
  return { path, origin: 'given', ...projectOfGiven(realPath(path) ?? path, around) }
}

function isAgentMemory(path: string): boolean {
  return basename(path) === 'agent-memory' || basename(path) === 'agent-memory-local'
}

function nothingUnder(path: string, around: Surroundings): string {
  const home = searchHome({ ...around, project: path, projectPaths: [path] }, 'this')
  const memory = home.folders.find(folder => folder.origin === 'home-memory')
  const hint = memory === undefined ? '' : ` Its memory lies in ${showText(memory.path)}.`
  return `${showText(path)} is a project with no memory folders under it.${hint}`
}

/** The first that there is: `--project`, the folder above `.claude`, the slug folder's, the repository around it, ours. */
function projectOfGiven(root: string, around: Surroundings): Pick<Candidate, 'project' | 'projectName'> {
  if (around.chosen !== undefined) return { project: { path: around.chosen } }
  const slugFolder = slugFolderAround(root)
  if (slugFolder !== undefined && isInside(slugFolder, around.config))
    return slugFolderProject(slugFolder, around)
  // In a repository, transcripts may have come with it, and name any folder.
  const repository = repositoryAround(root, around)
  if (slugFolder !== undefined && repository === undefined && projectOfTranscripts(slugFolder) !== undefined)
    return slugFolderProject(slugFolder, around)
  return {
    project: folderAboveClaude(root, around) ?? repository ?? ourProject(root, around),
  }
}

/** `projects/<slug>` where the path is `projects/<slug>/memory`. */
function slugFolderAround(root: string): string | undefined {
  const slugFolder = dirname(root)
  return basename(root) === 'memory' && basename(dirname(slugFolder)) === 'projects' ? slugFolder : undefined
}

function folderAboveClaude(root: string, around: Surroundings): FolderProject | undefined {
  if (isInside(root, around.config)) return undefined
  const parts = root.split('/')
  const at = parts.lastIndexOf('.claude')
  return at < 1 ? undefined : { path: parts.slice(0, at).join('/') || '/' }
}

function repositoryAround(root: string, around: Surroundings): FolderProject | undefined {
  const top = gitTopLevel(root, around.home)
  return top === undefined || top === root || isInside(root, around.config) ? undefined : { path: top }
}

function ourProject(root: string, around: Surroundings): FolderProject {
  if (isInside(root, around.project) && root !== around.project && around.project !== around.home)
    return { path: around.project }
  return { absent: 'nothing tells which project it belongs to: name one with --project' }
}
