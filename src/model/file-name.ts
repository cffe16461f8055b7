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
