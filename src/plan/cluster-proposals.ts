import type { Action, ClusterFinding, FileName, Finding, Memory, Proposal, Snapshot } from '../model/index.ts'
import { parseMemory } from '../text/index.ts'
import { isWhole } from './after.ts'
import { memoriesByFile } from './by-file.ts'
import { clusterDraft } from './cluster-draft.ts'
import { makeRedirector, type Redirect, redirected } from './links.ts'
import { questionOf } from './question.ts'

/** Fewer are no cluster. */
const FEWEST = 3

/** D29: merges of notes on one subject. A note that should rather go is left out of the draft. */
export function clusterProposals(
  snapshot: Snapshot,
  findings: readonly Finding[],
  isLeaving: (file: FileName) => boolean,
): Proposal[] {
  return findings.flatMap(finding => {
    if (finding.kind !== 'topic-cluster') return []
    const files = finding.files.filter(file => !isLeaving(file))
    return files.length < FEWEST ? [] : [clusterProposal({ ...finding, files }, snapshot)]
  })
}

function clusterProposal(finding: ClusterFinding & Finding, snapshot: Snapshot): Proposal {
  const memories = memoriesByFile(snapshot)
  const members = finding.files.map(file => memories.get(file)!)
  const text = clusterDraft(finding, members)
  const draft = parseMemory({ file: finding.into, hash: '', size: text.length, modified: 0, text })
  const replacements = new Map(finding.files.map(file => [file, finding.into]))
  const redirect = makeRedirector([...snapshot.folder.memories, draft], replacements)
  return {
    ...questionOf(finding, snapshot),
    finding,
    actions: [
      writeDraft(finding, draft.head + redirected(draft.body, redirect(draft.body))),
      ...members.map(memory => archive(memory, finding.into)),
      ...snapshot.folder.memories
        .filter(memory => !replacements.has(memory.file) && isWhole(memory))
        .flatMap(memory => repairLinks(memory, redirect(memory.body), finding)),
    ],
    because: 'how notes belong together is for you to say; the draft loses no sentence',
    confidence: 'likely',
  }
}

function writeDraft(finding: ClusterFinding, text: string): Action {
  return {
    kind: 'write',
    file: finding.into,
    expect: 'absent',
    needs: [],
    reason: { why: 'drafted', from: finding.files },
    pieces: [{ text }],
  }
}

const archive = ({ file, hash }: Memory, into: FileName): Action => ({
  kind: 'archive',
  file,
  expect: hash,
  needs: [into],
  reason: { why: 'clustered', into },
})

/** Links to the notes lead to the draft, once they are gone (D31). */
function repairLinks(memory: Memory, redirects: readonly Redirect[], finding: ClusterFinding): Action[] {
  if (redirects.length === 0) return []
  return [
    {
      kind: 'write',
      file: memory.file,
      expect: memory.hash,
      needs: [finding.into, ...finding.files],
      reason: { why: 'links-repaired', targets: [finding.into] },
      pieces: [{ text: memory.head + redirected(memory.body, redirects) }],
    },
  ]
}
