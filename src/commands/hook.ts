import { Refusal } from './errors.ts'

/** For commands that agents call: they take exit code 2 for an order to stop, so what is wrong ends with 1. */
export async function asHook(work: () => Promise<number>): Promise<number> {
  const { DreamError } = await import('../model/dream-error.ts')
  try {
    return await work()
  } catch (error) {
    if (error instanceof DreamError) throw new Refusal(error.sentence, 1)
    throw error
  }
}
