import { says } from '../languages/index.ts'
import { isUntrusted, type Memory, ORIGINS } from '../model/index.ts'
import { analyse, hasStatement, textForm } from '../text/index.ts'
import type { RawMemory } from './draft.ts'
import { refineByRules } from './refine-rules.ts'

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
