import { mkdirSync, utimesSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { rootId } from '../../src/history/store.ts'
import type { Where } from '../../src/tasks/where.ts'

/** A project with a memory folder, a home, a state directory and a cache, all below one directory. */
export interface Ground {
  readonly top: string
  readonly project: string
  readonly memory: string
  /** The folder's state. */
  readonly state: string
  readonly where: Where
}

/** Paths below `top`. */
export const MEMORY = 'shop/.claude/agent-memory/notes'
export const CACHE = 'cache'
export const STATE = 'state'

export function groundAt(top: string): Ground {
  const project = join(top, 'shop')
  const memory = join(top, MEMORY)
  const env = { XDG_STATE_HOME: join(top, STATE), XDG_CACHE_HOME: join(top, CACHE) }
  const where = { cwd: project, home: join(top, 'home'), env, paths: [], allProjects: false }
  return { top, project, memory, state: join(top, STATE, 'dream', rootId(memory)), where }
}

const note = (name: string, description: string, type: string, body: string) =>
  `---\nname: ${name}\ndescription: ${description}\ntype: ${type}\n---\n${body}\n`

const SHARED = `Sessions are opened once per visitor and kept in memory.
Tokens travel in a cookie that scripts cannot read.
A failed login answers after a short fixed delay.`

const FILES: Record<string, string> = {
  'home/diary.txt': 'dear diary\n',
  'shop/src/total.ts': 'export const cartTotal = (prices: number[]) => prices.length\n',
  [`${MEMORY}/MEMORY.md`]: `# notes Memory

- [Legacy refresh](legacy.md) — how the legacy session is refreshed
- [Auth patterns](auth.md) — sessions and tokens
- [Auth session patterns](auth_again.md) — sessions and tokens
- [Cart total](total.md) — where prices are added up
`,
  [`${MEMORY}/auth.md`]: note(
    'Auth patterns',
    'Patterns for sessions and tokens',
    'reference',
    `${SHARED}\nExpired sessions redirect visitors towards the welcome page.`,
  ),
  [`${MEMORY}/auth_again.md`]: note(
    'Auth session patterns',
    'Sessions and tokens',
    'reference',
    `${SHARED}\nThe cookie lasts ten hours.`,
  ),
  [`${MEMORY}/legacy.md`]: note(
    'Legacy refresh',
    'How the legacy session is refreshed',
    'project',
    'The refresh lives in `src/legacy/session.ts` and reads its key from `src/legacy/token.ts`.',
  ),
  [`${MEMORY}/total.md`]: note(
    'Cart total',
    'Where prices are added up',
    'project',
    '`cartTotal()` in `src/total.ts` adds up prices.',
  ),
}

/** The older of the two that say the same is the one that goes. */
const OLDER = 'auth_again.md'

export function plantGround({ top }: Ground): void {
  const now = Math.floor(Date.now() / 1000)
  Object.entries(FILES).forEach(([path, text], at) => {
    mkdirSync(dirname(join(top, path)), { recursive: true })
    writeFileSync(join(top, path), text)
    const days = path.endsWith(OLDER) ? 60 : 40
    utimesSync(join(top, path), now, now - days * 86_400 - at * 600 + 0.123456)
  })
}
