import type { RecallDocument } from './engine.ts'
import { type Counted, Terms } from './keywords.ts'

/** A file of a memory folder as it was when it was read, and the documents in it. */
export interface CachedFile {
  readonly root: string
  readonly file: string
  readonly size: number
  /** Microseconds since 1970: when it was last written, and when anything about it last changed. */
  readonly modified: number
  readonly changed: number
  readonly hash: string
  readonly documents: readonly CachedDocument[]
}

export interface CachedDocument {
  /** Without its text where that is the file's own. */
  readonly document: RecallDocument
  readonly counted: Counted
  readonly vector: Int8Array | undefined
}

/** Everything that is known of some folders: thrown away at any time, and made again. */
export interface RecallCache {
  readonly files: readonly CachedFile[]
  readonly terms: Terms
  /** Of the model that made the vectors; a store of another model's is none. */
  readonly model: string
  readonly dimensions: number
}

const VERSION = 3

interface Head {
  readonly format: 'dream-recall'
  readonly version: number
  readonly model: string
  readonly dimensions: number
  readonly terms: number
  readonly postings: number
  readonly files: readonly (Omit<CachedFile, 'documents'> & {
    readonly documents: readonly RecallDocument[]
  })[]
}

/** Checksum, length of the head, head; then the numbers, each part beginning at a multiple of eight. */
export function encodeCache({ files, terms, model, dimensions }: RecallCache): Uint8Array {
  const documents = files.flatMap(file => file.documents)
  const postings = documents.reduce((sum, { counted }) => sum + counted.terms.length, 0)
  const head: Head = {
    format: 'dream-recall',
    version: VERSION,
    model,
    dimensions,
    terms: terms.size,
    postings,
    files: files.map(file => ({ ...file, documents: file.documents.map(({ document }) => document) })),
  }
  const words = new TextEncoder().encode(JSON.stringify(head))
  const layout = layoutOf(words.length, terms.size, documents.length, postings, dimensions)
  const bytes = new Uint8Array(layout.end)
  new DataView(bytes.buffer).setUint32(8, words.length, true)
  bytes.set(words, 16)
  new Float64Array(bytes.buffer, layout.keys, terms.size).set(terms.keys())
  const lengths = new Uint32Array(bytes.buffer, layout.lengths, documents.length * 4)
  const [ids, body, tops] = parts(bytes, layout, postings)
  let at = 0
  for (const [place, { counted, vector }] of documents.entries()) {
    lengths.set([counted.terms.length, ...counted.lengths], place * 4)
    ids.set(counted.terms, at)
    body.set(counted.body, at)
    tops.set(counted.head, at)
    if (vector?.length === dimensions)
      new Int8Array(bytes.buffer).set(vector, layout.vectors + place * dimensions)
    at += counted.terms.length
  }
  new DataView(bytes.buffer).setFloat64(0, checksum(bytes), true)
  return bytes
}

/** Nothing where it is damaged, of another version or of another model. */
export function decodeCache(stored: Uint8Array, model: string, dimensions: number): RecallCache | undefined {
  // A place of its own, so that every part begins where its numbers may.
  const bytes = stored.byteOffset % 8 === 0 ? stored : Uint8Array.from(stored)
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  if (bytes.length < 16 || bytes.length % 8 !== 0 || view.getFloat64(0, true) !== checksum(bytes))
    return undefined
  const words = view.getUint32(8, true)
  if (16 + words > bytes.length) return undefined
  const head = JSON.parse(new TextDecoder().decode(bytes.subarray(16, 16 + words))) as Head
  if (head.format !== 'dream-recall' || head.version !== VERSION) return undefined
  if (head.model !== model || head.dimensions !== dimensions) return undefined
  const count = head.files.reduce((sum, file) => sum + file.documents.length, 0)
  const layout = layoutOf(words, head.terms, count, head.postings, dimensions)
  if (layout.end !== bytes.length) return undefined
  const keys = new Float64Array(bytes.buffer, bytes.byteOffset + layout.keys, head.terms)
  return { files: filesOf(head, bytes, layout), terms: new Terms(keys), model, dimensions }
}

function filesOf(head: Head, bytes: Uint8Array, layout: Layout): CachedFile[] {
  const [ids, body, tops] = parts(bytes, layout, head.postings)
  const lengths = new Uint32Array(bytes.buffer, bytes.byteOffset + layout.lengths)
  let place = 0
  let at = 0
  return head.files.map(file => ({
    ...file,
    documents: file.documents.map(document => {
      const [own = 0, title = 0, description = 0, text = 0] = lengths.subarray(place * 4, place * 4 + 4)
      const end = at + own
      const counted: Counted = {
        terms: ids.subarray(at, end),
        body: body.subarray(at, end),
        head: tops.subarray(at, end),
        lengths: [title, description, text],
      }
      const start = bytes.byteOffset + layout.vectors + place * head.dimensions
      const vector = head.dimensions === 0 ? undefined : new Int8Array(bytes.buffer, start, head.dimensions)
      at = end
      place++
      return { document, counted, vector }
    }),
  }))
}

interface Layout {
  readonly keys: number
  readonly lengths: number
  readonly ids: number
  readonly body: number
  readonly tops: number
  readonly vectors: number
  readonly end: number
}

function layoutOf(
  head: number,
  terms: number,
  documents: number,
  postings: number,
  dimensions: number,
): Layout {
  const next = (start: number, size: number) => Math.ceil((start + size) / 8) * 8
  const keys = next(16, head)
  const lengths = next(keys, terms * 8)
  const ids = next(lengths, documents * 16)
  const body = next(ids, postings * 4)
  const tops = next(body, postings)
  const vectors = next(tops, postings)
  return { keys, lengths, ids, body, tops, vectors, end: next(vectors, documents * dimensions) }
}

function parts(bytes: Uint8Array, layout: Layout, postings: number): [Uint32Array, Uint8Array, Uint8Array] {
  const { buffer, byteOffset } = bytes
  return [
    new Uint32Array(buffer, byteOffset + layout.ids, postings),
    new Uint8Array(buffer, byteOffset + layout.body, postings),
    new Uint8Array(buffer, byteOffset + layout.tops, postings),
  ]
}

/** Of everything behind itself, in 53 bits: against accidents, not against enemies. */
function checksum(bytes: Uint8Array): number {
  const numbers = new Int32Array(bytes.buffer, bytes.byteOffset + 8, (bytes.length - 8) >> 2)
  let [a, b] = [0x811c9dc5 ^ bytes.length, 0x9747b28c]
  for (let at = 0; at < numbers.length; at++) {
    a = Math.imul(a ^ numbers[at]!, 0x01000193)
    b = Math.imul(b ^ numbers[at]!, 0x5bd1e995)
    b ^= b >>> 15
  }
  return (a >>> 0) * 0x200000 + ((b >>> 0) & 0x1fffff)
}
