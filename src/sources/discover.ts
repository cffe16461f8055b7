import { basename } from 'node:path'
import { isFolder, isInside, type Lead, realPath, type Trusts } from '../disk/index.ts'
import { showText } from '../text/index.ts'
import type { Environment } from './claude-code.ts'
import { configuredFolders } from './configured-folders.ts'
import { type FoundFolder, labelOf, titleOf } from './found-folder.ts'
import { givenFolders } from './given.ts'
import { byCodeUnits } from './listing.ts'
import { findWorkspace } from './openclaw/workspace.ts'
import { type Candidate, type Candidates, searchHome, searchProject } from './search.ts'
import { repositoryOf, type Surroundings, surroundingsOf } from './surroundings.ts'

export interface DiscoveryRequest {
  readonly cwd: string
  readonly home: string
  readonly env: Environment
  /** Given on the command line: they come instead of the search. */
  readonly paths: readonly string[]
  readonly allProjects: boolean
  readonly project?: string
  /** What in a project may lead out of it; nothing where absent. */
  readonly trusts?: Trusts
  /** Whether the agent's journal workspace counts only where we stand in it, or from anywhere; with every project it does. */
  readonly workspace?: 'here' | 'anywhere'
}

export interface Discovery {
  /** By label, in code-unit order; each real folder once. */
  readonly folders: readonly FoundFolder[]
  /** Given paths that are not there, as they were given. */
  readonly missing: readonly string[]
  readonly notes: readonly string[]
  /** A journal workspace that was left out, because we stand elsewhere. */
  readonly workspaceElsewhere?: string
}

/** D1. */
export function discover(request: DiscoveryRequest): Discovery {
  const around = surroundingsOf(request)
  const missing: string[] = []
  if (around.chosen !== undefined && !isFolder(around.chosen)) missing.push(request.project as string)
  const found: Candidates[] = []
  for (const path of request.paths) {
    const given = givenFolders(path, request.cwd, around)
    if (given === undefined) missing.push(path)
    else found.push(given)
  }
  const workspace = request.paths.length === 0 ? workspaceOf(request, around) : undefined
  if (request.paths.length === 0)
    found.push(
      searchProject(around.project, around),
      searchHome(around, request.allProjects ? 'all' : 'this'),
      { folders: workspace?.is === 'part' ? [workspace.candidate] : [], notes: [] },
    )
  const folders = eachOnce(
    found.flatMap(candidates => candidates.folders),
    around,
  )
  const notes = [...new Set(found.flatMap(candidates => candidates.notes))]
  if (workspace?.is !== 'elsewhere') return { folders, missing, notes }
  const workspaceElsewhere = workspace.root
  if (folders.length === 0) notes.push(notPart(workspaceElsewhere))
  return { folders, missing, notes, workspaceElsewhere }
}

/** For whoever looked for it here. */
export const notPart = (workspace: string): string =>
  `The OpenClaw workspace ${showText(workspace)} is not part of this project; name it with --folder ${showText(workspace)}, or say --all-projects.`

/** All that leads out of the project from the places that are searched, for a person to decide. */
export function leadsOutOf(request: Omit<DiscoveryRequest, 'trusts'>): Lead[] {
  const leads = new Map<string, Lead>()
  const trusts = (lead: Lead): boolean => {
    leads.set(lead.file, lead)
    return false
  }
  const around = surroundingsOf({ ...request, trusts })
  searchProject(around.project, around)
  configuredFolders(around)
  return [...leads.values()]
}

/** The journal workspace we stand in. The agent's own lies in the home directory, and is no part of other projects. */
function workspaceOf(
  request: DiscoveryRequest,
  around: Surroundings,
): { is: 'part'; candidate: Candidate } | { is: 'elsewhere'; root: string } | undefined {
  const root = findWorkspace({ ...request, paths: [], vault: null })?.root
  if (root === undefined) return undefined
  const isHere = isInside(around.chosen ?? around.cwd, root)
  if (!isHere && request.workspace !== 'anywhere' && !request.allProjects) return { is: 'elsewhere', root }
  const project = { absent: 'a journal workspace is checked against no project' }
  return { is: 'part', candidate: { path: root, origin: 'journal-workspace', project } }
}

function eachOnce(candidates: readonly Candidate[], around: Surroundings): FoundFolder[] {
  const byRoot = new Map<string, FoundFolder>()
  for (const candidate of candidates) {
    const root = realPath(candidate.path)
    if (root !== undefined && !byRoot.has(root)) byRoot.set(root, foundFolder(root, candidate, around))
  }
  return [...byRoot.values()].sort((a, b) => byCodeUnits(a.label, b.label) || byCodeUnits(a.root, b.root))
}

function foundFolder(root: string, candidate: Candidate, around: Surroundings): FoundFolder {
  const { project, origin, path } = candidate
  const name = 'path' in project ? basename(repositoryOf(project.path, around.home)) : candidate.projectName
  return {
    root,
    label: labelOf(root, project, around.cwd, around.home),
    title: titleOf(root, name),
    project,
    origin,
    ...(path === root ? {} : { viaSymlink: path }),
  }
}
