import { memoryPaths } from '../disk/index.ts'
import { say } from '../languages/index.ts'
import {
  type Evidence,
  INDEX_FILE,
  type Memory,
  type PathFact,
  type PathReference,
  type Presence,
} from '../model/index.ts'
import { pathFacts } from './path-facts.ts'
import { allUnknown, once, type Project, type Unknown } from './project.ts'
import { removedModules } from './removed-modules.ts'

/** What memories ask of the project, apart from what they say: small enough to keep from run to run. */
export interface Asked {
  readonly paths: readonly PathReference[]
  readonly words: readonly string[]
  /** Of these, those that are surely names of code. */
  readonly strong: readonly string[]
  /** Names of the memories themselves: a path that is one of them is a link. */
  readonly beside: readonly string[]
}

export function askedBy(memories: readonly Memory[]): Asked {
  const paths = new Map<string, PathReference>()
  const words = new Set<string>()
  const strong = new Set<string>()
  for (const { references } of memories)
    for (const reference of references)
      if (reference.kind === 'symbol')
        for (const word of reference.words) {
          words.add(word)
          if (reference.strength === 'strong') strong.add(word)
        }
      else if (!paths.has(reference.path)) paths.set(reference.path, reference)
  const beside = memories.map(memory => memory.file)
  return { paths: [...paths.values()], words: [...words], strong: [...strong], beside }
}

/** Asks the project about everything that the memories name, once for all of them. */
export function gatherEvidence(given: Project, asked: Asked): Evidence {
  const openedProject = { ...given, past: once(given.past) }
  const { project } = openedProject
  const words = new Set(asked.words)
  const files = evidentFiles(openedProject)
  if (project.kind === 'absent' || 'unknown' in files) {
    const why = 'unknown' in files ? files.unknown : say().places.project.none
    return { project, paths: unknownPaths(asked.paths, why), words: allUnknown(words) }
  }
  const beside = new Set<string>([INDEX_FILE, ...asked.beside])
  const paths = pathFacts(openedProject, project.root, files, asked.paths, beside)
  const committed = committedOf(openedProject, paths)
  const answers = words.size === 0 ? new Map<string, Presence>() : openedProject.words(words)
  const missing = new Set(asked.strong.filter(word => answers.get(word) === 'missing'))
  return {
    project,
    paths,
    ...(committed !== undefined && { committed }),
    // History is read only where something is not there: it takes long the first time.
    ...([...paths.values()].some(isGone) && modulesOf(openedProject)),
    words: answers,
    lostWords: (missing.size > 0 && openedProject.lost?.(missing)) || new Set(),
  }
}

/** The project's files, its memories apart: a folder that holds nothing else can prove nothing. */
function evidentFiles({ project, memoryFolders, files }: Project): readonly string[] | Unknown {
  if (project.kind === 'absent') return { unknown: project.why }
  const all = files()
  if ('unknown' in all) return all
  const isMemory = memoryPaths(project.root, memoryFolders)
  const evident = all.filter(path => !isMemory(path))
  return evident.length > 0 ? evident : { unknown: say().places.project.onlyMemories }
}

function unknownPaths(references: readonly PathReference[], why: string): Map<string, PathFact> {
  return new Map(references.map(({ path }) => [path, { presence: 'unknown', why }]))
}

const isGone = (fact: PathFact): boolean => fact.presence === 'missing' && fact.why !== 'out-of-scope'

function committedOf(
  { unsettled }: Project,
  paths: ReadonlyMap<string, PathFact>,
): ReadonlySet<string> | undefined {
  const open = unsettled?.()
  if (open === undefined || 'unknown' in open) return undefined
  const settled = [...paths].filter(([, fact]) => fact.presence === 'present' && !open.has(fact.at))
  return new Set(settled.map(([path]) => path))
}

function modulesOf({ past, files }: Project): Pick<Evidence, 'removedModules'> {
  const [history, all] = [past(), files()]
  return history === undefined || 'unknown' in history || 'unknown' in all
    ? {}
    : { removedModules: removedModules(history, all) }
}
