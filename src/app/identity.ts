import { trustsOf } from '../config/index.ts'
import { jsonObject, readSmallText } from '../disk/index.ts'
import { type ProjectIdentity, projectIdentity } from '../project/index.ts'
import type { FoundFolder } from '../sources/index.ts'
import { FOLDER_STATE, stateHome, stateRoots } from '../state/index.ts'
import { rootId, withOwnState } from '../store/index.ts'
import { storeContext, type Where } from './app.ts'

const DAY_MS = 86_400_000
const FORMAT = 'dream-project'

interface Noted extends ProjectIdentity {
  /** ISO time: when it was noted. */
  readonly at: string
}

/**
 * Notes whose memory a folder holds, so that the project is known again where it has moved. Asked of git once a day at
 * most, and written only where it is another one.
 */
export async function noteProject(where: Where, { root, project }: FoundFolder): Promise<void> {
  if (!('path' in project)) return
  const before = notedProject(where, root)
  const isFresh = before?.path === project.path && Date.now() - Date.parse(before.at) < DAY_MS
  if (isFresh) return
  const now = projectIdentity(project.path, where.home, trustsOf(where))
  if (before !== undefined && textOf(before, '') === textOf(now, '')) return
  await writeProject(where, root, now)
}

export async function writeProject(where: Where, root: string, project: ProjectIdentity): Promise<void> {
  const text = textOf(project, new Date().toISOString())
  await withOwnState(storeContext(where), root, 'look', ({ dir }) => {
    dir.replace(FOLDER_STATE.project, Buffer.from(text), `${FOLDER_STATE.project}.new`)
    dir.sync()
  })
}

const textOf = ({ path, commit, remotes }: ProjectIdentity, at: string): string =>
  `${JSON.stringify({ format: FORMAT, version: 1, path, commit, remotes, at })}\n`

/** As it was noted for a memory folder, which need not be there any more. */
export function notedProject(where: Pick<Where, 'env' | 'home'>, root: string): Noted | undefined {
  const file = `${stateHome(where.env, where.home)}/${rootId(root)}/${FOLDER_STATE.project}`
  const noted = jsonObject(readSmallText(file))
  const path = noted?.['path']
  if (typeof path !== 'string' || noted?.['format'] !== FORMAT) return undefined
  const [commit, remotes, at] = [noted['commit'], noted['remotes'], noted['at']]
  return {
    path,
    at: typeof at === 'string' ? at : '',
    ...(typeof commit === 'string' && { commit }),
    ...(Array.isArray(remotes) && { remotes: remotes.filter(each => typeof each === 'string') }),
  }
}

/** Every memory folder that Dream has seen, with what is known of its project. */
export function seenFolders(where: Where): { readonly root: string; readonly project?: ProjectIdentity }[] {
  return stateRoots(storeContext(where).stateHome).map(({ root }) => {
    const project = notedProject(where, root)
    return { root, ...(project !== undefined && { project }) }
  })
}
