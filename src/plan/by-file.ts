import type { FileName, Memory, Snapshot } from '../model/index.ts'

const known = new WeakMap<Snapshot, ReadonlyMap<FileName, Memory>>()

export function memoriesByFile(snapshot: Snapshot): ReadonlyMap<FileName, Memory> {
  let memories = known.get(snapshot)
  if (memories === undefined) {
    memories = new Map(snapshot.folder.memories.map(memory => [memory.file, memory]))
    known.set(snapshot, memories)
  }
  return memories
}
