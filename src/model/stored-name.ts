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

const OWN_FOLDERS: readonly string[] = [
  `${VAULT}/`,
  `${VAULT}/meta/`,
  `${VAULT}/obsidian-index/`,
  `${VAULT}/obsidian-index/topics/`,
]

/** A file of a journal vault, which Dream makes and keeps up by itself: it grows with every run. */
export function isOwnFile(name: string): boolean {
  return OWN_FOLDERS.includes(folderPart(name))
}

/** What stands beside a file while a run changes it: `.dream-<run>-<number>.<new, old or back>`. */
export const BESIDE_PREFIX = '.dream-'

/** What a run moved aside and has not cleared away yet: where it is, a memory folder is, whatever else is missing. */
export function isMovedAside(name: string): boolean {
  return /^\.dream-.{1,100}-\d{1,9}\.(?:old|back)$/.test(name)
}
