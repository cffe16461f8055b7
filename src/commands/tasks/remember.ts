import { knownIn, nearNotes, type RawMemory, refineAll } from '../../agents/index.ts'
import {
  asListed,
  carryOut,
  journalSettings,
  namedFolder,
  storeContext,
  untilWritten,
  zoneOf,
} from '../../app/index.ts'
import { fold, isUnsafe, type RememberRequest, remember as rememberInJournal } from '../../journal/index.ts'
import {
  type Action,
  DEFAULT_POLICY,
  DreamError,
  type Folder,
  INDEX_FILE,
  type Memory,
  type RememberAnswer,
  type RememberFileReport,
} from '../../model/index.ts'
import { newMemoryActions } from '../../plan/index.ts'
import type { FoundFolder } from '../../sources/index.ts'
import { finishAll } from '../../store/index.ts'
import { findSecrets, MAX_INDEX_BYTES, MAX_INDEX_LINES } from '../../text/index.ts'
import { rawOf, wallClock, withReason } from './remember-draft.ts'

/** I7: a line of a journal, or a memory file with its line in the index, by what the folder is. */
export async function remember(request: RememberRequest): Promise<RememberAnswer> {
  if (fold(request.text) === '') throw new DreamError('there is nothing to remember: say what', 2)
  const { finished } = await finishAll(storeContext(request.where))
  const named = namedFolder(request.where)
  return named === 'journal' ? rememberInJournal(request, finished) : rememberFile(request, named)
}

const LONGEST = 4000

async function rememberFile(request: RememberRequest, found: FoundFolder): Promise<RememberFileReport> {
  const { where, as, epochMs = Date.now() } = request
  const { root, label } = found
  const text = fold(request.text)
  refuse(text)
  const raw = rawOf(text, as, wallClock(epochMs, zoneOf(journalSettings(where), where)))
  const about = { layout: 'index', root, label } as const
  return untilWritten(found, async folder => {
    const known = alreadyStated(folder, raw, as)
    if (known !== undefined) return { ...about, ...known, did: 'known', line: null, warnings: [] }
    const [draft] = await refineAll([{ memory: withReason(raw), transcript: '' }], folder, undefined)
    const { file, type, near } = draft!
    const actions = newMemoryActions(asListed(folder), [draft!], DEFAULT_POLICY)
    const written = await carryOut({ where, found, command: 'remember', actions, epochMs })
    if (written === 'changed') return 'changed'
    const index = indexText(folder, actions)
    const line = index.split(/[\r\n]+/).find(each => each.includes(`](${file})`)) ?? null
    const warnings = [...written.warnings, ...indexWarnings(index, line)]
    return { ...about, did: 'remembered', file, type, line, near, run: written.run, warnings }
  })
}

/** The memory in which it stands already, and what comes near that. */
function alreadyStated(
  { memories }: Folder,
  raw: RawMemory,
  as: RememberRequest['as'],
): Pick<RememberFileReport, 'file' | 'type' | 'near'> | undefined {
  const known = knownIn(memories)(raw)
  if (known === undefined) return undefined
  const { file, type = null } = known
  const near = nearNotes(memories.filter(memory => memory !== known)).find(raw.text)
  const isCorrection = as === 'correction' || (as === undefined && raw.kind === 'correction')
  const newer = memories.filter(memory => writtenAt(memory) > writtenAt(known)).map(memory => memory.file)
  // Said, then corrected, and corrected back: it stands there, but something newer speaks against it.
  if (isCorrection && near.some(note => newer.includes(note.file))) return undefined
  return { file, type, near }
}

const writtenAt = ({ dated, modified }: Memory): number => dated ?? modified

function refuse(text: string): void {
  if (isUnsafe(text) || findSecrets(text).length > 0)
    throw new DreamError(
      'it looks like a secret or an instruction to whoever reads it, and every conversation would: nothing was written',
      1,
    )
  if (text.length > LONGEST)
    throw new DreamError(
      `it is longer than ${LONGEST.toLocaleString('en-US')} characters: write a file of your own, and \`dream\` lists it`,
      2,
    )
}

function indexText({ index }: Folder, actions: readonly Action[]): string {
  const action = actions.find(({ file }) => file === INDEX_FILE)
  const parts = action?.kind === 'write' ? action.pieces : (index?.lines ?? [])
  return parts.map(({ text }) => text).join('')
}

function indexWarnings(text: string, line: string | null): string[] {
  if (line === null) return [`${INDEX_FILE} cannot be edited: the memory has no line there`]
  const isLong = text.split('\n').length - 1 > MAX_INDEX_LINES || Buffer.byteLength(text) > MAX_INDEX_BYTES
  return isLong
    ? [`${INDEX_FILE} is longer than agents read: what stands last is not seen; \`dream\` finds what can go`]
    : []
}
