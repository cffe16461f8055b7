import { findingEvidence, findingSubject, findingWords, kindOf } from '../../checks/index.ts'
import type { Explanation } from '../../model/index.ts'
import { CLASS_WORDS, lineWords, newPage, type PageOptions, weightWords } from '../../report/index.ts'

/** One memory: what becomes of it, how Dream knows, what protects it and what would change the verdict. */
export function renderExplanation(explanation: Explanation, options: PageOptions): string {
  const { file, label, verdict, references, findings, protectedBy, wouldChange } = explanation
  const page = newPage(options)
  page.entry(file, `in ${label}`, 0, 'strong')
  page.text(`${verdict.fate}: ${verdict.because}`, 2, verdict.fate === 'goes' ? 'warn' : 'good')
  page.text(`${verdict.class}: ${CLASS_WORDS[verdict.class]}${weightWords(verdict)}`, 2, 'quiet')
  if (references.length > 0) page.gap().text('What it names', 2)
  for (const one of references)
    page.entry(one.text, `${lineWords(one.line)}, ${one.strength}: ${one.answer}`, 4)
  if (findings.length > 0) page.gap().text('Findings', 2)
  for (const finding of findings) {
    page.entry(findingSubject(finding), findingWords(finding), 4)
    const { title, meaning, whatNow, missing } = kindOf(finding)
    // What is missing stands in the list of what it names.
    for (const line of missing === undefined ? findingEvidence(finding) : []) page.text(line, 6, 'quiet')
    page.text(`${title}: ${meaning} ${whatNow}`, 6, 'quiet')
  }
  if (protectedBy.length > 0) page.gap().text('Protected', 2)
  for (const sentence of protectedBy) page.text(sentence, 4)
  if (wouldChange.length > 0) page.gap().text('What would change this', 2)
  for (const sentence of wouldChange) page.text(sentence, 4)
  return page.end()
}
