import { type CopyElsewhereFinding, copyFinder, fingerprint, withId } from '../checks/index.ts'
import { type Decision, type FolderPlan, type Proposal, questionStateOf } from '../model/index.ts'
import type { Sketch } from '../text/index.ts'
import { named } from './changes.ts'
import { sorted } from './proposals.ts'

/** A folder with its plan, and what tells its memories from those of others. */
export interface PlannedFolder {
  readonly plan: FolderPlan
  readonly sketches: readonly Sketch[]
  readonly decisions: readonly Decision[]
}

/** Memories that stand in an earlier folder too: an identical copy can be archived, a near one is for a person to compare. */
export function withCopiesElsewhere(folders: readonly PlannedFolder[]): FolderPlan[] {
  const copiesIn = copyFinder()
  return folders.map(({ plan, sketches, decisions }) => {
    const leaving = new Set(plan.actions.filter(({ kind }) => kind === 'archive').map(({ file }) => file))
    const found = copiesIn(plan.label, sketches, file => leaving.has(file)).map(({ finding, hashes }) =>
      proposalOf(finding, hashes),
    )
    if (found.length === 0) return plan
    const { open, answered } = sorted(found, proposal => questionStateOf(proposal, decisions))
    return {
      ...plan,
      proposals: [...plan.proposals, ...open],
      answered: [...plan.answered, ...answered],
      findings: [...plan.findings, ...found.map(({ finding }) => finding)],
    }
  })
}

function proposalOf(copy: CopyElsewhereFinding, hashes: readonly [own: string, other: string]): Proposal {
  const finding = withId(copy)
  const { id, file, folder, other } = finding
  const common = {
    key: id,
    id: fingerprint([id, ...hashes].join('\0')),
    finding,
    because: 'which folder should keep it, only you know',
  }
  if (finding.how !== 'identical') return { ...common, actions: [] }
  const reason = { why: 'copied', folder, other }
  const archive = { kind: 'archive', file, expect: hashes[0], needs: [], reason, ...named(finding) } as const
  return { ...common, actions: [archive], confidence: 'likely' }
}
