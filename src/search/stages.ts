import type { Stage } from '../config/index.ts'
import { say } from '../languages/index.ts'
import { isGiven, objectArgument, type SpentRow, wrongArgument } from '../model/index.ts'
import { realTimer, type Timer } from '../models/index.ts'
import type { Engine, EngineAnswer, EngineHit, EngineName, RecallDocument } from './engine.ts'
import type { Intent, IntentKind } from './intent.ts'
import type { Correction } from './query.ts'
import type { Route } from './router.ts'

interface StageReport {
  readonly name: string
  /**
   * - `sufficed`: the search ended here. `went-on`: it found too little, or nothing sure.
   * - `late`: an engine was cut off; what came is used. `skipped`: nobody to ask in it.
   */
  readonly outcome: 'sufficed' | 'went-on' | 'late' | 'skipped'
  readonly engines: readonly EngineName[]
  readonly hits: number
  readonly ms: number
}

/** Nothing where there is none to be had; why, it says itself. */
export type OpenEngine = () => Promise<Engine | undefined>

export interface Retrieved {
  /** The answer of each engine that answered in time, the last one it gave. */
  readonly answers: ReadonlyMap<EngineName, EngineAnswer>
  readonly stages: readonly StageReport[]
  readonly notes: readonly string[]
}

export interface StagedQuestion {
  readonly query: string
  readonly limit: number
  readonly route: Route
  readonly intent?: IntentKind
  /** M6: in their order; one stage of everything where the search is not progressive. */
  readonly stages: readonly Stage[]
  /** Whether what was found answers the question. */
  readonly suffices: (hits: readonly EngineHit[], stage: Stage) => boolean
  /** Whether there are as many hits as were asked for. */
  readonly isEnough: (hits: readonly EngineHit[]) => boolean
  readonly signal?: AbortSignal | undefined
  /** A clock in milliseconds, for the report alone. */
  readonly clock?: () => number
  /** By which engines are late. */
  readonly timer?: Timer
}

/** What an engine gave, and how much it was asked for. */
export interface Given {
  readonly answer: EngineAnswer
  readonly asked: number
}

/** M6: CCB alone, then MAGMA, then both with everything they have. Each has until the stage's deadline. */
export class CrossSystemRetriever {
  private readonly opened = new Map<EngineName, Engine | undefined>()

  /** An engine that is dear to open is given as a way to open it; it is opened when it is first asked. */
  constructor(private readonly engines: ReadonlyMap<EngineName, Engine | OpenEngine>) {
    if (!(engines instanceof Map))
      throw wrongArgument('new CrossSystemRetriever(engines)', 'a Map of engines by name', engines)
  }

  async retrieve(question: StagedQuestion): Promise<Retrieved> {
    questionArgument(question)
    const clock = question.clock ?? (() => performance.now())
    const given = new Map<EngineName, Given>()
    const stages: StageReport[] = []
    const notes: string[] = []
    for (const stage of question.stages) {
      const asked = await this.open(
        whom(question.route, stage).filter(name => !isWhole(given.get(name), question)),
      )
      // The time begins to run when the engines are open.
      const start = clock()
      const late = await this.ask(asked, stage, question, given)
      const isSure = question.suffices(leadersFirst(question.route, given), stage)
      if (isSure) await this.askForAll(stage, question, given)
      const hits = leadersFirst(question.route, given)
      const outcome = outcomeOf(asked, late, isSure && question.isEnough(hits))
      stages.push({ name: stage.name, outcome, engines: asked, hits: hits.length, ms: clock() - start })
      for (const name of late) notes.push(say().searching.late(name.toUpperCase(), stage.timeout, stage.name))
      if (outcome === 'sufficed' || question.signal?.aborted === true) break
    }
    await this.askForAll(question.stages.at(-1), question, given)
    const answers = new Map([...given].map(([name, { answer }]) => [name, answer]))
    for (const answer of answers.values()) notes.push(...answer.notes)
    return { answers, stages, notes: [...new Set(notes)] }
  }

  /** Those of these engines that can be asked. */
  private async open(names: readonly EngineName[]): Promise<EngineName[]> {
    for (const name of names) {
      if (this.opened.has(name)) continue
      const engine = this.engines.get(name)
      this.opened.set(name, typeof engine === 'function' ? await engine() : engine)
    }
    return names.filter(name => this.opened.get(name) !== undefined)
  }

  /**
   * M15: a stage has a limit of its own so that it can end the search early; it is no reason to give fewer hits than were asked for. The
   * files lead, so what they have is asked for whole before anything is put behind it.
   */
  private async askForAll(
    stage: Stage | undefined,
    question: StagedQuestion,
    given: Map<EngineName, Given>,
  ): Promise<void> {
    const files = given.get('ccb')
    if (stage === undefined || files === undefined || isWhole(files, question)) return
    await this.ask(['ccb'], { name: stage.name, timeout: stage.timeout }, question, given)
  }

  private async ask(
    asked: readonly EngineName[],
    stage: Stage,
    { query, limit, route, intent, signal, timer = realTimer }: StagedQuestion,
    given: Map<EngineName, Given>,
  ): Promise<EngineName[]> {
    const late: EngineName[] = []
    const most = Math.min(stage.limit ?? limit, limit)
    await Promise.all(
      asked.map(async name => {
        const walk = name === 'magma' ? route.walk : []
        const asking = { query, limit: most, walk, ...(intent && { intent }) }
        const answer = await inTime(this.opened.get(name)!, asking, { ms: stage.timeout, timer }, signal)
        if (answer === 'late') late.push(name)
        else given.set(name, { answer, asked: most })
      }),
    )
    return late
  }
}

/** A stage that bears an engine's name is that engine's; any other is everybody's. */
function whom({ engines }: Route, { name }: Stage): readonly EngineName[] {
  const own = (['ccb', 'magma'] as const).find(engine => name.startsWith(`${engine}-`))
  return own === undefined ? engines : engines.filter(engine => engine === own)
}

function leadersFirst({ engines }: Route, given: ReadonlyMap<EngineName, Given>): EngineHit[] {
  return engines.flatMap(name => given.get(name)?.answer.hits ?? [])
}

function outcomeOf(
  asked: readonly EngineName[],
  late: readonly EngineName[],
  enough: boolean,
): StageReport['outcome'] {
  if (asked.length === 0) return 'skipped'
  if (late.length > 0) return 'late'
  return enough ? 'sufficed' : 'went-on'
}

/** It gave all that is wanted, or less than it was asked for: asking again would give the same. */
function isWhole(given: Given | undefined, { limit }: StagedQuestion): boolean {
  if (given === undefined) return false
  const { length } = given.answer.hits
  return length >= limit || length < given.asked
}

/** An engine's answer by the deadline. An engine that fails has found nothing, and its error is a note. */
async function inTime(
  engine: Engine,
  question: Parameters<Engine['search']>[0],
  { ms, timer }: { readonly ms: number; readonly timer: Timer },
  outer: AbortSignal | undefined,
): Promise<EngineAnswer | 'late'> {
  const stop = new AbortController()
  const end = () => stop.abort()
  if (outer?.aborted === true) return 'late'
  outer?.addEventListener('abort', end, { once: true })
  let cancel = () => {}
  const deadline = new Promise<'late'>(resolve => {
    cancel = timer.after(ms, end, 'deadline')
    stop.signal.addEventListener('abort', () => resolve('late'), { once: true })
  })
  const failed = (error: unknown): EngineAnswer => ({
    hits: [],
    notes: [
      say().searching.failed(
        engine.name.toUpperCase(),
        error instanceof Error ? error.message : String(error),
      ),
    ],
  })
  try {
    return await Promise.race([engine.search(question, stop.signal).catch(failed), deadline])
  } finally {
    cancel()
    outer?.removeEventListener('abort', end)
  }
}

function questionArgument(question: unknown): void {
  const call = 'CrossSystemRetriever.retrieve({ query, limit, route, stages, suffices })'
  const { query, limit, route, stages, suffices } = objectArgument(call, 'an object', question)
  if (typeof query !== 'string') throw wrongArgument(call, 'query to be text', query)
  if (typeof limit !== 'number') throw wrongArgument(call, 'limit to be a number', limit)
  if (!isGiven(route) || !Array.isArray(route['engines']))
    throw wrongArgument(call, 'a route, as IntelligentRouter gives it', route)
  if (!Array.isArray(stages)) throw wrongArgument(call, 'stages to be a list', stages)
  if (typeof suffices !== 'function') throw wrongArgument(call, 'suffices to be a function', suffices)
}

/** What a search answers. */
export interface SearchAnswer {
  readonly query: string
  readonly intent: Intent
  readonly route: Route
  readonly stages: readonly StageReport[]
  /** Best first, of all sources. */
  readonly hits: readonly FoundMemory[]
  /** `not-sure`: the best hit has little of the question. */
  readonly sureness: 'sure' | 'not-sure' | 'nothing'
  /** Words that nothing has, and those they were taken for. */
  readonly corrections: readonly Correction[]
  readonly tokens: number
  readonly budget: number
  /** What a person should know: an engine that was late, a folder that could not be listed. */
  readonly notes: readonly string[]
  /** Who answered for journals and snapshot, where there is a journal workspace. */
  readonly memoryBy?: 'openclaw' | 'dream'
  readonly language?: string
  /** What models cost that were asked for this. */
  readonly spent?: readonly SpentRow[]
  /** The folders that were searched. */
  readonly folders: readonly {
    readonly label: string
    readonly root: string
    readonly kind: 'memories' | 'journals'
  }[]
}

/** One hit: where it stands, what it says (cut to its share of the budget), why it is here. */
export interface FoundMemory extends Omit<RecallDocument, 'engine'> {
  readonly engines: readonly EngineName[]
  readonly tokens: number
  readonly score: number
  readonly reasons: readonly string[]
  /** Other sources that say the same. */
  readonly also: readonly string[]
  /** The line that has most of the question; `source` names it where it stands in a memory file. */
  readonly match?: string
  /** What a model said to it, where one was asked. */
  readonly verified?: 'fits' | 'does-not-fit'
}
