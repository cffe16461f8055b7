import { say } from '../../languages/index.ts'
import { DreamError } from '../../model/index.ts'
import { jsonFault } from '../../text/index.ts'
import { BRIEF_KINDS, type Brief, type BriefKind, type BriefRequest, type Submitted } from './brief.ts'
import { journalByRules } from './by-rules.ts'
import { submitJournal } from './journal-answer.ts'
import { journalBriefs } from './journal-brief.ts'
import { notesByRules, submitNotes } from './notes-answer.ts'
import { notesBriefs } from './notes-brief.ts'

/** What a kind of brief is: a new one is its file and one line here. */
interface Kind {
  /** Every part that is open. Pure looking: asking twice gives the same. */
  briefs(request: BriefRequest): Promise<readonly Brief[]> | readonly Brief[]
  /** One gate for every answer, whoever gives it. */
  submit(request: BriefRequest, answer: unknown): Promise<Submitted>
  /** What the rules answer to the first open part. */
  byRules(request: BriefRequest): Promise<unknown> | unknown
}

const KINDS: Record<BriefKind, Kind> = {
  journal: { briefs: journalBriefs, submit: submitJournal, byRules: journalByRules },
  notes: { briefs: notesBriefs, submit: submitNotes, byRules: notesByRules },
}

export const briefsOf = async (kind: BriefKind, request: BriefRequest): Promise<readonly Brief[]> =>
  KINDS[kind].briefs(request)

const LARGEST = 1_000_000

/** An answer as an agent wrote it; many put a fence around it. */
export async function submitText(request: BriefRequest, text: string): Promise<Submitted> {
  if (text.length > LARGEST) throw new DreamError(say().brief.fault.tooLarge(LARGEST), 1)
  const bare = text.trim().replace(/^```(?:json)?\s*\n([\s\S]*?)\n```$/, '$1')
  let answer: unknown
  try {
    answer = JSON.parse(bare)
  } catch (error) {
    throw new DreamError(say().brief.fault.notJson(jsonFault(error)), 1)
  }
  return submitAnswer(request, answer)
}

/** The id of the brief says of which kind the answer is. */
export async function submitAnswer(request: BriefRequest, answer: unknown): Promise<Submitted> {
  const id = (answer as { readonly brief?: unknown } | null)?.brief
  const kind = BRIEF_KINDS.find(each => typeof id === 'string' && id.startsWith(`${each}-`))
  if (kind === undefined) throw new DreamError(say().brief.fault.noKind, 1)
  return KINDS[kind].submit(request, answer)
}

/** Who answers may be wrong again and again: no more rounds than there are parts. */
const MOST_ROUNDS = 100

/** The rules answer part after part. */
export async function answerByRules(kind: BriefKind, request: BriefRequest): Promise<Submitted[]> {
  const answers: Submitted[] = []
  while (answers.length < MOST_ROUNDS) {
    const answer = (await KINDS[kind].byRules(request)) as { readonly brief: string } | undefined
    // A part that is open again after its answer would be answered for ever.
    if (answer === undefined || answers.some(({ brief }) => brief === answer.brief)) break
    const submitted = await KINDS[kind].submit(request, answer)
    answers.push(submitted)
    if (submitted.state !== 'closed') break
  }
  return answers
}
