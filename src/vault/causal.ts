import { pattern } from '../languages/index.ts'
import { analyse, cutAtWord, significantWords } from '../text/index.ts'
import type { Edge } from './record.ts'
import type { Related } from './related.ts'

const QUOTED = 160

/** What follows these words is the cause; what follows those is the effect. */
const CAUSE_AFTER = pattern(({ cues }) => cues?.cause?.cause)
const EFFECT_AFTER = pattern(({ cues }) => cues?.cause?.effect)

/** A sentence that gives a cause or an effect, and names what another is about. */
export function causalEdges(all: readonly Related[]): Edge[] {
  const subjects = subjectsOf(all)
  const edges = new Map<string, Edge>()
  for (const one of all) {
    for (const sentence of analyse(one.text.slice(0, 20_000)).sentences) {
      const cue = cueIn(sentence)
      if (cue === undefined) continue
      for (const other of namedIn(sentence.slice(cue.end), subjects, one)) {
        const [from, to] = cue.follows === 'cause' ? [other, one.id] : [one.id, other]
        const evidence = cutAtWord(sentence, QUOTED)
        edges.set(JSON.stringify([from, to]), { from, to, relation: 'causal', weight: 0.8, evidence })
      }
    }
  }
  return [...edges.values()]
}

function cueIn(sentence: string): { follows: 'cause' | 'effect'; end: number } | undefined {
  const cause = CAUSE_AFTER.exec(sentence)
  if (cause !== null) return { follows: 'cause', end: cause.index + cause[0].length }
  const effect = EFFECT_AFTER.exec(sentence)
  return effect === null ? undefined : { follows: 'effect', end: effect.index + effect[0].length }
}

interface Subject {
  readonly id: string
  readonly words: ReadonlySet<string>
  readonly link: string
}

/** Subjects by each of their words, so that a sentence asks only about what it could name. */
function subjectsOf(all: readonly Related[]): ReadonlyMap<string, readonly Subject[]> {
  const found = new Map<string, Subject[]>()
  for (const { id, title } of all) {
    const words = significantWords(title)
    const subject = { id, words, link: title.toLowerCase() }
    for (const word of words) {
      const held = found.get(word)
      if (held === undefined) found.set(word, [subject])
      else if (held.length < 200) held.push(subject)
    }
  }
  return found
}

/** Named: every word of a title of two words and more, or a wikilink to it. */
function namedIn(
  part: string,
  subjects: ReadonlyMap<string, readonly Subject[]>,
  { id, links }: Related,
): string[] {
  const said = significantWords(part)
  const lower = part.toLowerCase()
  const named = new Set<string>()
  for (const word of said) {
    for (const subject of subjects.get(word) ?? []) {
      if (subject.id === id || named.has(subject.id)) continue
      const isWhole = subject.words.size > 1 && [...subject.words].every(each => said.has(each))
      const isLinked = links.includes(subject.id) && lower.includes(`[[${subject.link}`)
      if (isWhole || isLinked) named.add(subject.id)
    }
  }
  return [...named]
}
