import { homedir } from 'node:os'
import { resolve } from 'node:path'
import { foldersOf, supersededFiles, type Where } from '../app/index.ts'
import { type Config, DEFAULTS, type Stage } from '../config/index.ts'
import { say } from '../languages/index.ts'
import { type Model, timerOf } from '../models/index.ts'
import {
  type BatchEmbedder,
  CrossSystemRetriever,
  ccbEngine,
  correct,
  coverage,
  type Engine,
  type EngineHit,
  type EngineName,
  type FoundMemory,
  type FusedHit,
  type FusionRequest,
  fits,
  IntelligentRouter,
  type IntentCache,
  IntentClassifier,
  isPlain,
  keepIntents,
  MemoryFusion,
  type NewerOf,
  newerFirst,
  type OpenEngine,
  type OpenedStore,
  openIntents,
  openSearchStore,
  parseQuery,
  type Query,
  type Retrieved,
  type Route,
  type SearchAnswer,
} from '../search/index.ts'
import { interopArgument, retrieveArgument } from './interop-arguments.ts'

export interface InteropConfig {
  /** Where MAGMA's vectors and notes lie; see `MagmaAdapter`. */
  readonly lancedbPath?: string
  readonly obsidianPath?: string
  readonly embedder?: BatchEmbedder
  /** All settings; else the defaults. */
  readonly settings?: Config
  /** Asked what kind of question it is, before the rules are. Else the one that is configured, if any. */
  readonly intentModel?: Model
  /** Asked about the hits, only where a question says `verify`. */
  readonly verificationModel?: Model
  readonly cwd?: string
  readonly home?: string
  readonly env?: Readonly<Record<string, string | undefined>>
}

export interface RetrieveRequest {
  readonly query: string
  /** At most so many hits; 10. */
  readonly limit?: number
  readonly searchCCB?: boolean
  readonly searchMAGMA?: boolean
  /** Let a model look at the hits. */
  readonly verify?: boolean
  readonly signal?: AbortSignal
}

const LIMIT = 10
/** No question is longer; what is, is read up to here. */
const LONGEST = 10_000
const MOST = 200
/** From this share of the question's words on, by their weight, the best hit answers it. */
const SURE = 0.7
/** With less than this share nobody can be sure that it does. */
const LITTLE = 0.3

/**
 * M4: one question to both engines. Memory folders, journals and ledgers are searched in files; MAGMA is loaded only where
 * it is wanted and the files did not suffice.
 *
 * ```ts
 * const interop = new CrossSystemInterop('path/to/memory')
 * await interop.initialize()
 * const { hits } = await interop.retrieve({ query: 'user preferences', limit: 10 })
 * ```
 */
export class CrossSystemInterop {
  private readonly where: Where
  private readonly settings: Config
  private store: OpenedStore | undefined
  private intents: IntentCache | undefined
  private magma: Promise<OpenedMagma> | undefined

  constructor(
    directory: string | readonly string[] | Where,
    private readonly config: InteropConfig = {},
  ) {
    interopArgument(directory, config)
    const { cwd = process.cwd(), home = homedir(), env = process.env } = config
    const isPlace = typeof directory === 'object' && 'cwd' in directory
    this.where = isPlace
      ? directory
      : { cwd, home, env, paths: typeof directory === 'string' ? [directory] : directory, allProjects: false }
    const settings = config.settings ?? DEFAULTS
    const vault =
      config.obsidianPath === undefined ? settings.obsidian.vault : resolve(cwd, config.obsidianPath)
    this.settings = { ...settings, obsidian: { ...settings.obsidian, vault } }
  }

  /** Reads what changed since the last time. Called again, it looks again. */
  async initialize(): Promise<{
    readonly documents: number
    readonly read: number
    readonly notes: readonly string[]
  }> {
    const { expiry, cache } = this.settings
    const today = new Date().toISOString().slice(0, 10)
    const folders = foldersOf(this.where)
    this.store = openSearchStore({ where: this.where, folders, decay: expiry.feedback, today })
    this.intents ??= cache.enabled ? openIntents(this.where, cache) : undefined
    await this.close()
    const { documents, read, notes } = this.store
    return { documents: documents.length, read, notes }
  }

  get opened(): OpenedStore | undefined {
    return this.store
  }

  async retrieve(whole: RetrieveRequest): Promise<SearchAnswer> {
    retrieveArgument(whole)
    if (this.store === undefined) await this.initialize()
    const store = this.store!
    const typed = parseQuery(whole.query.slice(0, LONGEST))
    const { query, corrections } = correct(typed.text, store.index.terms, store.index.words)
    const request = { ...whole, query }
    const limit = Math.min(MOST, Math.max(0, Math.floor(request.limit ?? LIMIT)))
    const intent = await this.classifier().classify(query, request.signal)
    const route = this.router().route(intent, this.usable(request))
    const magmaNotes: string[] = []
    const engines = new Map<EngineName, Engine | OpenEngine>([
      ['ccb', ccbEngine(store, typed)],
      ['magma', () => this.openMagma(magmaNotes, typed)],
    ])
    const fusion = new MemoryFusion(this.settings.fusion)
    const { answers, stages, notes } = await new CrossSystemRetriever(engines).retrieve({
      query,
      limit: limit * ROOM,
      route,
      stages: this.stages(),
      suffices: (hits, stage) => this.suffices(request, route, hits, stage),
      isEnough: hits => fusion.count(hits) >= limit,
      signal: request.signal,
      ...timerOf(this.where),
    })
    const isOwn = await this.ownRecords(query)
    const ranked = fusion.fuse({ answers, limit, isOwn, ...this.orderOf(route, stages) })
    const fused = newerFirst(ranked, answers.values(), this.newerOf()).slice(0, limit)
    const verified = await this.verify(request, fused, magmaNotes)
    const hits = verified.map(({ hit, said }) => foundOf(hit, said))
    return {
      query: whole.query.slice(0, LONGEST),
      sureness: this.surenessOf(query, fused),
      corrections,
      intent,
      route,
      stages,
      hits,
      tokens: hits.reduce((sum, hit) => sum + hit.tokens, 0),
      budget: this.settings.fusion.maxTokens,
      notes: [...store.notes, ...questionNotes(whole.query, route), ...magmaNotes, ...notes],
      folders: store.folders.map(({ folder: { label, root }, workspace }) => ({
        label,
        root,
        kind: workspace === undefined ? 'memories' : 'journals',
      })),
    }
  }

  /** What a person corrected, folder by folder, looked up when a hit is from there. */
  private newerOf(): NewerOf {
    const known = new Map<string, ReadonlyMap<string, string>>()
    return (root, file) => {
      const files = known.get(root) ?? supersededFiles(this.where, root)
      known.set(root, files)
      return files.get(file)
    }
  }

  /** Lets go of MAGMA's files; the next question opens them again. */
  async close(): Promise<void> {
    const opened = await this.magma?.catch(() => undefined)
    this.magma = undefined
    if (opened !== undefined && 'engine' in opened) opened.engine.close()
  }

  /** The best hit has most of the question. What has to be walked is walked. */
  private suffices(
    { query }: RetrieveRequest,
    { walk }: Route,
    [best]: readonly EngineHit[],
    stage: Stage,
  ): boolean {
    if (best === undefined || (walk.length > 0 && stage.name.startsWith('ccb-'))) return false
    return coverage(this.store!.index, query, best.document) >= SURE
  }

  private surenessOf(query: string, [best]: readonly FusedHit[]): SearchAnswer['sureness'] {
    if (best === undefined) return 'nothing'
    return coverage(this.store!.index, query, best.hit.document) < LITTLE ? 'not-sure' : 'sure'
  }

  /** Notes of the vault that were made from no file, where they have most of the question. */
  private async ownRecords(query: string): Promise<(hit: EngineHit) => boolean> {
    const opened = await this.magma?.catch(() => undefined)
    const records = opened?.records.filter(({ source }) => source === null) ?? []
    const own = new Set(records.map(({ note }) => `magma/${note}`))
    return ({ document }) => own.has(document.id) && coverage(this.store!.index, query, document) >= SURE
  }

  private classifier(): IntentClassifier {
    const { intentModel } = this.config
    const model =
      intentModel === undefined
        ? async () =>
            (await import('../search/search-models.ts')).readyModel('intent', this.settings, this.where)
        : async () => intentModel
    const cache = this.intents
    const settings = this.settings.retrieval.intentAnalysis
    return new IntentClassifier({ settings, cache, model, ...timerOf(this.where) })
  }

  private router(): IntelligentRouter {
    return new IntelligentRouter(this.settings.retrieval.defaultStrategy)
  }

  private usable({ searchCCB = true, searchMAGMA = true }: RetrieveRequest): EngineName[] {
    return [
      ...(searchCCB ? (['ccb'] as const) : []),
      ...(searchMAGMA && this.settings.magma.enabled ? (['magma'] as const) : []),
    ]
  }

  /** All at once where the search is not progressive: the last stage has the most time. */
  private stages() {
    const { enabled, stages } = this.settings.retrieval.progressiveSearch
    return enabled ? stages : stages.slice(-1)
  }

  /** A stage that fuses keeps a place for a note that no file holds; else what a later stage added comes after what was there. */
  private orderOf({ engines }: Route, asked: Retrieved['stages']): Pick<FusionRequest, 'engines' | 'order'> {
    const last = this.stages().find(({ name }) => name === asked.at(-1)?.name)
    if (last?.enableFusion === true) return { engines, order: 'fused' }
    return { engines: [...new Set(asked.flatMap(stage => stage.engines))], order: 'in-turn' }
  }

  private async openMagma(notes: string[], typed: Query): Promise<Engine | undefined> {
    const { lancedbPath, embedder } = this.config
    this.magma ??= import('../vault/magma.ts').then(({ openMagma }) =>
      openMagma(this.where, this.settings, {
        ...(lancedbPath !== undefined && { lancedbPath: resolve(this.where.cwd, lancedbPath) }),
        ...(embedder !== undefined && { embedder }),
      }),
    )
    try {
      const { engine, notes: said } = await this.magma
      notes.push(...said)
      return isPlain(typed) ? engine : fitting(engine, typed)
    } catch (error) {
      this.magma = undefined
      notes.push(say().searching.noMagma(error instanceof Error ? error.message : String(error)))
      return undefined
    }
  }

  private async verify(
    request: RetrieveRequest,
    fused: readonly FusedHit[],
    notes: string[],
  ): Promise<Verified[]> {
    const plain = fused.map(hit => ({ hit, said: undefined }))
    if (request.verify !== true || fused.length === 0) return plain
    const model =
      this.config.verificationModel ??
      (await (
        await import('../search/search-models.ts')
      ).readyModel('verification', this.settings, this.where))
    if (model === undefined) {
      notes.push(say().searching.notVerified)
      return plain
    }
    const { verifyHits } = await import('../search/verification.ts')
    const said = await verifyHits(model, request.query, fused, request.signal)
    if ('failed' in said) {
      notes.push(say().searching.verifyFailed(said.failed))
      return plain
    }
    const judged = fused.map(hit => ({ hit, said: said.get(hit) }))
    return [...judged.filter(one => one.said === 'fits'), ...judged.filter(one => one.said !== 'fits')]
  }

  /** Keeps what models said about questions, for the next process. */
  keep(): void {
    if (this.intents !== undefined) keepIntents(this.where, this.intents)
  }
}

/** MAGMA knows no phrases: what does not fit is left out of its answer. */
const fitting = (engine: Engine, typed: Query): Engine => ({
  name: engine.name,
  async search(question, signal) {
    const { hits, notes } = await engine.search(question, signal)
    return { hits: hits.filter(({ document: { title, text } }) => fits(`${title}\n${text}`, typed)), notes }
  },
})

type OpenedMagma = Awaited<ReturnType<typeof import('../vault/magma.ts')['openMagma']>>

interface Verified {
  readonly hit: FusedHit
  readonly said: 'fits' | 'does-not-fit' | undefined
}

function questionNotes(query: string, { engines }: Route): string[] {
  if (query.trim() === '') return [say().searching.empty]
  const long = say().searching.long(LONGEST.toLocaleString('en-US'))
  const nobody = say().searching.nobody
  return [...(query.length > LONGEST ? [long] : []), ...(engines.length === 0 ? [nobody] : [])]
}

/** So many times the limit is asked for, because some hits say the same: a journal, the snapshot and the ledger may. */
const ROOM = 3

function foundOf({ hit, engines, score, text, tokens, also }: FusedHit, said: Verified['said']): FoundMemory {
  const { id, part, root, file, source, title, description, type, layer, day, supersededBy, weight } =
    hit.document
  return {
    id,
    engines,
    part,
    root,
    file,
    source,
    title,
    description,
    text,
    tokens,
    score,
    type,
    layer,
    day,
    supersededBy,
    weight,
    reasons: hit.reasons,
    ...(hit.match !== undefined && { match: hit.match }),
    also,
    ...(said !== undefined && { verified: said }),
  }
}
