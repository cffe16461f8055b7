/** What a person said about a proposal. `reopened` takes an earlier answer back. */
export const ANSWERS = ['rejected', 'never', 'reopened'] as const
export type Answer = (typeof ANSWERS)[number]

export interface Decision {
  /** The question, whatever the files hold: kind, file, and what it is held against. */
  readonly key: string
  /** The question about exactly these bytes. */
  readonly id: string
  readonly answer: Answer
  readonly at: string
}

/** A question as a decision names it. */
export type Question = Pick<Decision, 'key' | 'id'>

/**
 * How an earlier answer stands today. A "no" was said about the bytes that were there: when they change, the question is
 * open again, and `before` says that it was answered once. "Never" holds whatever becomes of the file.
 */
export type QuestionState =
  | { readonly state: 'open'; readonly before?: Decision }
  | { readonly state: 'answered'; readonly decision: Decision }

export function questionStateOf({ key, id }: Question, decisions: readonly Decision[]): QuestionState {
  const last = decisions.findLast(decision => decision.key === key)
  if (last === undefined || last.answer === 'reopened') return { state: 'open' }
  if (last.answer === 'never' || last.id === id) return { state: 'answered', decision: last }
  return { state: 'open', before: last }
}
