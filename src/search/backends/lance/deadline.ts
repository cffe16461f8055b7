import { DreamError } from '../../../model/index.ts'

/** What does not come in time is left behind, with a sentence; it may go on by itself and nobody waits for it. */
export async function within<Result>(ms: number, work: Promise<Result>, late: string): Promise<Result> {
  let timer: NodeJS.Timeout | undefined
  const end = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new DreamError(late, 1)), ms)
  })
  try {
    return await Promise.race([work, end])
  } finally {
    clearTimeout(timer)
    // Without a listener a late failure would end the process.
    work.catch(() => undefined)
  }
}
