import { foldersOf, layoutOf, newRunId, storeContext, type Where } from '../app/index.ts'
import { command } from '../commands/index.ts'
import { sha256 } from '../disk/index.ts'
import { say } from '../languages/index.ts'
import { type Action, DreamError, type Folder, isWhole, type Memory } from '../model/index.ts'
import type { FolderName, NoteLine } from '../page/index.ts'
import { type FoundFolder, readFolder } from '../sources/index.ts'
import { commit, finishOpenRuns, throwUnlessDone } from '../store/index.ts'
import { setFrontmatterField, unseenLines } from '../text/index.ts'

/** A folder as it is now, with the names by which the page speaks of it and its notes: neither is a path. */
export interface Place {
  readonly found: FoundFolder
  readonly folder: Folder
}

export const folderId = (root: string): string => sha256(root).slice(0, 10)
export const noteId = (root: string, file: string): string => sha256(`${root}\n${file}`).slice(0, 16)

export const placesOf = (where: Where): Place[] =>
  foldersOf(where).map(found => ({ found, folder: readFolder(found, layoutOf(where)) }))

export const folderName = ({ found, folder }: Place): FolderName => ({
  id: folderId(found.root),
  label: found.label,
  path: found.root,
  layout: folder.layout === 'unclear' ? 'other' : folder.layout,
})

export function findFolder(where: Where, id: string): FoundFolder {
  const found = foldersOf(where).find(({ root }) => folderId(root) === id)
  if (found === undefined) throw new DreamError(say().page.errors.noFolder, 1)
  return found
}

/** The note that is meant; its folder may also be one where it is not any more. */
export function findNote(where: Where, id: string): Place & { readonly memory: Memory } {
  for (const place of placesOf(where)) {
    const memory = place.folder.memories.find(({ file }) => noteId(place.found.root, file) === id)
    if (memory !== undefined) return { ...place, memory }
  }
  throw new DreamError(say().page.errors.noNote, 1)
}

export const wholeText = ({ head, body }: Memory): string => head + body

/** Whether its bytes are its text, so that an editor loses none. */
const LARGEST_EDITED = 200_000
export const isEditable = ({ folder }: Place, memory: Memory): boolean =>
  folder.layout === 'index' && folder.isReadOnly !== true && isWhole(memory) && memory.size <= LARGEST_EDITED

export function noteLines({ found, folder }: Place): NoteLine[] {
  const lines = folder.index?.lines ?? []
  const beyond = new Set(unseenLines(lines).map(({ line }) => line))
  const listed = new Map(lines.map(({ entry }, at) => [entry?.file as string | undefined, at + 1]))
  const seen = (file: string): NoteLine['seen'] => {
    if (folder.index === undefined) return 'no-index'
    const line = listed.get(file)
    if (line === undefined) return 'not-listed'
    return beyond.has(line) ? 'beyond' : 'listed'
  }
  return folder.memories.map(memory => ({
    id: noteId(found.root, memory.file),
    file: memory.file,
    name: memory.name ?? memory.file.replace(/\.md$/i, ''),
    description: memory.description ?? '',
    type: memory.type ?? '',
    isPinned: memory.pinned,
    bytes: memory.size,
    day: new Date(memory.modified / 1000).toISOString().slice(0, 10),
    seen: folder.layout === 'journal' ? 'listed' : seen(memory.file),
  }))
}

/**
 * A note with another text. At a terminal this is an editor on the file, which needs no command; the page has none, and
 * whatever it writes goes through history like everything else.
 */
export const editNote = command({
  name: 'edit',
  group: 'unlisted',
  help: say => say.page.help,
  effect: 'write',
  settings: 'follow',
  input: {
    note: { kind: 'word', need: 'required', completes: 'nothing' },
    text: { kind: 'text', value: 'text' },
    was: { kind: 'text', value: 'hash' },
    pinned: { kind: 'choice', choices: ['yes', 'no'] },
  },
  examples: [],
  async run({ where }, { note, text, was, pinned }) {
    await finishOpenRuns(storeContext(where))
    const place = findNote(where, note)
    const { found, memory } = place
    const words = say().page.errors
    if (!isEditable(place, memory)) throw new DreamError(words.notEditable(`${found.root}/${memory.file}`), 1)
    if (was !== undefined && was !== memory.hash) throw new DreamError(words.changedMeanwhile(memory.file), 4)
    const now = text ?? withPin(memory, pinned === 'yes')
    if (now.trim() === '') throw new DreamError(words.empty, 2)
    const [label, run] = [found.label, newRunId(storeContext(where).clock.now())]
    const action: Action = {
      kind: 'write',
      file: memory.file,
      expect: memory.hash,
      pieces: [{ text: now }],
      reason: { why: 'reviewed' },
      needs: [],
    }
    if (now === wholeText(memory)) return { file: memory.file, run: undefined, warnings: [] }
    const order = {
      root: found.root,
      label,
      actions: [action],
      run,
      command: 'edit',
      together: true,
    } as const
    const outcome = await commit(storeContext(where), { ...order, lease: 'none' })
    throwUnlessDone(outcome, say().page.errors.notSaved)
    return { file: memory.file, run, warnings: outcome.warnings }
  },
  render: ({ file }, page) => page.text(file),
})

/** In the field that stands there already, at either place, or in a new one. */
function withPin(memory: Memory, isPinned: boolean): string {
  const [text, value] = [wholeText(memory), String(isPinned)]
  const isNested = /^[ \t]+pinned[ \t]*:/m.test(memory.head)
  if (memory.frontmatter === 'none') return isPinned ? `---\npinned: true\n---\n${text}` : text
  const edited = setFrontmatterField(text, isNested ? ['metadata', 'pinned'] : ['pinned'], value)
  if (edited === text) throw new DreamError(say().page.errors.noPin(memory.file), 1)
  return edited
}
