import { homedir } from 'node:os'
import { resolve } from 'node:path'
import { foldersOf, supersededFiles, type Where } from '../app/index.ts'
import { type Config, DEFAULTS, magmaHome } from '../config/index.ts'
import { isFolder } from '../disk/index.ts'
import { say } from '../languages/index.ts'
import { type Model, makeTally, timerOf } from '../models/index.ts'
import {
  type BatchEmbedder,
  type CcbStore,
  CrossSystemRetriever,
  ccbEngine,
  correct,
  coverage,
  type Engine,
  type EngineHit,
  type EngineName,
  type FoundMemory,
  type FusedHit,
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
  /** What the question that is being answered cost. */
  private tally = makeTally()

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
  async initialize({ signal }: { readonly signal?: AbortSignal | undefined } = {}): Promise<{
    readonly documents: number
    readonly read: number
    readonly notes: readonly string[]
  }> {
    const { expiry, cache } = this.settings
    const today = new Date().toISOString().slice(0, 10)
    const folders = foldersOf(this.where)
    const producers = await this.producers(folders.map(({ root }) => root))
    this.store = await openSearchStore({
      where: this.where,
      folders,
      decay: expiry.feedback,
      today,
      producers,
      signal,
    })
    this.intents ??= cache.enabled ? openIntents(this.where, cache) : undefined
    await this.close()
    const { documents, read, notes } = this.store
    return { documents: documents.length, read, notes }
  }

  /** The vault's notes, where there is a vault: they are searched with the files, in one order. */
  private async producers(roots: readonly string[]) {
    if (!this.settings.magma.enabled || !isFolder(magmaHome(this.where, this.settings).folder)) return []
    const { recordProducer } = await import('../vault/producer.ts')
    return [recordProducer(this.where, this.settings, roots)]
  }

  get opened(): OpenedStore | undefined {
    return this.store
  }

  async retrieve(whole: RetrieveRequest): Promise<SearchAnswer> {
    retrieveArgument(whole)
    if (this.store === undefined) await this.initialize({ signal: whole.signal })
    this.tally = makeTally()
    const store = this.store!
    const typed = parseQuery(whole.query.slice(0, LONGEST))
    const { query, corrections } = correct(typed.text, store.index.terms, store.index.words)
    const request = { ...whole, query }
    const limit = Math.min(MOST, Math.max(0, Math.floor(request.limit ?? LIMIT)))
    const intent = await this.classifier().classify(query, request.signal)
    const route = this.router().route(intent, this.usable(request))
    const magmaNotes: string[] = []
    const engines = new Map<EngineName, Engine | OpenEngine>([
      ['ccb', ccbEngine(this.storeFor(route), typed)],
      ['magma', () => this.openMagma(magmaNotes, typed)],
    ])
    const fusion = new MemoryFusion(this.settings.fusion)
    const { answers, stages, notes } = await new CrossSystemRetriever(engines).retrieve({
      query,
      limit: limit * ROOM,
      route,
      intent: intent.kind,
      stages: this.stages(),
      suffices: hits => this.suffices(request, hits),
      isEnough: hits => fusion.count(hits) >= limit,
      signal: request.signal,
      ...timerOf(this.where),
    })
    const ranked = fusion.fuse({ answers, limit, engines: route.engines })
    const fused = newerFirst(ranked, answers.values(), this.newerOf()).slice(0, limit)
    const verified = await this.verify(request, fused, magmaNotes)
    const hits = verified.map(({ hit, said }) => foundOf(hit, said))
    const spent = this.tally.rows()
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
      ...(spent.length > 0 && { spent }),
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

  /** The best hit has most of the question. */
  private suffices({ query }: RetrieveRequest, [best]: readonly EngineHit[]): boolean {
    if (best === undefined) return false
    return coverage(this.store!.index, query, best.document) >= SURE
  }

  private surenessOf(query: string, [best]: readonly FusedHit[]): SearchAnswer['sureness'] {
    if (best === undefined) return 'nothing'
    return coverage(this.store!.index, query, best.hit.document) < LITTLE ? 'not-sure' : 'sure'
  }

  private classifier(): IntentClassifier {
    const { intentModel } = this.config
    const model =
      intentModel === undefined
        ? async () =>
            (await import('../search/search-models.ts')).readyModel(
              'intent',
              this.settings,
              this.where,
              this.tally,
            )
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

  /** The vault's notes stand among the files where a stage fuses; else they come after them. */
  private storeFor({ engines }: Route): CcbStore {
    const fuses = this.stages().some(({ enableFusion }) => enableFusion === true)
    return fuses && engines.includes('magma') ? this.store! : withoutRecords(this.store!)
  }

  /** LanceDB takes a tenth of a second to load, and of the model in the package the store has the vectors already. */
  private needsIndex(): boolean {
    const { retrieval, magma } = this.settings
    const { embedder } = this.config
    return (
      embedder !== undefined ||
      magma.embeddings.from === 'endpoint' ||
      retrieval.defaultStrategy === 'magma-only'
    )
  }

  private async openMagma(notes: string[], typed: Query): Promise<Engine | undefined> {
    const { lancedbPath, embedder } = this.config
    this.magma ??= import('../vault/magma.ts').then(({ openMagma }) =>
      openMagma(this.where, this.settings, {
        store: this.store!,
        ...(this.needsIndex() ? {} : { index: 'none' as const }),
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
      ).readyModel('verification', this.settings, this.where, this.tally))
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

/** Files alone were asked for. */
const withoutRecords = (store: OpenedStore): CcbStore => ({
  ...store,
  leavesOut: ({ part }) => part === 'record',
})

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
