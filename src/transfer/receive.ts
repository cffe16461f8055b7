import { storeContext, type Where, withState } from '../app/index.ts'
import { withVault } from '../config/index.ts'
import { isFolder, makeFolder, realPath, Tree } from '../disk/index.ts'
import { say } from '../languages/index.ts'
import {
  type Action,
  DreamError,
  type FileName,
  type FolderOutcome,
  INDEX_FILE,
  type RunRecord,
} from '../model/index.ts'
import { findWorkspace } from '../sources/index.ts'
import { commit, type Store, stateOf } from '../store/index.ts'
import type { MovedFile, MovedFolder } from './container.ts'

/** What becomes of a folder on this machine. */
export interface Arrival {
  readonly folder: MovedFolder
  readonly root: string
  readonly isNew: boolean
  readonly added: readonly MovedFile[]
  /** How many are there already, byte for byte. */
  readonly same: number
  /** Files of that name with other bytes: they stay. */
  readonly differing: readonly FileName[]
  /** Runs that this machine does not know yet. */
  readonly runs: number
}

/** Looks, and changes nothing. */
export function arrivalOf(where: Where, folder: MovedFolder, target: string): Arrival {
  const root = realPath(target) ?? target
  const isNew = realPath(root) === undefined
  if (!isNew && !isFolder(root)) throw new DreamError(say().transfer.import.notEmpty(root), 2)
  const stands = standsIn(where, folder, root, isNew)
  const those = (how: Stand) => folder.files.filter(({ file }) => stands.get(file) === how)
  const known = withState(where, root, store => knownRuns(store)) ?? new Set()
  return {
    folder,
    root,
    isNew,
    added: those('absent'),
    same: those('same').length,
    differing: those('differs').map(({ file }) => file),
    runs: new Set(folder.records.map(({ run }) => run).filter(run => !known.has(run))).size,
  }
}

type Stand = 'absent' | 'same' | 'differs'

function standsIn(where: Where, { files, layout }: MovedFolder, root: string, isNew: boolean) {
  if (isNew) return new Map(files.map(({ file }): [FileName, Stand] => [file, 'absent']))
  const tree = Tree.open(storeContext(where).sys, root)
  try {
    if (layout === 'journal') tree.mount(vaultOf(where, root))
    return new Map(files.map((each): [FileName, Stand] => [each.file, standOf(tree, each)]))
  } finally {
    tree.close()
  }
}

function standOf(tree: Tree, { file, hash }: MovedFile): Stand {
  try {
    const now = stateOf(tree, file)
    return now === null ? 'absent' : now.hash === hash ? 'same' : 'differs'
  } catch (error) {
    // Where its folder is not there yet, neither is the file; a link or a folder of that name stays.
    return (error as { code?: string }).code === 'ENOENT' ? 'absent' : 'differs'
  }
}

function vaultOf(where: Where, root: string): string | undefined {
  const vault = findWorkspace({ ...withVault(where, 'go-on'), paths: [root] })?.vault
  if (vault === undefined || vault.state === 'there' || vault.state === 'missing') return vault?.path
  throw new DreamError(say().transfer.import.badVault(vault.path), 2)
}

const knownRuns = (store: Store): Set<string> => new Set(store.log.read().records.map(({ run }) => run))

/** Writes what is not there yet, and takes over history. One run, so one undo takes the files back. */
export async function receive(where: Where, arrival: Arrival, run: string): Promise<FolderOutcome> {
  const { folder, added } = arrival
  makeFolder(arrival.root)
  const root = realPath(arrival.root) ?? arrival.root
  const vault = folder.layout === 'journal' ? madeVault(where, root) : undefined
  const isIndex = ({ file }: MovedFile) => file === INDEX_FILE
  // The index last, as always: it must never name a file that is not there yet.
  const inOrder = [...added.filter(file => !isIndex(file)), ...added.filter(isIndex)]
  return commit(storeContext(where), {
    root,
    label: root,
    run,
    command: 'import',
    actions: inOrder.map(
      ({ file }): Action => ({
        kind: 'write',
        file,
        expect: 'absent',
        pieces: [],
        reason: { why: 'imported' },
        needs: [],
      }),
    ),
    stored: new Map(added.map(({ file, hash, modified, mode }) => [file, { hash, modified, mode }])),
    fill: store => fill(store, arrival, run, vault),
    ...(vault !== undefined && { vault }),
  })
}

function madeVault(where: Where, root: string): string | undefined {
  const vault = vaultOf(where, root)
  if (vault === undefined) return undefined
  makeFolder(vault)
  return realPath(vault) ?? vault
}

/** Bytes first, then the history that names them. What is known here already is left as it is, so twice is as once. */
function fill(store: Store, { folder, added }: Arrival, run: string, vault: string | undefined): void {
  const { bytes, records, decisions, seen } = folder
  const files = new Map<string, FileName>(added.map(({ file, hash }) => [hash, file]))
  for (const { file, from, to } of records.flatMap(({ changes }) => changes))
    for (const state of [from, to]) if (state !== null) files.set(state.hash, file)
  const salvaged = records.flatMap(record => (record.salvaged ?? []).map(({ kept }) => kept))
  for (const hash of new Set([...files.keys(), ...salvaged])) {
    const content = bytes.get(hash)
    if (content !== undefined) store.objects.put(content, files.get(hash) ?? '')
  }
  const known = knownRuns(store)
  for (const record of records) if (!known.has(record.run)) store.log.append(arrived(record, store, vault))
  const answered = new Set(store.decisions.read().entries.map(each => JSON.stringify(each)))
  store.decisions.add(decisions.filter(each => !answered.has(JSON.stringify(each))))
  // Sightings stand in the order of time: those of this machine are newer than what arrives.
  if (store.seen.read().sightings.length > 0) return
  store.seen.add(
    run,
    seen.map(sighting => {
      const content = sighting.hash === null ? undefined : bytes.get(sighting.hash)
      return { ...sighting, ...(content !== undefined && { text: content.toString('utf8') }) }
    }),
  )
}

/** With the vault of this machine. A purge there erases nothing that is kept here. */
function arrived(
  { vault: _, purged, ...record }: RunRecord,
  store: Store,
  vault: string | undefined,
): RunRecord {
  const gone = purged?.filter(hash => !store.objects.has(hash))
  return { ...record, ...(gone !== undefined && { purged: gone }), ...(vault !== undefined && { vault }) }
}
