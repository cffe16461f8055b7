import {
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  realpathSync,
  rmSync,
  utimesSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import type { TargetState } from '../../src/automation/gates.ts'
import { projectSlug } from '../../src/sources/claude-code/places.ts'
import { autoHome, targetFor } from '../../src/sources/target.ts'
import { rootId } from '../../src/store/store.ts'

const HOUR = 3_600_000

/** A project with a memory folder at home, and sessions as a test needs them. */
export function desk() {
  const top = realpathSync(mkdtempSync(join(tmpdir(), 'dream-auto-')))
  const home = join(top, 'home')
  const cwd = join(top, 'shop')
  const env = { XDG_STATE_HOME: join(top, 'state') }
  const slug = join(home, '.claude/projects', projectSlug(cwd))
  const memory = join(slug, 'memory')
  const put = (path: string, text: string, hoursAgo = 0) => {
    mkdirSync(dirname(path), { recursive: true })
    writeFileSync(path, text)
    const time = (Date.now() - hoursAgo * HOUR) / 1000
    utimesSync(path, time, time)
  }
  mkdirSync(join(cwd, '.git'), { recursive: true })
  put(join(memory, 'MEMORY.md'), '# Shop\n\n- [team](team/notes.md) — what others wrote\n', 900)
  put(
    join(memory, 'letters.md'),
    '---\nname: letters\ntype: feedback\n---\nShort letters in plain words.\n',
    900,
  )
  const target = targetFor({ cwd, home, env, paths: [] })
  return {
    top,
    home,
    cwd,
    env,
    memory,
    target,
    put,
    stateHome: join(top, 'state/dream'),
    auto: autoHome(env, home),
    sessions: (many: number, hoursAgo = 2) => {
      for (let at = 0; at < many; at++)
        put(
          join(slug, `session-${hoursAgo}-${at}.jsonl`),
          `${JSON.stringify({ cwd, type: 'user' })}\n`,
          hoursAgo,
        )
    },
    /** As if the last dream had been so long ago. */
    dreamed: (hoursAgo: number) => {
      const at = Date.now() - hoursAgo * HOUR
      put(
        join(top, 'state/dream', rootId(memory), 'night.json'),
        JSON.stringify({ done: { at, until: at, result: 'done', words: 'x' } }),
      )
    },
    state: (): TargetState => JSON.parse(readFileSync(join(target.folder, 'state.json'), 'utf8')),
    /** How many dreams took the folder: every one of them makes a generation of its lock. */
    dreams: (): string[] => {
      try {
        return readdirSync(join(top, 'state/dream', rootId(memory), 'lock')).filter(name =>
          name.startsWith('dream.'),
        )
      } catch {
        return []
      }
    },
    remove: () => rmSync(top, { recursive: true, force: true, maxRetries: 5 }),
  }
}
