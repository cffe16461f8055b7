import { deadLinks } from '../checks/index.ts'
import type { IndexLine } from '../model/index.ts'
import { type EntryDraft, type IndexLink, type LinkFate, lineDraft } from '../text/index.ts'
import type { Listing } from './index-draft.ts'

/** D36: a line goes when all its links do; of one with others the dead link alone goes, and every other byte stays. */
export function entryDrafts({ folder, going, past, replacements }: Listing): (line: IndexLine) => EntryDraft {
  const dead = deadLinks(folder)
  return line => {
    const left = new Set(dead(line).flatMap(({ file, start }) => (past?.left.has(file) ? [start] : [])))
    const fateOf = ({ file, start }: IndexLink): LinkFate => {
      if (left.has(start)) return { fate: 'left' }
      if (file === undefined || !going.has(file)) return { fate: 'stays' }
      const replacement = replacements?.get(file)
      return replacement === undefined ? { fate: 'goes', file } : { fate: 'gives-way', file, replacement }
    }
    return lineDraft(line, fateOf)
  }
}
