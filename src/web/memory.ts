import { knownStates, type Where, withState } from '../app/index.ts'
import { findingEvidence, findingWords, kindWords } from '../checks/index.ts'
import { say } from '../languages/index.ts'
import { DreamError, INDEX_FILE } from '../model/index.ts'
import type { Checks, GoneNote, Memory, MemoryFolder, Note, TextPair, Versions } from '../page/index.ts'
import { fateWords, reasonWords } from '../report/index.ts'
import { MAX_INDEX_BYTES, MAX_INDEX_LINES, unseenLines } from '../text/index.ts'
import {
  findNote,
  folderName,
  isEditable,
  noteId,
  noteLines,
  type Place,
  placesOf,
  wholeText,
} from './notes.ts'
import type { Session } from './session.ts'
import { sentence, textOf } from './shown.ts'

export async function memoryOf({ app }: Session): Promise<Memory> {
  const { where } = await app()
  return { folders: placesOf(where).map(place => folderOf(where, place)) }
}

function folderOf(where: Where, place: Place): MemoryFolder {
  const { found, folder } = place
  const lines = folder.index?.lines ?? []
  const bytes = lines.reduce((sum, { text }) => sum + Buffer.byteLength(text), 0)
  return {
    ...folderName(place),
    isReadOnly: folder.isReadOnly === true,
    ...(folder.index !== undefined &&
      folder.layout === 'index' && {
        loaded: {
          lines: lines.length,
          bytes,
          mostLines: MAX_INDEX_LINES,
          mostBytes: MAX_INDEX_BYTES,
        },
      }),
    beyond: folder.layout === 'index' ? unseenLines(lines) : [],
    notes: noteLines(place),
    archived: archivedIn(where, found.root, new Set(folder.memories.map(({ file }) => file))),
  }
}

/** Those that the page offers to bring back; older ones are in history. */
const MOST_ARCHIVED = 500

/** What Dream took out of the folder and is not there again, the newest first. */
function archivedIn(where: Where, root: string, there: ReadonlySet<string>): GoneNote[] {
  const records = withState(where, root, store => store.log.read().records) ?? []
  const gone = new Map<string, GoneNote>()
  for (const { at, changes } of records)
    for (const { file, kind, to, result, reason } of changes) {
      if (result !== 'done' || file.includes('/') || file === INDEX_FILE) continue
      gone.delete(file)
      if (kind === 'archive' && to === null && !there.has(file))
        gone.set(file, { id: noteId(root, file), file, day: at.slice(0, 10), why: reasonWords(reason) })
    }
  return [...gone.values()].reverse().slice(0, MOST_ARCHIVED)
}

export async function noteOf({ app }: Session, id: string): Promise<Note> {
  const { where } = await app()
  const place = findNote(where, id)
  const { found, memory } = place
  return {
    ...noteLines(place).find(line => line.id === id)!,
    folder: found.label,
    path: `${found.root}/${memory.file}`,
    text: textOf(wholeText(memory)),
    isEditable: isEditable(place, memory),
  }
}

/** The name of a note and its folder: of one that is there, or of one that history knows. */
export async function namedNote({ app }: Session, id: string): Promise<{ file: string; root: string }> {
  const { where } = await app()
  for (const { found, folder } of placesOf(where)) {
    const files = folder.memories.map(({ file }) => file as string)
    // Also of one that vanished without Dream, which no run has met.
    const known = withState(where, found.root, store =>
      knownStates(where, found.root, store, 'read-only').states.keys(),
    )
    const all = [...files, ...(known ?? [])]
    const file = all.find(each => noteId(found.root, each) === id)
    if (file !== undefined) return { file, root: found.root }
  }
  throw new DreamError(say().page.errors.noNote, 1)
}

export async function checksOf(session: Session, id: string): Promise<Checks> {
  const { file, root } = await namedNote(session, id)
  const { explanations } = await session.dream.explain({ ...session.scope, memory: file, folder: [root] })
  const [found] = explanations
  if (found === undefined) throw new DreamError(say().page.errors.noNote, 1)
  return {
    verdict: sentence(fateWords(found.verdict)),
    findings: found.findings.map(finding => ({
      title: kindWords(finding).title,
      words: findingWords(finding),
      evidence: findingEvidence(finding),
    })),
    references: found.references.map(({ text, line, answer }) => ({ text, line, answer })),
    protectedBy: found.protectedBy,
    wouldChange: found.wouldChange,
  }
}

export async function versionsOf(session: Session, id: string): Promise<Versions> {
  const life = await lifeOf(session, id)
  if (life === undefined) return { versions: [], newest: 0 }
  const words = say().history.list
  const versions = life.changeLog.map(({ at, by, run, reason, version }) => ({
    ...(version !== undefined && { version }),
    at,
    words:
      by === 'dream'
        ? reason === undefined
          ? words.changed
          : reasonWords(reason)
        : version === undefined
          ? words.removedOutside
          : version === 1
            ? words.firstSeen
            : words.changedOutside,
    ...(run !== undefined && { run }),
  }))
  return { versions: versions.reverse(), newest: life.version }
}

async function lifeOf(session: Session, id: string) {
  const { file, root } = await namedNote(session, id)
  try {
    const { memories = [] } = await session.dream.history({ memory: file, folder: [root] })
    return memories.find(each => each.file === file)
  } catch (error) {
    // A note that no run and no look has met has no history yet.
    if (error instanceof DreamError) return undefined
    throw error
  }
}

export async function differenceOf(
  session: Session,
  id: string,
  from: number,
  to: number,
): Promise<TextPair> {
  const { file, root } = await namedNote(session, id)
  const versions = { a: String(from), b: String(to) }
  const { difference } = await session.dream.history({
    memory: file,
    folder: [root],
    diff: true,
    ...versions,
  })
  return { before: textOf(difference!.before), after: textOf(difference!.after) }
}

export async function restore(session: Session, id: string, version?: number) {
  const { file, root } = await namedNote(session, id)
  const newest = version ?? (await lifeOf(session, id))?.version
  if (newest === undefined) throw new DreamError(say().page.errors.noNote, 1)
  const { outcome } = await session.dream.history({ memory: file, folder: [root], restore: String(newest) })
  return outcome!
}
