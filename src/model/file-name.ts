declare const checked: unique symbol

/**
 * The name of a file directly inside a memory folder. Whatever becomes a path is one of these first, so a name
 * that climbs out (`../x`), names a sub-folder or hides a NUL never reaches the disk.
 */
export type FileName = string & { readonly [checked]: true }

/** The name, if it is one plain path segment. */
export function asFileName(text: string): FileName | undefined {
  if (text === '' || text === '.' || text === '..') return undefined
  if (text.includes('/') || text.includes('\0')) return undefined
  return text as FileName
}

/** For names that our own code spells out or that a directory listing gave. */
export function fileName(text: string): FileName {
  const name = asFileName(text)
  if (name === undefined) throw new Error(`not a plain file name: ${JSON.stringify(text)}`)
  return name
}

export const INDEX_FILE = fileName('MEMORY.md')

/** What stands for a vault (of a journal workspace, or of MAGMA) in a file's name. The vault itself may lie anywhere. */
export const VAULT = '@vault'

/** The only folders below a memory folder in which Dream ever writes. */
export const FOLDERS: readonly string[] = [
  'memory',
  VAULT,
  `${VAULT}/meta`,
  `${VAULT}/obsidian-index`,
  `${VAULT}/obsidian-index/topics`,
  `${VAULT}/magma`,
]

/** A name that history may hold: a plain one, or one in the fixed places of a journal workspace. */
export function asStoredName(text: string): FileName | undefined {
  const cut = text.lastIndexOf('/')
  if (cut === -1) return asFileName(text)
  const isPlaced = FOLDERS.includes(text.slice(0, cut)) && asFileName(text.slice(cut + 1)) !== undefined
  return isPlaced ? (text as FileName) : undefined
}

/** For names that our own code spells out. */
export function storedName(text: string): FileName {
  const name = asStoredName(text)
  if (name === undefined) throw new Error(`not a place in a memory folder: ${JSON.stringify(text)}`)
  return name
}

/** `memory/` of `memory/2026-02-27.md`; empty for a plain name. */
export const folderPart = (name: string): string => name.slice(0, name.lastIndexOf('/') + 1)

const OWN_FOLDERS: readonly string[] = [
  `${VAULT}/`,
  `${VAULT}/meta/`,
  `${VAULT}/obsidian-index/`,
  `${VAULT}/obsidian-index/topics/`,
]

/** A file of a journal vault, which Dream makes and keeps up by itself: it grows with every run. */
export const isOwnFile = (name: string): boolean => OWN_FOLDERS.includes(folderPart(name))

/** A memory file and its text, or the sentence of it that matters. */
export interface FileText {
  readonly file: FileName
  readonly text: string
}
