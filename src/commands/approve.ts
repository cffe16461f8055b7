import { dirname, resolve } from 'node:path'
import type { App } from '../app/index.ts'
import { DreamError, type Plan, type Report, type Rules } from '../model/index.ts'
import { renderTerminal } from '../report/index.ts'
import { type Asking, askEach } from './ask-each.ts'
import type { Talk } from './command.ts'
import { type Kept, keepFiles } from './one-by-one.ts'

interface Asked {
  readonly yes?: boolean
  readonly scheduled?: boolean
  readonly verbose?: boolean
  readonly output?: string
}

/** What the person answered, for the report that follows. */
export interface Approval {
  approve(plan: Plan): Promise<Plan | 'declined'>
  answer(): 'not-asked' | 'answered' | 'interrupted'
}

/** Nobody is there to ask and nobody said yes before, so the plan is shown and that is all. `seed` goes ahead. */
export function mayOnlyLook({ yes, scheduled }: Asked, { ask }: Talk, rules: Rules): boolean {
  return ask === undefined && yes !== true && scheduled !== true && rules !== 'seed'
}

/**
 * On a terminal the plan is shown and the person decides: apply, one by one, not now. `--yes` answers that question and
 * lifts nothing.
 */
export function approvalFor({ where, place }: App, input: Asked, talk: Talk): Approval {
  const { ask } = talk
  let answer: ReturnType<Approval['answer']> = 'not-asked'
  return {
    answer: () => answer,
    async approve(plan) {
      refuseMemoryFolder(where.cwd, input.output, plan)
      const isAsked = ask !== undefined && input.yes !== true && input.scheduled !== true
      if (!isAsked || plan.folders.every(folder => folder.actions.length === 0)) return plan
      answer = 'answered'
      show(plan, input, talk, place)
      const decided = await decide({ ...talk, ask }, plan)
      if (decided === 'interrupted') answer = 'interrupted'
      return decided === 'interrupted' ? 'declined' : decided
    },
  }
}

function show(plan: Plan, { verbose }: Asked, { look, say }: Talk, place: string): void {
  say(`${renderTerminal(unappliedReport(plan), { ...look, verbose: verbose === true, place })}\n`)
}

/** A plan as the report of a run that did nothing, to be shown. */
export const unappliedReport = (plan: Plan): Report => ({
  mode: 'plan',
  plan,
  results: [],
  missing: [],
  unfinished: [],
  notes: [],
  seconds: 0,
})

async function decide(talk: Asking, plan: Plan): Promise<Plan | 'declined' | 'interrupted'> {
  const answer = await talk.ask.choose('Apply this? Everything can be taken back with dream undo.', [
    { value: 'apply', label: 'apply' },
    { value: 'one-by-one', label: 'one by one', hint: 'see and decide each change, the index too' },
    { value: 'not-now', label: 'not now' },
  ])
  if (answer === 'cancelled') return 'interrupted'
  if (answer === 'apply') return plan
  return answer === 'not-now' ? 'declined' : oneByOne(talk, plan)
}

async function oneByOne(talk: Asking, plan: Plan): Promise<Plan | 'declined' | 'interrupted'> {
  const kept: Kept[] = []
  for (const folder of plan.folders) {
    const files = await askEach(talk, folder)
    if (files === 'interrupted') return files
    kept.push(...files.map(file => ({ root: folder.root, file })))
  }
  const rest = keepFiles(plan, kept)
  return rest.folders.every(({ actions }) => actions.length === 0) ? 'declined' : rest
}

/** A report inside a memory folder would be read as a memory, and `-o MEMORY.md` would be the end of an index. */
export function refuseMemoryFolder(cwd: string, output: string | undefined, plan: Plan): void {
  if (output === undefined) return
  const folder = dirname(resolve(cwd, output))
  const hit = plan.folders.find(one => one.root === folder)
  if (hit !== undefined)
    throw new DreamError(`${output} lies in the memory folder ${hit.label}; choose a place outside it.`, 2)
}
