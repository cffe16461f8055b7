import { isUntrusted, type Memory } from '../model/index.ts'
import {
  type Comparison,
  compareStatements,
  noteStatement,
  type ReadStatement,
  readStatement,
  significantWords,
  textOf,
} from '../text/index.ts'

/** A note that something newer speaks against. */
export interface CorrectedNote {
  readonly memory: Memory
  readonly comparison: Comparison
}

const MOST_COMPARED = 5000
const MOST_CORRECTED = 3
const SHORT = 300
/** A note of many statements is named and not put aside: only one of them changed. */
const MOST_CLAUSES = 6

/**
 * M20: the notes whose value a person's words replace. Only where the comparison says so: the same subject with another
 * value, or the opposite.
 */
export function correctedNotes(text: string, memories: readonly Memory[], day?: string): CorrectedNote[] {
  const stated = readStatement({ text, ...(day !== undefined && { day }) })
  const words = wordsOf(text)
  return (
    memories
      .filter(({ origin }) => !isUntrusted(origin))
      // "I live in A", "I moved to B": a short note may say the same in other words.
      .filter(memory => memory.body.length <= SHORT || sharesWords(memory, words))
      .slice(0, MOST_COMPARED)
      .flatMap(memory => {
        const noted = readStatement(noteStatement(memory))
        if (noted.clauses.length > MOST_CLAUSES) return []
        const comparison = compareStatements(noted, stated)
        return isReplaced(comparison, noted, stated) ? [{ memory, comparison }] : []
      })
      .slice(0, MOST_CORRECTED)
  )
}

/** Words of any script: of one without spaces also its single characters, since a short note has few words. */
const wordsOf = (text: string): ReadonlySet<string> =>
  new Set([...significantWords(text), ...significantWords(text, 'topic')])

function sharesWords(memory: Memory, words: ReadonlySet<string>): boolean {
  for (const word of textOf(memory).words) if (words.has(word)) return true
  for (const word of significantWords(`${memory.description ?? ''} ${memory.body}`, 'topic'))
    if (words.has(word)) return true
  return false
}

function isReplaced({ relation, newer }: Comparison, noted: ReadStatement, stated: ReadStatement): boolean {
  if (relation !== 'value-changed' && relation !== 'contradiction') return false
  // What is stated tells of an older state, or the note says of itself that it is the later.
  return !stated.outdated && !(newer === 'a' && !noted.outdated && !stated.changes && !stated.withdraws)
}
