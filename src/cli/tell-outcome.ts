import type { FolderOutcome } from '../index.ts'
import type { Call } from './command.ts'
import { Refusal } from './errors.ts'
import { placeOf } from './where.ts'

const DONE = { archive: 'archived', write: 'written', append: 'added to' } as const

/** What a small command did, a line a file, and how to take it back. */
export async function tellOutcome(call: Call, outcome: FolderOutcome): Promise<number> {
  const { outcomeExitCode, showText } = await import('../night.ts')
  if (outcome.failure !== undefined) throw new Refusal(showText(outcome.failure.sentence))
  for (const { action, result, ...rest } of outcome.outcomes) {
    const detail = 'detail' in rest ? `: ${rest.detail}` : ''
    const word = result === 'done' ? DONE[action.kind] : result
    call.io.stdout.write(`${showText(action.file)}  ${word}${showText(detail)}\n`)
  }
  const isDone = outcome.outcomes.some(each => each.result === 'done')
  if (isDone) call.io.stdout.write(`dream undo ${outcome.run}${placeOf(call)}  takes it back\n`)
  return outcomeExitCode([outcome])
}
