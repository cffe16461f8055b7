import type { PageOptions } from '../report/index.ts'
import type { Call } from './command.ts'
import { lookOf } from './look.ts'
import { placeOf } from './where.ts'

/** The answer of a command in the form that was asked for. `format` names the JSON for programs that read it. */
export async function print(
  call: Call,
  format: string,
  answer: object,
  render: (look: PageOptions) => string,
): Promise<void> {
  const { io, flags } = call
  if (flags.json !== true) {
    io.stdout.write(render({ ...lookOf(io, io.stdout, flags), place: placeOf(call) }))
    return
  }
  const { shownJson } = await import('../report/json.ts')
  io.stdout.write(shownJson({ format: `dream-${format}`, version: 1, ...answer }))
}
