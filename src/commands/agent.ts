import type { Action, AgentPreview, FileName, FolderPlan, Plan } from '../model/index.ts'
import { askEach } from './ask-each.ts'
import type { Call, Command } from './command.ts'
import { someoneIsThere } from './io.ts'
import { lookOf } from './look.ts'
import { policyOf } from './policy.ts'
import { progressOn } from './progress.ts'
import { placeOf, whereOf } from './where.ts'

export const agentCommand: Command = {
  name: 'agent',
  summary: 'let a model dream over a copy of a memory folder; what it leaves becomes a plan',
  arguments: [
    {
      spelling: '[folder]',
      about: 'the memory folder; without it, that of this project',
      completes: 'directories',
    },
  ],
  flags: [
    'dryRun',
    'yes',
    'steps',
    'transcripts',
    'json',
    'rules',
    'allowLarge',
    'recentDays',
    'folder',
    'project',
    'layout',
    'env',
    'verbose',
    'color',
    'noColor',
  ],
  examples: [
    { line: 'dream agent --dry-run', about: 'the agent works on a copy, and you only look' },
    { line: 'dream agent', about: 'see the plan it leaves and decide; with no terminal the plan is kept' },
    { line: 'dream agent --yes --steps 20', about: 'apply what neither breakers nor protections hold' },
    { line: 'dream undo', about: 'and take it back' },
  ],
  run,
}

async function run(call: Call): Promise<number> {
  const { agentExitCode } = await import('./render/agent.ts')
  const { dreamAgent } = await import('../agents/agent.ts')
  const { llmRoles } = await import('../config/roles.ts')
  const { io, flags, settings } = call
  const role = settings && llmRoles(settings.config, io.env).find(each => each.role === 'agents')
  const progress = progressOn(io)
  const approve = approveOn(call, progress.clear)
  const agent = await dreamAgent({
    where: whereOf(call, call.words),
    policy: await policyOf(call),
    mode: flags.dryRun === true ? 'dry-run' : 'live',
    unattended: flags.yes === true ? 'apply' : 'wait',
    progress: progress.step,
    ...(role !== undefined && { role }),
    ...(approve !== undefined && { approve }),
    ...(flags.steps !== undefined && { bounds: { steps: flags.steps } }),
    ...(flags.transcripts !== undefined && { transcripts: flags.transcripts }),
  })
  progress.clear()
  const { renderAgent } = await import('./render/agent.ts')
  const { shownJson } = await import('../report/json.ts')
  io.stdout.write(
    flags.json === true
      ? shownJson({ format: 'dream-agent', version: 1, ...agent })
      : renderAgent(agent, lookFor(call, io.stdout)),
  )
  return agentExitCode(agent)
}

const lookFor = (call: Call, out: Call['io']['stdout']) => ({
  ...lookOf(call.io, out, call.flags),
  verbose: call.flags.verbose === true,
  place: placeOf(call, call.words),
})

type Decision = Plan | 'declined'

/** Somebody at a terminal sees what the agent did and what would come of it, and decides. */
function approveOn(call: Call, clear: () => void) {
  if (call.flags.yes === true || !someoneIsThere(call.io)) return undefined
  return async (plan: Plan, preview: AgentPreview): Promise<Decision> => {
    const { renderAgent } = await import('./render/agent.ts')
    clear()
    const report = {
      mode: 'plan',
      plan,
      results: [],
      missing: [],
      unfinished: [],
      notes: [],
      seconds: 0,
    } as const
    call.io.stderr.write(`${renderAgent({ ...preview, report }, lookFor(call, call.io.stderr))}\n`)
    return decide(call, plan)
  }
}

/** What a model wrote is not taken by a mere Enter. */
async function decide(call: Call, plan: Plan): Promise<Decision> {
  const answer = await call.io.ask.choose('Apply this? Everything can be taken back with dream undo.', [
    { value: 'one-by-one', label: 'one by one', hint: 'see and decide each change, the index too' },
    { value: 'apply', label: 'apply' },
    { value: 'not-now', label: 'not now' },
  ])
  if (answer === 'one-by-one') return oneByOne(call, plan)
  return answer === 'apply' ? plan : 'declined'
}

async function oneByOne(call: Call, plan: Plan): Promise<Decision> {
  const folders: FolderPlan[] = []
  for (const folder of plan.folders) {
    // Whether a memory goes is asked also where another that the agent wrote stays away.
    const asked = folder.actions.map(action => ({ ...action, needs: [] }))
    const left = await askEach(call, { ...folder, actions: asked })
    if (left === 'interrupted') return 'declined'
    folders.push({ ...folder, actions: withoutFiles(folder.actions, left) })
  }
  return folders.every(({ actions }) => actions.length === 0) ? 'declined' : { ...plan, folders }
}

const withoutFiles = (actions: readonly Action[], left: readonly FileName[]): Action[] =>
  actions
    .filter(({ file }) => !left.includes(file))
    .map(action => ({ ...action, needs: action.needs.filter(file => !left.includes(file)) }))
