import { isFolder, namesIn, readSmallText } from '../disk/index.ts'
import { autoHome, SOURCES, type TargetRequest } from '../sources/index.ts'
import { AUTOMATIC } from '../state/index.ts'
import { parseState, type TargetState } from './target-state.ts'

/** Where to ask, and for which folders. */
export type Asked = Pick<TargetRequest, 'cwd' | 'paths'>

type Whose = Pick<TargetRequest, 'home' | 'env'>

/** Everything that somebody ever asked about, and every project with a memory that nobody did. */
export function allTargets({ home, env }: Whose): Asked[] {
  const states = knownTargets({ home, env })
  const known = states.map(({ cwd, paths }) => ({ cwd, paths }))
  const skip = states.filter(({ paths }) => paths.length === 0).map(({ target }) => target)
  const found = SOURCES.flatMap(source => source.projects?.(home, env, skip) ?? []).map(cwd => ({
    cwd,
    paths: [],
  }))
  const named = new Map([...known, ...found].map(asked => [[asked.cwd, ...asked.paths].join('\n'), asked]))
  return [...named.values()].filter(({ cwd, paths }) => isFolder(cwd) && paths.every(isFolder))
}

/** The state of every target that anybody ever asked about. */
export function knownTargets({ home, env }: Whose): TargetState[] {
  const folder = autoHome(env, home)
  return namesIn(folder).flatMap(
    name => parseState(readSmallText(`${folder}/${name}/${AUTOMATIC.target}`)) ?? [],
  )
}
