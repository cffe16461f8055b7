import type { Host, Scope } from '../app/index.ts'
import { say } from '../languages/index.ts'

/** What is true now, in under 60 words. */
export async function instructions(host: Host, scope: Scope): Promise<string> {
  const { currentState } = await import('../commands/morning.ts')
  const words = say().mcp.instructions
  const { folders, notes, waits, vanished } = await currentState(host, scope)
  const said = [
    words.about,
    folders === 0 ? say().mcp.noFolder : words.notes(notes, folders),
    ...(waits > 0 ? [words.waits(waits)] : []),
    ...(vanished > 0 ? [words.vanished(vanished)] : []),
    words.how,
  ]
  return said.join(' ')
}
