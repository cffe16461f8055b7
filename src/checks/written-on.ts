import { CLOCKS, type Clock, type Memory, type Snapshot } from '../model/index.ts'

/** The best clock that knows a memory (D11). */
export function bestClock({ file }: Pick<Memory, 'file'>, { clocks }: Snapshot): Clock | undefined {
  const known = clocks.get(file) ?? {}
  return CLOCKS.find(clock => known[clock] !== undefined)
}

/** The day a memory was last written, as `YYYY-MM-DD`; nothing where no clock knows. */
export function writtenOn(memory: Pick<Memory, 'file'>, snapshot: Snapshot): string | undefined {
  const clock = bestClock(memory, snapshot)
  if (clock === undefined) return undefined
  return new Date(snapshot.clocks.get(memory.file)![clock]! / 1000).toISOString().slice(0, 10)
}
