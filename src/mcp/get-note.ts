import type { App } from '../app/index.ts'
import { COMMANDS, command, SILENT } from '../commands/index.ts'
import { say } from '../languages/index.ts'
import { DreamError, fileName, isUntrusted, type Origin } from '../model/index.ts'
import { parseMemory, showToModel } from '../text/index.ts'
import { type NoteFile, noteFiles, textOfFile } from './note-files.ts'

/** So many notes of one name, in as many folders. */
const MOST = 5
/** About 6,000 tokens at once. */
const SHARE = 24_000

/** The last of three layers: a note whole. Its commands at the terminal are `cat`, `dream explain` and `dream history`. */
export const getNote = command({
  name: 'get',
  group: 'notes',
  help: say => say.mcp.help,
  effect: 'read',
  settings: 'follow',
  input: {
    memory: { kind: 'word', need: 'required', completes: 'files' },
    offset: { kind: 'count' },
  },
  examples: [],
  async run(app, { memory, offset = 0 }) {
    const notes = named(noteFiles(app.where), memory)
      .slice(0, MOST)
      .flatMap(file => noteAt(file, offset))
    if (notes.length === 0) throw new DreamError(say().mcp.noNote(memory), 2)
    const [verdicts, history] = [await verdictsOn(app, memory), await historyOf(app, memory)]
    return notes.map(note => ({
      ...note,
      checks: verdicts.find(each => each.label === note.folder && each.file === note.file) ?? null,
      history: history.find(({ file }) => file === note.file) ?? null,
    }))
  },
  render: (notes, page) => notes.reduce((all, { text }) => all.text(text), page),
})

export type GotNote = Awaited<ReturnType<typeof getNote.run>>[number]

/** By its file, with or without folder and ending; else by the name that it gives itself. */
function named(files: readonly NoteFile[], words: string): readonly NoteFile[] {
  const last = words.slice(words.lastIndexOf('/') + 1)
  const byFile = files.filter(
    ({ file }) => file === words || file === last || file === `${last}.md` || file.endsWith(`/${last}`),
  )
  if (byFile.length > 0) return byFile
  return files.filter(note => note.kind === 'note' && read(note)?.name?.toLowerCase() === words.toLowerCase())
}

function read(note: NoteFile) {
  const text = textOfFile(note)
  if (text === undefined) return undefined
  return parseMemory({ file: fileName(note.file), hash: '', size: 0, modified: note.modified, text })
}

/** Secrets are hidden before it is cut: half a key is not known for one. */
function noteAt(note: NoteFile, offset: number) {
  const whole = textOfFile(note)
  if (whole === undefined) return []
  const memory = note.kind === 'note' ? read(note) : undefined
  const shown = showToModel(whole)
  const end = offset + SHARE
  return [
    {
      file: note.file,
      folder: note.label,
      name: memory?.name ?? null,
      type: memory?.type ?? null,
      pinned: memory?.pinned ?? false,
      ...originOf(memory?.origin),
      modified: new Date(note.modified / 1000).toISOString(),
      text: shown.slice(offset, end),
      next: end < shown.length ? end : null,
    },
  ]
}

/** Where a text came from, in words, and whether it may be an order that somebody else wrote. */
export const originOf = (origin: Origin | undefined) => ({
  origin: origin ?? null,
  originWords: origin === undefined ? null : say().mcp.origins[origin],
  untrusted: isUntrusted(origin),
})

/** What the checks say; nothing of journals, or where they cannot be asked. */
async function verdictsOn(app: App, memory: string) {
  const { run } = await COMMANDS.explain()
  const found = await orNothing(() => run(app, { memory }, SILENT))
  return (found?.explanations ?? []).map(({ label, file, verdict, findings }) => ({
    label,
    file,
    verdict,
    findings,
  }))
}

async function historyOf(app: App, memory: string) {
  const { run } = await COMMANDS.history()
  const found = await orNothing(() => run(app, { memory }, SILENT))
  return found !== undefined && 'memories' in found ? found.memories : []
}

/** A note that Dream does not know is a note all the same. */
async function orNothing<T>(ask: () => Promise<T>): Promise<T | undefined> {
  try {
    return await ask()
  } catch (error) {
    if (error instanceof DreamError) return undefined
    throw error
  }
}
