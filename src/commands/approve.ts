import type { Plan, Report, Rules } from '../model/index.ts'
import { askEach } from './ask-each.ts'
import type { Call } from './command.ts'
import { refuseMemoryFolder } from './deliver.ts'
import { someoneIsThere } from './io.ts'
import { lookOf } from './look.ts'
import { type Kept, keepFiles } from './one-by-one.ts'
import { placeOf } from './where.ts'

type Approve = (plan: Plan) => Promise<Plan | 'declined'>

/** What the person answered, for the report that follows. */
export interface Approval {
  readonly approve: Approve
  answer(): 'not-asked' | 'answered' | 'interrupted'
}

/** D40: nobody is there to ask and nobody said yes before, so the plan is shown and that is all. `seed` goes ahead. */
export function mayOnlyLook({ io, flags }: Call, rules: Rules): boolean {
  return !someoneIsThere(io) && flags.yes !== true && flags.scheduled !== true && rules !== 'seed'
}

/**
 * On a terminal the plan is shown and the person decides: apply, one by one, not now. `--yes` answers that question and
 * lifts nothing.
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
  const { renderTerminal } = await import('../report/terminal.ts')
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
    { value: 'one-by-one', label: 'one by one', hint: 'see and decide each change, the index too' },
    { value: 'not-now', label: 'not now' },
  ])
  if (answer === 'cancelled') return 'interrupted'
  if (answer === 'apply') return plan
  return answer === 'not-now' ? 'declined' : oneByOne(call, plan)
}

async function oneByOne(call: Call, plan: Plan): Promise<Plan | 'declined' | 'interrupted'> {
  const kept: Kept[] = []
  for (const folder of plan.folders) {
    const files = await askEach(call, folder)
    if (files === 'interrupted') return files
    kept.push(...files.map(file => ({ root: folder.root, file })))
  }
  const rest = keepFiles(plan, kept)
  return rest.folders.every(({ actions }) => actions.length === 0) ? 'declined' : rest
}
