import type { AgentPreview, FileName, Plan } from '../../index.ts'
import type { Call, Command } from '../command.ts'
import { someoneIsThere } from '../io.ts'
import { lookOf } from '../look.ts'
import { policyOf } from '../policy.ts'
import { progressOn } from '../progress.ts'
import { placeOf, whereOf } from '../where.ts'

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
  const { agentExitCode, dreamAgent, llmRoles } = await import('../../index.ts')
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
  const { renderAgent, shownJson } = await import('../../index.ts')
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
    const { renderAgent } = await import('../../index.ts')
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
    return decide(call, plan, preview)
  }
}

async function decide(call: Call, plan: Plan, preview: AgentPreview): Promise<Decision> {
  const answer = await call.io.ask.choose('Apply this? Everything can be taken back with dream undo.', [
    { value: 'apply', label: 'apply' },
    { value: 'one-by-one', label: 'one by one', hint: 'decide for each memory' },
    { value: 'not-now', label: 'not now' },
  ])
  if (answer === 'one-by-one') return oneByOne(call, plan, preview)
  return answer === 'apply' ? plan : 'declined'
}

async function oneByOne(call: Call, plan: Plan, { changes, index }: AgentPreview): Promise<Decision> {
  const { INDEX_FILE, showText } = await import('../../index.ts')
  const left = new Set<FileName>()
  const asked = [
    ...changes.map(({ file, change }) => ({ file, what: `${showText(file)}: ${change}` })),
    ...(index === undefined ? [] : [{ file: INDEX_FILE, what: `${INDEX_FILE}: its lines, as shown above` }]),
  ]
  for (const { file, what } of asked) {
    const answer = await call.io.ask.choose(what, [
      { value: 'take', label: 'take it' },
      { value: 'leave', label: 'leave it as it is' },
    ])
    if (answer === 'cancelled') return 'declined'
    if (answer === 'leave') left.add(file)
  }
  // Lines for new files wait for the file they are about.
  const folders = plan.folders.map(folder => ({
    ...folder,
    actions: folder.actions
      .filter(({ file }) => !left.has(file))
      .map(action => ({ ...action, needs: action.needs.filter(file => !left.has(file)) })),
  }))
  return { ...plan, folders }
}
