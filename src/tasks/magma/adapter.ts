import { homedir } from 'node:os'
import { resolve } from 'node:path'
import { DEFAULTS } from '../../config/defaults.ts'
import type { BatchEmbedder } from '../../embed/batch.ts'
import { chooseEmbedder } from '../../embed/choose.ts'
import { type MagmaEngine, openMagmaEngine } from '../../magma/engine.ts'
import type { LoadLance } from '../../magma/lance.ts'
import { likenessOf } from '../../magma/relations.ts'
import { DreamError } from '../../memory/dream-error.ts'
import { fileName } from '../../memory/file-name.ts'
import type { MagmaRecord } from '../../memory/magma.ts'
import type { Memory } from '../../memory/memory.ts'
import type { FolderOutcome } from '../../memory/outcome.ts'
import { overlap, significantWords } from '../../memory/words.ts'
import type { EngineAnswer } from '../../recall/engine.ts'
import type { Where } from '../where.ts'
import { recordDocument, today } from './documents.ts'
import { draftFor, idFor, inputOf, type MirrorInput, type RecordInput, sourceOf } from './drafts.ts'
import {
  indexPath,
  type MagmaHome,
  type MagmaSettings,
  type MagmaTools,
  magmaHome,
  readRecords,
  readyHome,
} from './place.ts'
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
    const text = typeof to === 'string' ? to : 'body' in to ? to.body : to.text
    const { records } = this.read()
    const scored = await this.likenesses(text, records)
    return scored
      .filter(({ likeness }) => likeness >= SIMILAR)
      .sort((a, b) => b.likeness - a.likeness)
      .slice(0, limit)
  }

  async search(query: string, options: { limit?: number; signal?: AbortSignal } = {}): Promise<EngineAnswer> {
    const engine = await this.open()
    const { limit = 10, signal = new AbortController().signal } = options
    return engine.search({ query, limit, walk: [] }, signal)
  }

  /**
   * Writes a record: a memory file of the other engine becomes its mirror, anything else a note of its own. What was there is
   * kept in history.
   */
  async update(what: RecordInput | MirrorInput | Memory): Promise<Updated> {
    const { records } = this.read()
    const source = 'memory' in what ? sourceOf(what) : null
    const id = idFor(what, records)
    const before = records.find(record => record.id === id)
    const draft = draftFor('body' in what ? inputOf({ memory: what }) : what, source, before)
    const note = fileName(`${id}.md`)
    const outcome = await this.write({
      notes: [{ kind: 'write', note, draft, ...(before && { before }) }],
      folder: 'memory' in what ? { root: what.root, label: what.label } : undefined,
      command: 'magma',
    })
    return { id, version: draft.version, run: doneOrThrow(outcome, id) }
  }

  /** The note goes to history; `dream undo` brings it back. */
  async remove(id: string): Promise<{ readonly run: string | undefined }> {
    const record = this.read().records.find(each => each.id === id)
    if (record === undefined) throw new DreamError(`MAGMA has no record ${id}`, 2)
    const outcome = await this.write({
      notes: [{ kind: 'archive', before: record, why: { why: 'forgotten' } }],
      command: 'magma',
    })
    return { run: doneOrThrow(outcome, id) }
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
    return chooseEmbedder(this.settings.magma.embeddings, this.where.env, this.where.home)
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

/** The run, or a sentence about why nothing was written. */
function doneOrThrow({ outcomes, failure, run }: FolderOutcome, what: string): string | undefined {
  if (failure !== undefined)
    throw new DreamError(`${what} was not written: ${failure.sentence}`, failure.kind === 'locked' ? 4 : 1)
  const missed = outcomes.find(outcome => outcome.result !== 'done')
  if (missed !== undefined && 'detail' in missed)
    throw new DreamError(`${what} was not written: ${missed.detail}`, 1)
  return run
}
