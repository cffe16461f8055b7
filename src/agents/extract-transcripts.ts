import type { Progress, Where } from '../app/index.ts'
import type { Folder } from '../model/index.ts'
import type { Model } from '../models/index.ts'
import { projectsFor } from '../pipeline/index.ts'
import { askedBy, documentEvidence, gatherEvidence } from '../project/index.ts'
import {
  type Cursor,
  cursorAt,
  type FoundFolder,
  openText,
  ownFolder,
  ownSessions,
  readTranscript,
  resumeAt,
  type Transcript,
  type TranscriptTurn,
} from '../sources/index.ts'
import { showText } from '../text/index.ts'
import type { RawMemory } from './draft.ts'
import { type Extraction, ExtractorAgent } from './extractor.ts'

export interface TranscriptAnswer {
  readonly path: string
  /** `own`: a session of Dream's own. */
  readonly did: 'read' | 'nothing-new' | 'own' | 'unreadable'
  readonly turns: number
  /** Lines that were skipped: longer than anything that is read, or no record of a format we know. */
  readonly tooLong: number
  readonly odd: number
}

export interface DroppedAnswer {
  readonly quote: string
  readonly why: string
  readonly by: 'rules' | 'model'
  readonly transcript: string
  readonly line?: number
}

/** What conversations gave, before it was refined. */
export interface RawExtraction {
  readonly raw: { readonly memory: RawMemory; readonly transcript: string }[]
  readonly dropped: DroppedAnswer[]
  readonly transcripts: TranscriptAnswer[]
  readonly unanswered: string[]
  readonly cursors: Map<string, Cursor>
}

export interface ReadingRequest {
  readonly where: Where
  readonly found: FoundFolder
  readonly folder: Folder
  readonly transcripts: readonly Transcript[]
  readonly cursors: ReadonlyMap<string, Cursor>
  readonly model: Model | undefined
  readonly progress: Progress | undefined
}

/** Reads conversations one after the other, each from where it was left. */
export async function extractFromAll(request: ReadingRequest): Promise<RawExtraction> {
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
    if (isNew) gathered.cursors.set(path, cursorAt(file, end))
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
