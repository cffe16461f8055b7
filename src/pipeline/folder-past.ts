import { type Where, withState } from '../app/index.ts'
import { type AskedOfPast, askedOfPast } from '../checks/index.ts'
import {
  type Change,
  type FileName,
  type Folder,
  type FolderPast,
  INDEX_FILE,
  type RunRecord,
  type SeenBy,
} from '../model/index.ts'
import { gitFolderPast } from '../project/index.ts'
import type { Sighting, Store } from '../store/index.ts'
import { filesNamedIn } from '../text/index.ts'

/** What Dream's own history tells, apart from what follows from the commits. */
export interface OwnPast {
  readonly left: readonly (readonly [FileName, SeenBy])[]
  readonly takenOut: readonly (readonly [FileName, SeenBy])[]
  /** Memories whose line Dream itself took out: nobody else did, whatever git says. */
  readonly byDream: readonly FileName[]
}

const NOTHING: OwnPast = { left: [], takenOut: [], byDream: [] }

/** D36, D43: the proof that an index asks for. Where it asks for none, nobody looks. */
export function folderPast(
  where: Where,
  folder: Folder,
): { readonly past: FolderPast; readonly asked: AskedOfPast; readonly own: OwnPast } {
  const asked = askedOfPast(folder)
  const own = ownPast(where, folder.root, asked)
  const git = gitFolderPast(folder.root, asked)
  const byDream = new Set<string>(own.byDream)
  const takenOut = [...git.takenOut].filter(([file]) => !byDream.has(file)) as [FileName, SeenBy][]
  const left = [...git.left] as [FileName, SeenBy][]
  // What Dream knows itself comes last, and stands.
  return {
    past: { left: new Map([...left, ...own.left]), takenOut: new Map([...takenOut, ...own.takenOut]) },
    asked,
    own,
  }
}

export function ownPast(where: Where, root: string, asked: AskedOfPast): OwnPast {
  if (asked.gone.length + asked.unlisted.length === 0) return NOTHING
  return (
    withState(where, root, store => {
      const sightings = asked.gone.length === 0 ? [] : store.seen.read().sightings
      return {
        left: asked.gone.flatMap(file => {
          const seen = leftBy(file, store.log.naming(file, MOST_CHANGES), sightings)
          return seen === undefined ? [] : [[file, seen] as const]
        }),
        ...indexPast(store, new Set(asked.unlisted)),
      }
    }) ?? NOTHING
  )
}

/** Archived by Dream, or once seen here. */
function leftBy(
  file: FileName,
  records: readonly RunRecord[],
  sightings: readonly Sighting[],
): SeenBy | undefined {
  const changes = records.flatMap(({ at, changes }) =>
    changes.filter(one => one.file === file && one.result === 'done').map(change => ({ at, change })),
  )
  const last = changes.at(-1)
  if (last?.change.kind === 'archive') return { by: 'dream', date: last.at.slice(0, 10) }
  const seen = sightings.findLast(one => one.file === file && one.hash !== null)
  const at = last?.at ?? seen?.at
  return at === undefined ? undefined : { by: 'look', date: at.slice(0, 10) }
}

/** What was written often is looked at only so far back. */
const MOST_CHANGES = 60

/** Who took which line out: Dream between what it found and what it wrote, somebody else between two runs. */
function indexPast(store: Store, asked: ReadonlySet<FileName>): Pick<OwnPast, 'takenOut' | 'byDream'> {
  const takenOut = new Map<FileName, SeenBy>()
  const byDream = new Set<FileName>()
  if (asked.size === 0) return { takenOut: [], byDream: [] }
  const changes = store.log
    .naming(INDEX_FILE, MOST_CHANGES)
    .flatMap(({ at, changes }) => changes.filter(isIndexWrite).map(change => ({ at, change })))
  const named = (hash: string | undefined): ReadonlySet<string> => new Set(namesIn(store, hash))
  let written: { readonly at: string; readonly names: ReadonlySet<string> } | undefined
  const compare = (names: ReadonlySet<string>) => {
    for (const file of asked) {
      if (names.has(file)) takenOut.delete(file)
      else if (written?.names.has(file)) takenOut.set(file, { by: 'look', date: written.at.slice(0, 10) })
    }
  }
  for (const { at, change } of changes) {
    const [before, after] = [named(change.from?.hash), named(change.to?.hash)]
    compare(before)
    for (const file of asked) if (before.has(file) && !after.has(file)) byDream.add(file)
    written = { at, names: after }
  }
  // Now it names none of them.
  compare(new Set())
  for (const file of takenOut.keys()) byDream.delete(file)
  return { takenOut: [...takenOut], byDream: [...byDream] }
}

const isIndexWrite = ({ file, kind, result }: Change): boolean =>
  file === INDEX_FILE && kind === 'write' && result === 'done'

function namesIn(store: Store, hash: string | undefined): string[] {
  const stored = hash === undefined ? undefined : store.objects.get(hash)
  return stored?.state === 'whole' ? filesNamedIn(stored.bytes.toString('utf8')) : []
}
