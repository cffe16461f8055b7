import { resolve } from 'node:path'
import { foldersOf, layoutOf, newRunId, type Progress, storeContext, type Where } from '../app/index.ts'
import type { LlmRole } from '../config/index.ts'
import { errorWords, readSmallText, writeSmallFile } from '../disk/index.ts'
import { say } from '../languages/index.ts'
import {
  type Action,
  DreamError,
  type Folder,
  type FolderOutcome,
  type Memory,
  type Policy,
  type SpentRow,
} from '../model/index.ts'
import { type Model, makeTally, openModel, timerOf } from '../models/index.ts'
import { projectsFor } from '../pipeline/index.ts'
import { newMemoryActions } from '../plan/index.ts'
import { askedBy, documentEvidence, gatherEvidence } from '../project/index.ts'
import { type DraftAnswer, draftsOf, keepDrafts } from '../review/index.ts'
import {
  type Cursor,
  cursorAt,
  cursorsText,
  type FoundFolder,
  givenTranscripts,
  openText,
  ownFolder,
  ownSessions,
  parseCursors,
  projectTranscripts,
  readFolder,
  readTranscript,
  resumeAt,
  type Transcript,
  type TranscriptTurn,
  targetFor,
} from '../sources/index.ts'
import { FOLDER_STATE, keptBy } from '../state/index.ts'
import { commit, finishOpenRuns, rootId } from '../store/index.ts'
import { parseMemory, showText } from '../text/index.ts'
import type { RawMemory } from './draft.ts'
import { type ForgottenNote, forgottenIn } from './draft-checks.ts'
import { refineAll } from './drafts.ts'
import { type Extraction, ExtractorAgent } from './extractor.ts'

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
  /** A model that is open already, whose owner counts what it spends. */
  readonly model?: Model
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
  const there = readFolder(found, layoutOf(where))
  refuseFolder(there)
  // What waits in the queue, or was turned down there, is asked about once.
  const folder = { ...there, memories: [...there.memories, ...draftsOf(where, found.root).map(draftMemory)] }
  const tally = makeTally()
  const cache = keptBy<ReadonlyMap<string, string>>(
    'modelAnswers',
    where,
    request.mode === 'live' ? 'read-write' : 'read-only',
  )
  const model =
    request.model ??
    (role?.state === 'ready' ? openModel(role, where.env, { tally, cache, ...timerOf(where) }) : undefined)
  const all = transcriptsFor(where, request.transcripts, request.sessions)
  const cursors = readCursors(where, found)
  const transcripts = someOf(all, cursors)
  const { progress } = request
  const gathered = await extractFromAll({ where, found, folder, transcripts, cursors, model, progress })
  const forgotten = forgottenDrafts(gathered, forgottenIn(where, found.root, there))
  const refined = await refineAll(gathered.raw, folder, model)
  const held = refined.filter(({ quote }) => forgotten.has(quote))
  const fresh = refined.filter(draft => !held.includes(draft))
  const { did: done, outcome } = await write(request, found, there, fresh)
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

const draftMemory = ({ file, text }: DraftAnswer): Memory =>
  parseMemory({ file, hash: '', size: text.length, modified: 0, text })

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

interface TranscriptAnswer {
  readonly path: string
  /** `own`: a session of Dream's own. */
  readonly did: 'read' | 'nothing-new' | 'own' | 'unreadable'
  readonly turns: number
  /** Lines that were skipped: longer than anything that is read, or no record of a format we know. */
  readonly tooLong: number
  readonly odd: number
}

interface DroppedAnswer {
  readonly quote: string
  readonly why: string
  readonly by: 'rules' | 'model'
  readonly transcript: string
  readonly line?: number
}

/** What conversations gave, before it was refined. */
interface RawExtraction {
  readonly raw: { readonly memory: RawMemory; readonly transcript: string }[]
  readonly dropped: DroppedAnswer[]
  readonly transcripts: TranscriptAnswer[]
  readonly unanswered: string[]
  readonly cursors: Map<string, Cursor>
}

interface ReadingRequest {
  readonly where: Where
  readonly found: FoundFolder
  readonly folder: Folder
  readonly transcripts: readonly Transcript[]
  readonly cursors: ReadonlyMap<string, Cursor>
  readonly model: Model | undefined
  readonly progress: Progress | undefined
}

/** Reads conversations one after the other, each from where it was left. */
async function extractFromAll(request: ReadingRequest): Promise<RawExtraction> {
  const { where, found, folder, transcripts, cursors, model, progress } = request
  const gathered: RawExtraction = {
    raw: [],
    dropped: [],
    transcripts: [],
    unanswered: [],
    cursors: new Map(),
  }
  const own = ownSessions(ownFolder(where.env, where.home))
  const project = projectsFor(where, [found], 'read-only')(found)
  const agent = new ExtractorAgent({
    known: folder.memories,
    evidence: drafts => ({
      ...gatherEvidence(project, askedBy(drafts)),
      ...documentEvidence(project.documents()),
    }),
    ...(model !== undefined && { model }),
  })
  for (const transcript of transcripts) {
    progress?.({
      what: `reading ${showText(transcript.session)}`,
      done: gathered.transcripts.length,
      of: transcripts.length,
    })
    // A pause between sessions: Ctrl-C is handled only when nothing runs.
    await new Promise(setImmediate)
    if (own.has(transcript.session)) gathered.transcripts.push(silent(transcript, 'own'))
    else await extractFrom(agent, transcript, cursors.get(transcript.path), gathered)
  }
  return gathered
}

const silent = ({ path }: Transcript, did: TranscriptAnswer['did']): TranscriptAnswer => ({
  path,
  did,
  turns: 0,
  tooLong: 0,
  odd: 0,
})

async function extractFrom(
  agent: ExtractorAgent,
  transcript: Transcript,
  cursor: Cursor | undefined,
  gathered: RawExtraction,
): Promise<void> {
  const { path, form } = transcript
  const file = openText(path)
  if (file === undefined) {
    gathered.transcripts.push(silent(transcript, 'unreadable'))
    return
  }
  try {
    const start = resumeAt(file, cursor)
    const reading = readTranscript(file, { ...start, form })
    const extraction = await agent.extract({ turns: named(reading.turns(), transcript) })
    const { turns, tooLong, unreadable } = reading.counts()
    const end = reading.end()
    const isNew = end.offset > start.from
    gathered.transcripts.push({ path, did: isNew ? 'read' : 'nothing-new', turns, tooLong, odd: unreadable })
    // What the model has not looked at is not used up.
    if (isNew && extraction.model?.look !== 'again') gathered.cursors.set(path, cursorAt(file, end))
    note(extraction, path, gathered)
  } finally {
    file.close()
  }
}

/** What a file does not say of itself its name says. */
function* named(turns: Iterable<TranscriptTurn>, { session }: Transcript): Generator<TranscriptTurn> {
  for (const turn of turns) yield { session, ...turn }
}

function note({ memories, dropped, model }: Extraction, transcript: string, gathered: RawExtraction): void {
  gathered.raw.push(...memories.map(memory => ({ memory, transcript })))
  gathered.dropped.push(
    ...dropped.map(({ quote, why, by, said }) => ({
      quote,
      why,
      by,
      transcript,
      ...(said !== undefined && { line: said.line }),
    })),
  )
  gathered.unanswered.push(...(model?.unanswered ?? []))
}

/** The conversations that are meant: files and folders that were named, else the sessions of this project. */
function transcriptsFor(
  where: Where,
  given: readonly string[],
  sessions: readonly string[],
): readonly Transcript[] {
  const found = given.length > 0 ? given.flatMap(path => givenAt(where, path)) : sessionsOf(where)
  if (sessions.length === 0) return found
  const wanted = found.filter(({ session }) => sessions.some(id => session.includes(id)))
  if (wanted.length === 0) throw new DreamError(say().agents.noSession(sessions.join(', '), found.length), 2)
  return wanted
}

function givenAt(where: Where, path: string): readonly Transcript[] {
  const given = givenTranscripts(resolve(where.cwd, path))
  if (given.kind === 'found') return given.transcripts
  if (given.kind === 'gone') throw new DreamError(say().agents.noTranscript(path), 2)
  throw new DreamError(say().agents.badTranscript(path, given.why), 2)
}

function sessionsOf(where: Where): Transcript[] {
  // The memory folder may lie anywhere: whose sessions are meant, the project says.
  const { path, spellings } = targetFor({ ...where, paths: [] })
  const { home, env } = where
  return projectTranscripts({ project: path, spellings, home, env })
}

/** How far each transcript was read for a memory folder. */
function readCursors(where: Where, { root }: Pick<FoundFolder, 'root'>): Map<string, Cursor> {
  return parseCursors(readSmallText(cursorFile(where, root), 50_000_000))
}

function writeCursors(
  where: Where,
  { root }: Pick<FoundFolder, 'root'>,
  moved: ReadonlyMap<string, Cursor>,
): void {
  if (moved.size === 0) return
  const all = new Map([...readCursors(where, { root }), ...moved])
  writeSmallFile(cursorFile(where, root), cursorsText(all))
}

const cursorFile = (where: Where, root: string): string =>
  `${storeContext(where).stateHome}/${rootId(root)}/${FOLDER_STATE.transcripts}`
