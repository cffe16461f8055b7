import { say } from '../languages/index.ts'
import type { FileName, FileState, RunRecord } from '../model/index.ts'
import { eraseLastPurge, type OpenFolder, type StoreContext, withFolder } from './folder.ts'
import type { Sighting } from './seen.ts'
import { stateOf, sweepTrash } from './step.ts'

/** What to erase: every stored version of a file, all that one run kept, one object by its hash, or several. */
export type PurgeTarget =
  | { readonly by: 'file'; readonly file: FileName }
  | { readonly by: 'run'; readonly run: string }
  | { readonly by: 'object'; readonly hash: string }
  | { readonly by: 'hashes'; readonly hashes: ReadonlySet<string> }

export interface PurgePlan {
  readonly erased: readonly {
    readonly hash: string
    readonly size: number
    readonly files: readonly FileName[]
  }[]
  /** Versions that are in the folder right now: erasing their copy would only weaken the undo. */
  readonly kept: readonly { readonly hash: string; readonly why: string }[]
  /** Runs that can no longer be taken back whole. */
  readonly brokenRuns: readonly string[]
}

/** The only thing in Dream that erases bytes. History keeps the fact that they were there, and that they were erased. */
export async function purgeObjects(
  context: StoreContext,
  root: string,
  target: PurgeTarget,
  run: string,
): Promise<PurgePlan> {
  return withFolder(context, root, 'purge', folder => {
    const at = new Date(context.clock.now()).toISOString()
    // What waits there for late edits may be just what is to be erased.
    sweepTrash(folder, at)
    const plan = planPurge(folder, target)
    if (plan.erased.length === 0) return plan
    const purged = plan.erased.map(each => each.hash)
    // First the word, then the deed: a purge that is cut off is finished by the next command that writes.
    folder.store.log.append({ run, at, command: 'purge', changes: [], purged })
    eraseLastPurge(folder.store)
    return plan
  })
}

/** What a purge would erase; changes nothing. */
export function planPurge(folder: Pick<OpenFolder, 'root' | 'store'>, target: PurgeTarget): PurgePlan {
  const { records } = folder.store.log.read()
  folder.root.mount(records.findLast(record => record.vault !== undefined)?.vault)
  const erased: { hash: string; size: number; files: FileName[] }[] = []
  const kept: { hash: string; why: string }[] = []
  const { sightings } = folder.store.seen.read()
  for (const [hash, { size, files }] of chosen(records, sightings, target)) {
    const isStored =
      folder.store.objects.get(hash).state !== 'absent' || folder.store.seen.text(hash) !== undefined
    if (!isStored) continue
    const inUse = files.find(file => stateOf(folder.root, file)?.hash === hash)
    if (inUse === undefined) erased.push({ hash, size, files })
    else kept.push({ hash, why: say().storage.inUse(inUse) })
  }
  const gone = new Set(erased.map(each => each.hash))
  const broken = records.filter(record =>
    record.changes.some(change => change.from && gone.has(change.from.hash)),
  )
  return { erased, kept, brokenRuns: [...new Set(broken.map(record => record.run))] }
}

function chosen(
  records: readonly RunRecord[],
  sightings: readonly Sighting[],
  target: PurgeTarget,
): Map<string, { size: number; files: FileName[] }> {
  const found = new Map<string, { size: number; files: FileName[] }>()
  const add = (hash: string, size: number, file: FileName) => {
    const entry = found.get(hash) ?? { size, files: [] }
    if (!entry.files.includes(file)) entry.files.push(file)
    found.set(hash, entry)
  }
  for (const record of records) {
    for (const change of record.changes) {
      const states = [change.from, change.to].filter((state): state is FileState => state !== null)
      for (const state of states) add(state.hash, state.size, change.file)
    }
    for (const { file, kept } of record.salvaged ?? []) add(kept, 0, file)
  }
  for (const { file, hash } of sightings) if (hash !== null) add(hash, 0, file)
  const wanted = wantedHashes(records, target)
  return new Map([...found].filter(([hash, { files }]) => wanted(hash, files)))
}

function wantedHashes(
  records: readonly RunRecord[],
  target: PurgeTarget,
): (hash: string, files: readonly FileName[]) => boolean {
  if (target.by === 'file') return (_, files) => files.includes(target.file)
  if (target.by === 'object') return hash => hash.startsWith(target.hash)
  if (target.by === 'hashes') return hash => target.hashes.has(hash)
  const ofRun = records.filter(record => record.run === target.run).flatMap(record => record.changes)
  const hashes = new Set(ofRun.flatMap(change => [change.from?.hash, change.to?.hash]))
  return hash => hashes.has(hash)
}
