import { referenceStatus } from '../checks/index.ts'
import { isRefused, junkIn } from '../journal/index.ts'
import { patterns, say, says } from '../languages/index.ts'
import { type Evidence, fileName, type Memory } from '../model/index.ts'
import { analyse, findSecrets, isOrder as isOrderSentence, parseMemory, textForm } from '../text/index.ts'
import type { RawMemory } from './draft.ts'
import { knownIn } from './draft-known.ts'
import { cueOf } from './extract-cues.ts'

/** Why a draft is not kept, as words to follow it; nothing where it may be. */
export type DraftCheck = (draft: RawMemory) => string | undefined

const SHORTEST = 8
const LONGEST = 600

/** What a draft has to be whoever made it. The first reason is the one that is reported. */
export function checkDraft(draft: RawMemory): string | undefined {
  const { quote, text } = draft
  const words = say().agents.dropped
  if (!maySay(draft)) return words.badOrigin(say().plan.origins[draft.origin], draft.type)
  if (draft.origin === 'assistant' && isOrder(draft)) return words.userAlone
  if (findSecrets(quote).length > 0) return words.secret
  if (isRefused(quote)) return words.instruction
  if (quote.length > LONGEST) return words.tooLong(LONGEST)
  if (text.length < SHORTEST && (text.match(/\p{Script=Han}/gu)?.length ?? 0) < 4) return words.tooLittle
  return junk(draft)
}

/**
 * Only the user's own words are an instruction or a preference; what the assistant found out may be a fact about the
 * project; what tools and pages say is theirs, whoever repeats it. What stands in the user's place in a text that anyone
 * can have written is kept as a quotation, of unknown origin.
 */
function maySay({ origin, type, said }: RawMemory): boolean {
  if (said.speaker === 'user') return origin === 'user' || origin === 'unknown'
  return (
    said.speaker === 'assistant' && origin === 'assistant' && (type === 'project' || type === 'reference')
  )
}

/** The assistant may state facts; rules, wishes and decisions from it may be untrusted text that it repeats. */
function isOrder({ text, quote, said }: RawMemory): boolean {
  const day = said.at?.slice(0, 10)
  const cue = cueOf(text, day) ?? cueOf(quote, day)
  return cue !== undefined && cue.kind !== 'reference' && cue.kind !== 'deadline'
}

const isOfTheUser = says(({ cues }) => cues?.rule?.ofTheUser)

/** P6: a rule, a wish, a decision, or something about the user: nobody states it in their place. */
export const isForTheUserToSay = (draft: RawMemory): boolean =>
  !maySay(draft) ||
  isOrder(draft) ||
  isOfTheUser(draft.quote) ||
  analyse(draft.text).sentences.some(sentence => isOrderSentence(sentence))

const FILLERS = patterns(({ cues }) => cues?.talk?.fillerStart)

/** What is worth keeping of a journal's lines is worth keeping of a conversation's. */
function junk({ kind, text, said }: RawMemory): string | undefined {
  // A rule may name a command, and a link is no noise where it is said what it is for.
  if (kind === 'rule' || kind === 'reference' || kind === 'correction') return undefined
  const source = { file: '', line: said.line, block: { start: 1, end: 1, share: 'whole' as const } }
  // "OK, let's go with …" is no small talk.
  const bare = FILLERS.reduce((rest, filler) => rest.replace(filler, ''), text)
  const found = junkIn({ text: bare, source, date: '', headings: [], shape: 'item' }, new Set())
  return found === undefined ? undefined : `is ${found === 'too short' ? 'too short' : found}`
}

/** Statements of what a project is made of: whoever can read the code knows. */
const isOfTheCode = says(({ cues }) => cues?.talk?.ofTheCode)

/**
 * What the project itself says: a sentence that stands in its documents, or a description of the code whose names are all
 * there. Rules, decisions, wishes and dates are in no code.
 */
export function inferableFrom(evidence: Evidence): DraftCheck {
  const documented = new Map<string, string>()
  for (const { path, text } of evidence.documents ?? [])
    for (const sentence of analyse(text).sentences) documented.set(textForm(sentence), path)
  return draft => {
    const path = documented.get(textForm(draft.text)) ?? documented.get(textForm(draft.quote))
    if (path !== undefined) return say().agents.dropped.documented(path)
    const isDescription = draft.kind === 'told' || draft.kind === 'remember'
    if (!isDescription || isMoreThanCode(draft)) return undefined
    if (isOfTheCode(draft.text)) return say().agents.dropped.inCode
    const { class: className, present } = referenceStatus(asMemory(draft), evidence, 'careful')
    return className === 'fresh' ? say().agents.dropped.inCodeAt(present.slice(0, 3).join(', ')) : undefined
  }
}

function isMoreThanCode({ text, quote, said }: RawMemory): boolean {
  const day = said.at?.slice(0, 10)
  const cue = cueOf(text, day) ?? cueOf(quote, day)
  return cue !== undefined && cue.kind !== 'remember' && cue.kind !== 'reference'
}

/** A draft as a memory, so that the project can be asked about what it names. */
export function asMemory({ text, type }: Pick<RawMemory, 'text' | 'type'>): Memory {
  const whole = `---\nname: draft\ntype: ${type}\n---\n${text}\n`
  return parseMemory({ file: fileName('draft.md'), hash: '', size: whole.length, modified: 0, text: whole })
}

/** What stands in a memory already. */
export function knownFrom(memories: readonly Memory[]): DraftCheck {
  const known = knownIn(memories)
  return draft => {
    const memory = known(draft)
    return memory === undefined ? undefined : say().agents.dropped.known(memory.file)
  }
}
