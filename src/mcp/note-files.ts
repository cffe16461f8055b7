import { foldersOf, type Where } from '../app/index.ts'
import { isFolder, readRegularFile, sha256 } from '../disk/index.ts'
import { INDEX_FILE } from '../model/index.ts'
import { glance, listJournals } from '../sources/index.ts'
import { exactText, showText } from '../text/index.ts'

/** A file that agents may read: a note, the index of a folder, a journal. */
export interface NoteFile {
  /** `dream://memory/<folder>/<file>`: the same for as long as the folder lies where it lies. */
  readonly uri: string
  readonly root: string
  readonly label: string
  readonly file: string
  readonly kind: 'note' | 'index' | 'journal'
  /** When it was last written, in microseconds since 1970. */
  readonly modified: number
}

/** So many journals of a workspace, the newest. */
const MOST_JOURNALS = 60
const LARGEST = 5_000_000

/** Every file of this project's memory; nothing of a folder that went away meanwhile. */
export function noteFiles(where: Where): NoteFile[] {
  return foldersOf(where).flatMap(found => {
    const { root, label } = found
    if (!isFolder(root)) return []
    const { layout, memories } = glance(found)
    const at = (file: string, kind: NoteFile['kind'], modified: number): NoteFile => ({
      uri: `dream://memory/${sha256(root).slice(0, 8)}/${namedInUri(file)}`,
      root,
      label,
      file,
      kind,
      modified,
    })
    const index = modifiedAt(`${root}/${INDEX_FILE}`)
    const journals = layout === 'journal' ? journalsIn(root) : []
    return [
      ...(index === undefined ? [] : [at(INDEX_FILE, 'index', index)]),
      ...Array.from(memories, ([file, modified]) => at(file, 'note', modified)),
      ...journals.map(file => at(file, 'journal', modifiedAt(`${root}/${file}`) ?? 0)),
    ]
  })
}

/** A name that could lie to its reader, or that holds a secret, is no part of an address. */
const namedInUri = (file: string): string =>
  showText(file) === file ? encodeURIComponent(file) : `~${sha256(file).slice(0, 12)}`

const journalsIn = (root: string): string[] =>
  listJournals({ root })
    .days.slice(-MOST_JOURNALS)
    .map(({ name }) => `memory/${name}`)

function modifiedAt(path: string): number | undefined {
  const read = readRegularFile(path, LARGEST)
  return read.kind === 'read' ? Number(read.stat.mtimeNs / 1000n) : undefined
}

/** The text of one of them; nothing where it cannot be read as text. */
export function textOfFile({ root, file }: Pick<NoteFile, 'root' | 'file'>): string | undefined {
  const read = readRegularFile(`${root}/${file}`, LARGEST)
  return read.kind === 'read' ? exactText(read.bytes) : undefined
}
