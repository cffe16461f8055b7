import { z } from 'zod'
import type { Config } from '../config/index.ts'
import { inLanguage, say } from '../languages/index.ts'
import { type Model, makeTally, modelFor, type Tape } from '../models/index.ts'
import {
  type Brief,
  type BriefKind,
  type BriefRequest,
  briefsOf,
  type Submissions,
  type Submitted,
  submitAnswer,
} from '../review/index.ts'

/** Any object: what counts is for the gate, the same as for every other answer. */
const shape = z.looseObject({})

/** An answer and one correction; what is refused then is left out, where the rest was judged. */
const ROUNDS = 2
const MOST_PARTS = 200
const MOST_TOKENS = 12_000

/** The same brief, the same gate: the model is one of those who may answer. */
export async function answerByModel(
  request: BriefRequest,
  kind: BriefKind,
  llm: Config['llm'],
  tape: Tape = {},
): Promise<Submissions> {
  const tally = makeTally()
  const { model, settings } = modelFor('agents', llm, request.where, { ...tape, tally })
  if (settings.state !== 'ready' && tape.replay === undefined)
    return { answers: [], warnings: [say().brief.submit.noModel], spent: [] }
  const answers: Submitted[] = []
  const warnings: string[] = []
  for (let part = 0; part < MOST_PARTS; part++) {
    const [brief] = await briefsOf(kind, request)
    if (brief === undefined) break
    const answer = await inLanguage(brief.language, () => answerOne(model, request, brief))
    if (typeof answer === 'string') {
      warnings.push(answer)
      break
    }
    answers.push(answer)
    if (answer.state !== 'closed') break
  }
  return { answers, warnings, spent: tally.rows() }
}

async function answerOne(model: Model, request: BriefRequest, brief: Brief): Promise<Submitted | string> {
  let refused = ''
  let submitted: Submitted | undefined
  for (let round = 1; round <= ROUNDS; round++) {
    const { schemaTitle, submit } = say().brief
    const instructions = `${brief.instructions}\n\n## ${schemaTitle}\n\n${JSON.stringify(brief.schema)}${refused}`
    const said = await model.ask(
      {
        role: 'agents',
        purpose: `brief ${brief.kind}`,
        instructions,
        data: brief.data,
        maxOutputTokens: MOST_TOKENS,
      },
      shape,
    )
    if (said.outcome !== 'answered')
      return submitted ?? submit.noAnswer(model.name, `${said.outcome}: ${said.why}`)
    const answer = { ...said.value, brief: brief.id, giveUp: false }
    submitted = await submitAnswer(request, answer)
    if (submitted.state === 'closed') return submitted
    // What was passed over is not read: it stays for whoever answers next.
    const isLast = round === ROUNDS && submitted.state === 'open' && submitted.missing.length === 0
    if (isLast) return submitAnswer(request, { ...answer, giveUp: true })
    refused = `\n\n${refusals(submitted)}`
  }
  return submitted!
}

function refusals({ why, results, missing }: Submitted): string {
  const words = say().brief.submit
  return [
    why === undefined ? words.open : words.refused(why),
    ...results.flatMap(({ at, why }) => (why === undefined ? [] : [`- ${words.one(at)}: ${why}`])),
    ...(missing.length === 0 ? [] : [words.missing(missing.join(', '))]),
  ].join('\n')
}
