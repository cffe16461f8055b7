import { standing } from '../checks/standing.ts'
import { isUnsafe, junkIn } from '../distil/junk.ts'
import type { Evidence } from '../memory/evidence.ts'
import { fileName } from '../memory/file-name.ts'
import type { Memory } from '../memory/memory.ts'
import { isUntrusted, ORIGIN_WORDS, ORIGINS } from '../memory/origin.ts'
import { parseMemory } from '../memory/parse.ts'
import { findSecrets } from '../memory/secrets.ts'
import { sentenceValues } from '../memory/sentence-values.ts'
import { normaliseSentence, sentences } from '../memory/sentences.ts'
import { occursAsWord } from '../memory/values.ts'
import { overlap, significantWords } from '../memory/words.ts'
import type { RawMemory } from './draft.ts'
import { cueOf } from './extract-cues.ts'

/** Why a draft is not kept, as words to follow it; nothing where it may be. */
export type DraftCheck = (draft: RawMemory) => string | undefined

const SHORTEST = 8
const LONGEST = 600

/** What a draft has to be whoever made it. The first reason is the one that is told. */
export function checkDraft(draft: RawMemory): string | undefined {
  const { quote, text } = draft
  if (!maySay(draft)) return `is ${ORIGIN_WORDS[draft.origin]}, and makes no ${draft.type} memory`
  if (draft.origin === 'assistant' && isOrder(draft)) return 'is for the user alone to say'
  if (findSecrets(quote).length > 0) return 'looks like a secret'
  if (isUnsafe(quote)) return 'is an instruction to whoever reads it'
  if (quote.length > LONGEST) return `is longer than ${LONGEST} characters`
  if (text.length < SHORTEST && (text.match(/\p{Script=Han}/gu)?.length ?? 0) < 4) return 'says too little'
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

/** The assistant may tell facts; rules, wishes and decisions in its mouth may be a stranger's. */
function isOrder({ text, quote, said }: RawMemory): boolean {
  const day = said.at?.slice(0, 10)
  const cue = cueOf(text, day) ?? cueOf(quote, day)
  return cue !== undefined && cue.kind !== 'reference' && cue.kind !== 'deadline'
}

/** What is worth keeping of a journal's lines is worth keeping of a conversation's. */
function junk({ kind, text, said }: RawMemory): string | undefined {
  // A rule may name a command, and a link is no noise where it is said what it is for.
  if (kind === 'rule' || kind === 'reference' || kind === 'correction') return undefined
  const source = { file: '', line: said.line, block: { start: 1, end: 1, share: 'whole' as const } }
  const found = junkIn({ text, source, date: '', headings: [], shape: 'item' }, new Set())
  return found === undefined ? undefined : `is ${found === 'too short' ? 'too short' : found}`
}

/** Statements of what a project is made of: whoever can read the code knows. */
const OF_THE_CODE =
  /\b(?:this|the|our) (?:[\p{L}-]{1,20} ){0,2}(?:project|repo(?:sitory)?|code ?base|app(?:lication)?|code|architecture|service|backend|frontend|monorepo|package)\b.{0,60}\b(?:is|are|uses?|has|have|consists?|contains?|built (?:with|on|in)|written in|runs on)\b|(?:这个|本|该|我们的)?(?:项目|代码|仓库|架构|服务|应用)(?:的[^，。]{1,10})?(?:是|使用|用的是|采用|由|包含|基于)/iu

/**
 * What the project itself says: a sentence that stands in its documents, or a description of the code whose names are all
 * there. Rules, decisions, wishes and dates are in no code.
 */
export function inferableFrom(evidence: Evidence): DraftCheck {
  const documented = new Map<string, string>()
  for (const { path, text } of evidence.documents ?? [])
    for (const sentence of sentences(text)) documented.set(normaliseSentence(sentence), path)
  return draft => {
    const path =
      documented.get(normaliseSentence(draft.text)) ?? documented.get(normaliseSentence(draft.quote))
    if (path !== undefined) return `stands in ${path}`
    const isDescription = draft.kind === 'told' || draft.kind === 'remember'
    if (!isDescription || isMoreThanCode(draft)) return undefined
    if (OF_THE_CODE.test(draft.text)) return 'can be read from the code'
    const { class: className, present } = standing(asMemory(draft), evidence, 'careful')
    return className === 'fresh' ? `can be read from the code: ${present.slice(0, 3).join(', ')}` : undefined
  }
}

function isMoreThanCode({ text, quote, said }: RawMemory): boolean {
  const day = said.at?.slice(0, 10)
  const cue = cueOf(text, day) ?? cueOf(quote, day)
  return cue !== undefined && cue.kind !== 'remember' && cue.kind !== 'reference'
}

/** A draft as a memory, so that the world can be asked about what it names. */
export function asMemory({ text, type }: Pick<RawMemory, 'text' | 'type'>): Memory {
  const whole = `---\nname: draft\ntype: ${type}\n---\n${text}\n`
  return parseMemory({ file: fileName('draft.md'), hash: '', size: whole.length, modified: 0, text: whole })
}

/** Nearly all of its words, and every value. */
const KNOWN = 0.8
const MOST_COMPARED = 20_000

/** What memories that are there say already, in these words or nearly these. */
export function knownFrom(memories: readonly Memory[]): DraftCheck {
  const some = memories.slice(0, MOST_COMPARED)
  const byAll = saidIn(some)
  const byTrusted = some.some(({ origin }) => isUntrusted(origin))
    ? saidIn(some.filter(({ origin }) => !isUntrusted(origin)))
    : byAll
  // What a stranger's page says must not silence the user who says the same.
  return draft => (isUntrusted(draft.origin) ? byAll : byTrusted)(draft)
}

function saidIn(memories: readonly Memory[]): DraftCheck {
  const there = memories.map(({ file, name, description, body }) => {
    const text = [name, description, body].join('\n')
    return { file, text: text.toLowerCase(), words: significantWords(text) }
  })
  const forms = new Map(
    memories.flatMap(({ file, description, body }) =>
      [...sentences(body), description ?? ''].map(sentence => [normaliseSentence(sentence), file] as const),
    ),
  )
  forms.delete('')
  return draft => {
    const form = forms.get(normaliseSentence(draft.text)) ?? forms.get(normaliseSentence(draft.quote))
    if (form !== undefined) return `is known: ${form}`
    const words = significantWords(draft.text)
    const values = sentenceValues(draft.text).map(value => value.replace(/^not /, ''))
    const like = there.find(
      memory =>
        memory.words.size >= words.size &&
        overlap(words, memory.words) >= KNOWN &&
        values.every(value => value.split(' ').every(word => occursAsWord(memory.text, word))),
    )
    return like === undefined || words.size === 0 ? undefined : `is known: ${like.file}`
  }
}

/** The same thing said twice is one memory: the words of whoever is trusted most, and of those the latest. */
export function withoutRepeats(drafts: readonly RawMemory[]): { kept: RawMemory[]; repeated: RawMemory[] } {
  const kept = new Map<RawMemory, ReadonlySet<string>>()
  const repeated: RawMemory[] = []
  for (const draft of mostTrustedFirst(drafts)) {
    const words = significantWords(draft.text)
    const isSame = Array.from(kept).some(
      ([other, theirs]) =>
        normaliseSentence(other.text) === normaliseSentence(draft.text) ||
        (overlap(words, theirs) >= KNOWN && sameValues(other.text, draft.text)),
    )
    if (isSame) repeated.push(draft)
    else kept.set(draft, words)
  }
  return { kept: drafts.filter(draft => kept.has(draft)), repeated }
}

const mostTrustedFirst = (drafts: readonly RawMemory[]): RawMemory[] =>
  drafts.toReversed().sort((a, b) => ORIGINS.indexOf(b.origin) - ORIGINS.indexOf(a.origin))

function sameValues(a: string, b: string): boolean {
  const [of, other] = [new Set(sentenceValues(a)), new Set(sentenceValues(b))]
  return of.size === other.size && [...of].every(value => other.has(value))
}
