import { say } from '../languages/index.ts'
import {
  type Action,
  type FileName,
  isUntrusted,
  lowest,
  type Memory,
  type Origin,
  type Snapshot,
} from '../model/index.ts'
import { type FileLine, type OpenText, readTranscript, type TranscriptTurn } from '../sources/index.ts'
import {
  analyse,
  cutAtWord,
  isOrder,
  parseMemory,
  scanMarkdown,
  textForm,
  uniqueSentences,
  withOrigin,
} from '../text/index.ts'
import { ownSentences } from './extract-rules.ts'
import type { Original } from './scratch.ts'

/** What an agent was shown while it worked. */
export interface ShownToAgent {
  /** The lowest label of the notes that it read. */
  readonly notes: Origin | undefined
  readonly rows: TranscriptOrigins
}

/** What stood in the folder before an agent came, sentence by sentence. */
export type KnownWords = ReadonlySet<string>

/** How far what an agent left of one memory is trusted. */
export interface Trusted {
  /** The text as it is written where nobody looks, and as it is written on a person's word. */
  readonly alone: string
  readonly approved: string
  /** The origin of what was written, for the question whom it may displace. */
  readonly made: Origin | undefined
  /** Why it waits for a person whatever it replaces. */
  readonly held?: string
}

export function knownWords(originals: ReadonlyMap<FileName, Original>): KnownWords {
  const known = new Set<string>()
  for (const [file, { text = '' }] of originals) {
    const { name = '', description = '', body } = parsed(file, text)
    for (const said of [name, description, ...statementsIn(body)]) known.add(textForm(said))
  }
  return known
}

const parsed = (file: FileName, text: string): Memory =>
  parseMemory({ file, hash: '', size: text.length, modified: 0, text })

/** Comments and code count too: agents read them. */
function statementsIn(body: string): string[] {
  const comments = scanMarkdown(body).filter(({ kind }) => kind === 'comment')
  return [
    ...uniqueSentences(analyse(body), analyse('')),
    ...comments.map(({ text }) => text.replace(/^<!--|-->$/g, '')),
  ]
}

/**
 * What a person said keeps their trust, whoever wrote it down; words of tools and pages keep theirs; everything else that is
 * new is the agent's own. On a person's word a memory is trusted as it was, and a new one as the agent.
 */
export function trustOf(
  text: string,
  before: Memory | undefined,
  known: KnownWords,
  { notes, rows }: ShownToAgent,
  file: FileName,
): Trusted {
  const next = parsed(file, text)
  const fresh = freshWords(next, known)
  const speakers = fresh.map(said => rows.saidBy(said) ?? 'assistant')
  const own = fresh.filter((_, at) => speakers[at] !== 'user')
  const label = labelOf(next, before, speakers)
  const alone = labelledAs(text, label)
  const isPersons = own.length === 0 && before !== undefined && onlyAdds(before, next)
  const held =
    whyItWaits(next, before, own) ??
    (before === undefined && speakers.includes('assistant') ? afterUntrusted(rows) : undefined) ??
    unlabelled(file, alone, label)
  return {
    alone,
    approved: labelledAs(text, approvedLabel(label, before)),
    made: isPersons ? label : lowest([label, notes, rows.shown]),
    ...(held !== undefined && { held }),
  }
}

const labelledAs = (text: string, label: Origin | undefined): string =>
  label === undefined ? text : withOrigin(text, label)

function approvedLabel(label: Origin | undefined, before: Memory | undefined): Origin | undefined {
  if (before?.origin !== undefined) return before.origin
  return label === 'user' || label === undefined ? label : 'assistant'
}

/** What only adds to a memory takes nothing from anyone. */
export function onlyAdds(before: Memory, after: Memory): boolean {
  const lines = new Set((after.head + after.body).split(/\r\n|\r|\n/))
  return (before.head + before.body).split(/\r\n|\r|\n/).every(line => line.trim() === '' || lines.has(line))
}

/** Description and body, as far as they did not stand in the folder before. */
function freshWords({ description, body }: Memory, known: KnownWords): string[] {
  const said = [...(description === undefined ? [] : [description]), ...statementsIn(body)]
  return said.filter(one => !known.has(textForm(one)) && textForm(one) !== '')
}

function labelOf(
  { origin }: Memory,
  before: Memory | undefined,
  speakers: readonly Origin[],
): Origin | undefined {
  const untrusted = speakers.filter(isUntrusted)
  const isAllPersons = speakers.length > 0 && speakers.every(speaker => speaker === 'user')
  if (before === undefined && isAllPersons && origin === 'assistant') return 'user'
  return lowest([origin, ...untrusted]) ?? (speakers.includes('assistant') ? 'assistant' : undefined)
}

/** P6: an agent's own sentence is no rule, nothing about a person and not pinned until a person says so. */
function whyItWaits(
  { type, pinned, name = '' }: Memory,
  before: Memory | undefined,
  own: readonly string[],
): string | undefined {
  const { waits } = say().agents
  if (pinned && before?.pinned !== true) return waits.pinned
  if (type === 'user' && before !== undefined && before.type !== 'user') return waits.aboutYou
  const order = own.find(said => isOrder(said)) ?? (isNewName(name, before) ? name : undefined)
  if (order !== undefined) return waits.instructionQuoted(cutAtWord(order, 80))
  if (own.length === 0) return undefined
  if (type === 'user') return waits.ownAboutYou
  if (pinned) return waits.ownPinned
  if (type === 'feedback' && before === undefined) return waits.ownFeedback
  return undefined
}

/** An untrusted order in other words looks like any other sentence. */
function afterUntrusted({ shown }: TranscriptOrigins): string | undefined {
  if (shown === undefined || !isUntrusted(shown)) return undefined
  return say().agents.waits.ownWords(say().plan.origins[shown])
}

const isNewName = (name: string, before: Memory | undefined): boolean =>
  name !== before?.name && isOrder(name, 'title')

/** A memory without frontmatter has no place for a label, and one that is trusted less needs one. */
function unlabelled(file: FileName, text: string, label: Origin | undefined): string | undefined {
  if (label === undefined || !isUntrusted(label) || parsed(file, text).origin === label) return undefined
  return say().agents.waits.noFrontmatter(say().plan.origins[label])
}

/** Whose words stand in the conversations that an agent looked into. */
export interface TranscriptOrigins {
  /** Who says this sentence, word for word; nothing where nobody does. */
  saidBy(sentence: string): Origin | undefined
  /** The lowest origin of all rows that were shown; nothing where none was. */
  readonly shown: Origin | undefined
}

/** A transcript that was looked into, and which of its lines were shown. */
export interface ShownTranscript {
  /** `file`: one of the project, where anybody may have written anything. */
  readonly form: 'records' | 'text' | 'file'
  lines(): Iterable<{ readonly text: string; readonly number: number }>
  readonly shown: 'all' | ReadonlySet<number>
}

/** Shorter ones stand in many texts by chance. */
const SHORTEST_COPY = 20
/** What is kept to compare with; past that a copy counts as the agent's own words after it saw untrusted text. */
const MOST_CHARACTERS = 16_000_000

/** A person's sentences count whole; of what tools and pages said any part does. */
export function originsInTranscripts(transcripts: readonly ShownTranscript[]): TranscriptOrigins {
  const person = new Set<string>()
  const untrusted = new Map<Origin, string[]>()
  const shown: Origin[] = []
  let room = MOST_CHARACTERS
  const keep = ({ origin, text }: Pick<TranscriptTurn, 'origin' | 'text'>) => {
    if (origin === 'user') for (const sentence of ownSentences(text)) person.add(textForm(sentence))
    if (!isUntrusted(origin) || room <= 0) return
    const form = textForm(text)
    room -= form.length
    const known = untrusted.get(origin)
    if (known === undefined) untrusted.set(origin, [form])
    else known.push(form)
  }
  for (const transcript of transcripts) {
    if (transcript.form === 'file') {
      const text = Array.from(transcript.lines(), line => line.text).join('\n')
      keep({ origin: 'tool', text })
      shown.push('tool')
      continue
    }
    const origins = new Map<number, Origin>()
    for (const turn of turnsOf(transcript.lines, transcript.form)) {
      keep(turn)
      origins.set(turn.line, lowest([origins.get(turn.line) ?? turn.origin, turn.origin])!)
    }
    shown.push(...shownOrigins(transcript, origins))
  }
  person.delete('')
  const said = lowest(shown)
  return { shown: said, saidBy: sentence => speakerOf(textForm(sentence), person, untrusted) }
}

function speakerOf(
  form: string,
  person: ReadonlySet<string>,
  untrusted: ReadonlyMap<Origin, readonly string[]>,
): Origin | undefined {
  if (person.has(form)) return 'user'
  if (form.length < SHORTEST_COPY) return undefined
  const found = [...untrusted].filter(([, texts]) => texts.some(text => text.includes(form)))
  return lowest(found.map(([origin]) => origin))
}

/** A row that holds no turn that we know is nobody's word. */
function shownOrigins({ shown, lines }: ShownTranscript, origins: ReadonlyMap<number, Origin>): Origin[] {
  const numbers = shown === 'all' ? Array.from(lines(), ({ number }) => number) : [...shown]
  const found = numbers.map(number => origins.get(number) ?? 'tool')
  return found.length === 0 ? ['tool'] : [...new Set(found)]
}

function turnsOf(lines: ShownTranscript['lines'], form: 'records' | 'text'): Iterable<TranscriptTurn> {
  const file: Pick<OpenText, 'lines'> = {
    *lines(): Generator<FileLine> {
      let start = 0
      for (const { text } of lines()) {
        const end = start + text.length + 1
        yield { text, start, end, state: 'ended' }
        start = end
      }
    },
  }
  return readTranscript(file, { from: 0, line: 0, form }).turns()
}

/** A change that the agent made to its copy, and what stands in the way of doing it without a person. */
export interface AgentChange {
  readonly file: FileName
  readonly change: 'added' | 'rewritten' | 'retired'
  /** A sentence; absent where nothing stands in the way. */
  readonly held?: string
  /** The texts, as far as there are two. */
  readonly was?: string
  readonly becomes?: string
}

/** What an agent left of its copy, beside what it was given. */
export interface AgentDiff {
  readonly snapshot: Snapshot
  readonly originals: ReadonlyMap<FileName, Original>
  /** Every file that is there now; without a text where it is none. */
  readonly left: ReadonlyMap<FileName, string | undefined>
  /** What the agent read; nothing where its texts were judged before and are taken as they are. */
  readonly shown?: ShownToAgent
}

export interface Changed {
  readonly change: AgentChange
  /** As a person approves it. */
  readonly action: Action
  /** As it is done where nobody does. */
  readonly alone: Action
  /** The memory as it would be; absent where it goes. */
  readonly memory?: Memory
}
