import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { CrossSystemInterop } from '../../src/compat/index.ts'
import { DEFAULTS } from '../../src/config/index.ts'
import type { RecallDocument } from '../../src/search/engine.ts'
import { type Asker, wholeText } from './systems.ts'

/** `with-lance`: as with LanceDB installed. `files`: without it, as most people have it. */
export type Installed = 'with-lance' | 'files'

/** What a user gets: the documents as files in a memory folder, asked through the public API with its defaults. */
export async function openUserPath(
  documents: readonly RecallDocument[],
  installed: Installed,
): Promise<Asker> {
  const top = mkdtempSync(join(tmpdir(), 'dream-bench-user-'))
  const memory = join(top, 'project/.claude/memory')
  mkdirSync(memory, { recursive: true })
  const idOf = new Map<string, string>()
  for (const [at, document] of documents.entries()) {
    const file = `note-${at}.md`
    idOf.set(file, document.id)
    writeFileSync(join(memory, file), `${wholeText(document).trim()}\n`)
  }
  const magma = { ...DEFAULTS.magma, enabled: installed === 'with-lance' }
  const interop = new CrossSystemInterop(memory, {
    settings: { ...DEFAULTS, magma },
    cwd: join(top, 'project'),
    home: top,
    env: { HOME: top, XDG_STATE_HOME: join(top, 'state'), XDG_CACHE_HOME: join(top, 'cache') },
  })
  await interop.initialize()
  return {
    ask: async (query, limit) => {
      const { hits } = await interop.retrieve({ query, limit })
      return hits.map(({ file }) => idOf.get(file)!)
    },
    close: async () => {
      await interop.close()
      rmSync(top, { recursive: true, force: true })
    },
  }
}
