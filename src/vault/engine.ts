import { say } from '../languages/index.ts'
import { DreamError } from '../model/index.ts'
import {
  type BackendView,
  type Engine,
  type EngineAnswer,
  type EngineHit,
  type EngineQuestion,
  type Found,
  type IndexPlace,
  lanceBackend,
  memoryBackend,
  type RecallDocument,
  type SearchBackend,
  unit,
  wordsFor,
} from '../search/index.ts'
import { fuse, wordHits } from './fuse.ts'
import { byDay, sameDays } from './same-days.ts'
import { walk } from './walk.ts'

export interface MagmaPlace extends IndexPlace {
  /** Everything that can be found: records of MAGMA, memories, entries of journals and ledger. */
  readonly documents: readonly RecallDocument[]
  /**
   * Whether opening may bring the index up to date. `small`: where that costs little (the default). `none`: never, for
   * those who may not write.
   */
  readonly catchUp?: 'small' | 'none'
}

export interface MagmaEngine extends Engine {
  readonly name: 'magma'
  /** How the vector index stands; `why` is a sentence for people. */
  readonly index: Omit<BackendView, 'answers' | 'behind'> & { readonly behind: number }
  close(): void
}

/** So many documents are embedded on the way: a model on this machine needs a fifth of a second, a service one request. */
const SMALL = { here: 4000, away: 32 }
const POOL = 50
/** Below this two texts have nothing to do with each other. */
const LEAST = 0.2

/**
 * Opens the engine over a set of documents. Never throws for the sake of the index: while that is missing, damaged,
 * locked or late, words answer and the answer says so.
 */
export async function openMagmaEngine(place: MagmaPlace): Promise<MagmaEngine> {
  const { documents } = place
  const byId = new Map(documents.map(document => [document.id, document]))
  const backend = lanceBackend(place)
  const opened = await openAndCatchUp(place, backend)
  let byWords: SearchBackend | undefined
  let lacking: SearchBackend | undefined
  let days: ReadonlyMap<string, readonly RecallDocument[]> | undefined
  const { state, why, rows, model, dimensions } = opened
  const index = { state, why, rows, model, dimensions, behind: opened.behind.size }
  return {
    name: 'magma',
    index,
    async search(question, signal) {
      const notes: string[] = []
      const fused = await searchIndex(place, backend, opened, byId, question, signal, notes)
      if (fused === undefined) {
        byWords ??= await inMemory(documents)
        const found = await byWords.words(question.query, Math.max(POOL, question.limit))
        const hits = wordHits(found, byId)
        return finish(hits, documents, question, new Map(), notes)
      }
      if (opened.behind.size > 0 && opened.behind.size <= SMALL.here) {
        lacking ??= await inMemory(documents.filter(({ id }) => opened.behind.has(id)))
        fused.hits.push(...wordHits(await lacking.words(question.query, question.limit), byId))
        fused.hits.sort((a, b) => b.score - a.score)
      }
      if (question.walk.length > 0) days ??= byDay(documents)
      const pool = question.walk.length === 0 ? [] : [...fused.pool, ...sameDays(fused.hits, days!)]
      return finish(fused.hits, pool, question, fused.likeness, notes)
    },
    close: backend.close,
  }
}

async function inMemory(documents: readonly RecallDocument[]): Promise<SearchBackend> {
  const backend = memoryBackend()
  await backend.sync(documents)
  return backend
}

async function openAndCatchUp(place: MagmaPlace, backend: SearchBackend): Promise<BackendView> {
  const opened = await backend.open(place.documents)
  const { embedder } = place
  const most = embedder === undefined ? 0 : SMALL[embedder.place]
  const mayCatchUp = opened.state !== 'ready' && opened.state !== 'unusable'
  if (place.catchUp === 'none' || !mayCatchUp || opened.behind.size > most) return opened
  try {
    await backend.sync(place.documents)
    return await backend.open(place.documents)
  } catch (error) {
    return { ...opened, why: say().vault.index.behind(opened.why, wordsFor(error, place.path)) }
  }
}

interface Fused {
  hits: EngineHit[]
  readonly pool: readonly RecallDocument[]
  readonly likeness: ReadonlyMap<string, number>
}

/** By meaning and by words at once; nothing where the index cannot answer, and then `notes` says why. */
async function searchIndex(
  place: MagmaPlace,
  backend: SearchBackend,
  { answers, state, why }: BackendView,
  byId: ReadonlyMap<string, RecallDocument>,
  { query, limit }: EngineQuestion,
  signal: AbortSignal,
  notes: string[],
): Promise<Fused | undefined> {
  if (query.trim() === '') return { hits: [], pool: [], likeness: new Map() }
  if (state !== 'ready') notes.push(!answers ? say().searching.wordsAlone(why ?? '') : (why ?? ''))
  if (!answers) return undefined
  const most = Math.max(POOL, limit * 3)
  const asked = query.slice(0, 2000)
  const [near, worded] = await Promise.all([
    nearest(place, asked, signal, notes).then(vector => (vector ? backend.nearest(vector, most) : [])),
    backend.words(asked, most),
  ]).catch(error => {
    notes.push(say().searching.wordsAlone(wordsFor(error, place.path)))
    return [undefined, undefined]
  })
  if (near === undefined || worded === undefined) return undefined
  const likeness = new Map(near.map(({ id, score }) => [id, score]))
  const isNear = ({ score }: Found) => score >= LEAST
  const hits = fuse(near.filter(isNear), worded, byId)
  return { hits, pool: hits.map(hit => hit.document), likeness }
}

async function nearest(
  { embedder }: MagmaPlace,
  query: string,
  signal: AbortSignal,
  notes: string[],
): Promise<Float32Array | undefined> {
  if (embedder === undefined) return undefined
  try {
    const [vector] = await embedder.embedAll([query], signal)
    return vector === undefined || vector.every(value => value === 0) ? undefined : unit(vector)
  } catch (error) {
    if (!(error instanceof DreamError) && !signal.aborted) throw error
    const why = error instanceof DreamError ? error.sentence : say().searching.modelLate
    notes.push(say().searching.wordsAlone(why))
    return undefined
  }
}

function finish(
  hits: readonly EngineHit[],
  pool: readonly RecallDocument[],
  { walk: wanted, limit }: EngineQuestion,
  likeness: ReadonlyMap<string, number>,
  notes: readonly string[],
): EngineAnswer {
  const walked = wanted.length === 0 || hits.length === 0 ? hits : walk(hits, pool, wanted, likeness)
  return { hits: walked.slice(0, limit), notes: [...new Set(notes)] }
}
