import { dirname, join, resolve } from 'node:path'
import {
  canonicalRoot,
  gitTopLevel,
  isInside,
  type Lead,
  notFollowed,
  realPath,
  type Trusts,
  targetOf,
  trustsNothing,
  wayWithin,
} from '../disk/index.ts'
import { configDirectory, type Environment, projectFolderNames } from './claude-code.ts'

/** Where the run stands: every path absolute, links resolved where they lead somewhere. */
export interface Surroundings {
  readonly cwd: string
  readonly home: string
  readonly config: string
  readonly env: Environment
  /** The git top-level of the working directory, else the working directory; or what `--project` names. */
  readonly project: string
  /** All spellings of this project that a slug may have been made from. */
  readonly projectPaths: readonly string[]
  /** What `--project` names. */
  readonly chosen?: string
  /** What in the project may lead out of it. */
  readonly trusts: Trusts
}

export function surroundingsOf(request: {
  readonly cwd: string
  readonly home: string
  readonly env: Environment
  readonly project?: string
  readonly trusts?: Trusts
}): Surroundings {
  const cwd = realPath(request.cwd) ?? request.cwd
  const home = realPath(request.home) ?? request.home
  const chosen = request.project === undefined ? undefined : resolve(request.cwd, request.project)
  const start = chosen === undefined ? cwd : (realPath(chosen) ?? chosen)
  const project = gitTopLevel(start, home) ?? start
  const config = configDirectory(request.home, request.env)
  return {
    cwd,
    home,
    config: realPath(config) ?? config,
    env: request.env,
    project,
    projectPaths: [...new Set([canonicalRoot(project), project, start, chosen ?? request.cwd])],
    ...(chosen === undefined ? {} : { chosen: start }),
    trusts: request.trusts ?? trustsNothing,
  }
}

/** What takes a path out of a project, if anything does; `spelled`: what names it there, where it is no link. */
export function leadOf(path: string, project: string, spelled?: Lead): Lead | 'inside' | 'nowhere' {
  if (spelled !== undefined && !isInside(path, project)) return spelled
  const way = wayWithin(project, path)
  return way.at === 'outside' ? way.lead : way.at
}

/** Followed inside the project, to what is the project's own anyway, and where the user trusts it; reported otherwise. */
export function mayFollow(
  lead: ReturnType<typeof leadOf>,
  around: Surroundings,
  notes: string[],
  project = around.project,
): boolean {
  if (typeof lead === 'string') return lead === 'inside'
  if (isOwnMemory(targetOf(lead), around) || around.trusts(lead)) return true
  const note = notFollowed(lead, project)
  if (!notes.includes(note)) notes.push(note)
  return false
}

/** The project's folder below `projects/`, which is searched as well. Compared by spelling: nothing there is looked at. */
function isOwnMemory(path: string, { config, home, env, projectPaths }: Surroundings): boolean {
  const names = projectFolderNames(projectPaths, env)
  const configs = [config, configDirectory(home, env)]
  return configs.some(folder => names.some(name => isInside(path, join(folder, 'projects', name))))
}

/** The home directory's `.claude` is the user's, also where a link leads to it. */
export function isUserConfig(claude: string, { config, home }: Surroundings): boolean {
  const project = dirname(claude)
  if (project === home) return realPath(claude) === config
  const lead = leadOf(claude, project)
  return claude === config || (typeof lead === 'object' && targetOf(lead) === config)
}

/** The name that people know a project by: for a second work tree, its repository's. */
export function repositoryOf(project: string, home: string): string {
  return canonicalRoot(gitTopLevel(project, home) ?? project)
}
