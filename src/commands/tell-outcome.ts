import type { FolderOutcome } from '../model/index.ts'
import type { Call } from './command.ts'
import { Refusal } from './errors.ts'
import { placeOf } from './where.ts'

const DONE = { archive: 'archived', write: 'written', append: 'added to' } as const

/** What a small command did, a line a file, and how to take it back. */
export async function tellOutcome(call: Call, outcome: FolderOutcome): Promise<number> {
  const { outcomeExitCode } = await import('../model/exit-code.ts')
  const { showText } = await import('../text/text.ts')
  const { failure, warnings } = outcome
  if (failure !== undefined) throw new Refusal(showText(failure.sentence), failure.kind === 'locked' ? 4 : 2)
  for (const { action, result, ...rest } of outcome.outcomes) {
    const detail = 'detail' in rest ? `: ${rest.detail}` : ''
    const word = result === 'done' ? DONE[action.kind] : result
    call.io.stdout.write(`${showText(action.file)}  ${word}${showText(detail)}\n`)
  }
  for (const warning of warnings) call.io.stderr.write(`${showText(warning)}\n`)
  const isDone = outcome.outcomes.some(each => each.result === 'done')
  if (isDone) call.io.stdout.write(`dream undo ${outcome.run}${placeOf(call)}  takes it back\n`)
  return outcomeExitCode([outcome])
}
