import { basename } from 'node:path'
import { realPath } from '../git/root.ts'
import { findWorkspace } from '../journals/workspace.ts'
import type { Lead, Trusts } from '../leads.ts'
import { byCodeUnits } from '../listing.ts'
import type { Environment } from './claude-code.ts'
import { configuredFolders } from './claude-settings.ts'
import { type FoundFolder, labelOf, titleOf } from './found-folder.ts'
import { givenFolders } from './given.ts'
import { type Candidate, type Candidates, isFolder, searchHome, searchProject } from './search.ts'
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
}

export interface Discovery {
  /** By label, in code-unit order; each real folder once. */
  readonly folders: readonly FoundFolder[]
  /** Given paths that are not there, as they were given. */
  readonly missing: readonly string[]
  readonly notes: readonly string[]
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
  if (request.paths.length === 0)
    found.push(
      searchProject(around.project, around),
      searchHome(around, request.allProjects ? 'all' : 'this'),
      workspaceOf(request),
    )
  const notes = [...new Set(found.flatMap(candidates => candidates.notes))]
  return {
    folders: eachOnce(
      found.flatMap(candidates => candidates.folders),
      around,
    ),
    missing,
    notes,
  }
}

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

/** The journal workspace we stand in, or the agent's own. */
function workspaceOf(request: DiscoveryRequest): Candidates {
  const found = findWorkspace({ ...request, paths: [] })
  if (found === undefined) return { folders: [], notes: [] }
  const project = { absent: 'a journal workspace is checked against no project' }
  return { folders: [{ path: found.root, origin: 'journal-workspace', project }], notes: [] }
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
