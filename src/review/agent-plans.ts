import { foldersOf, newRunId, storeContext, type Where } from '../app/index.ts'
import {
  namesIn,
  readRegularFile,
  readSmallText,
  sha256,
  sweepFolder,
  writeSmallFile,
} from '../disk/index.ts'
import {
  type Action,
  DreamError,
  INDEX_FILE,
  type Plan,
  type PlanShown,
  type Policy,
  type WaitingPlan,
} from '../model/index.ts'
import { parsePlan, readAll } from '../pipeline/index.ts'
import { fileChanges, objection } from '../plan/index.ts'
import { jsonText } from '../report/index.ts'
import type { FoundFolder } from '../sources/index.ts'
import { FOLDER_STATE } from '../state/index.ts'
import { rootId } from '../store/index.ts'
import { offerOf, type Producer, type ReviewItem, textAt } from './item.ts'

const LARGEST_PLAN = 20_000_000
const LARGEST_FILE = 5_000_000
const FEW_FILES = 4
/** Plans that nobody looked at are kept this long. */
const KEPT_MS = 30 * 86_400_000

type Place = Pick<FoundFolder, 'root' | 'label'>

const plansFolder = (where: Where, root: string): string =>
  `${storeContext(where).stateHome}/${rootId(root)}/${FOLDER_STATE.agentPlans}`

/** Keeps a plan that nobody has decided on yet beside the state of its folder. */
export function keepPlan(where: Where, plan: Plan): string {
  const folder = plansFolder(where, plan.folders[0]!.root)
  sweepFolder(folder, (_, modified) => Date.now() - modified > KEPT_MS)
  const path = `${folder}/${newRunId(Date.now())}.json`
  writeSmallFile(path, jsonText(plan))
  return path
}

/** Plans that an agent left and that can still be carried out, the newest first. */
export function plansOf(where: Where, { root, label }: Place): WaitingPlan[] {
  const folder = plansFolder(where, root)
  const names = namesIn(folder).filter(name => name.endsWith('.json'))
  return names.reverse().flatMap(name => {
    const path = `${folder}/${name}`
    const actions = folderIn(readSmallText(path, LARGEST_PLAN), root)?.actions ?? []
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
  const read = readRegularFile(`${root}/${file}`, LARGEST_FILE)
  return read.kind === 'read' ? sha256(read.bytes) === expect : expect === 'absent'
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
      const wanted = folders.filter(each => root === undefined || each.root === root)
      return wanted.flatMap(found => plansOf(where, found).map(itemOf))
    },

    async offer(item) {
      const found = folders.find(({ root }) => root === item.root)!
      const waiting = plansOf(where, found).find(plan => itemOf(plan).id === item.id)
      const text = waiting === undefined ? '' : (readSmallText(waiting.path, LARGEST_PLAN) ?? '')
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

function itemOf({ root, label, path, at, files }: WaitingPlan): ReviewItem {
  const name = path.slice(path.lastIndexOf('/') + 1)
  const key = `agent-plan ${name}`
  const more = files.length > FEW_FILES ? ` and ${files.length - FEW_FILES} more` : ''
  return {
    producer: 'agent',
    key,
    id: sha256(`${key} ${readSmallText(path, LARGEST_PLAN)}`).slice(0, 12),
    root,
    label,
    subject: 'plan of the dream agent',
    words: `${files.length} ${files.length === 1 ? 'change' : 'changes'} (${files.slice(0, FEW_FILES).join(', ')}${more})`,
    evidence: [...(at === '' ? [] : [`made ${at}`]), path],
    because: 'nobody was there to ask when the agent was done',
    origin: 'model',
    accepting: 'makes those changes',
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
