import type { Plan, Report } from '../index.ts'
import type { Call } from './command.ts'
import { refuseMemoryFolder } from './deliver.ts'
import { someoneIsThere } from './io.ts'
import { lookOf } from './look.ts'
import { type Kept, keepMemories } from './one-by-one.ts'
import { placeOf } from './where.ts'

type Approve = (plan: Plan) => Promise<Plan | 'declined'>

/** What the person answered, for the report that follows. */
export interface Approval {
  readonly approve: Approve
  answer(): 'not-asked' | 'answered' | 'interrupted'
}

/**
 * On a terminal the plan is shown and the person decides: apply, one by one, not now. `--yes` answers that question and
 * lifts nothing; with no terminal the plan goes ahead within its breakers.
 */
export function approvalFor(call: Call): Approval {
  const { io, flags } = call
  const asks = someoneIsThere(io) && flags.yes !== true && flags.scheduled !== true
  let answer: ReturnType<Approval['answer']> = 'not-asked'
  return {
    answer: () => answer,
    async approve(plan) {
      refuseMemoryFolder(call, plan)
      if (!asks || plan.folders.every(folder => folder.actions.length === 0)) return plan
      answer = 'answered'
      await show(call, plan)
      const decided = await decide(call, plan)
      if (decided === 'interrupted') answer = 'interrupted'
      return decided === 'interrupted' ? 'declined' : decided
    },
  }
}

async function show(call: Call, plan: Plan): Promise<void> {
  const { io, flags } = call
  const { renderTerminal } = await import('../night.ts')
  const report: Report = {
    mode: 'plan',
    plan,
    results: [],
    missing: [],
    unfinished: [],
    notes: [],
    seconds: 0,
  }
  const look = {
    ...lookOf(io, io.stderr, flags),
    verbose: flags.verbose === true,
    place: placeOf(call, call.words),
  }
  io.stderr.write(`${renderTerminal(report, look)}\n`)
}

async function decide(call: Call, plan: Plan): Promise<Plan | 'declined' | 'interrupted'> {
  const answer = await call.io.ask.choose('Apply this? Everything can be taken back with dream undo.', [
    { value: 'apply', label: 'apply' },
    { value: 'one-by-one', label: 'one by one', hint: 'decide for each memory that would go' },
    { value: 'not-now', label: 'not now' },
  ])
  if (answer === 'cancelled') return 'interrupted'
  if (answer === 'apply') return plan
  return answer === 'not-now' ? 'declined' : oneByOne(call, plan)
}

async function oneByOne(call: Call, plan: Plan): Promise<Plan | 'interrupted'> {
  const { reasonWords, showText } = await import('../night.ts')
  const kept: Kept[] = []
  for (const { root, label, actions } of plan.folders) {
    for (const { file, reason } of actions.filter(action => action.kind === 'archive')) {
      const answer = await call.io.ask.choose(`${showText(`${label}/${file}`)}: ${reasonWords(reason)}`, [
        { value: 'archive', label: 'archive it' },
        { value: 'keep', label: 'keep it' },
      ])
      if (answer === 'cancelled') return 'interrupted'
      if (answer === 'keep') kept.push({ root, file })
    }
  }
  return keepMemories(plan, kept)
}
