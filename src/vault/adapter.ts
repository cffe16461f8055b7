import { homedir } from 'node:os'
import { resolve } from 'node:path'
import type { Where } from '../app/index.ts'
import { DEFAULTS, type MagmaHome, type MagmaSettings, magmaHome } from '../config/index.ts'
import { say } from '../languages/index.ts'
import { DreamError, type FolderOutcome, fileName, type Memory } from '../model/index.ts'
import { type BatchEmbedder, chooseEmbedder, type EngineAnswer, type LoadLance } from '../search/index.ts'
import { throwUnlessDone } from '../store/index.ts'
import { overlap, significantWords } from '../text/index.ts'
import { adapterArgument, inputArgument, searchArgument, similarArgument } from './arguments.ts'
import { recordDocument, today } from './documents.ts'
import {
  asMirror,
  draftFor,
  idFor,
  inputOf,
  type MagmaInput,
  type MirrorInput,
  mirrorId,
  type RecordInput,
  sourceOf,
} from './drafts.ts'
import { type MagmaEngine, openMagmaEngine } from './engine.ts'
import { indexPath, type MagmaTools, readRecords, readyHome } from './place.ts'
import type { MagmaRecord } from './record.ts'
import { likenessOf } from './relations.ts'
import { writeToMagma } from './write.ts'

export interface MagmaOptions {
  /** A directory for the vector index: a cache, made anew where it is missing or damaged. Else in the cache directory. */
  readonly lancedbPath?: string
  /** The Obsidian vault; the notes lie in its folder `magma`. Else in Dream's state. */
  readonly obsidianPath?: string
  /** How notes are written: by Obsidian's own command, straight to the vault, or whichever is there. */
  readonly mode?: 'auto' | 'cli' | 'direct'
  /** Instead of the model in the package. */
  readonly embedder?: BatchEmbedder
  /** All of the settings, where they are at hand. */
  readonly settings?: MagmaSettings
  readonly loadLance?: LoadLance
  readonly cwd?: string
  readonly home?: string
  readonly env?: Readonly<Record<string, string | undefined>>
}

export type SimilarRecord = MagmaRecord & {
  /** Cosine of the vectors; where there is no model, the share of words in common. */
  readonly likeness: number
}

export interface Updated {
  readonly id: string
  readonly version: number
  readonly run: string | undefined
}

/** From here on a record counts as similar. */
const SIMILAR = 0.5

/** MAGMA for programs: notes in a vault are its records, LanceDB finds them. Every change can be undone. */
export class MagmaAdapter {
  readonly settings: MagmaSettings
  readonly where: Where
  private engine: MagmaEngine | undefined
  private stale = true
  private readonly tools: MagmaTools

  constructor(options: MagmaOptions = {}) {
    adapterArgument(options)
    const { cwd = process.cwd(), home = homedir(), env = process.env } = options
    const base = options.settings ?? DEFAULTS
    const obsidian = {
      ...base.obsidian,
      ...(options.obsidianPath !== undefined && { vault: resolve(cwd, options.obsidianPath) }),
      ...(options.mode && { mode: options.mode }),
    }
    this.settings = { magma: base.magma, rules: base.rules, obsidian }
    this.where = { cwd, home, env, paths: [], allProjects: false }
    this.tools = {
      ...(options.lancedbPath !== undefined && { lancedbPath: resolve(cwd, options.lancedbPath) }),
      ...(options.loadLance && { loadLance: options.loadLance }),
      ...(options.embedder && { embedder: options.embedder }),
    }
  }

  get home(): MagmaHome {
    return magmaHome(this.where, this.settings)
  }

  /** Finds the vault and brings the index up to date. A vault that is gone is an error; an index that cannot be had is not. */
  async initialize(): Promise<{ readonly records: number; readonly notes: readonly string[] }> {
    readyHome(this.home)
    const { index } = await this.open()
    const { records, notes } = this.read()
    return { records: records.length, notes: [...notes, ...(index.why === undefined ? [] : [index.why])] }
  }

  async readAll(): Promise<readonly MagmaRecord[]> {
    return this.read().records
  }

  /** The records nearest to a memory or a text, nearest first. */
  async findSimilar(
    to: Pick<Memory, 'body'> | Pick<RecordInput, 'text'> | string,
    limit = 5,
  ): Promise<readonly SimilarRecord[]> {
    const text = similarArgument(to, limit)
    const { records } = this.read()
    const scored = await this.likenesses(text, records)
    return scored
      .filter(({ likeness }) => likeness >= SIMILAR)
      .sort((a, b) => b.likeness - a.likeness)
      .slice(0, limit)
  }

  async search(query: string, options: { limit?: number; signal?: AbortSignal } = {}): Promise<EngineAnswer> {
    searchArgument(query, options)
    const engine = await this.open()
    const { limit = 10, signal = new AbortController().signal } = options
    return engine.search({ query, limit, walk: [] }, signal)
  }

  /**
   * Writes a record: a memory file of the other engine becomes its mirror, anything else a note of its own. What was there is
   * kept in history. A record as `readAll` gave it is written only where its note did not change since.
   */
  async update(what: MagmaInput): Promise<Updated> {
    const input = inputArgument(what)
    const { records } = this.read()
    const mirror = asMirror(input)
    const { id, before } = mirror === undefined ? recordFor(input, records) : mirrorRecord(mirror, records)
    const source = mirror === undefined ? null : sourceOf(mirror)
    const draft = draftFor(mirror ?? asRecord(input), source, before)
    const outcome = await this.write({
      notes: [{ kind: 'write', note: fileName(`${id}.md`), draft, ...(before && { before }) }],
      folder: mirror && { root: mirror.root, label: mirror.label },
      command: 'magma',
    })
    throwUnlessDone(outcome, say().vault.notWritten(id))
    return { id, version: draft.version, run: outcome.run }
  }

  /** The note goes to history; `dream undo` brings it back. */
  async remove(id: string): Promise<{ readonly run: string | undefined }> {
    const record = this.read().records.find(each => each.id === id)
    if (record === undefined) throw new DreamError(say().vault.noRecord(id), 2)
    const outcome = await this.write({
      notes: [{ kind: 'archive', before: record, why: { why: 'forgotten' } }],
      command: 'magma',
    })
    throwUnlessDone(outcome, say().vault.notWritten(id))
    return { run: outcome.run }
  }

  close(): void {
    this.engine?.close()
    this.engine = undefined
    this.stale = true
  }

  /** Changes notes, and memory files of a folder with them: all or none. */
  async write(
    order: Omit<Parameters<typeof writeToMagma>[0], 'where' | 'home' | 'settings'>,
  ): Promise<FolderOutcome> {
    const outcome = await writeToMagma({
      ...order,
      where: this.where,
      home: this.home,
      settings: this.settings,
    })
    this.stale = true
    return outcome
  }

  private read() {
    return readRecords(this.home, today())
  }

  private async open(): Promise<MagmaEngine> {
    if (this.engine !== undefined && !this.stale) return this.engine
    this.engine?.close()
    const { home } = this
    const documents = this.read().records.map(record => recordDocument(record, home))
    const place = {
      path: this.tools.lancedbPath ?? indexPath(this.where, this.settings, []),
      embedder: await this.embedder(),
      ...(this.tools.loadLance && { load: this.tools.loadLance }),
    }
    this.engine = await openMagmaEngine({ ...place, documents })
    this.stale = false
    return this.engine
  }

  private async embedder(): Promise<BatchEmbedder | undefined> {
    if (this.tools.embedder !== undefined) return this.tools.embedder
    return chooseEmbedder(this.settings.magma.embeddings, this.where.env)
  }

  private async likenesses(text: string, records: readonly MagmaRecord[]): Promise<SimilarRecord[]> {
    const embedder = await this.embedder()
    if (embedder === undefined) {
      const words = significantWords(text)
      return records.map(record => ({ ...record, likeness: overlap(words, significantWords(record.text)) }))
    }
    const answer = await this.search(text.slice(0, 2000), { limit: 50 })
    const near = new Set(answer.hits.map(hit => hit.document.file))
    const some = records.filter(record => near.has(record.note))
    const [asked, ...vectors] = await embedder.embedAll(
      [text, ...some.map(each => each.text)].map(each => each.slice(0, 2000)),
    )
    return some.map((record, at) => ({ ...record, likeness: likenessOf(asked!, vectors[at]!) }))
  }
}

interface Target {
  readonly id: string
  readonly before: MagmaRecord | undefined
}

/** The record that was made from this very file, whatever its note is called now. */
function mirrorRecord(mirror: MirrorInput, records: readonly MagmaRecord[]): Target {
  const { folder, file } = sourceOf(mirror)
  const before = records.find(({ source }) => source?.folder === folder && source.file === file)
  const id = before?.id ?? mirrorId(mirror)
  return { id, before: before ?? records.find(record => record.id === id) }
}

function recordFor(input: MagmaInput, records: readonly MagmaRecord[]): Target {
  const id = idFor(input as RecordInput | Memory, records)
  const before = records.find(record => record.id === id)
  const read = 'hash' in input && !('body' in input) ? (input as MagmaRecord) : undefined
  if (read !== undefined && before === undefined) throw new DreamError(say().vault.noRecord(id), 2)
  if (read !== undefined && before?.hash !== read.hash) throw new DreamError(say().vault.changedSince(id), 1)
  return { id, before }
}

const asRecord = (input: MagmaInput): RecordInput =>
  'body' in input ? inputOf({ memory: input }) : (input as RecordInput)
