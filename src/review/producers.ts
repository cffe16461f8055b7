import { foldersOf, type Progress, type Where } from '../app/index.ts'
import { filesOf, findingEvidence, findingSubject, findingWords } from '../checks/index.ts'
import type { MagmaSettings } from '../config/index.ts'
import { bringBack, saidAgain } from '../journal/index.ts'
import { say } from '../languages/index.ts'
import {
  type Action,
  asFileName,
  DreamError,
  type FileName,
  type FolderPlan,
  fileName,
  type Policy,
  type Proposal,
  type Snapshot,
} from '../model/index.ts'
import { bytesOf, readAll } from '../pipeline/index.ts'
import { acceptedActions, choicesIn, withCopiesElsewhere } from '../plan/index.ts'
import { type FolderStamp, folderStamp, holdBytes } from '../project/index.ts'
import { pastSearches, planThroughGate } from '../search/index.ts'
import { type Sketch, showText, sketchesOf } from '../text/index.ts'
import {
  type Arbitration,
  arbitrate,
  type Conflict,
  conflictQuestion,
  conflictsOf,
  settleConflict,
  textThatGivesWay,
} from '../vault/index.ts'
import { offerOf, type Producer, type ReviewItem, type ReviewText } from './item.ts'

/** What the checks found and the rules do not do alone, and what a model suggested. */
export function proposals(where: Where, policy: Policy, progress?: Progress): Producer {
  const plans = queuePlans(where, policy, progress)
  return {
    async list(root) {
      return plans(root).flatMap(({ snapshot, plan }) =>
        [...plan.proposals, ...plan.answered].map(proposal => proposalItem(snapshot, plan, proposal)),
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
      throw new DreamError(say().items.onlyYou, 2)
    },
  }
}

function proposalItem(snapshot: Snapshot, { root, label }: FolderPlan, proposal: Proposal): ReviewItem {
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
  actions.map(({ kind, file }) => say().items.accepting[kind](file)).join(', ')

/** Where two contradict each other and nobody knows which is newer. */
function choicesOf(proposal: Proposal): ReviewItem['choices'] {
  const [first, second] = choicesIn(proposal)
  if (first === undefined || second === undefined) return []
  const choice = (goes: FileName, stays: FileName) => ({
    value: goes,
    label: say().items.keepOne(stays, goes),
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

/** Where the files and MAGMA say different things. */
export function conflicts(where: Where, settings: MagmaSettings): Producer {
  return {
    async list(root) {
      return (await conflictsOf(where, settings, root)).map(conflictItem)
    },

    async offer(item, choice) {
      const all = await conflictsOf(where, settings, item.root)
      const conflict = all.find(each => conflictQuestion(each).id === item.id)
      if (conflict === undefined) throw new DreamError(say().items.conflict.changed, 1)
      const strategy = strategyFor(conflict, choice)
      const { file, before, after } = textThatGivesWay(conflict, strategy)
      return {
        changes: [{ file: fileName(file), kind: 'write', before, after }],
        carryOut: lease => settleConflict(where, settings, conflict, strategy, lease),
      }
    },
  }
}

/** `choice` names what gives way. */
function strategyFor(
  { ccb, magma }: Conflict,
  choice: string | undefined,
): Exclude<Arbitration, 'manual-review'> {
  if (choice === 'note' || choice === 'file') return choice === 'note' ? 'ccb-wins' : 'magma-wins'
  const strategy = choice === undefined ? arbitrate(ccb, magma) : 'manual-review'
  if (strategy !== 'manual-review') return strategy
  throw new DreamError(say().items.conflict.choose, 2)
}

function conflictItem(conflict: Conflict): ReviewItem {
  const { ccb, magma, root, label, differences } = conflict
  const strategy = arbitrate(ccb, magma)
  const note = `magma/${magma.note}`
  const says = say().items.conflict
  const accepting =
    strategy === 'ccb-wins' ? say().items.accepting.write(note) : says.writesBoth(ccb.file, note)
  return {
    producer: 'magma',
    ...conflictQuestion(conflict),
    root,
    label,
    subject: ccb.file,
    words: says.words(note),
    evidence: differences.length === 0 ? [] : [says.evidence(differences.join(', '))],
    because: says.because[strategy],
    ...(strategy !== 'manual-review' && { accepting }),
    choices:
      strategy === 'manual-review'
        ? [
            { value: 'note', label: says.keepFile(ccb.file) },
            { value: 'file', label: says.keepNote(ccb.file) },
          ]
        : [],
    texts: [
      { file: ccb.file, text: ccb.head + ccb.body },
      { file: note, text: magma.text },
    ],
  }
}

type Removed = ReturnType<typeof saidAgain>['entries'][number]

/** What the user forgot and a journal said again. */
export function forgottenAndSaidAgain(where: Where): Producer {
  return {
    async list(root) {
      const found = saidAgain(where)
      if (root !== undefined && root !== found.root) return []
      return found.entries.map(entry => saidAgainItem(found.root, entry))
    },

    async offer(item) {
      const { root, entries } = saidAgain(where)
      const removed = entries.find(entry => saidAgainItem(root, entry).id === item.id)
      if (removed === undefined) throw new DreamError(say().items.saidAgain.back, 1)
      return { changes: [], carryOut: lease => bringBack(where, removed, lease) }
    },
  }
}

function saidAgainItem(root: string, { hash, summary, removedAt, asked = '' }: Removed): ReviewItem {
  const key = `re-emerged ${hash} ${removedAt}`
  const says = say().items.saidAgain
  return {
    producer: 'journal',
    key,
    // Said again on another day, it is asked again.
    id: `${hash}${asked.replaceAll('-', '').slice(4)}`,
    root,
    label: root,
    subject: 'MEMORY.md',
    words: summary,
    evidence: [says.evidence(removedAt.slice(0, 10), asked)],
    because: says.because,
    accepting: says.accepting,
    choices: [],
    texts: [],
  }
}

/** A folder with its plan, as both were when it was read. */
interface Planned {
  readonly snapshot: Snapshot
  readonly plan: FolderPlan
}

interface Read extends Planned {
  readonly stamp: FolderStamp | undefined
  readonly sketches: readonly Sketch[]
}

/**
 * Plans every folder once, and afterwards only those again that changed since they were read: a person may take their time
 * between two answers. With `root`, that folder is enough. `progress` is called for every plan.
 */
function queuePlans(
  where: Where,
  policy: Policy,
  progress?: Progress,
): (root?: string) => readonly Planned[] {
  const folders = foldersOf(where)
  const read = new Map<string, Read>()
  let planned: readonly Planned[] | undefined
  return root => {
    // One folder alone, as long as nobody asked for all.
    const wanted =
      planned === undefined && root !== undefined ? folders.filter(each => each.root === root) : folders
    const changed = wanted.filter(({ root }) => !isAsRead(root, read.get(root)))
    if (planned !== undefined && changed.length === 0) return planned
    // Taken before the folders are read: what changes in between is noticed the next time.
    const stamps = changed.map(({ root }) => folderStamp(root))
    for (const [at, snapshot] of readAll(changed, where, policy.expiry).entries()) {
      progress?.({ what: say().items.reading(showText(snapshot.folder.label)) })
      read.set(changed[at]!.root, {
        snapshot,
        plan: planThroughGate(snapshot, policy, pastSearches(where)),
        stamp: stamps[at],
        sketches: folders.length > 1 ? sketchesOf(snapshot.folder.memories) : [],
      })
    }
    const all = wanted.map(({ root }) => read.get(root)!)
    const plans = withCopiesElsewhere(
      all.map(({ plan, sketches, snapshot }) => ({ plan, sketches, decisions: snapshot.decisions ?? [] })),
    )
    const result = all.map(({ snapshot }, at) => ({ snapshot, plan: plans[at]! }))
    if (wanted === folders) planned = result
    return result
  }
}

/** Whether the folder still is what was read; one that cannot be stamped never is. */
function isAsRead(root: string, read: Read | undefined): boolean {
  if (read?.stamp === undefined || folderStamp(root)?.line !== read.stamp.line) return false
  const bytes = bytesOf(read.snapshot, read.stamp)
  return bytes !== undefined && holdBytes(root, bytes)
}
