import type { CachedDocument, CachedFile, RecallCache } from './cache-format.ts'
import { documentInfoOf, fieldsOf, indexOf, type Meaning, vectorOfFields } from './collection.ts'
import type { RecallDocument } from './engine.ts'
import { countTerms, Terms } from './keywords.ts'
import type { RecallIndex } from './recall-index.ts'

/** A file as a folder lists it. */
export interface FileStamp {
  readonly root: string
  readonly file: string
  readonly size: number
  /** Microseconds since 1970: when it was last written, and when anything about it last changed. */
  readonly modified: number
  readonly changed: number
}

/** What a file holds: its documents with their texts, and what of each is kept without being read again. */
export interface FileContent {
  readonly hash: string
  readonly documents: readonly RecallDocument[]
}

export interface CatchUpRequest {
  readonly listed: readonly FileStamp[]
  readonly before: RecallCache | undefined
  /** Nothing where the file cannot be read or is no memory. */
  readonly read: (stamp: FileStamp) => FileContent | undefined
  readonly meaning: Meaning | undefined
  readonly model: string
  readonly dimensions: number
  /** Files changed after this moment, in microseconds, are read again: their times prove nothing yet. */
  readonly settled: number
  /** Ends it early: what was done by then is kept, and the rest is as it was before. */
  readonly signal?: AbortSignal | undefined
  /** Called now and then in long work with what is done so far, so that who ends the process loses little. */
  readonly keep?: (cache: RecallCache) => void
}

export interface CaughtUp {
  readonly cache: RecallCache
  /** How many files were read, and how many should have been and were not. */
  readonly read: number
  readonly left: number
  readonly changed: 'yes' | 'no'
}

/** The store of now from the store of before: only what changed is read, counted and embedded. */
export async function catchUp(request: CatchUpRequest): Promise<CaughtUp> {
  const { listed, before, model, dimensions, settled, signal } = request
  const known = new Map((before?.files ?? []).map(file => [keyOf(file), file]))
  const terms = before?.terms ?? new Terms()
  let read = 0
  let left = 0
  let fresh = 0
  let rested = performance.now()
  let kept = rested
  const files: CachedFile[] = []
  const soFar = () => ({ files, terms: worthKeeping(terms, files), model, dimensions })
  for (const stamp of listed) {
    const old = known.get(keyOf(stamp))
    if (old !== undefined && isSame(old, stamp) && stamp.changed < settled) {
      files.push(old)
      continue
    }
    if (performance.now() - rested > AT_ONCE_MS) {
      await new Promise(setImmediate)
      rested = performance.now()
      if (request.keep !== undefined && rested - kept > KEPT_EVERY_MS && signal?.aborted !== true) {
        request.keep(soFar())
        kept = performance.now()
      }
    }
    if (signal?.aborted === true) {
      left++
      if (old !== undefined) files.push(old)
      continue
    }
    read++
    const content = request.read(stamp)
    if (content === undefined) continue
    if (old?.hash === content.hash) files.push({ ...old, ...stamp })
    else {
      fresh++
      const documents = content.documents.map(document => cacheDocument(document, terms, request.meaning))
      files.push({ ...stamp, hash: content.hash, documents })
    }
  }
  return { cache: soFar(), read, left, changed: fresh > 0 || files.length !== known.size ? 'yes' : 'no' }
}

/** So long nothing else has a turn: a deadline that ends meanwhile is noticed after it. */
const AT_ONCE_MS = 20
const KEPT_EVERY_MS = 3000

const isSame = (a: FileStamp, b: FileStamp): boolean =>
  a.size === b.size && a.modified === b.modified && a.changed === b.changed

const keyOf = ({ root, file }: Pick<FileStamp, 'root' | 'file'>): string => `${root}\0${file}`

/** Terms are numbered once and for all: those of files that are gone do no harm, and go when the store is made anew. */
function worthKeeping(terms: Terms, files: readonly CachedFile[]): Terms {
  return files.length === 0 ? new Terms() : terms
}

/** Its text is a version that is kept elsewhere: of the file itself, or of history. */
const isOfFile = ({ part }: RecallDocument): boolean => part === 'memory' || part === 'archive'

function cacheDocument(document: RecallDocument, terms: Terms, meaning: Meaning | undefined): CachedDocument {
  const fields = fieldsOf(document)
  return {
    document: isOfFile(document) ? { ...document, text: '' } : document,
    counted: countTerms(fields, terms),
    vector: meaning === undefined ? undefined : vectorOfFields(fields, meaning),
  }
}

/** The store as it is asked. `weigh` is computed anew, because weights change with the day. */
export function indexOfCache(
  { files, terms, dimensions }: RecallCache,
  weigh: (document: RecallDocument) => number,
): { readonly index: RecallIndex; readonly documents: readonly RecallDocument[] } {
  const all = files.flatMap(file => file.documents)
  const rows = new Int8Array(all.length * dimensions)
  for (const [at, { vector }] of all.entries()) if (vector !== undefined) rows.set(vector, at * dimensions)
  const documents = all.map(({ document }) => ({ ...document, weight: weigh(document) }))
  const counted = all.map(one => one.counted)
  const vectors = dimensions === 0 ? undefined : { dimensions, rows }
  return { index: indexOf(documents.map(documentInfoOf), terms, counted, vectors), documents }
}
