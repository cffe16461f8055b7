import { filesOf, fingerprint, idOf, type PlanContext } from '../checks/index.ts'
import {
  type FileName,
  type Finding,
  type Memory,
  type Question,
  type QuestionState,
  questionStateOf,
} from '../model/index.ts'

/** A finding as the question that it puts to a person. */
export function questionOf(finding: Finding, memories: ReadonlyMap<FileName, Memory>): Question {
  const key = finding.id ?? idOf(finding)
  const hashes = filesOf(finding).map(file => memories.get(file as FileName)?.hash ?? '')
  return { key, id: fingerprint([key, ...hashes].join('\0')) }
}

/** How the answer to it stands, where there ever was one. */
export function questionStateIn(
  { snapshot, memories }: Omit<PlanContext, 'policy'>,
  finding: Finding,
): QuestionState {
  const { decisions = [] } = snapshot
  return decisions.length === 0
    ? { state: 'open' }
    : questionStateOf(questionOf(finding, memories), decisions)
}
