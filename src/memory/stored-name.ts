import { asFileName, type FileName } from './file-name.ts'

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
export function folderPart(name: string): string {
  return name.slice(0, name.lastIndexOf('/') + 1)
}
