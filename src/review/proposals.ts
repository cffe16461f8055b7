import type { Progress, Where } from '../app/index.ts'
import { filesOf, findingEvidence, findingSubject, findingWords } from '../checks/index.ts'
import {
  type Action,
  asFileName,
  DreamError,
  type FileName,
  type FolderPlan,
  type Policy,
  type Proposal,
  type Snapshot,
} from '../model/index.ts'
import { queuePlans } from '../pipeline/index.ts'
import { acceptedActions, choicesIn } from '../plan/index.ts'
import { offerOf, type Producer, type ReviewItem, type ReviewText } from './item.ts'

/** What the checks found and the rules do not do alone, and what a model suggested. */
export function proposals(where: Where, policy: Policy, progress?: Progress): Producer {
  const plans = queuePlans(where, policy, progress)
  return {
    async list(root) {
      return plans(root).flatMap(({ snapshot, plan }) =>
        [...plan.proposals, ...plan.answered].map(proposal => itemOf(snapshot, plan, proposal)),
      )
    },

    async offer(item, choice) {
      for (const { snapshot, plan } of plans(item.root)) {
        const proposal = [...plan.proposals, ...plan.answered].find(({ id }) => id === item.id)
        if (proposal === undefined || plan.root !== item.root) continue
        const goes = choice === undefined ? undefined : asFileName(choice)
        const actions = acceptedActions(snapshot, proposal, policy, goes)
        if (actions.length > 0) return offerOf(where, plan, actions)
      }
      throw new DreamError('only you can write this fix: edit the memory instead', 2)
    },
  }
}

function itemOf(snapshot: Snapshot, { root, label }: FolderPlan, proposal: Proposal): ReviewItem {
  const { key, id, finding, actions, because, confidence, decision } = proposal
  return {
    producer: 'plan',
    key,
    id,
    root,
    label,
    subject: findingSubject(finding),
    words: findingWords(finding),
    evidence: findingEvidence(finding),
    because,
    ...(finding.source === 'suggested' && { origin: 'model' }),
    ...(confidence && { confidence }),
    ...(actions.length > 0 && { accepting: acceptWords(actions) }),
    choices: choicesOf(proposal),
    texts: textsOf(snapshot, proposal),
    ...(decision !== undefined && { decision }),
    finding,
  }
}

/** "archives a.md, adds to b.md": the index and links to what goes are brought along. */
const acceptWords = (actions: readonly Action[]): string =>
  actions.map(({ kind, file }) => `${ACCEPTING[kind]} ${file}`).join(', ')

const ACCEPTING: Record<Action['kind'], string> = { archive: 'archives', write: 'writes', append: 'adds to' }

/** Where two contradict each other and nobody knows which is newer. */
function choicesOf(proposal: Proposal): ReviewItem['choices'] {
  const [first, second] = choicesIn(proposal)
  if (first === undefined || second === undefined) return []
  const choice = (goes: FileName, stays: FileName) => ({
    value: goes,
    label: `keep ${stays}, archive ${goes}`,
  })
  return [choice(second, first), choice(first, second)]
}

function textsOf({ folder }: Snapshot, { finding }: Proposal): ReviewText[] {
  if (!('file' in finding)) return []
  return filesOf(finding).flatMap(name => {
    const memory = folder.memories.find(each => each.file === name)
    return memory === undefined ? [] : [{ file: memory.file, text: memory.head + memory.body }]
  })
}
