import type { Call, Command } from './command.ts'
import { Refusal } from './errors.ts'
import { policyOf } from './policy.ts'
import { print } from './print.ts'
import { whereOf } from './where.ts'

const ACTIONS = ['status', 'rebuild', 'consolidate'] as const
const PARTS = ['ccb', 'refine', 'magma'] as const

export const magmaCommand: Command = {
  name: 'magma',
  summary: 'the second engine: how it stands, its vector index, its own consolidation',
  arguments: [
    { spelling: '[action]', about: 'status, rebuild or consolidate (else: status)', completes: ACTIONS },
    { spelling: '[part]', about: 'of consolidate: ccb, refine or magma (else: all three)', completes: PARTS },
  ],
  flags: [
    'anew',
    'dryRun',
    'folder',
    'rules',
    'env',
    'project',
    'allProjects',
    'layout',
    'json',
    'color',
    'noColor',
  ],
  examples: [
    { line: 'dream magma', about: 'where its notes are, what is in its index' },
    { line: 'dream magma rebuild', about: 'embed what is new; --anew starts from nothing' },
    { line: 'dream magma consolidate', about: 'the files, then from the files to MAGMA, then MAGMA itself' },
    { line: 'dream magma consolidate refine --dry-run', about: 'what would be taken over' },
  ],
  run,
}

async function run(call: Call): Promise<number> {
  const [word = 'status', part] = call.words
  const action = ACTIONS.find(each => each === word)
  if (action === undefined) throw new Refusal(`dream magma knows ${ACTIONS.join(', ')}, not ${word}.`)
  if (action === 'consolidate') return consolidate(call, part)
  return action === 'status' ? status(call) : rebuild(call)
}

async function status(call: Call): Promise<number> {
  const { magmaStatus } = await import('../vault/magma.ts')
  const { renderMagmaStatus } = await import('./render/magma.ts')
  const answer = await magmaStatus(whereOf(call), call.settings!.config)
  await print(call, 'magma-status', answer, look => renderMagmaStatus(answer, look))
  return 0
}

async function rebuild(call: Call): Promise<number> {
  const { magmaRebuild } = await import('../vault/magma.ts')
  const { renderRebuild } = await import('./render/magma.ts')
  const how = call.flags.anew === true ? 'anew' : 'catch-up'
  const answer = await magmaRebuild(whereOf(call), call.settings!.config, how)
  await print(call, 'magma-rebuild', answer, look => renderRebuild(answer, look))
  return answer.index.state === 'ready' || answer.index.rows === 0 ? 0 : 1
}

async function consolidate(call: Call, part: string | undefined): Promise<number> {
  const { consolidateEngines } = await import('../vault/consolidate.ts')
  const { renderConsolidation } = await import('./render/consolidation.ts')
  const only = PARTS.find(each => each === part)
  if (part !== undefined && only === undefined)
    throw new Refusal(`dream magma consolidate knows ${PARTS.join(', ')}, not ${part}.`)
  const policy = await policyOf(call)
  const answer = await consolidateEngines({
    where: whereOf(call),
    settings: { ...call.settings!.config, rules: policy.rules },
    policy,
    mode: call.flags.dryRun === true ? 'dry-run' : 'live',
    parts: only === undefined ? PARTS : [only],
  })
  await print(call, 'magma-consolidation', answer, look => renderConsolidation(answer, look))
  return answer.exit
}
