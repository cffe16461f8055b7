import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { wayWithin } from '../disk/index.ts'
import { eachWritten } from '../languages/index.ts'
import { INDEX_FILE, isMovedAside, type Layout } from '../model/index.ts'

/** A journal's name. Such a file is never a memory. */
export function isDatedName(name: string): boolean {
  return /^\d{4}-\d{2}-\d{2}\.md$/.test(name)
}

/** By its name alone: whether a file of a memory folder is Dream's business. */
export function isMarkdownName(name: string): boolean {
  return name.endsWith('.md') && !name.startsWith('.')
}

/** The file that holds a journal workspace's snapshot: `MEMORY.md`, or `memory.md` where that is absent. */
export function snapshotName(names: ReadonlySet<string>): string | undefined {
  if (names.has(INDEX_FILE)) return INDEX_FILE
  return names.has('memory.md') ? 'memory.md' : undefined
}

/** `memory/YYYY-MM-DD.md` beside the snapshot. */
export function isJournalWorkspace(root: string, names: ReadonlySet<string>): boolean {
  if (snapshotName(names) === undefined && ![...names].some(isMovedAside)) return false
  // A link inside a memory folder is not followed out of it.
  const memory = wayWithin(root, join(root, 'memory'))
  if (memory.at !== 'inside') return false
  try {
    return readdirSync(memory.path).some(isDatedName)
  } catch {
    return false
  }
}

const SECTIONS: ReadonlySet<string> = new Set(
  eachWritten().flatMap(
    ([
      ,
      {
        sections: { current, stable, relations },
      },
    ]) => [current, stable, relations].map(title => title.toLowerCase()),
  ),
)

/** How `MEMORY.md` of a folder that is no journal workspace is to be read. */
export function layoutOf(index: string | undefined, topics: number): Layout {
  return index !== undefined && topics > 0 && hasSnapshotSection(index) ? 'unclear' : 'index'
}

function hasSnapshotSection(text: string): boolean {
  return text.split('\n').some(line => line.startsWith('##') && SECTIONS.has(headingText(line)))
}

/** Empty for anything but a heading of the second level. */
function headingText(line: string): string {
  if (line.length > 200 || !/^##[ \t]/.test(line)) return ''
  return line.slice(2).trim().replace(/ #+$/, '').trim().toLowerCase()
}
