import { autoHome, parseState, type TargetRequest } from '../app/index.ts'
import { isFolder } from '../disk/index.ts'
import { claudeProjects, slugsOf, targetTexts } from '../sources/index.ts'

/** Where to ask, and for which folders. */
export type Asked = Pick<TargetRequest, 'cwd' | 'paths'>

/** Everything that somebody ever asked about, and every project with a memory that nobody did. */
export function allTargets({ home, env }: Pick<TargetRequest, 'home' | 'env'>): Asked[] {
  const states = targetTexts(autoHome(env, home)).flatMap(text => parseState(text) ?? [])
  const known = states.map(({ cwd, paths }) => ({ cwd, paths }))
  const skip = slugsOf(states.filter(({ paths }) => paths.length === 0).map(({ target }) => target))
  const found = claudeProjects(home, env, skip)
    .filter(({ state }) => state === 'there')
    .map(({ project }) => ({ cwd: project, paths: [] }))
  const named = new Map([...known, ...found].map(asked => [[asked.cwd, ...asked.paths].join('\n'), asked]))
  return [...named.values()].filter(({ cwd, paths }) => isFolder(cwd) && paths.every(isFolder))
}
