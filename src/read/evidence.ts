import type { Evidence, PathFact } from '../memory/evidence.ts'
import { INDEX_FILE } from '../memory/file-name.ts'
import type { Memory, PathReference } from '../memory/memory.ts'
import { pathFacts } from './path-facts.ts'
import { allUnknown, type World } from './world.ts'

/** Asks the world about everything that the memories name, once for all of them. */
export function gatherEvidence(world: World, memories: readonly Memory[]): Evidence {
  const paths = memories.flatMap(memory => memory.references.filter(reference => reference.kind === 'path'))
  const words = new Set<string>()
  for (const memory of memories)
    for (const reference of memory.references)
      if (reference.kind === 'symbol') for (const word of reference.words) words.add(word)
  const { project } = world
  const files = project.kind === 'absent' ? { unknown: project.why } : world.files()
  if (project.kind === 'absent' || 'unknown' in files) {
    const why = 'unknown' in files ? files.unknown : 'there is no project'
    return { project, paths: unknownPaths(paths, why), words: allUnknown(words) }
  }
  const beside = new Set<string>([INDEX_FILE, ...memories.map(memory => memory.file)])
  return {
    project,
    paths: pathFacts(world, project.root, files, paths, beside),
    words: words.size === 0 ? new Map() : world.words(words),
  }
}

function unknownPaths(references: readonly PathReference[], why: string): Map<string, PathFact> {
  return new Map(references.map(({ path }) => [path, { presence: 'unknown', why }]))
}
