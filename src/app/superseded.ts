import { readRegularFile, sha256, stampOf } from '../disk/index.ts'
import type { Superseded } from '../model/index.ts'
import { withFolder } from '../store/index.ts'
import { storeContext, type Where, withState } from './app.ts'

/** Kept in Dream's own state: no file of the folder changes. */
export async function noteSuperseded(
  where: Where,
  root: string,
  entries: readonly Superseded[],
): Promise<void> {
  if (entries.length === 0) return
  await withFolder(storeContext(where), root, 'look', ({ store }) => store.superseded.add(entries))
}

/** The files of a folder that something newer took the place of, each with the newest. */
export function supersededFiles(where: Where, root: string): ReadonlyMap<string, string> {
  const entries = withState(where, root, ({ superseded }) => superseded.read().entries) ?? []
  const by = new Map<string, string>()
  for (const entry of entries) if (holds(root, entry)) by.set(entry.file, entry.by)
  return new Map([...by.keys()].map(file => [file, newestOf(file, by)]))
}

const LARGEST = 5_000_000

/** As long as the older file is the one that was corrected, and the newer one is there. */
function holds(root: string, { file, hash, by }: Superseded): boolean {
  if (stampOf(`${root}/${by}`) === undefined) return false
  try {
    const read = readRegularFile(`${root}/${file}`, LARGEST)
    return read.kind === 'read' && sha256(read.bytes) === hash
  } catch {
    return false
  }
}

/** What was corrected twice leads to the last word; a circle ends where it began. */
function newestOf(file: string, by: ReadonlyMap<string, string>): string {
  const seen = new Set([file])
  let newest = by.get(file)!
  while (!seen.has(newest)) {
    seen.add(newest)
    const next = by.get(newest)
    if (next === undefined || seen.has(next)) break
    newest = next
  }
  return newest
}
