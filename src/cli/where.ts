import { resolve } from 'node:path'
import type { Where } from '../index.ts'
import type { Call } from './command.ts'

/** Where to look, from the flags and the folders that were given. */
export function whereOf({ io, flags }: Call, paths: readonly string[] = flags.folder ?? []): Where {
  return {
    cwd: io.cwd,
    home: io.home,
    env: { ...io.env },
    paths: [...paths],
    allProjects: flags.allProjects === true,
    ...(flags.project === undefined ? {} : { project: resolve(io.cwd, flags.project) }),
    ...(flags.layout === undefined ? {} : { layout: flags.layout }),
  }
}
