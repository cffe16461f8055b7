import { type Language, say } from '../languages/index.ts'
import { DreamError } from '../model/index.ts'
import { shownJson } from '../report/index.ts'
import { BRIEF_KINDS, type Brief, type BriefKind, briefsOf, briefText } from '../review/index.ts'
import { command } from './command.ts'
import { FOLDERS, POLICY } from './options.ts'

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

export function briefKind(name: string): BriefKind {
  const kind = BRIEF_KINDS.find(each => each === name)
  if (kind === undefined) throw new DreamError(say().brief.noKindNamed(name, BRIEF_KINDS.join(', ')), 2)
  return kind
}
