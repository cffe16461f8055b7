import { basename } from 'node:path'
import { COMMIT_LOCK, currentHolder, DREAM_LOCK } from '../../src/disk/lock.ts'
import { realSys, sha256 } from '../../src/disk/sys.ts'
import { stateHome } from '../../src/state/state-roots.ts'
import { fsckStore } from '../../src/store/fsck.ts'
import { findStore } from '../../src/store/store.ts'
import { versionsIn } from '../oracle.ts'
import { CACHE, type Ground, STATE } from './ground.ts'
import {
  type Entry,
  filesOf,
  type Image,
  imageDifferences,
  takeImage,
  within,
  withoutJournalTimes,
} from './image.ts'
import type { Rehearsed } from './stage.ts'

/** What is wrong after a kill and its recovery, a sentence each; the letters are those of the promise. */
export function violations(rehearsed: Rehearsed, image = takeImage(rehearsed.ground)): string[] {
  return [...neitherOldNorNew(rehearsed, image), ...unsound(rehearsed, image)]
}

/** What is wrong whatever was done or not: all of the promise but "old or new". */
export function unsound(rehearsed: Rehearsed, image: Image): string[] {
  const { ground, before } = rehearsed
  const history = historyOf(ground)
  return [
    ...lostBytes(rehearsed, image, history.purged),
    ...history.unerased.map(hash => `(a) ${hash.slice(0, 12)} was purged, and was seen`),
    ...(hasIndex(ground) ? indexDrift(ground, image) : []),
    ...history.problems.map(what => `(c) ${what}`),
    ...imageDifferences(outside(ground, image), outside(ground, before)).map(what => `(d) outside, ${what}`),
    ...leftovers(ground, image),
    ...history.holders.map(holder => `(e) the lock is held by ${holder}`),
  ]
}

const hasIndex = ({ kind }: Ground) => kind === 'folder' || kind === 'only note' || kind === 'magma'

interface HistoryFacts {
  readonly purged: ReadonlySet<string>
  /** Purged, and yet among the texts that were seen. */
  readonly unerased: readonly string[]
  readonly problems: readonly string[]
  readonly holders: readonly string[]
}

function historyOf({ where, memory }: Ground): HistoryFacts {
  const store = findStore(realSys, stateHome(where.env, where.home), memory)
  if (store === undefined) return { purged: new Set(), unerased: [], problems: [], holders: [] }
  try {
    const { records } = store.log.read()
    const holders = [DREAM_LOCK, COMMIT_LOCK].map(kind => currentHolder(store.locks, kind)?.command)
    const purged = new Set(records.flatMap(record => record.purged ?? []))
    return {
      purged,
      unerased: [...purged].filter(hash => store.seen.text(hash) !== undefined),
      problems: fsckStore(store).problems.map(problem => problem.what),
      holders: holders.filter(holder => holder !== undefined),
    }
  } finally {
    store.close()
  }
}

/** (a) What was in the folder or among the objects is still in one of them, unless history says it was purged. */
function lostBytes(
  { before, operation, ground }: Rehearsed,
  image: Image,
  purged: ReadonlySet<string>,
): string[] {
  const had = new Set([...hashesIn(within(before, ground.ours)), ...objectsIn(before)])
  const has = new Set([...hashesIn(within(image, ground.ours)), ...objectsIn(image)])
  const lost = [...had].filter(hash => !has.has(hash) && !purged.has(hash))
  const erased = operation.erases === undefined ? [] : [...purged].filter(hash => objectsIn(image).has(hash))
  return [
    ...lost.map(hash => `(a) the bytes ${hash.slice(0, 12)} are nowhere`),
    ...erased.map(hash => `(a) ${hash.slice(0, 12)} was purged, and is there`),
  ]
}

function hashesIn(image: Image): string[] {
  return [...image.values()].flatMap(entry => (entry.kind === 'file' ? [sha256(entry.bytes)] : []))
}

/** Only those that hold what their name says, and the versions of Dream's own files. */
function objectsIn(image: Image): Set<string> {
  const hashes = new Set<string>()
  for (const [path, entry] of image) {
    const [, shelf, rest] = /\/objects\/([0-9a-f]{2})\/([0-9a-f]{62})$/.exec(path) ?? []
    if (entry.kind === 'file' && sha256(entry.bytes) === `${shelf}${rest}`) hashes.add(`${shelf}${rest}`)
    if (entry.kind === 'file' && /\/deltas\.\d+(?:\.old)?$/.test(path))
      for (const hash of versionsIn(entry.bytes)) hashes.add(hash)
  }
  return hashes
}

/** (b) The folder is as it was, or as it was to become; history says which. */
function neitherOldNorNew(rehearsed: Rehearsed, image: Image): string[] {
  const { operation, before, after } = rehearsed
  const [had, has, wanted] = [before, image, after].map(each => recordsIn(each).length) as [
    number,
    number,
    number,
  ]
  const recorded = operation.leaves === 'finished' || has === wanted
  // A command of several parts may end after any of them; what is done is one run, and one undo takes it back.
  if (!recorded && has !== had) return oneRun(before, image)
  const should = recorded && operation.leaves !== 'same' ? after : before
  return folderDifferences(rehearsed, image, should).map(
    what => `(b) history says ${recorded ? 'done' : 'not done'}, but ${what}`,
  )
}

function oneRun(before: Image, image: Image): string[] {
  const known = new Set(recordsIn(before).map(({ run }) => run))
  const runs = new Set(recordsIn(image).flatMap(({ run }) => (known.has(run) ? [] : [run])))
  return runs.size <= 1 ? [] : [`(b) one command is ${runs.size} runs: ${[...runs].join(', ')}`]
}

/** How the folder differs from what it should be; what the operation writes may have another time. */
export function folderDifferences(rehearsed: Rehearsed, image: Image, should: Image): string[] {
  const { operation, ground, before, after } = rehearsed
  const written = (path: string) => !sameEntry(after.get(path), before.get(path))
  const anyTime = (path: string) => written(path) && (operation.leaves !== 'restored' || GROWS.test(path))
  const ours = (each: Image) => filesOf(within(each, ground.ours))
  const compared = (each: Image) => (should === before ? ours(each) : withoutJournalTimes(ours(each)))
  return imageDifferences(compared(image), compared(should), anyTime)
}

/** Files of a vault that only ever grow: an undo adds to them. */
export const GROWS = /\/ledger\.md$|\/ledger-index\.json$|\/meta\/review-[\d-]+\.md$/

function sameEntry(a: Entry | undefined, b: Entry | undefined): boolean {
  if (a === undefined || b === undefined) return a === b
  return imageDifferences(new Map([['', a]]), new Map([['', b]])).length === 0
}

/** Every line of every history that says what a run did. */
export function recordsIn(image: Image): { readonly run: string }[] {
  return [...image].flatMap(([path, entry]) => {
    if (entry.kind !== 'file' || !path.endsWith('/history.jsonl')) return []
    const lines = entry.bytes.toString().split('\n').slice(0, -1)
    return lines.map(line => (JSON.parse(line) as { record: { run: string } }).record)
  })
}

function indexDrift({ top, memory }: Ground, image: Image): string[] {
  const prefix = `${memory.slice(top.length + 1)}/`
  const index = image.get(`${prefix}MEMORY.md`)
  const text = index?.kind === 'file' ? index.bytes.toString() : ''
  const listed = new Set([...text.matchAll(/\]\(([\w.-]+\.md)\)/g)].map(match => match[1]!))
  const names = [...image.keys()].filter(path => path.startsWith(prefix)).map(path => basename(path))
  const there = new Set(names.filter(name => name.endsWith('.md') && name !== 'MEMORY.md'))
  return [
    ...[...listed].filter(name => !there.has(name)).map(name => `(b) the index names ${name}`),
    ...[...there].filter(name => !listed.has(name)).map(name => `(b) the index does not name ${name}`),
  ]
}

function outside({ ours, cwd, top }: Ground, image: Image): Image {
  const allowed = [...ours, STATE, CACHE]
  // A vault is made where there is none.
  const isAllowed = (path: string) => allowed.some(each => path === each || path.startsWith(`${each}/`))
  const here = cwd.slice(top.length + 1)
  return new Map([...image].filter(([path]) => !isAllowed(path) && path !== here))
}

/** (e) An intent, or what was to be renamed once it is whole. A draft goes when its process is gone; ours is not. */
const TEMPORARY = new RegExp(`/journal/|(?<!\\.${process.pid})\\.(?:new|draft|tmp)$`)

/** A cache may be thrown away at any time; the draft of one has a single name, so that drafts do not pile up. */
const CACHED = /\/(?:words\.bin|(?:word-stamp|parsed|known-states|plan|removed-paths)\.cache)(?:\.tmp)?$/

function leftovers(ground: Ground, image: Image): string[] {
  const files = [...filesOf(image).keys()]
  const beside = [...filesOf(within(image, ground.ours)).keys()].filter(path =>
    basename(path).startsWith('.dream-'),
  )
  const inState = files.filter(path => path.startsWith(`${STATE}/`) && TEMPORARY.test(path))
  const inCache = files.filter(path => path.startsWith(`${CACHE}/`) && !CACHED.test(path))
  return [...beside, ...inState, ...inCache].map(path => `(e) ${path} is left`)
}
