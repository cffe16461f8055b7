import { resolve } from 'node:path'
import type { Config, ConsultAnswer, Progress } from '../../index.ts'
import { type Call, type Command, PATHS } from '../command.ts'
import { policyOf } from '../policy.ts'
import { print } from '../print.ts'
import { progressOn } from '../progress.ts'
import { placeOf, whereOf } from '../where.ts'

export const consultCommand: Command = {
  name: 'consult',
  summary: 'ask a model about notes that are near each other; what it says waits in dream queue',
  arguments: [PATHS],
  flags: ['folder', 'project', 'allProjects', 'rules', 'record', 'replay', 'env', 'json', 'color', 'noColor'],
  examples: [
    { line: 'dream consult', about: 'only where llm.agents names a model; no note is changed' },
    { line: 'dream consult --record night.jsonl', about: 'keep every call and its answer' },
    { line: 'dream consult --replay night.jsonl', about: 'the same once more, with nobody called' },
  ],
  run,
}

async function run(call: Call): Promise<number> {
  const { renderConsult } = await import('../../index.ts')
  const progress = progressOn(call.io)
  const answer = await consultFor(call, progress.step)
  progress.clear()
  const place = placeOf(call, call.words)
  await print(call, 'consult', answer, look => renderConsult(answer, { ...look, place }))
  return answer.folders.some(folder => folder.unanswered.length > 0) ? 1 : 0
}

/** Asks the judges as this call's settings and flags have it. */
export async function consultFor(call: Call, progress: Progress): Promise<ConsultAnswer> {
  const { consult } = await import('../../index.ts')
  return consult({
    where: whereOf(call, call.words),
    policy: await policyOf(call),
    llm: await llmOf(call),
    progress,
    ...tapeOf(call),
  })
}

export async function llmOf({ settings }: Call): Promise<Config['llm']> {
  const { DEFAULTS } = await import('../../index.ts')
  return settings?.config.llm ?? DEFAULTS.llm
}

function tapeOf({ io, flags }: Call): { record?: string; replay?: string } {
  return {
    ...(flags.record !== undefined && { record: resolve(io.cwd, flags.record) }),
    ...(flags.replay !== undefined && { replay: resolve(io.cwd, flags.replay) }),
  }
}
