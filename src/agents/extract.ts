import { foldersOf, layoutOf, newRunId, type Progress, storeContext, type Where } from '../app/index.ts'
import type { LlmRole } from '../config/index.ts'
import { errorWords } from '../disk/index.ts'
import { say } from '../languages/index.ts'
import {
  type Action,
  DreamError,
  type Folder,
  type FolderOutcome,
  type Policy,
  type SpentRow,
} from '../model/index.ts'
import { makeTally, openModel, timerOf } from '../models/index.ts'
import { newMemoryActions } from '../plan/index.ts'
import { type DraftAnswer, keepDrafts } from '../review/index.ts'
import { type Cursor, type FoundFolder, readFolder, type Transcript } from '../sources/index.ts'
import { commit, finishOpenRuns } from '../store/index.ts'
import type { RawMemory } from './draft.ts'
import { refineAll } from './drafts.ts'
import {
  type DroppedAnswer,
  extractFromAll,
  type RawExtraction,
  type TranscriptAnswer,
} from './extract-transcripts.ts'
import { readCursors, transcriptsFor, writeCursors } from './files.ts'
import { type ForgottenNote, forgottenIn } from './forgotten-notes.ts'

/** What `dream extract` found in conversations, and what became of it. */
export interface ExtractReport {
  readonly root: string
  readonly label: string
  /**
   * - `written`: the drafts that were approved are memories now.
   * - `waiting`: there are drafts, and nobody said that they may be written.
   * - `declined`: shown, and the person said not now.
   * - `nothing`: there was nothing to write.
   */
  readonly did: 'written' | 'waiting' | 'declined' | 'dry-run' | 'nothing'
  readonly transcripts: readonly TranscriptAnswer[]
  /** Sessions that were left for another time: too many at once. */
  readonly left: number
  readonly drafts: readonly DraftAnswer[]
  readonly dropped: readonly DroppedAnswer[]
  /** What the model had to say for itself; nothing where none is set. */
  readonly model?: { readonly name: string; readonly unanswered: readonly string[] }
  readonly spent: readonly SpentRow[]
  readonly warnings: readonly string[]
  readonly outcome?: FolderOutcome
}

export interface ExtractRequest {
  readonly where: Where
  readonly policy: Policy
  /** Files and folders; without any, the sessions of this project. */
  readonly transcripts: readonly string[]
  /** Only these sessions, by their ids or a part of them. */
  readonly sessions: readonly string[]
  /** `dry-run` writes nothing and remembers nothing. */
  readonly mode: 'live' | 'dry-run'
  /** Shown the drafts before anything is written; gives back the changes that may be made. Without it they wait. */
  readonly approve?: (
    drafts: readonly DraftAnswer[],
    changes: DraftChanges,
  ) => Promise<readonly Action[] | 'declined'>
  /** The agents' role; where it is not set, rules do the work. */
  readonly role?: LlmRole
  readonly progress?: Progress
}

/** What keeping every draft would change: their files, and last the index. */
interface DraftChanges {
  readonly root: string
  readonly label: string
  readonly actions: readonly Action[]
}

/** So many sessions with something new are read in one go, the newest; the others next time. */
const MOST_TRANSCRIPTS = 100

/** M11, M12: from conversations to memories: read, extract, refine, show, write. Undoable like everything else. */
export async function extract(request: ExtractRequest): Promise<ExtractReport> {
  const { where, role } = request
  if (request.mode === 'live') await finishOpenRuns(storeContext(where))
  const found = folderFor(where)
  const folder = readFolder(found, layoutOf(where))
  refuseFolder(folder)
  const tally = makeTally()
  const model = role?.state === 'ready' ? openModel(role, where.env, { tally, ...timerOf(where) }) : undefined
  const all = transcriptsFor(where, request.transcripts, request.sessions)
  const cursors = readCursors(where, found)
  const transcripts = someOf(all, cursors)
  const { progress } = request
  const gathered = await extractFromAll({ where, found, folder, transcripts, cursors, model, progress })
  const forgotten = forgottenDrafts(gathered, forgottenIn(where, found.root, folder))
  const refined = await refineAll(gathered.raw, folder, model)
  const held = refined.filter(({ quote }) => forgotten.has(quote))
  const fresh = refined.filter(draft => !held.includes(draft))
  const { did: done, outcome } = await write(request, found, folder, fresh)
  const did = done === 'nothing' && held.length > 0 ? 'waiting' : done
  const isDone = outcome?.failure === undefined && outcome?.outcomes.every(({ result }) => result === 'done')
  const isKept = did === 'waiting' || did === 'declined'
  const drafts = isKept || request.mode === 'dry-run' ? refined : fresh
  const waiting = isKept ? drafts : held
  if (request.mode === 'live' && waiting.length > 0) keepDrafts(where, found.root, waiting)
  const isThrough = did === 'nothing' || isKept || (did === 'written' && isDone)
  const warnings = isThrough && request.mode === 'live' ? moveCursors(where, found, gathered) : []
  return {
    root: found.root,
    label: found.label,
    did,
    transcripts: gathered.transcripts,
    left: all.length - transcripts.length,
    drafts,
    dropped: gathered.dropped,
    ...(model !== undefined && { model: { name: model.name, unanswered: gathered.unanswered } }),
    spent: tally.rows(),
    warnings,
    ...(outcome !== undefined && { outcome }),
  }
}

/** What a person had forgotten is no memory again before they say so, whatever else is approved. */
function forgottenDrafts(
  { raw, dropped }: RawExtraction,
  noteOf: (draft: RawMemory) => ForgottenNote | undefined,
): ReadonlySet<string> {
  const quotes = new Set<string>()
  for (const { memory, transcript } of raw) {
    const note = noteOf(memory)
    if (note === undefined) continue
    quotes.add(memory.quote)
    const why = `you forgot it on ${note.day} (${note.file}): it waits in dream queue`
    dropped.push({ quote: memory.quote, why, by: 'rules', transcript })
  }
  return quotes
}

function someOf(all: readonly Transcript[], cursors: ReadonlyMap<string, Cursor>): readonly Transcript[] {
  const isNew = ({ path, size }: Transcript) => cursors.get(path)?.offset !== size
  const late = new Set(all.filter(isNew).slice(0, -MOST_TRANSCRIPTS))
  return all.filter(transcript => !late.has(transcript))
}

/** Memories that are written are written: where that cannot be noted, the same words are read again and known. */
function moveCursors(where: Where, found: FoundFolder, { cursors }: RawExtraction): string[] {
  try {
    writeCursors(where, found, cursors)
    return []
  } catch (error) {
    return [say().agents.cursorsNotWritten(errorWords(error))]
  }
}

/** One folder takes what is found: the project's own before those of sub-agents. */
function folderFor(where: Where): FoundFolder {
  const folders = foldersOf(where)
  const main = folders.filter(({ origin }) => origin === 'home-memory' || origin === 'auto-memory-directory')
  const [only, ...others] = main.length > 0 ? main : folders
  if (only === undefined) throw new DreamError(say().agents.noFolder, 2)
  if (others.length > 0)
    throw new DreamError(
      say().agents.severalFolders(others.length + 1, [only, ...others].map(({ label }) => label).join(', ')),
      2,
    )
  return only
}

function refuseFolder({ layout, label, listing }: Folder): void {
  if (listing.state === 'failed') throw new DreamError(say().places.files.cannotList(label, listing.why), 1)
  if (layout === 'journal') throw new DreamError(say().agents.cannot.remember(label), 2)
  if (layout === 'unclear') throw new DreamError(say().agents.cannot.unclear(label), 2)
}

async function write(
  { where, policy, mode, approve }: ExtractRequest,
  { root, label }: FoundFolder,
  folder: Folder,
  drafts: readonly DraftAnswer[],
): Promise<{ did: ExtractReport['did']; outcome?: FolderOutcome }> {
  if (mode === 'dry-run') return { did: 'dry-run' }
  if (drafts.length === 0) return { did: 'nothing' }
  if (approve === undefined) return { did: 'waiting' }
  const actions = await approve(drafts, { root, label, actions: newMemoryActions(folder, drafts, policy) })
  if (actions === 'declined') return { did: 'declined' }
  if (!actions.some(({ file }) => drafts.some(draft => draft.file === file))) return { did: 'nothing' }
  const order = { root, label, actions, run: newRunId(Date.now()), command: 'extract' }
  return { did: 'written', outcome: await commit(storeContext(where), order) }
}
