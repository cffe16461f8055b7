import { resolve } from 'node:path'
import type { Progress } from '../app/index.ts'
import type { Config } from '../config/index.ts'
import type { ConsultAnswer } from '../model/index.ts'
import type { Call } from './command.ts'
import { policyOf } from './policy.ts'
import { whereOf } from './where.ts'

/** Asks the judges as this call's settings and flags have it. */
export async function consultFor(call: Call, progress: Progress): Promise<ConsultAnswer> {
  const { consult } = await import('../agents/models.ts')
  return consult({
    where: whereOf(call, call.words),
    policy: await policyOf(call),
    llm: await llmOf(call),
    progress,
    ...tapeOf(call),
  })
}

export async function llmOf({ settings }: Call): Promise<Config['llm']> {
  const { DEFAULTS } = await import('../config/defaults.ts')
  return settings?.config.llm ?? DEFAULTS.llm
}

function tapeOf({ io, flags }: Call): { record?: string; replay?: string } {
  return {
    ...(flags.record !== undefined && { record: resolve(io.cwd, flags.record) }),
    ...(flags.replay !== undefined && { replay: resolve(io.cwd, flags.replay) }),
  }
}
