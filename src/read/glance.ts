import { type BigIntStats, lstatSync, readdirSync } from 'node:fs'
import { INDEX_FILE } from '../memory/file-name.ts'
import type { Layout } from '../memory/snapshot.ts'
import type { FoundFolder } from './discover/found-folder.ts'
import { isDatedName, isJournalWorkspace, isMarkdownName, layoutOf } from './layout.ts'
import { readRegularFile } from './regular-file.ts'

/** What can be told of a folder from its listing and its index alone. */
export interface Glance {
  readonly layout: Layout
  readonly memories: number
  readonly index?: { readonly lines: number; readonly bytes: number }
  /** How many memories were written after `since` (microseconds since 1970). */
  changedSince(since: number): number
}

const LARGEST_INDEX = 5_000_000

export function glance(found: FoundFolder): Glance {
  const names = namesIn(found.root)
  const files = names.filter(name => isMarkdownName(name) && name !== INDEX_FILE && !isDatedName(name))
  const index = names.includes(INDEX_FILE) ? readIndexText(found.root) : undefined
  const times = files.map(name => statOf(`${found.root}/${name}`)).filter(stat => stat?.isFile())
  const journal = isJournalWorkspace(found.root, new Set(names))
  return {
    layout: journal ? 'journal' : layoutOf(index, times.length),
    memories: times.length,
    ...(index !== undefined && { index: { lines: linesIn(index), bytes: Buffer.byteLength(index) } }),
    changedSince: since => times.filter(stat => Number(stat!.mtimeNs / 1000n) > since).length,
  }
}

function namesIn(root: string): string[] {
  try {
    return readdirSync(root)
  } catch {
    return []
  }
}

function statOf(path: string): BigIntStats | undefined {
  return lstatSync(path, { bigint: true, throwIfNoEntry: false })
}

function readIndexText(root: string): string | undefined {
  const read = readRegularFile(`${root}/${INDEX_FILE}`, LARGEST_INDEX)
  return read.kind === 'read' ? read.bytes.toString('utf8') : undefined
}

function linesIn(text: string): number {
  const lines = text.split('\n').length
  return text.endsWith('\n') || text === '' ? lines - 1 : lines
}
