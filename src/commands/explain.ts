import { foldersOf } from '../app/index.ts'
import {
  factWords,
  filesOf,
  findingEvidence,
  findingSubject,
  findingWords,
  kindOf,
  kindWords,
  protections,
  protectionWords,
} from '../checks/index.ts'
import { say } from '../languages/index.ts'
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
import { readAll } from '../pipeline/index.ts'
import { fateWords, type Page, weightWords } from '../report/index.ts'
import { pastSearches, planThroughGate } from '../search/index.ts'
import { command } from './command.ts'
import { withFolderOf } from './named-folder.ts'
import { FOLDERS, POLICY } from './options.ts'

export const explain = command({
  name: 'explain',
  group: 'everyday',
  help: say => say.help.explain,
  effect: 'read',
  settings: 'follow',
  input: {
    memory: { kind: 'word', need: 'required', completes: 'files' },
    ...FOLDERS,
    ...POLICY,
  },
  examples: ['dream explain auth.md', 'dream explain "User prefers tabs"'],
  format: 'explanation',
  async run({ where: here, policy }, { memory }) {
    const where = withFolderOf(here, memory)
    const explanations = readAll(foldersOf(where), where, policy.expiry).flatMap(snapshot => {
      const named = snapshot.folder.memories.filter(each => isNamed(each, memory))
      if (named.length === 0) return []
      const plan = planThroughGate(snapshot, policy, pastSearches(where))
      return named.map(each => explanationOf(snapshot, plan, each, policy))
    })
    if (explanations.length > 0) return { explanations }
    throw new DreamError(say().notes.explain.notFound(memory), 2)
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
    protectedBy: protections(memory, snapshot, policy).map(each => protectionWords([each])),
  }
}

/** In a journal workspace memories are not judged one by one. */
const unjudged = ({ file }: Memory): Verdict => ({
  file,
  class: 'unverified',
  fate: 'stays',
  because: say().notes.explain.notJudged,
})

function answerFor(evidence: Evidence, reference: Reference): string {
  const words = say().notes.explain
  if (reference.kind === 'path') {
    const fact = evidence.paths.get(reference.path)
    return fact === undefined ? words.notLookedUp : factWords(fact)
  }
  const presences = reference.words.map(word => evidence.words.get(word) ?? 'unknown')
  if (presences.every(presence => presence === 'present')) return words.inCode
  return presences.includes('missing') ? words.notInCode : words.unknown
}

function wouldChange(verdict: Verdict | undefined, findings: readonly Finding[]): string[] {
  const kinds = new Set(findings.map(kindOf))
  return [
    ...(verdict === undefined ? [] : say().notes.explain.byClass[verdict.class]),
    ...Array.from(kinds, kind => {
      const words = kind.words(say())
      return say().checks.at(words.title, words.wouldChange)
    }),
  ]
}

function show(explanation: Explanation, page: Page): void {
  const { file, label, verdict, references, findings, protectedBy } = explanation
  const words = say().notes.explain
  page.entry(file, words.in(label), 0, 'strong')
  page.text(fateWords(verdict), 2, verdict.fate === 'goes' ? 'warn' : 'good')
  const className = say().plan.classNames[verdict.class]
  page.text(
    `${say().checks.at(className, say().report.classes[verdict.class])}${weightWords(verdict)}`,
    2,
    'quiet',
  )
  if (references.length > 0) page.gap().text(words.names, 2)
  for (const one of references)
    page.entry(one.text, words.line(one.line, words.strengths[one.strength], one.answer), 4)
  if (findings.length > 0) page.gap().text(words.findings, 2)
  for (const finding of findings) showFinding(finding, page)
  if (protectedBy.length > 0) page.gap().text(words.protected, 2)
  for (const sentence of protectedBy) page.text(sentence, 4)
  if (explanation.wouldChange.length > 0) page.gap().text(words.wouldChange, 2)
  for (const sentence of explanation.wouldChange) page.text(sentence, 4)
}

function showFinding(finding: Finding, page: Page): void {
  page.entry(findingSubject(finding), findingWords(finding), 4)
  const { missing } = kindOf(finding)
  const { title, meaning, whatNow } = kindWords(finding)
  // What is missing stands in the list of what the memory names.
  for (const line of missing === undefined ? findingEvidence(finding) : []) page.text(line, 6, 'quiet')
  page.text(say().checks.at(title, `${meaning} ${whatNow}`), 6, 'quiet')
}
