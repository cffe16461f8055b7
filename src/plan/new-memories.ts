import type { Action, FileName, Folder, Memory, Policy, Reason, WriteAction } from '../model/index.ts'
import { parseMemory } from '../text/index.ts'
import { indexStep } from './index-step.ts'
import { waitForFiles } from './pieces.ts'

/** A memory that is not there yet. */
export interface Newcomer {
  readonly file: FileName
  readonly text: string
}

/** New memories with their lines in the index: each line stands only if its file does. */
export function newcomerActions(
  folder: Folder,
  newcomers: readonly Newcomer[],
  policy: Policy,
  reason: Reason = { why: 'remembered' },
): Action[] {
  if (newcomers.length === 0) return []
  const writes = newcomers.map(
    ({ file, text }): WriteAction => ({
      kind: 'write',
      file,
      expect: 'absent',
      needs: [],
      reason,
      pieces: [{ text }],
    }),
  )
  const memories = [...folder.memories, ...newcomers.map(asMemory)]
  const files = new Set(newcomers.map(({ file }) => file))
  // An index that drifted before waits for a run; one that is not there yet lists all.
  const own = folder.index === undefined ? {} : { newcomers: files }
  const { action } = indexStep(
    { folder: { ...folder, memories }, going: new Set(), memories, ...own },
    policy,
  )
  if (action === undefined) return writes
  return [...writes, { ...action, pieces: waitForFiles(action.pieces, files) }]
}

function asMemory({ file, text }: Newcomer): Memory {
  return parseMemory({ file, hash: '', size: text.length, modified: 0, text })
}
