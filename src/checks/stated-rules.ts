import type { Memory, ProjectDocument, Snapshot } from '../model/index.ts'
import {
  type DocumentLine,
  documentParts,
  isInstruction,
  significantWords,
  splitSentences,
} from '../text/index.ts'

/** How much of what a rule is called must stand in one place, each word weighed by its rarity. */
const CALLED = 0.55
/** And how much of it in one sentence there: what is scattered over a page is stated nowhere. */
const STATED = 0.25
/** A name of fewer words is met everywhere; a place of more words holds a bit of everything. */
const FEWEST_WORDS = 4
const MOST_WORDS = 250

interface Part {
  readonly document: ProjectDocument
  readonly lines: readonly DocumentLine[]
  readonly words: ReadonlySet<string>
}

interface Instructions {
  readonly parts: readonly Part[]
  readonly byWord: ReadonlyMap<string, readonly number[]>
}

const known = new WeakMap<readonly ProjectDocument[], Instructions>()

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
  const instructions = readInstructions(snapshot.evidence.documents ?? [])
  if (instructions.parts.length === 0) return () => undefined
  const weigh = rarity(instructions, snapshot.folder.memories.filter(isRule))
  return memory => (isRule(memory) ? findRule(memory, instructions, weigh) : undefined)
}

const topicWords = (text: string): Set<string> => significantWords(text, 'topic')

const isRule = ({ type }: Memory): boolean => type === 'feedback'

const calledWords = ({ name, file, description = '' }: Memory): Set<string> =>
  topicWords(`${name ?? file.replace(/\.md$/i, '').replace(/[_-]/g, ' ')} ${description}`)

function readInstructions(documents: readonly ProjectDocument[]): Instructions {
  let instructions = known.get(documents)
  if (instructions === undefined) {
    const parts = documents.filter(({ path }) => isInstruction(path)).flatMap(partsOf)
    const byWord = new Map<string, number[]>()
    parts.forEach(({ words }, at) => {
      for (const word of words) {
        const own = byWord.get(word)
        if (own === undefined) byWord.set(word, [at])
        else own.push(at)
      }
    })
    instructions = { parts, byWord }
    known.set(documents, instructions)
  }
  return instructions
}

function partsOf(document: ProjectDocument): Part[] {
  return documentParts(document.text)
    .map(({ heading, lines, text }) => ({ document, lines, words: topicWords(`${heading} ${text}`) }))
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
  if (best.at === -1 || share < CALLED) return undefined
  const { document, lines } = parts[best.at]!
  const stated = statement(lines, called, weigh)
  if (stated.weight < STATED * total || lacksValue(memory, lines)) return undefined
  return {
    document: document.path,
    line: stated.line,
    share,
    quote: memory.description ?? memory.name ?? '',
    documentQuote: stated.sentence,
  }
}

/** "Version 3.22.1" is not stated by "versions are kept in the catalogue". Days and issue numbers tell when, not what. */
function lacksValue({ name = '', description = '' }: Memory, lines: readonly DocumentLine[]): boolean {
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
function statement(lines: readonly DocumentLine[], called: ReadonlySet<string>, weigh: Weigh): Statement {
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
