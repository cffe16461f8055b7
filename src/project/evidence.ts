import { memoryPaths } from '../disk/index.ts'
import { type Evidence, INDEX_FILE, type Memory, type PathFact, type PathReference } from '../model/index.ts'
import { pathFacts } from './path-facts.ts'
import { allUnknown, type Project, type Unknown } from './project.ts'

/** What memories ask of the project, apart from what they say: small enough to keep from run to run. */
export interface Asked {
  readonly paths: readonly PathReference[]
  readonly words: readonly string[]
  /** Names of the memories themselves: a path that is one of them is a link. */
  readonly beside: readonly string[]
}

export function askedBy(memories: readonly Memory[]): Asked {
  const paths = new Map<string, PathReference>()
  const words = new Set<string>()
  for (const { references } of memories)
    for (const reference of references)
      if (reference.kind === 'symbol') for (const word of reference.words) words.add(word)
      else if (!paths.has(reference.path)) paths.set(reference.path, reference)
  return { paths: [...paths.values()], words: [...words], beside: memories.map(memory => memory.file) }
}

/** Asks the project about everything that the memories name, once for all of them. */
export function gatherEvidence(openedProject: Project, asked: Asked): Evidence {
  const { project } = openedProject
  const words = new Set(asked.words)
  const files = evidentFiles(openedProject)
  if (project.kind === 'absent' || 'unknown' in files) {
    const why = 'unknown' in files ? files.unknown : 'there is no project'
    return { project, paths: unknownPaths(asked.paths, why), words: allUnknown(words) }
  }
  const beside = new Set<string>([INDEX_FILE, ...asked.beside])
  return {
    project,
    paths: pathFacts(openedProject, project.root, files, asked.paths, beside),
    words: words.size === 0 ? new Map() : openedProject.words(words),
  }
}

/** The project's files, its memories apart: a folder that holds nothing else can prove nothing. */
function evidentFiles({ project, memoryFolders, files }: Project): readonly string[] | Unknown {
  if (project.kind === 'absent') return { unknown: project.why }
  const all = files()
  if ('unknown' in all) return all
  const isMemory = memoryPaths(project.root, memoryFolders)
  const evident = all.filter(path => !isMemory(path))
  return evident.length > 0 ? evident : { unknown: 'the project holds nothing but memories' }
}

function unknownPaths(references: readonly PathReference[], why: string): Map<string, PathFact> {
  return new Map(references.map(({ path }) => [path, { presence: 'unknown', why }]))
}
