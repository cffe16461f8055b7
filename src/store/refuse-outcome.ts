import { DreamError, type FolderOutcome } from '../model/index.ts'

/** Whatever was not done is an error. */
export function refuseOutcome(outcome: FolderOutcome, what: string): void {
  refuseFailure(outcome, `${what} was not written`)
  const missed = outcome.outcomes.find(({ result }) => result !== 'done')
  if (missed !== undefined && 'detail' in missed)
    throw new DreamError(`${what} was not written: ${missed.detail}`, 1)
}

/** `said` is what is not true of a run that was cut off: that one is carried to its end. */
export function refuseFailure({ failure }: FolderOutcome, said: string): void {
  if (failure === undefined) return
  const { kind, sentence } = failure
  throw new DreamError(kind === 'unfinished' ? sentence : `${said}: ${sentence}`, kind === 'locked' ? 4 : 1)
}
