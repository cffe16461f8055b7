import type { Action, FileName, Folder, Memory, Policy, Reason, WriteAction } from '../model/index.ts'
import { parseMemory } from '../text/index.ts'
import { indexStep } from './index-step.ts'
import { waitForFiles } from './pieces.ts'

/** A memory that is not there yet. */
export interface NewMemory {
  readonly file: FileName
  readonly text: string
}

/** New memories with their lines in the index: each line stands only if its file does. */
export function newMemoryActions(
  folder: Folder,
  newMemories: readonly NewMemory[],
  policy: Policy,
  reason: Reason = { why: 'remembered' },
): Action[] {
  if (newMemories.length === 0) return []
  const writes = newMemories.map(
    ({ file, text }): WriteAction => ({
      kind: 'write',
      file,
      expect: 'absent',
      needs: [],
      reason,
      pieces: [{ text }],
    }),
  )
  const memories = [...folder.memories, ...newMemories.map(asMemory)]
  const files = new Set(newMemories.map(({ file }) => file))
  // An index that drifted before waits for a run; one that is not there yet lists all.
  const own = folder.index === undefined ? {} : { newMemories: files }
  const { action } = indexStep(
    { folder: { ...folder, memories }, going: new Set(), memories, ...own },
    policy,
  )
  if (action === undefined) return writes
  return [...writes, { ...action, pieces: waitForFiles(action.pieces, files) }]
}

function asMemory({ file, text }: NewMemory): Memory {
  return parseMemory({ file, hash: '', size: text.length, modified: 0, text })
}
