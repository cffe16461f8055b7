import { findingEvidence, findingSubject, findingWords, kindOf } from '../checks/index.ts'
import type { Finding } from '../model/index.ts'

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
  const { digest } = kindOf(findings[0]!)
  if (digest !== undefined && findings.length > 1)
    return [{ name: findingSubject(findings[0]!), words: digest(findings), evidence: [] }]
  const shown = findings.slice(0, findings.length > FEW + 1 ? FEW : FEW + 1).map(noteOf)
  const rest = findings.length - shown.length
  if (rest === 0) return shown
  return [...shown, { name: `and ${rest} more of this kind`, words: '(--verbose)', evidence: [] }]
}

export const noteOf = (finding: Finding): Note => ({
  name: findingSubject(finding),
  words: findingWords(finding),
  evidence: kindOf(finding).showsEvidence ? findingEvidence(finding) : [],
})
