import { foldersOf } from '../app/index.ts'
import {
  factWords,
  filesOf,
  findingEvidence,
  findingSubject,
  findingWords,
  kindOf,
  PROTECTION_WORDS,
  protections,
} from '../checks/index.ts'
import {
  DreamError,
  type Evidence,
  type Finding,
  type FolderPlan,
  type Memory,
  type Policy,
  type Reference,
  type Snapshot,
  type Verdict,
} from '../model/index.ts'
import { planThroughGate, readAll } from '../pipeline/index.ts'
import { CLASS_WORDS, type Page, weightWords } from '../report/index.ts'
import { pastSearches } from '../search/index.ts'
import { lineWords } from '../text/index.ts'
import { command } from './command.ts'
import { FOLDERS, POLICY } from './options.ts'

export const explain = command({
  name: 'explain',
  group: 'everyday',
  summary: 'how Dream sees one memory, how it knows, and what would change its mind',
  effect: 'read',
  settings: 'follow',
  input: {
    memory: { kind: 'word', need: 'required', about: 'its file or its name', completes: 'files' },
    ...FOLDERS,
    ...POLICY,
  },
  examples: [
    { line: 'dream explain auth.md', about: 'by file' },
    { line: 'dream explain "User prefers tabs"', about: 'by name' },
  ],
  format: 'explanation',
  async run({ where, policy }, { memory }) {
    const explanations = readAll(foldersOf(where), where, policy.expiry).flatMap(snapshot => {
      const named = snapshot.folder.memories.filter(each => isNamed(each, memory))
      if (named.length === 0) return []
      const plan = planThroughGate(snapshot, policy, pastSearches(where))
      return named.map(each => explanationOf(snapshot, plan, each, policy))
    })
    if (explanations.length > 0) return { explanations }
    throw new DreamError(`no memory called ${memory} was found; dream status lists the folders.`, 2)
  },
  render({ explanations }, page) {
    for (const each of explanations) show(each, page.gap())
    return page
  },
})

type Explanation = ReturnType<typeof explanationOf>

function isNamed(memory: Memory, words: string): boolean {
  const name = words.slice(words.lastIndexOf('/') + 1)
  return (
    memory.file === name || memory.file === `${name}.md` || memory.name?.toLowerCase() === name.toLowerCase()
  )
}

/** What was seen of one memory, which rule speaks, and what would change the verdict. */
function explanationOf(snapshot: Snapshot, plan: FolderPlan, memory: Memory, policy: Policy) {
  const verdict = plan.verdicts.find(each => each.file === memory.file)
  const findings = plan.findings.filter(finding => filesOf(finding).includes(memory.file))
  return {
    label: plan.label,
    file: memory.file,
    verdict: verdict ?? unjudged(memory),
    references: memory.references.map(reference => ({
      text: reference.text,
      line: reference.line,
      strength: reference.kind === 'symbol' ? reference.strength : reference.shape,
      answer: answerFor(snapshot.evidence, reference),
    })),
    findings,
    wouldChange: wouldChange(verdict, findings),
    protectedBy: protections(memory, snapshot, policy).map(each => `it ${PROTECTION_WORDS[each]}`),
  }
}

/** In a journal workspace memories are not judged one by one. */
const unjudged = ({ file }: Memory): Verdict => ({
  file,
  class: 'unverified',
  fate: 'stays',
  because: 'files of this folder are not judged',
})

function answerFor(evidence: Evidence, reference: Reference): string {
  if (reference.kind === 'path') {
    const fact = evidence.paths.get(reference.path)
    return fact === undefined ? 'was not looked up' : factWords(fact)
  }
  const presences = reference.words.map(word => evidence.words.get(word) ?? 'unknown')
  if (presences.every(presence => presence === 'present')) return 'occurs in the code'
  return presences.includes('missing') ? 'occurs nowhere in the code' : 'could not be looked up'
}

function wouldChange(verdict: Verdict | undefined, findings: readonly Finding[]): string[] {
  const kinds = new Set(findings.map(kindOf))
  return [
    ...(verdict === undefined ? [] : BY_CLASS[verdict.class]),
    ...Array.from(kinds, kind => `${kind.title}: ${kind.wouldChange}`),
  ]
}

const BY_CLASS: Record<Verdict['class'], readonly string[]> = {
  fresh: ['it is flagged when one of its references goes, and leaves when all of them are gone with proof'],
  'partially-stale': [
    'it is fresh again when the missing references return or their paths are corrected',
    'it leaves when the rest of its references are gone with proof',
  ],
  'fully-stale': [
    'it stays when any of its references returns, when it is pinned (`pinned: true`), or when it was written lately',
  ],
  evergreen: ['nothing: it names no file or symbol that could be checked'],
  unverified: ['a project to check it against: `--project DIR`'],
}

function show(explanation: Explanation, page: Page): void {
  const { file, label, verdict, references, findings, protectedBy } = explanation
  page.entry(file, `in ${label}`, 0, 'strong')
  page.text(`${verdict.fate}: ${verdict.because}`, 2, verdict.fate === 'goes' ? 'warn' : 'good')
  page.text(`${verdict.class}: ${CLASS_WORDS[verdict.class]}${weightWords(verdict)}`, 2, 'quiet')
  if (references.length > 0) page.gap().text('What it names', 2)
  for (const one of references)
    page.entry(one.text, `${lineWords(one.line)}, ${one.strength}: ${one.answer}`, 4)
  if (findings.length > 0) page.gap().text('Findings', 2)
  for (const finding of findings) showFinding(finding, page)
  if (protectedBy.length > 0) page.gap().text('Protected', 2)
  for (const sentence of protectedBy) page.text(sentence, 4)
  if (explanation.wouldChange.length > 0) page.gap().text('What would change this', 2)
  for (const sentence of explanation.wouldChange) page.text(sentence, 4)
}

function showFinding(finding: Finding, page: Page): void {
  page.entry(findingSubject(finding), findingWords(finding), 4)
  const { title, meaning, whatNow, missing } = kindOf(finding)
  // What is missing stands in the list of what the memory names.
  for (const line of missing === undefined ? findingEvidence(finding) : []) page.text(line, 6, 'quiet')
  page.text(`${title}: ${meaning} ${whatNow}`, 6, 'quiet')
}
