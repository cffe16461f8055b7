import { resolve } from 'node:path'
import { readStandardInput, readTextFile } from '../disk/index.ts'
import { say } from '../languages/index.ts'
import { DreamError } from '../model/index.ts'
import { type Page, shownJson, writeSpent } from '../report/index.ts'
import {
  answerByRules,
  type BriefRequest,
  type Submissions,
  type Submitted,
  submitText,
} from '../review/index.ts'
import { briefKind } from './brief.ts'
import { command } from './command.ts'
import { FOLDERS, POLICY, shared } from './options.ts'

export const submit = command({
  name: 'submit',
  group: 'models',
  help: say => say.help.submit,
  effect: 'write',
  settings: 'follow',
  input: {
    answer: { kind: 'word', need: 'optional', completes: 'files' },
    text: { kind: 'text', value: 'json', conflicts: ['by'] },
    by: { kind: 'choice', choices: ['rules', 'model'] },
    kind: { kind: 'choice', choices: ['journal', 'notes'] },
    ...shared('allowLarge'),
    ...FOLDERS,
    ...POLICY,
  },
  examples: [
    'dream submit answer.json',
    'dream submit - < answer.json',
    'dream submit --by model --kind journal',
  ],
  async run({ where, policy, settings, place }, input, { lang }): Promise<Submissions> {
    const model = settings.config.policy.model
    const request: BriefRequest = {
      where,
      policy,
      model,
      place,
      ...(lang !== undefined && { language: lang }),
    }
    if (input.by === 'model')
      return (await import('../agents/answer-brief.ts')).answerByModel(
        request,
        briefKind(input.kind ?? 'journal'),
        settings.config.llm,
      )
    const answers =
      input.by === 'rules'
        ? await answerByRules(briefKind(input.kind ?? 'journal'), request)
        : [await submitText(request, textOf(input, where.cwd))]
    return { answers, warnings: [], spent: [] }
  },
  language: ({ answers }) => answers[0]?.language,
  render: (result, page, { place }) => writeSubmissions(page, result, place),
  format: 'submit',
  json: result => shownJson({ format: 'dream-submit', version: 1, ...result }),
  exitCode: ({ answers, warnings }) =>
    warnings.length > 0 || answers.some(({ state }) => state !== 'closed') ? 1 : 0,
})

function textOf({ text, answer }: { readonly text?: string; readonly answer?: string }, cwd: string): string {
  if (text !== undefined) return text
  if (answer === undefined) throw new DreamError(say().brief.submit.which, 2)
  return answer === '-' ? readStandardInput() : readTextFile(resolve(cwd, answer))
}

export function writeSubmissions(page: Page, { answers, warnings, spent }: Submissions, place: string): Page {
  for (const answer of answers) writeAnswer(page, answer, place)
  for (const warning of warnings) page.text(warning, 0, 'warn')
  writeSpent(page, spent)
  return page
}

function writeAnswer(page: Page, answer: Submitted, place: string): void {
  const words = say().brief.submit
  const { state, why = '', results, missing, left, run, parts, kind } = answer
  const count = (result: string) => results.filter(one => one.result === result).length
  if (state === 'refused') page.text(words.refused(why), 0, 'bad')
  else {
    page.text(words[state], 0, state === 'closed' ? 'strong' : 'warn')
    page.text(words.counts(count('accepted'), count('already'), count('refused')))
  }
  for (const { at, result, why: reason = '', id, near = [] } of results) {
    if (result === 'refused') page.entry(words.one(at), reason, 2, 'warn')
    else if (id !== undefined) page.entry(words.one(at), words.accepted(id), 2, 'quiet')
    if (near.length > 0) page.text(words.near(near.join(', ')), 4, 'quiet')
  }
  if (missing.length > 0) page.text(words.missing(missing.join(', ')), 0, 'warn')
  if (left !== undefined) page.text(words.left(left), 0, 'quiet')
  if (kind === 'notes' && count('accepted') > 0) page.text(words.queue(`dream queue${place}`))
  if (state === 'closed' && parts > 0) page.text(words.next(parts, `dream brief ${kind}${place}`))
  if (run !== undefined) page.entry(`dream undo ${run}${place}`, say().notes.takesBack, 0, 'good')
}
