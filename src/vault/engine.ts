import { say } from '../languages/index.ts'
import { DreamError } from '../model/index.ts'
import {
  type BackendView,
  behind,
  ccbEngine,
  collect,
  type Engine,
  type EngineHit,
  type EngineQuestion,
  type Found,
  type IndexPlace,
  lanceBackend,
  type RecallDocument,
  type SearchBackend,
  unit,
  wordsFor,
} from '../search/index.ts'
import { today } from './documents.ts'
import { byDay, sameDays, walk } from './walk.ts'

export interface MagmaPlace extends IndexPlace {
  /** Everything that can be found: records of MAGMA, memories, entries of journals and ledger. */
  readonly documents: readonly RecallDocument[]
  /**
   * Whether opening may bring the index up to date. `small`: where that costs little (the default). `none`: never, for
   * those who may not write.
   */
  readonly catchUp?: 'small' | 'none'
  /** The engine that goes by words over the same documents; else one is made. */
  readonly words?: Engine
  /** `none`: words and graph alone, where that engine has the vectors of the same model. */
  readonly index?: 'none'
}

export interface MagmaEngine extends Engine {
  readonly name: 'magma'
  /** How the vector index stands; `why` is a sentence for people. */
  readonly index: Omit<BackendView, 'answers' | 'behind'> & { readonly behind: number }
  close(): void
}

/** So many documents are embedded on the way: a model on this machine needs a moment, a service one request. */
const SMALL = { here: 1000, away: 32 }
const POOL = 50
/** Below this two texts have nothing to do with each other. */
const LEAST = 0.2

/**
 * Opens the engine over a set of documents. Words answer, in the order in which the files' engine has them; what the index finds near
 * in meaning and what the graph leads to comes behind. Never throws for the sake of the index: while that is missing, damaged,
 * locked or late, the answer says so.
 */
export async function openMagmaEngine(place: MagmaPlace): Promise<MagmaEngine> {
  const { documents } = place
  const byId = new Map(documents.map(document => [document.id, document]))
  const backend = lanceBackend(place)
  const opened = place.index === 'none' ? NO_INDEX : await openAndCatchUp(place, backend)
  const words = place.words ?? wordsOver(documents)
  let days: ReadonlyMap<string, readonly RecallDocument[]> | undefined
  const { state, why, rows, model, dimensions } = opened
  const index = { state, why, rows, model, dimensions, behind: opened.behind.size }
  return {
    name: 'magma',
    index,
    async search(question, signal) {
      const { query, limit, walk: wanted } = question
      if (query.trim() === '') return { hits: [], notes: [] }
      const notes: string[] = []
      const worded = await words.search({ ...question, limit }, signal)
      const near =
        place.index === 'none' ? [] : await searchIndex(place, backend, opened, byId, question, signal, notes)
      const found = behind(withReasons(worded.hits, near), near, idOf)
      if (wanted.length === 0 || signal.aborted)
        return { hits: found.slice(0, limit), notes: [...new Set(notes)] }
      days ??= byDay(documents)
      const pool = [...near.map(({ document }) => document), ...sameDays(found, days)]
      const walked = walk(found, pool, wanted, signal)
      return { hits: walked.slice(0, limit), notes: [...new Set(notes)] }
    },
    close: backend.close,
  }
}

/** What the index found too is one more reason for a hit. */
function withReasons(hits: readonly EngineHit[], near: readonly EngineHit[]): EngineHit[] {
  const reasons = new Map(near.map(({ document, reasons: [reason] }) => [document.id, reason!]))
  return hits.map(hit => {
    const reason = reasons.get(idOf(hit))
    const isNew = reason !== undefined && reason !== say().searching.wordsOfQuestion
    return isNew ? { ...hit, reasons: [...hit.reasons, reason] } : hit
  })
}

const idOf = ({ document }: EngineHit): string => document.id

const wordsOver = (documents: readonly RecallDocument[]): Engine =>
  ccbEngine({
    index: collect(documents),
    documents,
    textOf: ({ text }) => ({ text, line: 1 }),
    today: today(),
  })

const NO_INDEX: BackendView = {
  state: 'off',
  why: undefined,
  answers: false,
  behind: new Set(),
  rows: 0,
  model: null,
  dimensions: null,
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

/** By meaning, then by the index's own words; nothing where the index cannot answer, and then `notes` says why. */
async function searchIndex(
  place: MagmaPlace,
  backend: SearchBackend,
  { answers, state, why }: BackendView,
  byId: ReadonlyMap<string, RecallDocument>,
  { query, limit }: EngineQuestion,
  signal: AbortSignal,
  notes: string[],
): Promise<EngineHit[]> {
  if (state !== 'ready') notes.push(!answers ? say().searching.wordsAlone(why ?? '') : (why ?? ''))
  if (!answers) return []
  const most = Math.max(POOL, limit)
  const asked = query.slice(0, 2000)
  const hitsOf = (found: readonly Found[], reasonOf: (one: Found) => string) =>
    found.flatMap((one): EngineHit[] => {
      const document = byId.get(one.id)
      return document === undefined ? [] : [{ document, score: 0, reasons: [reasonOf(one)] }]
    })
  try {
    const [near, worded] = await Promise.all([
      nearest(place, asked, signal, notes).then(vector => (vector ? backend.nearest(vector, most) : [])),
      backend.words(asked, most),
    ])
    const isNear = ({ score }: Found) => score >= LEAST
    return behind(
      hitsOf(near.filter(isNear), ({ score }) => say().searching.near(score.toFixed(2))),
      hitsOf(worded, () => say().searching.wordsOfQuestion),
      idOf,
    )
  } catch (error) {
    notes.push(say().searching.wordsAlone(wordsFor(error, place.path)))
    return []
  }
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
