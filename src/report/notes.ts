import type { Finding } from '../model/index.ts'
import { findingEvidence, findingSubject, findingWords } from './words.ts'

export interface Note {
  readonly name: string
  readonly words: string
  /** A line each. */
  readonly evidence: readonly string[]
}

/** Findings of one kind that a report shows one by one before it only counts the rest. */
const FEW = 4

/** What else was seen, a kind at a time: a hundred long lines are one remark, not a hundred. */
export function digestNotes(findings: readonly Finding[]): Note[] {
  const kinds = [...new Set(findings.map(finding => finding.kind))]
  return kinds.flatMap(kind => digestKind(findings.filter(finding => finding.kind === kind)))
}

function digestKind(findings: readonly Finding[]): Note[] {
  const lines = findings.flatMap(finding => (finding.kind === 'index-line-long' ? [finding] : []))
  if (lines.length > 1) {
    const longest = lines.reduce((a, b) => (b.length > a.length ? b : a))
    const words = `${lines.length} lines are longer than the 150 characters that agents want; line ${longest.line} has ${longest.length}`
    return [{ name: 'MEMORY.md', words, evidence: [] }]
  }
  const shown = findings.slice(0, findings.length > FEW + 1 ? FEW : FEW + 1).map(noteOf)
  const rest = findings.length - shown.length
  if (rest === 0) return shown
  return [...shown, { name: `and ${rest} more of this kind`, words: '(--verbose)', evidence: [] }]
}

export const noteOf = (finding: Finding): Note => ({
  name: findingSubject(finding),
  words: findingWords(finding),
  // What an agent does not see is named line by line (D36); other findings say all in their words.
  evidence: finding.kind === 'index-too-long' ? findingEvidence(finding) : [],
})
