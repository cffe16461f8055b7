import type { IndexLine, Memory, MemoryType } from '../model/index.ts'

/** How this index is written, so that a new line looks like its neighbours. */
const NEW_SEPARATOR = ' — '

/** The separator most entries use; of equals the one that comes first. */
export function usualSeparator(lines: readonly IndexLine[]): string {
  const counts = new Map<string, number>()
  for (const { entry } of lines) {
    const isSeparator = entry !== undefined && entry.hook !== '' && entry.separator.trim() !== ''
    if (isSeparator) counts.set(entry.separator, (counts.get(entry.separator) ?? 0) + 1)
  }
  return largest(counts) ?? NEW_SEPARATOR
}

export function usualLineEnd(lines: readonly IndexLine[]): string {
  const windows = lines.filter(({ text }) => text.endsWith('\r\n')).length
  return windows * 2 > lines.length ? '\r\n' : '\n'
}

/** After the last entry of the section with most entries of this type; else after the last entry; else at the end. */
export function placesByType(
  lines: readonly IndexLine[],
  memories: readonly Memory[],
): (type: MemoryType | undefined) => number {
  const types = new Map(memories.map(({ file, type }) => [file, type ?? 'none']))
  const sections = sectionsOf(lines)
  const counts = new Map<string, Map<number, number>>()
  const lastOf = new Map<number, number>()
  lines.forEach(({ entry }, at) => {
    if (entry === undefined) return
    const section = sections[at]!
    lastOf.set(section, at)
    const type = entry.file && types.get(entry.file)
    if (type === undefined) return
    const ofType = counts.get(type) ?? new Map<number, number>()
    counts.set(type, ofType.set(section, (ofType.get(section) ?? 0) + 1))
  })
  const lastEntry = Math.max(-1, ...lastOf.values())
  const elsewhere = lastEntry === -1 ? lines.length - 1 : lastEntry
  return type => lastOf.get(largest(counts.get(type ?? 'none') ?? new Map()) ?? -1) ?? elsewhere
}

/** For each line the number of headings above it. */
function sectionsOf(lines: readonly IndexLine[]): number[] {
  let section = 0
  return lines.map(({ text }) => {
    if (/^ {0,3}#{1,6}\s/.test(text)) section++
    return section
  })
}

function largest<Key>(counts: ReadonlyMap<Key, number>): Key | undefined {
  let best: Key | undefined
  for (const [key, count] of counts) if (best === undefined || count > counts.get(best)!) best = key
  return best
}
