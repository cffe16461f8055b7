import { isUntrusted, lowest, type Origin } from '../model/index.ts'
import { type FileLine, type OpenText, readTranscript, type TranscriptTurn } from '../sources/index.ts'
import { textForm } from '../text/index.ts'
import { ownSentences } from './extract-own-words.ts'

/** Whose words stand in the conversations that an agent looked into. */
export interface TranscriptOrigins {
  /** Who says this sentence, word for word; nothing where nobody does. */
  saidBy(sentence: string): Origin | undefined
  /** The lowest origin of all rows that were shown; nothing where none was. */
  readonly shown: Origin | undefined
}

/** A transcript that was looked into, and which of its lines were shown. */
export interface ShownTranscript {
  readonly form: 'records' | 'text'
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
  const keep = ({ origin, text }: TranscriptTurn) => {
    if (origin === 'user') for (const sentence of ownSentences(text)) person.add(textForm(sentence))
    if (!isUntrusted(origin) || room <= 0) return
    const form = textForm(text)
    room -= form.length
    const known = untrusted.get(origin)
    if (known === undefined) untrusted.set(origin, [form])
    else known.push(form)
  }
  for (const transcript of transcripts) {
    const origins = new Map<number, Origin>()
    for (const turn of turnsOf(transcript)) {
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

function turnsOf({ form, lines }: ShownTranscript): Iterable<TranscriptTurn> {
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
