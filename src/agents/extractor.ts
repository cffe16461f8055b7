import { say } from '../languages/index.ts'
import { type Evidence, type Memory, optionsArgument } from '../model/index.ts'
import { addSpent, type Model, NOTHING_SPENT, type Spent } from '../models/index.ts'
import type { TranscriptTurn } from '../sources/index.ts'
import { cutAtWord, maskSecrets } from '../text/index.ts'
import { readConversation } from './conversation.ts'
import type { Dialogue, Dropped, RawMemory } from './draft.ts'
import { asMemory, checkDraft, type DraftCheck, inferableFrom, knownFrom } from './draft-checks.ts'
import { withoutRepeats } from './draft-known.ts'
import { type Echoes, newEchoes } from './extract-echo.ts'
import { draftsByModel, newWindows, type Window } from './extract-model.ts'
import { ownSentences } from './extract-own-words.ts'
import { draftsByRules } from './extract-rules.ts'
import { takesBack } from './extract-talk.ts'

export interface ExtractorOptions {
  /** Without one, rules do the work. */
  readonly model?: Model
  /** What is remembered already. */
  readonly known?: readonly Memory[]
  /** What the project says about the things that drafts name. */
  readonly evidence?: (drafts: readonly Memory[]) => Evidence
  /** Milliseconds since 1970: the day of a text that tells none. */
  readonly now?: () => number
}

/** The memories, as a list; beside them what was not kept, and why. */
export interface Extraction extends ReadonlyArray<RawMemory> {
  readonly memories: readonly RawMemory[]
  readonly dropped: readonly Dropped[]
  readonly model?: ModelShare
}

/** What a model had to do with it. */
interface ModelShare {
  readonly name: string
  readonly asked: number
  readonly unanswered: readonly string[]
  readonly spent: Spent
}

/** More than this of one conversation is a sign that the rules do not fit it. */
const MOST_MEMORIES = 40
const MOST_DROPPED = 200
/** A model that failed so often is not asked again in this conversation. */
const MOST_FAILURES = 2
const SHOWN = 200

/**
 * M11: from a conversation, only what cannot be inferred from the code, as one of the four types, or nothing. Rules read
 * what the user says; a model may point at more. Every draft, whoever made it, passes the same checks.
 */
export class ExtractorAgent {
  private readonly known: DraftCheck

  constructor(private readonly options: ExtractorOptions = {}) {
    optionsArgument('new ExtractorAgent(options)', options)
    this.known = knownFrom(options.known ?? [])
  }

  async extract(conversation: Dialogue): Promise<Extraction> {
    const dialogue = readConversation(conversation, this.options.now ?? Date.now)
    const echoes = newEchoes()
    const drafts: RawMemory[] = []
    const dropped: Dropped[] = []
    const reader = this.options.model && new ModelReader(this.options.model, echoes)
    const windows = newWindows()
    const said = newSaid()
    for (const turn of dialogue.turns) {
      echoes.add(turn)
      const day = (turn.at ?? dialogue.at)?.slice(0, 10)
      const dated = turn.at === undefined && dialogue.at !== undefined ? { ...turn, at: dialogue.at } : turn
      said.read(dated, drafts, dropped, () => draftsByRules(dated, day, echoes, said.earlier))
      const full = reader === undefined ? undefined : windows.add(dated, echoes)
      if (full !== undefined) await reader?.ask(full)
      shrink(drafts, dropped)
    }
    const last = windows.take()
    if (last !== undefined) await reader?.ask(last)
    return this.judge(
      [...drafts, ...(reader?.drafts ?? [])],
      [...dropped, ...(reader?.dropped ?? [])],
      reader,
    )
  }

  private judge(
    drafts: readonly RawMemory[],
    dropped: readonly Dropped[],
    reader: ModelReader | undefined,
  ): Extraction {
    const { evidence } = this.options
    const allDropped = [...dropped]
    const passing = (checks: readonly DraftCheck[], among: readonly RawMemory[]) =>
      among.filter(draft => {
        const why = checks.map(check => check(draft)).find(reason => reason !== undefined)
        if (why !== undefined) allDropped.push(droppedFor(draft, why))
        return why === undefined
      })
    const { kept, repeated } = withoutRepeats(passing([checkDraft], drafts))
    allDropped.push(...repeated.map(draft => droppedFor(draft, say().agents.dropped.saidLater)))
    const project = kept.length === 0 || evidence === undefined ? undefined : evidence(kept.map(asMemory))
    const checks = [this.known, ...(project === undefined ? [] : [inferableFrom(project)])]
    const memories = passing(checks, kept)
    const surplus = memories
      .slice(MOST_MEMORIES)
      .map(draft => droppedFor(draft, say().agents.dropped.overLimit))
    const share = reader?.share()
    const chosen = memories.slice(0, MOST_MEMORIES)
    return Object.assign([...chosen], {
      memories: chosen,
      dropped: [...allDropped, ...surplus].slice(0, MOST_DROPPED).map(hidden),
      ...(share !== undefined && { model: share }),
    })
  }
}

/** So many sentences of the person are remembered: what a later word may correct or take back. */
const REMEMBERED = 12
/** A turn of so few characters that takes something back says nothing else. */
const SHORT_TURN = 60

/** What the person said before this turn. */
interface Said {
  readonly earlier: readonly string[]
  read(turn: TranscriptTurn, drafts: RawMemory[], dropped: Dropped[], find: () => RawMemory[]): void
}

function newSaid(): Said {
  const earlier: string[] = []
  let last = 0
  return {
    earlier,
    read(turn, drafts, dropped, find) {
      if (turn.speaker !== 'user' || turn.seen === true) return
      const isTakenBack = takesBack(turn.text)
      const found = isTakenBack && turn.text.length <= SHORT_TURN ? [] : find()
      // "Never mind", "leave it": what the turn before said is no longer meant; so is what a correction corrects.
      const isCorrected = found.some(
        ({ kind, text, quote }) => kind === 'correction' && text !== quote && !quote.includes(text),
      )
      if (isTakenBack || isCorrected)
        for (const draft of drafts.splice(Math.max(0, drafts.length - last)))
          if (dropped.length < MOST_DROPPED) dropped.push(droppedFor(draft, say().agents.dropped.takenBack))
      drafts.push(...found)
      last = found.length === 0 && !isTakenBack ? last : found.length
      earlier.push(...(turn.text.length > 2000 ? [] : ownSentences(turn.text)))
      earlier.splice(0, earlier.length - REMEMBERED)
    },
  }
}

/** A conversation of millions of lines must not fill memory with drafts: the plainly unfit go at once. */
function shrink(drafts: RawMemory[], dropped: Dropped[]): void {
  if (drafts.length < 10 * MOST_MEMORIES) return
  const kept = withoutRepeats(drafts.filter(draft => checkDraft(draft) === undefined)).kept.slice(
    -5 * MOST_MEMORIES,
  )
  if (dropped.length < MOST_DROPPED)
    dropped.push({
      quote: say().agents.dropped.earlier(drafts.length - kept.length),
      why: say().agents.dropped.overLimit,
      by: 'rules',
    })
  drafts.splice(0, drafts.length, ...kept)
}

function droppedFor({ quote, kind, said }: RawMemory, why: string): Dropped {
  return { quote, why, by: kind === 'told' ? 'model' : 'rules', said }
}

/** What is reported of a draft that was not kept: enough to find it by, and no secret. */
function hidden(dropped: Dropped): Dropped {
  return { ...dropped, quote: cutAtWord(maskSecrets(dropped.quote), SHOWN) }
}

/** A model that is asked window by window, until it has failed too often. */
class ModelReader {
  readonly drafts: RawMemory[] = []
  readonly dropped: Dropped[] = []
  private readonly unanswered: string[] = []
  private asked = 0
  private spent = NOTHING_SPENT

  constructor(
    private readonly model: Model,
    private readonly echoes: Echoes,
  ) {}

  async ask(window: Window): Promise<void> {
    if (this.unanswered.length >= MOST_FAILURES) return
    this.asked += 1
    const { drafts, dropped, spent, unanswered } = await draftsByModel(this.model, window, this.echoes)
    this.drafts.push(...drafts)
    this.dropped.push(...dropped)
    this.spent = addSpent(this.spent, spent)
    if (unanswered !== undefined) this.unanswered.push(`${unanswered.outcome}: ${unanswered.why}`)
  }

  share(): ModelShare {
    const { model, asked, unanswered, spent } = this
    return { name: model.name, asked, unanswered: [...unanswered], spent }
  }
}
