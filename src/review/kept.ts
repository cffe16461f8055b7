import { foldersOf, layoutOf, newRunId, storeContext, type Where } from '../app/index.ts'
import { listed } from '../checks/index.ts'
import { namesIn, readSmallText, sha256, sweepFolder, writeSmallFile } from '../disk/index.ts'
import { say } from '../languages/index.ts'
import {
  type Action,
  asFileName,
  DreamError,
  type FileName,
  type FileText,
  INDEX_FILE,
  type MemoryType,
  type Origin,
  type Plan,
  type Policy,
} from '../model/index.ts'
import { readAll } from '../pipeline/index.ts'
import { fileChanges, newMemoryActions, objection, parsePlan } from '../plan/index.ts'
import { jsonText } from '../report/index.ts'
import { bytesAt, type FoundFolder, readFolder, textAt } from '../sources/index.ts'
import { FOLDER_STATE } from '../state/index.ts'
import { rootId } from '../store/index.ts'
import { quoted } from '../text/index.ts'
import { offerOf, type Producer, type ReviewItem } from './item.ts'

export interface DraftAnswer {
  readonly file: FileName
  readonly type: MemoryType
  readonly origin: Origin
  readonly name: string
  readonly description: string
  /** The whole file. */
  readonly text: string
  readonly quote: string
  readonly transcript: string
  readonly line: number
  readonly at?: string
  readonly by: 'rules' | 'model'
  /** Memories, and drafts before it, that come near it: they say something else, and stay. */
  readonly near: readonly FileText[]
}

/** P7: a plan that an agent left, and that nobody has decided on yet. */
export interface WaitingPlan {
  readonly label: string
  readonly root: string
  /** The file that `dream apply` takes. */
  readonly path: string
  /** ISO time; empty where the name of the file does not tell it. */
  readonly at: string
  /** What of it can still be done. */
  readonly files: readonly FileName[]
}

/** One change of a plan, beside the file as it is now. */
export interface PlanShown {
  readonly label: string
  readonly file: FileName
  readonly kind: Action['kind']
  readonly state: 'can-be-done' | 'changed-since'
  readonly was?: string
  readonly becomes?: string
}

const LARGEST_KEPT = 20_000_000
/** Plans that nobody looked at are kept this long. */
const KEPT_MS = 30 * 86_400_000

type Place = Pick<FoundFolder, 'root' | 'label'>

const plansFolder = (where: Where, root: string): string =>
  `${storeContext(where).stateHome}/${rootId(root)}/${FOLDER_STATE.agentPlans}`

/** Keeps a plan that nobody has decided on yet beside the state of its folder. */
export function keepPlan(where: Where, plan: Plan): string {
  const folder = plansFolder(where, plan.folders[0]!.root)
  sweepFolder(folder, (_, modified) => Date.now() - modified > KEPT_MS)
  const same = samePlan(folder, plan)
  if (same !== undefined) return same
  const path = `${folder}/${newRunId(Date.now())}.json`
  writeSmallFile(path, jsonText(plan))
  return path
}

/** What was planned before, and perhaps turned down, is no new question. */
function samePlan(folder: string, { folders }: Plan): string | undefined {
  const { root, actions } = folders[0]!
  const wanted = JSON.stringify(actions)
  return namesIn(folder)
    .map(name => `${folder}/${name}`)
    .find(path => JSON.stringify(folderIn(readSmallText(path, LARGEST_KEPT), root)?.actions) === wanted)
}

/** Plans that an agent left and that can still be carried out, the newest first. */
export function plansOf(where: Where, { root, label }: Place): WaitingPlan[] {
  const folder = plansFolder(where, root)
  const names = namesIn(folder).filter(name => name.endsWith('.json'))
  return names.reverse().flatMap(name => {
    const path = `${folder}/${name}`
    const actions = folderIn(readSmallText(path, LARGEST_KEPT), root)?.actions ?? []
    const files = actions.filter(action => canStillBeDone(root, action)).map(({ file }) => file)
    return files.length === 0 ? [] : [{ label, root, path, at: momentIn(name), files }]
  })
}

/** What is no plan for this folder waits for nobody. */
function folderIn(text: string | undefined, root: string): Plan['folders'][number] | undefined {
  try {
    const plan = JSON.parse(text ?? '') as Plan
    const folder = plan.folders.find(each => each.root === root)
    const isPlan = folder?.actions.every(
      ({ file, expect }) => typeof file === 'string' && typeof expect === 'string',
    )
    return isPlan === true ? folder : undefined
  } catch {
    return undefined
  }
}

/** What was done, or changed since, waits no more. */
function canStillBeDone(root: string, { file, expect }: Pick<Action, 'file' | 'expect'>): boolean {
  if (file.includes('/')) return false
  const bytes = bytesAt(root, file)
  return bytes === undefined ? expect === 'absent' : sha256(bytes) === expect
}

/** `20261116T033000-1f3a9c.json` as an ISO time. */
function momentIn(name: string): string {
  const parts = /^(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)(\d\d)/.exec(name)
  return parts === null ? '' : `${parts[1]}-${parts[2]}-${parts[3]}T${parts[4]}:${parts[5]}:${parts[6]}.000Z`
}

/** What the dream agent would change, where nobody was there to ask. */
export function agentPlans(where: Where, policy: Policy): Producer {
  const folders = foldersOf(where)
  return {
    async list(root) {
      return foldersAt(folders, root).flatMap(found => plansOf(where, found).map(planItem))
    },

    async offer(item) {
      const found = folders.find(({ root }) => root === item.root)!
      const waiting = plansOf(where, found).find(plan => planItem(plan).id === item.id)
      const text = waiting === undefined ? '' : (readSmallText(waiting.path, LARGEST_KEPT) ?? '')
      const folder = (await parsePlan(text)).folders.find(({ root }) => root === item.root)!
      const why = objection(folder, readAll([found], where)[0]!, policy)
      if (why !== undefined) throw new DreamError(why, 1)
      // An index that changed since is repaired after what was archived.
      const left = folder.actions.filter(
        action => action.file === INDEX_FILE || canStillBeDone(item.root, action),
      )
      return offerOf(where, item, left)
    },
  }
}

/** One of them, or all. */
const foldersAt = (folders: readonly FoundFolder[], root: string | undefined): readonly FoundFolder[] =>
  folders.filter(each => root === undefined || each.root === root)

function planItem({ root, label, path, at, files }: WaitingPlan): ReviewItem {
  const name = path.slice(path.lastIndexOf('/') + 1)
  const key = `agent-plan ${name}`
  const says = say().items.agentPlan
  return {
    producer: 'agent',
    key,
    id: sha256(`${key} ${readSmallText(path, LARGEST_KEPT)}`).slice(0, 12),
    root,
    label,
    subject: says.subject,
    words: says.words(files.length, listed(files)),
    evidence: [...(at === '' ? [] : [says.made(at)]), path],
    because: says.because,
    origin: 'model',
    accepting: says.accepting,
    choices: [],
    texts: [],
  }
}

/** What a plan would do to the files as they are now. */
export function showPlan(plan: Plan): PlanShown[] {
  return plan.folders.flatMap(({ root, label, actions }) =>
    fileChanges(actions, file => textAt(root, file)).map(({ file, kind, before, after }, at) => ({
      label,
      file,
      kind,
      state: canStillBeDone(root, actions[at]!) ? 'can-be-done' : 'changed-since',
      ...(before !== undefined && { was: before }),
      ...(after !== undefined && { becomes: after }),
    })),
  )
}

/** So many for a folder; the oldest give way. */
const MOST_KEPT = 200

const fileOf = (where: Where, root: string): string =>
  `${storeContext(where).stateHome}/${rootId(root)}/${FOLDER_STATE.drafts}`

/** Keeps memories that were drafted from conversations and that nobody has decided on yet. */
export function keepDrafts(where: Where, root: string, drafts: readonly DraftAnswer[]): void {
  const names = new Set(drafts.map(({ file }) => file))
  const kept = [...draftsOf(where, root).filter(({ file }) => !names.has(file)), ...drafts]
  writeSmallFile(fileOf(where, root), `${JSON.stringify(kept.slice(-MOST_KEPT))}\n`)
}

/** Those that are not written yet. */
export function draftsOf(where: Where, root: string): DraftAnswer[] {
  try {
    const kept = JSON.parse(readSmallText(fileOf(where, root), LARGEST_KEPT) ?? '[]') as DraftAnswer[]
    return kept.filter(
      ({ file, text }) => asFileName(file) && typeof text === 'string' && textAt(root, file) === undefined,
    )
  } catch {
    // Cut off or edited: the conversations can be read again.
    return []
  }
}

/** What conversations said that is worth keeping. */
export function extractedDrafts(where: Where, policy: Policy): Producer {
  const folders = foldersOf(where)
  const offer = async (item: ReviewItem, text: string) => {
    const found = folders.find(({ root }) => root === item.root)!
    const draft = { file: asFileName(item.subject)!, text }
    const actions = newMemoryActions(readFolder(found, layoutOf(where)), [draft], policy)
    return offerOf(where, item, actions)
  }
  return {
    async list(root) {
      return foldersAt(folders, root).flatMap(found =>
        draftsOf(where, found.root).map(draft => draftItem(found, draft)),
      )
    },
    offer: item => offer(item, item.texts[0]!.text),
    edit: (item, { text }) => offer(item, text),
  }
}

function draftItem({ root, label }: FoundFolder, draft: DraftAnswer): ReviewItem {
  const { file, text, type, description, origin, quote, transcript, line, at } = draft
  const key = `draft ${file}`
  const says = say().items.draft
  return {
    producer: 'extract',
    key,
    id: sha256(`${key} ${text}`).slice(0, 12),
    root,
    label,
    subject: file,
    words: says.words(type, description),
    evidence: [
      says.evidence(say().plan.origins[origin], at?.slice(0, 10), quoted(quote)),
      // What was handed over stands in no conversation.
      ...(transcript === '' ? [] : [`${transcript}:${line}`]),
    ],
    because: says.because,
    origin,
    accepting: say().items.accepting.write(file),
    choices: [],
    texts: [{ file, text }],
  }
}
