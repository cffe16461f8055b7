import { basename, dirname } from 'node:path'
import { trustsOf } from '../config/index.ts'
import { isFolder, isInside, jsonObject, namesIn, readSmallText } from '../disk/index.ts'
import { say } from '../languages/index.ts'
import { INDEX_FILE } from '../model/index.ts'
import { type ProjectIdentity, projectIdentity, sameProject } from '../project/index.ts'
import {
  type Discovery,
  discover,
  type FoundFolder,
  holdingOf,
  notPart,
  SOURCES,
  type Surroundings,
  surroundingsOf,
} from '../sources/index.ts'
import { FOLDER_STATE, stateHome, stateRoots } from '../state/index.ts'
import { rootId, withOwnState } from '../store/index.ts'
import { discoverFolders, storeContext, type Where, withState } from './app.ts'
import { isBesideIndex, knownStates } from './sightings.ts'

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

async function writeProject(where: Where, root: string, project: ProjectIdentity): Promise<void> {
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
function seenFolders(where: Where): { readonly root: string; readonly project?: ProjectIdentity }[] {
  return stateRoots(storeContext(where).stateHome).map(({ root }) => {
    const project = notedProject(where, root)
    return { root, ...(project !== undefined && { project }) }
  })
}

/** A memory whose project is not where it was, and is most likely the one that the run stands in. */
export interface MovedMemory {
  readonly memory: string
  /** Where the project was. */
  readonly project: string
  /** What shows that it is the same project; its name alone is a guess. */
  readonly by: 'commit' | 'remote' | 'name'
  readonly notes: number
}

/** Surest first. */
export function movedMemories(where: Where): MovedMemory[] {
  const around = surroundingsOf(where)
  const orphans = orphanedMemories(where, around)
  if (orphans.length === 0) return []
  const own = memoryPlace(where)
  const here = projectIdentity(around.project, where.home, trustsOf(where))
  const mayGuess = own === undefined || holdingOf(own) === 'unlistable' || holdingOf(own) === 'nothing'
  return orphans
    .filter(({ memory }) => memory !== own && hasMore(memory, own))
    .flatMap(({ memory, project }) => {
      const by = knownBy(notedProject(where, memory), here, project, mayGuess)
      return by === undefined ? [] : [{ memory, project, by, notes: notesIn(memory).length }]
    })
    .sort((a, b) => ORDER.indexOf(a.by) - ORDER.indexOf(b.by) || b.notes - a.notes)
}

const ORDER: readonly MovedMemory['by'][] = ['commit', 'remote', 'name']

function knownBy(
  noted: ProjectIdentity | undefined,
  here: ProjectIdentity,
  project: string,
  mayGuess: boolean,
): MovedMemory['by'] | undefined {
  const by = noted && sameProject(noted, here)
  if (by !== undefined) return by
  // Both began otherwise: they only have the same name.
  const isOther = noted?.commit !== undefined && here.commit !== undefined
  return mayGuess && !isOther && basename(project) === basename(here.path) ? 'name' : undefined
}

/** As the agents' own records tell, and as Dream noted at an earlier look. */
function orphanedMemories(where: Where, around: Surroundings): { memory: string; project: string }[] {
  const byMemory = new Map<string, string>()
  for (const source of SOURCES)
    for (const { memory, project } of source.lost?.(around) ?? []) byMemory.set(memory, project)
  for (const { root, project } of seenFolders(where))
    if (project !== undefined && !isInside(root, project.path)) byMemory.set(root, project.path)
  return [...byMemory]
    .filter(([memory, project]) => !isFolder(project) && notesIn(memory).length > 0)
    .map(([memory, project]) => ({ memory, project }))
}

const notesIn = (folder: string): string[] =>
  namesIn(folder).filter(name => name.endsWith('.md') && !name.startsWith('.') && name !== INDEX_FILE)

function hasMore(memory: string, own: string | undefined): boolean {
  const there = new Set(own === undefined ? [] : notesIn(own))
  return notesIn(memory).some(name => !there.has(name))
}

/** Where the agent keeps the memory of this project, or would; nothing where no agent keeps one outside the project. */
export function memoryPlace(where: Where): string | undefined {
  const here = { ...where, paths: [], allProjects: false, trusts: trustsOf(where) }
  const found = discover(here).folders.find(({ origin }) => origin === 'home-memory')
  const around = surroundingsOf(where)
  return found?.root ?? SOURCES.flatMap(source => source.memoryOf?.(around) ?? [])[0]
}

/** Its project is here now: it is not offered again. */
export async function noteAdopted(where: Where, memory: string): Promise<void> {
  const { project } = surroundingsOf(where)
  await writeProject(where, memory, projectIdentity(project, where.home, trustsOf(where)))
}

/** A memory folder that Dream saw once and that is not there any more. */
export interface VanishedFolder {
  readonly root: string
  /** How many notes it had when Dream saw it last. */
  readonly notes: number
  /** When its newest note was seen. */
  readonly seen: string
  /** `gone`: the project went too, so that most likely somebody meant it. */
  readonly project: 'there' | 'gone' | 'unknown'
}

export function vanishedFolders(where: Where): VanishedFolder[] {
  const { project: here } = surroundingsOf(where)
  return seenFolders(where).flatMap(({ root, project }) => {
    const isMeant = where.allProjects || project?.path === here || isInside(root, here)
    if (!isMeant || isFolder(root)) return []
    const states = withState(where, root, store => knownStates(where, root, store, 'read-only').states)
    const notes = [...(states ?? [])].filter(
      ([file, { hash }]) => hash !== null && file !== INDEX_FILE && isBesideIndex(file),
    )
    if (notes.length === 0) return []
    const seen = notes
      .map(([, { at }]) => at)
      .sort()
      .at(-1)!
    return [{ root, notes: notes.length, seen, project: fateOf(root, project) }]
  })
}

function fateOf(root: string, project: ProjectIdentity | undefined): VanishedFolder['project'] {
  if (project === undefined) return isFolder(dirname(root)) ? 'unknown' : 'gone'
  return isFolder(project.path) ? 'there' : 'gone'
}

/** The folders; where there are none, notes that say what was looked for and what came near. */
export function discoverOrExplain(where: Where): Discovery {
  const found = discoverFolders(where)
  const isSearch = where.paths.length === 0
  if (!isSearch || found.folders.length > 0) return found
  return { ...found, notes: [...found.notes, ...nothingFoundNotes(where, found)] }
}

const FEW = 3

const nothingFoundNotes = (where: Where, { near, searched }: Discovery): string[] => [
  say().look.looked(searched),
  ...nearWords(near),
  ...movedNotes(where),
]

function nearWords(near: readonly string[]): string[] {
  const few = near.slice(0, FEW)
  return few.length === 0 ? [] : [say().look.notChecked(few, near.length - few.length)]
}

/** Folders with notes that are none of an agent's, and where the memory was before the project moved. */
export const notesNearby = (where: Where): string[] => [
  ...nearWords(discoverFolders(where).near),
  ...movedNotes(where),
]

/** Why a command has no folder to work on, with what came near. */
export function noFolderHere(where: Where): string {
  const { workspaceElsewhere, near } = discoverFolders(where)
  const { noneHere, noneForProject } = say().places.folders
  const why = workspaceElsewhere === undefined ? noneHere : `${noneForProject} ${notPart(workspaceElsewhere)}`
  return [why, ...nearWords(near)].join('\n')
}

/** Where the project of the run was before it moved, as far as anything shows it. */
export function movedNotes(where: Where): string[] {
  const words = say().look
  const [best] = movedMemories(where)
  return best === undefined ? [] : [words.moved(best.memory, best.project, words.movedBy[best.by])]
}
