import { type Where, withState } from '../app/index.ts'
import { referenceStatus } from '../checks/index.ts'
import { isRefused, junkIn } from '../journal/index.ts'
import { patterns, say, says } from '../languages/index.ts'
import { type Evidence, type FileName, fileName, isUntrusted, type Memory, ORIGINS } from '../model/index.ts'
import {
  analyse,
  compareStatements,
  exactText,
  findSecrets,
  hasStatement,
  isOrder as isOrderSentence,
  noteStatement,
  parseMemory,
  readStatement,
  textForm,
} from '../text/index.ts'
import type { RawMemory } from './draft.ts'
import { cueOf } from './extract-rules.ts'
import { refineByRules } from './refine-rules.ts'

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

/** What a draft says, in the words that would be written, with days by their dates. */
interface Statement {
  readonly what: string
  readonly why: string | undefined
}

function statementOf(draft: RawMemory): Statement {
  const { what, why } = refineByRules(draft)
  return { what: textForm(what), why: draft.why === undefined ? undefined : textForm(why) }
}

const MOST_COMPARED = 20_000

/**
 * M20: the memory in which a draft's text stands already. Near is not the same: one word more, another order, a number or
 * a "not" is something else, and whoever says it wants it kept.
 */
export function knownIn(all: readonly Memory[]): (draft: RawMemory) => Memory | undefined {
  const memories = all.slice(0, MOST_COMPARED)
  const forms = new Map<Memory, readonly string[]>()
  const formsOf = (memory: Memory) => {
    const known = forms.get(memory) ?? saidIn(memory)
    forms.set(memory, known)
    return known
  }
  return draft => {
    const { what, why } = statementOf(draft)
    const letters = lettersOf(what)
    return memories.find(memory => {
      // What an untrusted page says must not silence the user who says the same.
      if (isUntrusted(memory.origin) && !isUntrusted(draft.origin)) return false
      // Most memories have not even its letters: that is soon seen.
      if (!lettersOf(`${memory.description}\n${memory.body}`).includes(letters)) return false
      const has = (statement: string) => formsOf(memory).some(form => hasStatement(form, statement))
      return has(what) && (why === undefined || has(why))
    })
  }
}

function saidIn({ description = '', body }: Memory): string[] {
  return [description, ...analyse(withoutTurned(body)).blocks].map(textForm)
}

const lettersOf = (text: string): string =>
  text
    .normalize('NFKC')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, '')

/** Headings and lead-ins under which a text says the opposite of what it says, or what was. */
const turns = says(({ cues }) => cues?.talk?.turning)

/** A body without what stands under a heading, or in a list behind a line, that turns it. */
function withoutTurned(body: string): string {
  let turned: 'section' | 'list' | 'no' = 'no'
  const lines = body.split(/\r\n|\r|\n/).filter(line => {
    const isItem = /^\s*(?:[-*+]|\d{1,9}[.)])\s/.test(line)
    if (/^#{1,6}\s/.test(line)) turned = turns(line) ? 'section' : 'no'
    else if (turned !== 'section' && /[:：]\s*$/.test(line)) turned = turns(line) ? 'list' : 'no'
    else if (turned === 'list' && !isItem && /^\S/.test(line)) turned = 'no'
    return turned === 'no'
  })
  return lines.join('\n')
}

/** What is said twice in the same words is one draft: that of whoever is trusted most, with a reason, the latest. */
export function withoutRepeats(drafts: readonly RawMemory[]): { kept: RawMemory[]; repeated: RawMemory[] } {
  const kept = new Set<RawMemory>()
  const said = new Map<string, Set<string | undefined>>()
  for (const draft of bestFirst(drafts)) {
    const { what, why } = statementOf(draft)
    const reasons = said.get(what)
    if (reasons !== undefined && (why === undefined || reasons.has(why))) continue
    said.set(what, new Set([...(reasons ?? []), why]))
    kept.add(draft)
  }
  return {
    kept: drafts.filter(draft => kept.has(draft)),
    repeated: drafts.filter(draft => !kept.has(draft)),
  }
}

const bestFirst = (drafts: readonly RawMemory[]): RawMemory[] =>
  drafts
    .toReversed()
    .sort(
      (a, b) =>
        ORIGINS.indexOf(b.origin) - ORIGINS.indexOf(a.origin) ||
        Number(a.why === undefined) - Number(b.why === undefined),
    )

/** A note that a person had forgotten, and when. */
export interface ForgottenNote {
  readonly file: FileName
  /** `YYYY-MM-DD`. */
  readonly day: string
}

/** So many of the last ones: what was forgotten long ago and many times over is not looked for. */
const MOST = 500

/**
 * M21: whether a person had forgotten what a draft says, in the same words or in others that say the same. Of what is back
 * in the folder nothing is forgotten.
 */
export function forgottenIn(
  where: Where,
  root: string,
  { memories }: { readonly memories: readonly Memory[] },
): (draft: RawMemory) => ForgottenNote | undefined {
  const here = new Set(memories.map(({ hash }) => hash))
  const gone = lastForgotten(where, root).filter(({ memory }) => !here.has(memory.hash))
  const statements = gone.map(({ memory }) => readStatement(noteStatement(memory)))
  const known = knownIn(gone.map(({ memory }) => memory))
  return draft => {
    const same = known(draft)
    const said = readStatement({ text: draft.text })
    const at = gone.findIndex(
      ({ memory }, place) =>
        memory === same ||
        ['same', 'contained'].includes(compareStatements(statements[place]!, said).relation),
    )
    return at === -1 ? undefined : { file: gone[at]!.memory.file, day: gone[at]!.day }
  }
}

function lastForgotten(where: Where, root: string): { readonly memory: Memory; readonly day: string }[] {
  const found = withState(where, root, ({ log, objects }) =>
    log
      .because('forgotten', MOST)
      .flatMap(({ at, changes }) =>
        changes.flatMap(({ file, kind, result, reason, from }) => {
          if (kind !== 'archive' || result !== 'done' || reason.why !== 'forgotten' || from === null)
            return []
          const stored = objects.get(from.hash)
          const text = stored.state === 'whole' ? exactText(stored.bytes) : undefined
          if (text === undefined) return []
          const { hash, size, modified } = from
          return [{ memory: parseMemory({ file, hash, size, modified, text }), day: at.slice(0, 10) }]
        }),
      )
      .slice(-MOST),
  )
  return found ?? []
}
