import { resolve } from 'node:path'
import type { Where } from '../app/index.ts'
import type { Call } from './command.ts'

/** Where to look, from the flags and the folders that were given. */
export function whereOf({ io, flags, settings }: Call, given: readonly string[] = []): Where {
  return {
    cwd: io.cwd,
    home: io.home,
    env: { ...io.env },
    paths: [...given, ...(flags.folder ?? [])],
    allProjects: flags.allProjects === true,
    ...(flags.project === undefined ? {} : { project: resolve(io.cwd, flags.project) }),
    ...(flags.layout === undefined ? {} : { layout: flags.layout }),
    ...(settings === undefined ? {} : { settings: settings.config }),
    ...io.time,
  }
}

/** The same as flags, to be put behind another command that is to meet the same folders. */
export function placeOf({ flags }: Call, given: readonly string[] = []): string {
  const folders = [...given, ...(flags.folder ?? [])].map(path => ` --folder ${shellWord(path)}`)
  const project = flags.project === undefined ? '' : ` --project ${shellWord(flags.project)}`
  return `${folders.join('')}${project}${flags.allProjects === true ? ' --all-projects' : ''}`
}

const shellWord = (text: string): string =>
  /^[\w.,:@%+/~-]+$/.test(text) ? text : `'${text.replaceAll("'", "'\\''")}'`
