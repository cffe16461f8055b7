import { foldersOf, storeContext, type Where } from '../app/index.ts'
import { namesIn, readRegularFile, readSmallText, sha256 } from '../disk/index.ts'
import type { Action, FileName, Plan, PlanShown, WaitingPlan } from '../model/index.ts'
import { joinPieces } from '../plan/index.ts'
import type { FoundFolder } from '../sources/index.ts'
import { FOLDER_STATE } from '../state/index.ts'
import { rootId } from '../store/index.ts'
import { exactText } from '../text/index.ts'

const LARGEST_PLAN = 20_000_000
const LARGEST_FILE = 5_000_000

/** Where plans that nobody has decided on yet are kept, beside the state of their folder. */
export const plansFolder = (where: Where, root: string): string =>
  `${storeContext(where).stateHome}/${rootId(root)}/${FOLDER_STATE.agentPlans}`

/** P7: plans that an agent left and that can still be carried out, the newest first. */
export function waitingPlans(where: Where): WaitingPlan[] {
  return foldersOf(where).flatMap(found => plansOf(where, found))
}

export function plansOf(where: Where, { root, label }: Pick<FoundFolder, 'root' | 'label'>): WaitingPlan[] {
  const folder = plansFolder(where, root)
  const names = namesIn(folder).filter(name => name.endsWith('.json'))
  return names
    .sort()
    .reverse()
    .flatMap(name => {
      const path = `${folder}/${name}`
      const files = actionsIn(path, root).filter(action => canStillBeDone(root, action))
      return files.length === 0
        ? []
        : [{ label, root, path, at: momentIn(name), files: files.map(({ file }) => file) }]
    })
}

/** What is no plan for this folder waits for nobody; `dream apply` looks at all of it. */
function actionsIn(path: string, root: string): Pick<Action, 'file' | 'expect'>[] {
  try {
    const plan = JSON.parse(readSmallText(path, LARGEST_PLAN) ?? '') as Plan
    const folder = plan.folders.find(each => each.root === root)
    return (folder?.actions ?? []).filter(
      ({ file, expect }) => typeof file === 'string' && typeof expect === 'string',
    )
  } catch {
    return []
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

/** What a plan would do to the files as they are now. */
export function showPlan(plan: Plan): PlanShown[] {
  return plan.folders.flatMap(({ root, label, actions }) => {
    const done = new Set<FileName>(actions.map(({ file }) => file))
    return actions.map(action => {
      const was = textAt(root, action.file)
      const becomes = action.kind === 'write' ? joinPieces(action.pieces, done) : undefined
      const state = canStillBeDone(root, action) ? ('can-be-done' as const) : ('changed-since' as const)
      return {
        label,
        file: action.file,
        kind: action.kind,
        state,
        ...(was !== undefined && { was }),
        ...(becomes !== undefined && { becomes }),
      }
    })
  })
}

function textAt(root: string, file: FileName): string | undefined {
  const read = file.includes('/') ? undefined : readRegularFile(`${root}/${file}`, LARGEST_FILE)
  return read?.kind === 'read' ? exactText(read.bytes) : undefined
}
