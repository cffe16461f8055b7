import { readFileSync } from 'node:fs'
import type { RecallDocument } from '../../src/search/engine.ts'

/** A conversation of a benchmark: its turns and sessions as documents, and questions with the turns that hold the answer. */
export interface Conversation {
  readonly id: string
  readonly turns: readonly RecallDocument[]
  readonly sessions: readonly RecallDocument[]
  readonly questions: readonly ConversationQuestion[]
}

interface ConversationQuestion {
  readonly query: string
  readonly kind: string
  /** Ids of the documents that hold the answer. */
  readonly turns: readonly string[]
  readonly sessions: readonly string[]
}

interface Said {
  readonly id: string
  readonly text: string
}

/** The date is part of the text, as in notes that people write: every system may read it. */
function documents(conversation: string, session: string, date: string, said: readonly Said[]) {
  const day = dayIn(date)
  const file = `${conversation}/${session}.md`
  const base = {
    engine: 'ccb',
    part: 'journal',
    root: conversation,
    file,
    source: file,
    title: '',
    description: '',
    type: null,
    layer: null,
    day,
    supersededBy: null,
    weight: 1,
  } as const
  return {
    session: {
      ...base,
      id: `${conversation}/${session}`,
      text: [date, ...said.map(({ text }) => text)].join('\n'),
    },
    turns: said.map(({ id, text }) => ({
      ...base,
      id: `${conversation}/${session}#${id}`,
      text: `${text}\n(${date})`,
    })),
  }
}

interface LocomoSample {
  readonly sample_id?: string
  readonly conversation: Readonly<Record<string, unknown>>
  readonly qa: readonly {
    readonly question: string
    readonly evidence?: readonly string[]
    readonly category?: number
  }[]
}

interface LocomoTurn {
  readonly speaker: string
  readonly dia_id: string
  readonly text: string
  readonly blip_caption?: string
}

/** Unanswerable questions have no evidence that could be found; the papers leave them out too. */
const ADVERSARIAL = 5

export function readLocomo(path: string): Conversation[] {
  const samples = JSON.parse(readFileSync(path, 'utf8')) as LocomoSample[]
  return samples.map(({ sample_id, conversation, qa }, at) => {
    const id = sample_id ?? `conversation-${at}`
    const names = Object.keys(conversation).filter(key => /^session_\d+$/.test(key))
    const made = names.map(name => {
      const turns = conversation[name] as readonly LocomoTurn[]
      const said = turns.map(turn => ({
        id: turn.dia_id,
        text: `${turn.speaker}: ${turn.text}${turn.blip_caption === undefined ? '' : ` [${turn.blip_caption}]`}`,
      }))
      return documents(id, name, String(conversation[`${name}_date_time`] ?? ''), said)
    })
    const turns = made.flatMap(each => each.turns)
    const byTurn = new Map(turns.map(turn => [turn.id.slice(turn.id.indexOf('#') + 1), turn.id]))
    const questions = qa
      .filter(({ category }) => category !== ADVERSARIAL)
      .map(({ question, evidence = [], category }) => {
        const found = evidence.flatMap(each => each.split(/[;,\s]+/)).flatMap(one => byTurn.get(one) ?? [])
        return questionOf(question, String(category ?? ''), found)
      })
      .filter(each => each.turns.length > 0)
    return { id, turns, sessions: made.map(each => each.session), questions }
  })
}

function questionOf(query: string, kind: string, turns: readonly string[]): ConversationQuestion {
  return {
    query,
    kind,
    turns: [...new Set(turns)],
    sessions: [...new Set(turns.map(id => id.slice(0, id.indexOf('#'))))],
  }
}

interface LongMemEvalItem {
  readonly question_id: string
  readonly question_type: string
  readonly question: string
  readonly answer_session_ids: readonly string[]
  readonly haystack_dates: readonly string[]
  readonly haystack_session_ids: readonly string[]
  readonly haystack_sessions: readonly (readonly { role: string; content: string; has_answer?: boolean }[])[]
}

export function readLongMemEval(path: string): Conversation[] {
  const items = JSON.parse(readFileSync(path, 'utf8')) as LongMemEvalItem[]
  // Questions about what was never said have no session to find.
  return items
    .filter(({ question_id }) => !question_id.endsWith('_abs'))
    .map(item => {
      const made = item.haystack_sessions.map((session, at) => {
        const name = item.haystack_session_ids[at] ?? `session_${at}`
        const said = session.map((turn, place) => ({
          id: String(place),
          text: `${turn.role}: ${turn.content}`,
        }))
        return {
          name,
          spoken: session,
          ...documents(item.question_id, name, item.haystack_dates[at] ?? '', said),
        }
      })
      const sessions = item.answer_session_ids.map(name => `${item.question_id}/${name}`)
      const turns = made.flatMap(({ name, spoken }) =>
        spoken.flatMap((turn, place) =>
          turn.has_answer === true ? [`${item.question_id}/${name}#${place}`] : [],
        ),
      )
      return {
        id: item.question_id,
        turns: made.flatMap(each => each.turns),
        sessions: made.map(each => each.session),
        questions: [{ query: item.question, kind: item.question_type, turns, sessions }],
      }
    })
}

const MONTHS = 'january february march april may june july august september october november december'.split(
  ' ',
)

/** `1:56 pm on 8 May, 2023` and `2023/05/20 (Sat) 02:21`. */
function dayIn(text: string): string | null {
  const numbers = /(\d{4})\/(\d\d)\/(\d\d)/.exec(text)
  if (numbers !== null) return `${numbers[1]}-${numbers[2]}-${numbers[3]}`
  const words = /(\d{1,2}) ([A-Za-z]{3,9}),? (\d{4})/.exec(text)
  const month = MONTHS.indexOf((words?.[2] ?? '').toLowerCase()) + 1
  return words === null || month === 0
    ? null
    : `${words[3]}-${String(month).padStart(2, '0')}-${words[1]!.padStart(2, '0')}`
}
