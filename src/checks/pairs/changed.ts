import type { Known, Memory } from '../../model/index.ts'
import {
  type Comparison,
  compareStatements,
  hasAtMostClauses,
  noteStatement,
  readStatement,
} from '../../text/index.ts'
import type { RelatedPair } from './related.ts'

/** A note of many statements is not compared: that two of them differ does not tell what the notes are to each other. */
const MOST_CLAUSES = 12

/** What two short notes are to each other; nothing where one of them is too long to tell. */
export const comparisonOf = (pair: RelatedPair, known: Known): Comparison | undefined =>
  known.of('comparison', pair, () => {
    const isShort = isShortNote(pair.a, known) && isShortNote(pair.b, known)
    return isShort
      ? { comparison: compareStatements(statementOf(pair.a, known), statementOf(pair.b, known)) }
      : { comparison: undefined }
  }).comparison

const isShortNote = (memory: Memory, known: Known): boolean =>
  known.of('short', memory, () => ({ is: hasAtMostClauses(noteStatement(memory), MOST_CLAUSES) })).is

const statementOf = (memory: Memory, known: Known) =>
  known.of('statement', memory, () => readStatement(noteStatement(memory)))
