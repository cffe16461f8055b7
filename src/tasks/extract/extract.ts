import { openModel } from '../../agents/open-model.ts'
import { makeTally } from '../../agents/spent.ts'
import { applyActions } from '../../apply/apply.ts'
import { plainError } from '../../apply/plain-error.ts'
import type { LlmRole } from '../../config/roles.ts'
import { DreamError } from '../../memory/dream-error.ts'
import type { DraftAnswer, ExtractReport } from '../../memory/extract-answer.ts'
import type { FileName } from '../../memory/file-name.ts'
import type { FolderOutcome } from '../../memory/outcome.ts'
import type { Policy } from '../../memory/plan.ts'
import type { Folder } from '../../memory/snapshot.ts'
import { newcomerActions } from '../../plan/newcomers.ts'
import type { FoundFolder } from '../../read/discover/found-folder.ts'
import { readFolder } from '../../read/folder.ts'
import type { Cursor } from '../../read/transcripts/cursor.ts'
import type { Transcript } from '../../read/transcripts/find.ts'
import { finishOpenRuns } from '../open-runs.ts'
import { layoutOf } from '../plan/plan-folders.ts'
import { deskOf, foldersOf, newRunId, type Progress, timerOf, type Where } from '../where.ts'
import { refineAll } from './drafts.ts'
import { readCursors, transcriptsFor, writeCursors } from './files.ts'
import { type Heard, hearAll } from './hear.ts'

export interface ExtractRequest {
  readonly where: Where
  readonly policy: Policy
  /** Files and folders; without any, the sessions of this project. */
  readonly transcripts: readonly string[]
  /** Only these sessions, by their ids or a part of them. */
  readonly sessions: readonly string[]
  /** `dry-run` writes nothing and remembers nothing. */
  readonly mode: 'live' | 'dry-run'
  /** Shown the drafts before anything is written; gives back those that may be. Without it they wait. */
  readonly approve?: (drafts: readonly DraftAnswer[]) => Promise<readonly FileName[] | 'declined'>
  /** The agents' role; where it is not set, rules do the work. */
  readonly role?: LlmRole
  readonly progress?: Progress
}

/** So many sessions with something new are read in one go, the newest; the others next time. */
const MOST_TRANSCRIPTS = 100

/** M11, M12: from conversations to memories: read, extract, refine, show, write. Undoable like everything else. */
export async function extract(request: ExtractRequest): Promise<ExtractReport> {
  const { where, role } = request
  if (request.mode === 'live') await finishOpenRuns(where)
  const found = folderFor(where)
  const folder = readFolder(found, layoutOf(where))
  refuseFolder(folder)
  const tally = makeTally()
  const model = role?.state === 'ready' ? openModel(role, where.env, { tally, ...timerOf(where) }) : undefined
  const all = transcriptsFor(where, request.transcripts, request.sessions)
  const cursors = readCursors(where, found)
  const transcripts = someOf(all, cursors)
  const { progress } = request
  const heard = await hearAll({ where, found, folder, transcripts, cursors, model, progress })
  const drafts = await refineAll(heard.raw, folder, model)
  const { did, outcome } = await write(request, found, folder, drafts)
  const isDone = outcome?.failure === undefined && outcome?.outcomes.every(({ result }) => result === 'done')
  const isThrough = did === 'nothing' || (did === 'written' && isDone)
  const warnings = isThrough && request.mode === 'live' ? moveCursors(where, found, heard) : []
  return {
    root: found.root,
    label: found.label,
    did,
    transcripts: heard.transcripts,
    left: all.length - transcripts.length,
    drafts,
    dropped: heard.dropped,
    ...(model !== undefined && { model: { name: model.name, unanswered: heard.unanswered } }),
    spent: tally.rows(),
    warnings,
    ...(outcome !== undefined && { outcome }),
  }
}

function someOf(all: readonly Transcript[], cursors: ReadonlyMap<string, Cursor>): readonly Transcript[] {
  const isNew = ({ path, size }: Transcript) => cursors.get(path)?.offset !== size
  const late = new Set(all.filter(isNew).slice(0, -MOST_TRANSCRIPTS))
  return all.filter(transcript => !late.has(transcript))
}

/** Memories that are written are written: where that cannot be noted, the same words are read again and known. */
function moveCursors(where: Where, found: FoundFolder, { cursors }: Heard): string[] {
  try {
    writeCursors(where, found, cursors)
    return []
  } catch (error) {
    return [`how far the conversations were read could not be noted: ${plainError(error)}`]
  }
}

/** One folder takes what is found: the project's own before those of sub-agents. */
function folderFor(where: Where): FoundFolder {
  const folders = foldersOf(where)
  const main = folders.filter(({ origin }) => origin === 'home-memory' || origin === 'auto-memory-directory')
  const [only, ...others] = main.length > 0 ? main : folders
  if (only === undefined)
    throw new DreamError('no memory folder is here to write to: name one with --folder', 2)
  if (others.length > 0)
    throw new DreamError(
      `${others.length + 1} memory folders are here (${[only, ...others].map(({ label }) => label).join(', ')}): say which with --folder`,
      2,
    )
  return only
}

function refuseFolder({ layout, label, listing }: Folder): void {
  if (listing.state === 'failed') throw new DreamError(`${label} cannot be listed: ${listing.why}`, 1)
  if (layout === 'journal')
    throw new DreamError(
      `${label} keeps journals: write to it with \`dream remember\`, and \`dream review\` distils them`,
      2,
    )
  if (layout === 'unclear')
    throw new DreamError(
      `${label} could be an index or a journal: say --layout index if its memories are files`,
      2,
    )
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
  const approved = await approve(drafts)
  if (approved === 'declined') return { did: 'declined' }
  const chosen = drafts.filter(({ file }) => approved.includes(file))
  const actions = newcomerActions(folder, chosen, policy)
  if (actions.length === 0) return { did: 'nothing' }
  const order = { root, label, actions, run: newRunId(Date.now()), command: 'extract' }
  return { did: 'written', outcome: await applyActions(deskOf(where), order) }
}
