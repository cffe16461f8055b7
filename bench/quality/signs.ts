import { relative } from 'node:path'
import { type FindingKind, findingSubject } from '../../src/checks/index.ts'
import type { Action, Finding } from '../../src/model/plan.ts'
import { isRemoval } from '../../src/plan/removal.ts'
import type { Case, Truth } from './case.ts'
import type { Planned } from './plans.ts'

/**
 * How far Dream goes with what it sees in one memory. `alone`: `careful` archives it, breakers lifted. `sure` and
 * `likely`: removing it is proposed, with that confidence. `seen`: a remark.
 */
export const GRADES = ['alone', 'sure', 'likely', 'seen'] as const
export type Grade = (typeof GRADES)[number]

/** What was said about one memory of a case, for one reason. */
export interface Sign {
  readonly case: Case
  readonly path: string
  readonly kind: FindingKind
  readonly grade: Grade
  readonly finding: Finding
  /** What the memory says, for reading. */
  readonly text: string
  readonly truth: Truth
}

export function signsOf(one: Case, planned: readonly Planned[]): Sign[] {
  return planned.flatMap(({ plan, snapshot }) => {
    const bodies = new Map<string, string>(snapshot.folder.memories.map(({ file, body }) => [file, body]))
    const sign = (file: string, finding: Finding, grade: Grade): Sign => {
      const path = relative(one.root, `${plan.root}/${file}`)
      return {
        case: one,
        path,
        kind: finding.kind as FindingKind,
        grade,
        finding,
        text: bodies.get(file) ?? '',
        truth: one.truth(path),
      }
    }
    const leaving = new Set<string>([
      ...archived(plan.actions),
      ...plan.withheld.flatMap(({ files }) => files),
    ])
    const found = [
      ...plan.findings
        .filter(isRemoval)
        .filter(finding => leaving.has(finding.file))
        .map(finding => sign(finding.file, finding, 'alone')),
      ...plan.proposals.flatMap(proposal =>
        archived(proposal.actions).map(file => sign(file, proposal.finding, proposal.confidence ?? 'likely')),
      ),
      ...plan.findings.flatMap(finding =>
        'file' in finding ? [sign(findingSubject(finding), finding, 'seen')] : [],
      ),
    ]
    return strongest(found)
  })
}

const archived = (actions: readonly Action[]): string[] =>
  actions.filter(({ kind }) => kind === 'archive').map(({ file }) => file)

/** Of several signs of one kind in one memory the one that goes furthest. */
function strongest(signs: readonly Sign[]): Sign[] {
  const best = new Map<string, Sign>()
  for (const sign of signs) {
    const key = `${sign.path}\0${sign.kind}`
    const known = best.get(key)
    if (known === undefined || GRADES.indexOf(sign.grade) < GRADES.indexOf(known.grade)) best.set(key, sign)
  }
  return [...best.values()]
}
