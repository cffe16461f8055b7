import { type BigIntStats, lstatSync } from 'node:fs'
import { namesIn, readRegularFile } from '../disk/index.ts'
import { INDEX_FILE, type Layout } from '../model/index.ts'
import type { FoundFolder } from './found-folder.ts'
import { isDatedName, isJournalWorkspace, isMarkdownName, layoutOf } from './layout.ts'

/** What is known of a folder from its listing and its index alone. */
export interface Glance {
  readonly layout: Layout
  /** Every memory file with its time, in microseconds since 1970. None in a journal workspace. */
  readonly memories: ReadonlyMap<string, number>
  /** `lines: null` where it is too large to be read. */
  readonly index?: { readonly lines: number | null; readonly bytes: number }
}

const LARGEST_INDEX = 5_000_000

export function glance(found: FoundFolder): Glance {
  const names = namesIn(found.root)
  const files = names.filter(name => isMarkdownName(name) && name !== INDEX_FILE && !isDatedName(name))
  const read = readRegularFile(`${found.root}/${INDEX_FILE}`, LARGEST_INDEX)
  const text = read.kind === 'read' ? read.bytes.toString('utf8') : undefined
  const times = files.flatMap(name => {
    const stat = statOf(`${found.root}/${name}`)
    return stat?.isFile() === true ? [[name, Number(stat.mtimeNs / 1000n)] as const] : []
  })
  const journal = isJournalWorkspace(found.root, new Set(names))
  const size = 'stat' in read ? { bytes: Number(read.stat.size) } : undefined
  return {
    layout: journal ? 'journal' : layoutOf(text, times.length),
    memories: new Map(journal ? [] : times),
    ...(size && { index: { lines: text === undefined ? null : linesIn(text), ...size } }),
  }
}

function statOf(path: string): BigIntStats | undefined {
  return lstatSync(path, { bigint: true, throwIfNoEntry: false })
}

function linesIn(text: string): number {
  const lines = text.split('\n').length
  return text.endsWith('\n') || text === '' ? lines - 1 : lines
}
