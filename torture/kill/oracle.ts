import { COMMIT_LOCK, currentHolder, DREAM_LOCK } from '../../src/disk/lock.ts'
import { sha256 } from '../../src/disk/sum.ts'
import { realSys } from '../../src/disk/sys.ts'
import { fsckStore } from '../../src/history/fsck.ts'
import { findStore, stateHome } from '../../src/history/store.ts'
import { CACHE, type Ground, MEMORY, STATE } from './ground.ts'
import { below, type Entry, type Image, imageDifferences, takeImage } from './image.ts'
import type { Rehearsed } from './stage.ts'

/** What is wrong after a kill and its recovery, a sentence each; the letters are those of the promise. */
export function violations(rehearsed: Rehearsed, image = takeImage(rehearsed.ground.top)): string[] {
  const { ground, before } = rehearsed
  const history = historyOf(ground)
  return [
    ...lostBytes(rehearsed, image, history.purged),
    ...history.unerased.map(hash => `(a) ${hash.slice(0, 12)} was purged, and was seen`),
    ...neitherOldNorNew(rehearsed, image, history.runs.length),
    ...indexDrift(below(image, MEMORY)),
    ...history.problems.map(what => `(c) ${what}`),
    ...imageDifferences(outside(image), outside(before)).map(what => `(d) outside, ${what}`),
    ...leftovers(image),
    ...history.holders.map(holder => `(e) the lock is held by ${holder}`),
  ]
}

interface HistoryFacts {
  readonly runs: readonly string[]
  readonly purged: ReadonlySet<string>
  /** Purged, and yet among the texts that were seen. */
  readonly unerased: readonly string[]
  readonly problems: readonly string[]
  readonly holders: readonly string[]
}

function historyOf({ where, memory }: Ground): HistoryFacts {
  const store = findStore(realSys, stateHome(where.env, where.home), memory)
  if (store === undefined) return { runs: [], purged: new Set(), unerased: [], problems: [], holders: [] }
  try {
    const { records } = store.log.read()
    const holders = [DREAM_LOCK, COMMIT_LOCK].map(kind => currentHolder(store.locks, kind)?.command)
    const purged = new Set(records.flatMap(record => record.purged ?? []))
    return {
      runs: records.map(record => record.run),
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
function lostBytes({ before, operation }: Rehearsed, image: Image, purged: ReadonlySet<string>): string[] {
  const had = new Set([...hashesIn(below(before, MEMORY)), ...objectsIn(before)])
  const has = new Set([...hashesIn(below(image, MEMORY)), ...objectsIn(image)])
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

/** Only those that hold what their name says. */
function objectsIn(image: Image): Set<string> {
  const hashes = new Set<string>()
  for (const [path, entry] of image) {
    const [, shelf, rest] = /\/objects\/([0-9a-f]{2})\/([0-9a-f]{62})$/.exec(path) ?? []
    if (entry.kind === 'file' && sha256(entry.bytes) === `${shelf}${rest}`) hashes.add(`${shelf}${rest}`)
  }
  return hashes
}

/** (b) The folder is as it was, or as it was to become; history says which. */
function neitherOldNorNew(rehearsed: Rehearsed, image: Image, runs: number): string[] {
  const { operation } = rehearsed
  const [old, made] = [below(rehearsed.before, MEMORY), below(rehearsed.after, MEMORY)]
  const recorded = operation.leaves === 'finished' || runs > recordsIn(rehearsed.before)
  const written = [...made].filter(([name, entry]) => !sameEntry(entry, old.get(name))).map(([name]) => name)
  const anyTime = new Set(operation.leaves === 'restored' ? [] : written)
  const should = recorded ? made : old
  return imageDifferences(below(image, MEMORY), should, anyTime).map(
    what => `(b) history says ${recorded ? 'done' : 'not done'}, but ${what}`,
  )
}

function sameEntry(a: Entry, b: Entry | undefined): boolean {
  return b !== undefined && imageDifferences(new Map([['', a]]), new Map([['', b]])).length === 0
}

function recordsIn(image: Image): number {
  const entry = [...image].find(([path]) => path.endsWith('/history.jsonl'))?.[1]
  return entry?.kind === 'file' ? entry.bytes.toString().split('\n').length - 1 : 0
}

function indexDrift(folder: Image): string[] {
  const index = folder.get('MEMORY.md')
  const text = index?.kind === 'file' ? index.bytes.toString() : ''
  const listed = new Set([...text.matchAll(/\]\(([\w.-]+\.md)\)/g)].map(match => match[1]!))
  const there = new Set([...folder.keys()].filter(name => name.endsWith('.md') && name !== 'MEMORY.md'))
  return [
    ...[...listed].filter(name => !there.has(name)).map(name => `(b) the index names ${name}`),
    ...[...there].filter(name => !listed.has(name)).map(name => `(b) the index does not name ${name}`),
  ]
}

function outside(image: Image): Image {
  const ours = [MEMORY, STATE, CACHE]
  return new Map(
    [...image].filter(([path]) => !ours.some(each => path === each || path.startsWith(`${each}/`))),
  )
}

/** (e) An intent, or what was to be renamed once it is whole; the note of the last night has one draft, written over. */
const TEMPORARY = /\/journal\/|(?<!\/night\.json)\.(?:new|draft|tmp)$/

/** A cache may be thrown away at any time; the draft of one has a single name, so that drafts do not pile up. */
const CACHED = /\/(?:words\.bin|word-stamp|known-work|last-night|vanished)(?:\.tmp)?$/

function leftovers(image: Image): string[] {
  const files = [...image].filter(([, entry]) => entry.kind === 'file').map(([path]) => path)
  const inFolder = files.filter(path => path.startsWith(`${MEMORY}/.dream`))
  const inState = files.filter(path => path.startsWith(`${STATE}/`) && TEMPORARY.test(path))
  const inCache = files.filter(path => path.startsWith(`${CACHE}/`) && !CACHED.test(path))
  return [...inFolder, ...inState, ...inCache].map(path => `(e) ${path} is left`)
}
