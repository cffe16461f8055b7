import { join } from 'node:path'
import { canonicalRoot, gitTopLevel, isFolder, namesIn, readSmallText, realPath } from '../disk/index.ts'
import { AUTOMATIC } from '../state/index.ts'
import { configDirectory, type Environment, projectSlug } from './claude-code.ts'
import { holdingOf } from './found-folder.ts'
import { projectOfSlugFolder } from './slug-folder.ts'

/** A memory of Claude Code's, and the project it belongs to as its transcripts tell. */
export interface KnownProject {
  /** The folder below `projects/`. */
  readonly slugFolder: string
  readonly project: string
  readonly state: 'there' | 'gone'
}

/** Every project of this user that has a memory. Folders whose name is in `skip` are not opened. */
export function claudeProjects(home: string, env: Environment, skip: ReadonlySet<string>): KnownProject[] {
  const projects = join(configDirectory(home, env), 'projects')
  return namesIn(projects)
    .filter(name => !skip.has(name))
    .flatMap((name): KnownProject[] => {
      const slugFolder = join(projects, name)
      const holding = holdingOf(join(slugFolder, 'memory'))
      if (holding !== 'index' && holding !== 'memories') return []
      const path = projectOfSlugFolder(slugFolder, home, env)
      if (path === undefined) return []
      const real = isFolder(path) ? realPath(path) : undefined
      if (real === undefined) return [{ slugFolder, project: path, state: 'gone' as const }]
      return [
        { slugFolder, project: canonicalRoot(gitTopLevel(real, home) ?? real), state: 'there' as const },
      ]
    })
}

/** The texts of `state.json` of every target that anybody ever asked about. */
export function targetTexts(autoHome: string): string[] {
  return namesIn(autoHome).flatMap(name => readSmallText(join(autoHome, name, AUTOMATIC.target)) ?? [])
}

/** The names that the transcripts of these folders have. */
export const slugsOf = (paths: readonly string[]): Set<string> => new Set(paths.map(projectSlug))
