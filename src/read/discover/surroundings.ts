import { resolve } from 'node:path'
import { canonicalRoot, gitTopLevel, realPath } from '../git/root.ts'
import { configDirectory, type Environment } from './claude-code.ts'

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
}

export function surroundingsOf(request: {
  readonly cwd: string
  readonly home: string
  readonly env: Environment
  readonly project?: string
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
  }
}

/** The name that people know a project by: for a second work tree, its repository's. */
export function repositoryOf(project: string, home: string): string {
  return canonicalRoot(gitTopLevel(project, home) ?? project)
}
