import { sha256 } from '../src/disk/sys.ts'
import { DeltaFile } from '../src/store/deltas.ts'
import { fsckStore } from '../src/store/fsck.ts'
import { findStore, type Store } from '../src/store/store.ts'
import type { FileImage, SimDisk } from './sim-disk.ts'
import { bystanderIsWell, filesBelow, ROOT, STATE, STATE_HOME, treeOf } from './stage.ts'

export type Tree = ReadonlyMap<string, FileImage>

/** A state in which a folder may be found: these files, with this history. */
export interface Stand {
  readonly tree: Tree
  readonly runs: readonly string[]
  /** Files that a recovery may write at another time. */
  readonly anyTime: ReadonlySet<string>
}

export interface Expectation {
  /** The folder is in one of these. */
  readonly stands: readonly Stand[]
  /** Hashes of bytes that must be in the folder or among the objects. */
  readonly kept: ReadonlySet<string>
  /** Hashes that are gone for good once history names this purge. */
  readonly erased?: { readonly by: string; readonly hashes: ReadonlySet<string> }
}

const hashes = new WeakMap<Buffer, string>()

export function hashOf(bytes: Buffer): string {
  let hash = hashes.get(bytes)
  if (hash === undefined) {
    hash = sha256(bytes)
    hashes.set(bytes, hash)
  }
  return hash
}

export interface Ground {
  readonly tree: Map<string, FileImage>
  /** Files of the state directory by their path in it. */
  readonly state: Map<string, FileImage>
  /** What waits in the folder for late edits, as `trash/`, where the state lies on another file system. */
  readonly beside: Map<string, FileImage>
  readonly objects: ReadonlySet<string>
  readonly runs: readonly string[]
  /** What does not verify. */
  readonly damage: readonly string[]
}

/** What is there. `fsck` asks Dream's own check too, which takes longer than all the rest. */
export function survey(disk: SimDisk, fsck = true): Ground {
  const state = filesBelow(disk, STATE)
  const tree = treeOf(disk)
  const waiting = [...tree].filter(([name]) => WAITS.test(name))
  const beside = new Map(waiting.map(([name, image]) => [`trash/${name}`, image]))
  const ground = { tree, state, beside, objects: soundObjects(state) }
  const store = findStore(disk.connect(), STATE_HOME, ROOT)
  if (store === undefined) return { ...ground, runs: [], damage: [] }
  const { runs, damage } = historyIn(state.get('history.jsonl')?.bytes.toString('latin1') ?? '', store)
  const problems = fsck ? fsckStore(store).problems.map(problem => `fsck: ${problem.what}`) : []
  return { ...ground, runs, damage: [...damage, ...problems] }
}

const histories = new Map<string, Pick<Ground, 'runs' | 'damage'>>()

/** Most of the disks that a power loss leaves have the history of another. */
function historyIn(text: string, store: Store): Pick<Ground, 'runs' | 'damage'> {
  const known = histories.get(text)
  if (known !== undefined) return known
  const { records, damage, tornTail } = store.log.read()
  const runs = records.map(record => `${record.run} ${record.command}`)
  const read = { runs, damage: [...damage, ...(tornTail > 0 ? ['a torn tail'] : [])] }
  if (histories.size > 2000) histories.clear()
  histories.set(text, read)
  return read
}

function soundObjects(state: Map<string, FileImage>): Set<string> {
  const sound = new Set<string>()
  for (const [path, { bytes }] of state) {
    const match = /^objects\/([0-9a-f]{2})\/([0-9a-f]{62})$/.exec(path)
    const hash = match && match[1]! + match[2]!
    if (hash && hashOf(bytes) === hash) sound.add(hash)
    if (/^deltas\.\d+(?:\.old)?$/.test(path)) for (const each of versionsIn(bytes)) sound.add(each)
  }
  return sound
}

export function versionsIn(bytes: Buffer): string[] {
  const file = new DeltaFile('')
  file.read(bytes)
  return [...file.versions()].flatMap(version => (version.bytes === undefined ? [] : [sha256(version.bytes)]))
}

/** What is wrong with a folder after recovery, a sentence each: (a) to (f) of the promise. */
export function violations(disk: SimDisk, ground: Ground, expected: Expectation): string[] {
  const stand = expected.stands.find(each => each.runs.join() === ground.runs.join())
  return [
    ...lostBytes(ground, expected),
    ...(stand === undefined
      ? [`(f) history says ${ground.runs.join(', ')}`]
      : differences(ground.tree, stand)),
    ...ground.damage.map(what => `(c) ${what}`),
    ...(bystanderIsWell(disk) ? [] : ['(d) a file outside was changed']),
    ...leftovers(ground),
    ...unerased(ground, expected),
  ]
}

export function lostBytes({ tree, objects }: Ground, { kept }: Pick<Expectation, 'kept'>): string[] {
  const there = new Set([...tree.values()].map(({ bytes }) => hashOf(bytes)))
  return [...kept]
    .filter(hash => !there.has(hash) && !objects.has(hash))
    .map(hash => `(a) the bytes ${hash.slice(0, 12)} are nowhere`)
}

export function differences(tree: Tree, stand: Stand): string[] {
  const names = new Set([...tree.keys(), ...stand.tree.keys()])
  return [...names].flatMap(name => {
    const [is, should] = [tree.get(name), stand.tree.get(name)]
    // Every command that writes empties the trash first; (a) says whether its bytes are kept.
    if (is === undefined) return WAITS.test(name) ? [] : [`(b) ${name} is not there`]
    if (should === undefined) return /(?:^|\/)\.dream/.test(name) ? [] : [`(b) ${name} is there`]
    if (!is.bytes.equals(should.bytes)) return [`(b) ${name} holds other bytes`]
    if (is.mode !== should.mode) return [`(b) ${name} has another mode`]
    return is.modified === should.modified || stand.anyTime.has(name) ? [] : [`(b) ${name} has another time`]
  })
}

const STATE_FILES = [
  /^root\.json$/,
  /^(?:decisions|history|seen)\.jsonl$/,
  /^deltas\.\d+$/,
  /^seen\/[\w-]+$/,
  /^history\.torn-[0-9a-f]{16}$/,
  /^objects\/[0-9a-f]{2}\/[0-9a-f]{62}$/,
  /^trash\/[^/]+$/,
  /^lock\/[a-z]+\.\d+\.free$/,
  // A draft goes when its process is gone; ours is not.
  new RegExp(`^lock/draft-${process.pid}-`),
]

/** Where the state lies on another file system, a file that left its place waits beside it for late edits. */
export const WAITS = /(?:^|\/)\.dream-[^/]*\.[0-9a-f]{64}\.trash$/

/** (e) No temporary file and no held lock. What waits in the trash for late edits is neither. */
export function leftovers({ tree, state }: Ground): string[] {
  const inFolder = [...tree.keys()].filter(name => /(?:^|\/)\.dream/.test(name) && !WAITS.test(name))
  const inState = [...state.keys()].filter(path => !STATE_FILES.some(known => known.test(path)))
  return [...inFolder, ...inState].map(name => `(e) ${name} is left`)
}

function unerased({ objects, runs, state, beside }: Ground, { erased }: Expectation): string[] {
  if (erased === undefined || !runs.includes(`${erased.by} purge`)) return []
  const anywhere = new Set([
    ...objects,
    ...[...state.values(), ...beside.values()].map(({ bytes }) => hashOf(bytes)),
  ])
  return [...erased.hashes]
    .filter(hash => anywhere.has(hash))
    .map(hash => `(a) ${hash.slice(0, 12)} was purged and is there`)
}

/**
 * Before any recovery: who finds a run that was cut off must also find the folder that it belongs to, and a folder whose
 * files are moved aside cannot be told by its looks.
 */
export function openAndNameless(disk: SimDisk): string[] {
  const state = filesBelow(disk, STATE)
  const isOpen = [...state.keys()].some(path => path.endsWith('.intent.json'))
  const isTouched = [...treeOf(disk).keys()].some(name => name.startsWith('.dream-'))
  const named = state
    .get('root.json')
    ?.bytes.toString()
    .startsWith(`{"root":${JSON.stringify(ROOT)}`)
  return (isOpen || isTouched) && !named ? ['(e) a run is open, and root.json does not say where'] : []
}

/** Files that the index names and that are not there, and the other way round. */
export function indexDrift(tree: Tree): string[] {
  const index = tree.get('MEMORY.md')?.bytes.toString()
  if (index === undefined) return []
  const listed = new Set([...index.matchAll(/\(([\w.-]+\.md)\)/g)].map(match => match[1]!))
  const there = [...tree.keys()].filter(name => /^[^/]+\.md$/.test(name) && name !== 'MEMORY.md')
  return [
    ...[...listed].filter(name => !there.includes(name)).map(name => `(b) the index names ${name}`),
    ...there.filter(name => !listed.has(name)).map(name => `(b) the index does not name ${name}`),
  ]
}
