import { type Host, openApp, type Scope } from '../app/index.ts'
import { COMMANDS } from '../commands/index.ts'
import { say } from '../languages/index.ts'
import { DreamError } from '../model/index.ts'
import { SILENT } from './tool.ts'

/** In larger folders it takes too long to find out what waits while somebody's agent starts. */
const QUICK = 300

/** What is true now, in under 60 words. */
export async function instructions(host: Host, scope: Scope): Promise<string> {
  const words = say().mcp.instructions
  const state = await stateOf(host, scope)
  const said = [
    words.about,
    state.folders === 0 ? say().mcp.noFolder : words.notes(state.notes, state.folders),
    ...(state.waits > 0 ? [words.waits(state.waits)] : []),
    ...(state.vanished > 0 ? [words.vanished(state.vanished)] : []),
    words.how,
  ]
  return said.join(' ')
}

async function stateOf(host: Host, scope: Scope) {
  try {
    const app = await openApp(host, scope, 'follow')
    const { folders } = await (await COMMANDS.status()).run(app, scope as never, SILENT)
    const notes = folders.reduce((sum, { memories }) => sum + memories, 0)
    const plans = folders.reduce((sum, each) => sum + (each.plans?.length ?? 0), 0)
    const queue = notes > QUICK ? undefined : await (await COMMANDS.queue()).run(app, {}, SILENT)
    return {
      folders: folders.length,
      notes,
      waits: queue?.did === 'listed' ? queue.items.length : plans,
      vanished: folders.reduce((sum, { since }) => sum + (since?.gone ?? 0), 0),
    }
  } catch (error) {
    // A folder that is not there, or settings that cannot be read: the tools say what is wrong.
    if (error instanceof DreamError) return { folders: 0, notes: 0, waits: 0, vanished: 0 }
    throw error
  }
}
