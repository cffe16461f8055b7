import { resolve } from 'node:path'
import { readStandardInput, readTextFile } from '../disk/index.ts'
import { type Language, say } from '../languages/index.ts'
import { DreamError } from '../model/index.ts'
import { type Page, shownJson, writeSpent } from '../report/index.ts'
import {
  answerByRules,
  BRIEF_KINDS,
  type Brief,
  type BriefKind,
  type BriefRequest,
  briefsOf,
  briefText,
  type Submissions,
  type Submitted,
  submitText,
} from '../review/index.ts'
import { command } from './command.ts'
import { FOLDERS, POLICY, shared } from './options.ts'

export interface BriefAnswer {
  readonly kind: BriefKind
  readonly parts: number
  readonly brief?: Brief
  readonly language?: Language
}

export const brief = command({
  name: 'brief',
  group: 'models',
  help: say => say.help.brief,
  effect: 'read',
  settings: 'follow',
  input: {
    kind: { kind: 'word', need: 'required', completes: BRIEF_KINDS },
    part: { kind: 'positive' },
    ...FOLDERS,
    ...POLICY,
  },
  examples: ['dream brief journal', 'dream brief notes --part 2', 'dream brief journal --json'],
  /** Changes nothing: asked twice, it says the same. */
  async run({ where, policy, settings, place }, { kind: named, part = 1 }, { lang }): Promise<BriefAnswer> {
    const kind = briefKind(named)
    const model = settings.config.policy.model
    const briefs = await briefsOf(kind, {
      where,
      policy,
      model,
      place,
      ...(lang !== undefined && { language: lang }),
    })
    if (briefs.length === 0) return { kind, parts: 0 }
    const asked = briefs[part - 1]
    if (asked === undefined) throw new DreamError(say().brief.noPart(part, briefs.length), 2)
    return { kind, parts: briefs.length, brief: asked, language: asked.language }
  },
  language: ({ language }) => language,
  render: ({ kind, brief }, page) =>
    brief === undefined ? page.text(say().brief.nothing[kind]) : briefText(brief),
  format: 'brief',
  json: ({ kind, parts, brief }) => shownJson({ format: 'dream-brief', version: 1, kind, parts, ...brief }),
})

function briefKind(name: string): BriefKind {
  const kind = BRIEF_KINDS.find(each => each === name)
  if (kind === undefined) throw new DreamError(say().brief.noKindNamed(name, BRIEF_KINDS.join(', ')), 2)
  return kind
}

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
