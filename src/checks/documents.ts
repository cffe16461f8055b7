import {
  addTo,
  knownOf,
  type Memory,
  type NumberedLine,
  type ProjectDocument,
  type Snapshot,
} from '../model/index.ts'
import { documentParts, isInstruction, shingles, significantWords, splitSentences } from '../text/index.ts'

/** The document that holds most of these runs of words, and what it holds. */
export type FindDocument = (
  runs: ReadonlySet<number>,
  isAsked: (path: string) => boolean,
) => ContainingDocument | undefined

export interface ContainingDocument {
  readonly document: ProjectDocument
  readonly has: (run: number) => boolean
  /** How much of what was asked stands there. */
  readonly share: number
}

/** Of the sampled runs this share makes a document worth a whole look. */
const WORTH_A_LOOK = 0.5
const LOOKS = 3

const isSampled = (run: number): boolean => (run & 3) === 0

/** One in four runs is looked up for every document at once; only for the few that share many of them all are counted. */
export function documentFinder(documents: readonly ProjectDocument[]): FindDocument {
  const holders = new Map<number, number[]>()
  documents.forEach(({ text }, at) => {
    for (const run of shingles(text)) if (isSampled(run)) addTo(holders, run, at)
  })
  const whole = new Map<number, ReadonlySet<number>>()
  const runsOf = (at: number): ReadonlySet<number> => {
    const runs = whole.get(at) ?? shingles(documents[at]!.text)
    whole.set(at, runs)
    return runs
  }
  return (runs, isAsked) => {
    const sampled = [...runs].filter(isSampled)
    const counts = new Map<number, number>()
    for (const run of sampled)
      for (const at of holders.get(run) ?? []) counts.set(at, (counts.get(at) ?? 0) + 1)
    const likely = [...counts]
      .filter(([at, count]) => count >= WORTH_A_LOOK * sampled.length && isAsked(documents[at]!.path))
      .sort(([a, m], [b, n]) => n - m || a - b)
      .slice(0, LOOKS)
    const looked = likely.map(([at]) => {
      const own = runsOf(at)
      const share = [...runs].filter(run => own.has(run)).length / runs.size
      return { document: documents[at]!, has: (run: number) => own.has(run), share }
    })
    return looked.sort((a, b) => b.share - a.share)[0]
  }
}

/** How much of what a rule is called must stand in one place, each word weighed by its rarity. */
const CALLED = 0.55
/** And how much of it in one sentence there: what is scattered over a page is stated nowhere. */
const STATED = 0.38
/** One sentence that says so much states it, whatever stands around it. */
const STATED_AT_ONCE = 0.42
/** In lines: a longer note says more than a rule. */
const LONGEST_RULE = 60
/** A name of fewer words is met everywhere; a place of more words holds a bit of everything. */
const FEWEST_WORDS = 4
const MOST_WORDS = 250

interface Part {
  readonly document: ProjectDocument
  readonly text: string
  readonly lines: readonly NumberedLine[]
  readonly words: ReadonlySet<string>
}

interface Instructions {
  readonly parts: readonly Part[]
  readonly byWord: ReadonlyMap<string, readonly number[]>
}

/** Where a document states what a rule demands. */
interface StatedRule {
  readonly document: string
  readonly line: number
  readonly share: number
  readonly quote: string
  readonly documentQuote: string
}

/** Finds the place in agents' instructions that states what a rule demands. */
export function statedRules(snapshot: Snapshot): (memory: Memory) => StatedRule | undefined {
  const { documents = [] } = snapshot.evidence
  const instructions = knownOf(snapshot).of('instructions', documents, () => readInstructions(documents))
  if (instructions.parts.length === 0) return () => undefined
  const weigh = rarity(instructions, snapshot.folder.memories.filter(isRule))
  return memory =>
    isRule(memory) && !isCited(memory, instructions) ? findRule(memory, instructions, weigh) : undefined
}

/** A document that names the note sends its reader there: the two belong together. A stem of one word is any word. */
function isCited({ file }: Memory, { parts }: Instructions): boolean {
  const stem = file.replace(/\.md$/i, '')
  const name = /[_-]/.test(stem) ? stem : file
  return parts.some(({ text }) => text.includes(name))
}

const topicWords = (text: string): Set<string> => significantWords(text, 'topic')

const isRule = ({ type }: Memory): boolean => type === 'feedback'

/** Its description, which says what it demands; with its name where that says too little. */
function calledWords({ name, file, description = '' }: Memory): Set<string> {
  const described = topicWords(description)
  if (described.size >= FEWEST_WORDS) return described
  return topicWords(`${name ?? file.replace(/\.md$/i, '').replace(/[_-]/g, ' ')} ${description}`)
}

function readInstructions(documents: readonly ProjectDocument[]): Instructions {
  const parts = documents.filter(({ path, text }) => isInstruction(path) && !isForSome(text)).flatMap(partsOf)
  const byWord = new Map<string, number[]>()
  parts.forEach(({ words }, at) => {
    for (const word of words) addTo(byWord, word, at)
  })
  return { parts, byWord }
}

/** A rules file that is loaded only beside some paths says nothing elsewhere. */
const isForSome = (text: string): boolean =>
  /^---\r?\n(?:(?!---)[^\n]*\n){0,20}?(?:paths|globs):/.test(text) && !/^alwaysApply:\s*true/m.test(text)

function partsOf(document: ProjectDocument): Part[] {
  return documentParts(document.text)
    .map(({ heading, lines, text }) => ({ document, text, lines, words: topicWords(`${heading} ${text}`) }))
    .filter(({ words }) => words.size <= MOST_WORDS)
}

type Weigh = (word: string) => number

/** A word that every rule and every paragraph has says nothing; one that few have says much. */
function rarity({ parts, byWord }: Instructions, rules: readonly Memory[]): Weigh {
  const counts = new Map<string, number>()
  for (const rule of rules)
    for (const word of calledWords(rule)) counts.set(word, (counts.get(word) ?? 0) + 1)
  const all = parts.length + rules.length
  return word => Math.log(1 + (all + 1) / ((byWord.get(word)?.length ?? 0) + (counts.get(word) ?? 0) + 1))
}

function findRule(memory: Memory, { parts, byWord }: Instructions, weigh: Weigh): StatedRule | undefined {
  const called = calledWords(memory)
  if (called.size < FEWEST_WORDS) return undefined
  const shared = new Map<number, number>()
  for (const word of called) {
    const weight = weigh(word)
    for (const at of byWord.get(word) ?? []) shared.set(at, (shared.get(at) ?? 0) + weight)
  }
  let best = { at: -1, weight: 0 }
  for (const [at, weight] of shared) {
    const isBetter = weight > best.weight || (weight === best.weight && isShorter(parts[at]!, parts[best.at]))
    if (isBetter) best = { at, weight }
  }
  const total = sum(called, weigh)
  const share = best.weight / total
  if (best.at === -1 || share < STATED_AT_ONCE || isLong(memory)) return undefined
  const { document, lines } = parts[best.at]!
  const stated = statement(lines, called, weigh)
  const isStated = stated.weight >= (share < CALLED ? STATED_AT_ONCE : STATED) * total
  if (!isStated || lacksValue(memory, lines)) return undefined
  return {
    document: document.path,
    line: stated.line,
    share,
    quote: memory.description ?? memory.name ?? '',
    documentQuote: stated.sentence,
  }
}

const isLong = ({ body }: Memory): boolean => body.trim().split(/\r\n|\r|\n/).length > LONGEST_RULE

/** "Version 3.22.1" is not stated by "versions are kept in the catalogue". Days and issue numbers tell when, not what. */
function lacksValue({ name = '', description = '' }: Memory, lines: readonly NumberedLine[]): boolean {
  const said = `${name} ${description}`.replace(/\d{4}-\d\d-\d\d|#\d+/g, ' ')
  const values = said.match(/\d+(?:[.:]\d+)+|\d{2,}/g) ?? []
  return values.some(value => !lines.some(({ text }) => text.includes(value)))
}

interface Statement {
  readonly sentence: string
  readonly line: number
  readonly weight: number
}

/** The sentence that says most of it. */
function statement(lines: readonly NumberedLine[], called: ReadonlySet<string>, weigh: Weigh): Statement {
  let best: Statement = { sentence: '', line: lines[0]!.line, weight: 0 }
  for (const { line, text } of lines)
    for (const sentence of splitSentences(text)) {
      const words = topicWords(sentence)
      const weight = sum(
        [...called].filter(word => words.has(word)),
        weigh,
      )
      if (weight > best.weight) best = { sentence, line, weight }
    }
  return best
}

/** Of a list item and the section around it, the item says where to look. */
const isShorter = (part: Part, than: Part | undefined): boolean =>
  than === undefined || part.words.size < than.words.size

function sum(words: Iterable<string>, weigh: Weigh): number {
  let total = 0
  for (const word of words) total += weigh(word)
  return total
}
