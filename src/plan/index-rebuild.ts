import {
  asFileName,
  type FileName,
  type Folder,
  isUntrusted,
  type OddityKind,
  type Piece,
} from '../model/index.ts'
import { type IndexedMemory, indexLine, rebuildIndex } from '../text/index.ts'
import { asIndexed, type Listing } from './index-draft.ts'
import { mergePieces } from './pieces.ts'

/** Files that are there and cannot be read as memories keep their place in the index. */
const STILL_A_FILE: readonly OddityKind[] = ['unreadable', 'not-utf8', 'too-large', 'name-twin']

/** D21: the whole index anew, a line for each file that is there, sorted by name. */
export function rebuildPieces({ folder, going, memories }: Listing): readonly Piece[] {
  const read = memories.filter(({ origin }) => !isUntrusted(origin)).map(asIndexed)
  const lines = [
    ...read.map(entry => ({ file: entry.file, text: `${indexLine(entry, ' -- ')}\n` })),
    ...oddLines(folder),
  ].sort((a, b) => (a.file < b.file ? -1 : 1))
  const header: Piece = { text: rebuildIndex(folder.title, []) }
  const pieces = lines.map(
    ({ file, text }): Piece => (going.has(file) ? { text, unlessDone: file } : { text }),
  )
  return mergePieces([header, ...pieces])
}

function oddLines(folder: Folder): { file: FileName; text: string }[] {
  return folder.oddities.flatMap(({ name, kind }) => {
    const file = asFileName(name)
    if (file === undefined || !/\.md$/i.test(name)) return []
    const old = folder.index?.lines.find(({ entry }) => entry?.file === file)?.text
    if (old !== undefined) return [{ file, text: `${old.replace(/[\r\n]+$/, '')}\n` }]
    if (!STILL_A_FILE.includes(kind)) return []
    const entry: IndexedMemory = { file, fallback: '(not readable)' }
    return [{ file, text: `${indexLine(entry, ' -- ')}\n` }]
  })
}
