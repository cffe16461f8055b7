import { type Host, type LastRun, openApp, type Scope, type Where } from '../app/index.ts'
import { untoldRun } from '../automation/index.ts'
import { inLanguage, languageOfLocale, say } from '../languages/index.ts'
import { DreamError } from '../model/index.ts'
import { timeWords } from '../report/index.ts'
import { vanishedMemories } from '../vault/index.ts'
import { SILENT } from './api.ts'
import { isLately } from './look-page.ts'
import { queue } from './queue.ts'
import { status } from './status.ts'

/** In larger folders it takes too long to find out what waits while somebody's agent starts. */
const QUICK = 300

/** What there is and what needs the user. */
export async function currentState(host: Host, scope: Scope) {
  try {
    const app = await openApp(host, scope, 'follow')
    const { folders } = await status.run(app, scope as never, SILENT)
    const notes = folders.reduce((sum, { memories }) => sum + memories, 0)
    const known = folders.reduce(
      (sum, { plans, suggestions }) => sum + (plans?.length ?? 0) + (suggestions ?? 0),
      0,
    )
    const listed = notes > QUICK ? undefined : await queue.run(app, {}, SILENT)
    return {
      language: app.language,
      folders: folders.length,
      notes,
      waits: listed?.did === 'listed' ? listed.items.length : known,
      vanished: folders.reduce((sum, folder) => sum + vanishedFrom(app.where, folder), 0),
    }
  } catch (error) {
    // A folder that is not there, or settings that cannot be read: the commands say what is wrong.
    if (error instanceof DreamError)
      return { language: undefined, folders: 0, notes: 0, waits: 0, vanished: 0 }
    throw error
  }
}

/** While somebody is at work there, nobody can tell. */
function vanishedFrom(
  where: Where,
  { root, layout, holder, unfinished }: Awaited<ReturnType<typeof status.run>>['folders'][number],
): number {
  if (layout === 'journal' || holder !== undefined || unfinished.length > 0) return 0
  return vanishedMemories(where, { root }).filter(isLately).length
}

/** The first conversation after a run of its own hears what it did; each hears what waits and what vanished. */
export async function morningLine(host: Host): Promise<string | undefined> {
  const { language, waits, vanished } = await currentState(host, {})
  const { where } = await openApp(host, {}, 'none')
  const run = untoldRun(where)
  // In a plugin nobody has the command; its own commands are named like it.
  const prefix = host.env['CLAUDE_PLUGIN_ROOT'] ? '/dream:' : 'dream '
  return inLanguage(language ?? languageOfLocale(host.env), () => {
    const words = say().notes.morning
    const parts = [
      ...(run === undefined ? [] : [runWords(run, prefix)]),
      ...(waits > 0 ? [words.waits(waits, prefix)] : []),
      ...(vanished > 0 ? [words.vanished(vanished, prefix)] : []),
    ]
    return parts.length === 0 ? undefined : [words.opening, ...parts].join(' ')
  })
}

function runWords({ at, result, words }: LastRun, prefix: string): string {
  const when = timeWords(new Date(at).toISOString())
  return say().notes.morning[result](when, words, prefix)
}
