import { foldersOf, type Where } from '../../app/index.ts'
import { factWords, filesOf, kindOf, PROTECTION_WORDS, protections } from '../../checks/index.ts'
import {
  DEFAULT_POLICY,
  type Evidence,
  type Explanation,
  type Finding,
  type FolderPlan,
  type Memory,
  type PathFact,
  type Policy,
  type Reference,
  type Snapshot,
  type Verdict,
} from '../../model/index.ts'
import { planThroughGate, readAll } from '../../pipeline/index.ts'
import { pastSearches } from '../../search/index.ts'

/** How Dream looks at one memory: what it saw, which rule speaks, and what would change the verdict. */
export function explain(where: Where, memory: string, policy: Policy = DEFAULT_POLICY): Explanation[] {
  return readAll(foldersOf(where), where, policy.expiry).flatMap(snapshot => {
    const asked = snapshot.folder.memories.filter(each => isNamed(each, memory))
    if (asked.length === 0) return []
    const plan = planThroughGate(snapshot, policy, pastSearches(where))
    return asked.map(each => explainOne(snapshot, plan, each, policy))
  })
}

function isNamed(memory: Memory, words: string): boolean {
  const name = words.slice(words.lastIndexOf('/') + 1)
  return (
    memory.file === name || memory.file === `${name}.md` || memory.name?.toLowerCase() === name.toLowerCase()
  )
}

function explainOne(snapshot: Snapshot, plan: FolderPlan, memory: Memory, policy: Policy): Explanation {
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
function unjudged(memory: Memory): Verdict {
  return {
    file: memory.file,
    class: 'unverified',
    fate: 'stays',
    because: 'files of this folder are not judged',
  }
}

function answerFor(evidence: Evidence, reference: Reference): string {
  if (reference.kind === 'path') {
    const fact: PathFact | undefined = evidence.paths.get(reference.path)
    return fact === undefined ? 'was not looked up' : factWords(fact)
  }
  const presences = reference.words.map(word => evidence.words.get(word) ?? 'unknown')
  if (presences.every(presence => presence === 'present')) return 'occurs in the code'
  if (presences.includes('missing')) return 'occurs nowhere in the code'
  return 'could not be looked up'
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
