import { applyActions } from '../apply/apply.ts'
import { failureOf } from '../apply/folder.ts'
import { takeLease } from '../apply/lease.ts'
import { DreamError } from '../memory/dream-error.ts'
import type { FolderOutcome, Report } from '../memory/outcome.ts'
import type { FolderPlan, Plan } from '../memory/plan.ts'
import { holdingOf } from '../read/discover/found-folder.ts'
import { realPath } from '../read/git/root.ts'
import { deskOf, newRunId, type Progress, type Where } from './where.ts'

/** Reads a plan that `dream plan -o` wrote. A plan file is a stranger: whatever it says is looked at first. */
export async function parsePlan(text: string): Promise<Plan> {
  let data: unknown
  try {
    data = JSON.parse(text)
  } catch (error) {
    throw new DreamError(
      `the plan is not JSON (${(error as Error).message}); make one with \`dream plan -o FILE\``,
      2,
    )
  }
  // Only here, because the schema library takes longer to load than most commands take to run.
  const { planSchema } = await import('../plan/schema.ts')
  const read = planSchema.safeParse(data)
  if (read.success) return read.data as Plan
  const first = read.error.issues[0]
  throw new DreamError(`the plan cannot be used: ${first?.path.join('.') || 'it'}: ${first?.message}`, 2)
}

/** Carries out a plan that was made earlier. Whatever changed since is left alone, file by file. */
export async function applyPlan(request: { where: Where; plan: Plan; progress?: Progress }): Promise<Report> {
  const { where, plan, progress } = request
  const started = performance.now()
  const run = newRunId(Date.now())
  const results: FolderOutcome[] = []
  for (const folder of plan.folders) {
    progress?.({ what: 'applying', done: results.length, of: plan.folders.length })
    if (folder.actions.length > 0) results.push(await applyFolder(where, folder, plan, run))
  }
  const seconds = (performance.now() - started) / 1000
  return { mode: 'live', plan, results, missing: [], notes: [], unfinished: [], seconds }
}

async function applyFolder(
  where: Where,
  folder: FolderPlan,
  plan: Plan,
  run: string,
): Promise<FolderOutcome> {
  const { root, label, actions } = folder
  const refusal = refuse(folder)
  if (refusal !== undefined) return failureOf(new Error(refusal), root, label)
  const desk = deskOf(where)
  try {
    const lease = await takeLease(desk, root, 'apply')
    try {
      const checkLease = () => lease.check()
      return await applyActions(desk, {
        root,
        label,
        actions,
        run,
        command: 'apply',
        rules: plan.rules,
        checkLease,
      })
    } finally {
      lease.release()
    }
  } catch (error) {
    return failureOf(error, root, label)
  }
}

/** A plan may only touch memory files in memory folders, whoever wrote it. */
function refuse({ root, actions }: FolderPlan): string | undefined {
  const real = realPath(root)
  // Another spelling would be another state directory, and another lock for the same files.
  if (real !== undefined && real !== root) return `${root} is spelled otherwise than Dream does: ${real}`
  const holding = holdingOf(root)
  if (holding === 'unlistable') return `${root} is not there any more, or cannot be listed`
  if (holding === 'nothing') return `${root} is not a memory folder: it holds no Markdown file`
  const foreign = actions.find(action => !action.file.endsWith('.md'))
  if (foreign !== undefined)
    return `the plan touches ${JSON.stringify(foreign.file)}, which is no memory file`
  return undefined
}
