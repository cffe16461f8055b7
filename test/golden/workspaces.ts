import { cpSync, mkdirSync, readdirSync, renameSync, utimesSync } from 'node:fs'
import { join } from 'node:path'
import { emptyPlace, FIXTURES, type Place, placeOf } from './place.ts'

/** A place, and what the words in braces of a line of `sessions.ts` stand for there. */
export interface Workspace extends Place {
  readonly words: Readonly<Record<string, string>>
}

const turn = (text: string, number: number) =>
  `${JSON.stringify({ type: 'user', uuid: `u${number}`, sessionId: 's1', timestamp: '2026-03-18T10:00:00.000Z', message: { role: 'user', content: text } })}\n`

const TALK = [
  'Never push to main without asking me.',
  'Thanks!',
  'We decided to drop MySQL and use Postgres.',
]

function withTalk(place: Place, words: Workspace['words']): Workspace {
  place.put('talk/s1.jsonl', TALK.map(turn).join(''), '2026-03-18')
  return { ...place, words: { top: place.top, ...ENGLISH, ...words } }
}

const ENGLISH = { remember: 'Decided to sell bread online', forget: 'bread online' }

function indexGit(): Workspace {
  return withTalk(placeOf('first-night'), {
    note: 'duplicate_auth.md',
    kept: 'fresh.md',
    question: 'where are prices added up',
  })
}

/** An index folder of the user's own, which belongs to no project. */
function indexAlone(): Workspace {
  const place = placeOf('duplicates/kinds')
  const to = join(place.setting.home, '.claude/agent-memory/helper')
  mkdirSync(join(to, '..'), { recursive: true })
  renameSync(join(place.project, '.claude/memory'), to)
  mkdirSync(join(place.top, 'elsewhere'))
  const alone = { ...place, setting: { ...place.setting, cwd: join(place.top, 'elsewhere') } }
  return withTalk(alone, { note: 'cents.md', kept: 'push.md', question: 'when are backups taken' })
}

function agents(): Workspace {
  return withTalk(placeOf('copies/two-folders'), {
    note: 'cents.md',
    kept: 'stock.md',
    question: 'how are prices kept',
  })
}

/** A journal workspace on the morning after its last journal. */
export function journals(language: 'english' | 'chinese', now = '2026-02-16T03:30:00Z'): Workspace {
  const place = emptyPlace(now)
  const root = join(place.top, 'workspace')
  cpSync(join(FIXTURES, 'journals', language, 'workspace'), root, { recursive: true })
  for (const folder of [root, join(root, 'memory')])
    for (const name of readdirSync(folder)) {
      const at = Date.parse(`${/^\d{4}-\d\d-\d\d/.exec(name)?.[0] ?? '2026-01-20'}T20:00:00Z`) / 1000
      utimesSync(join(folder, name), at, at)
    }
  const env = { ...place.setting.env, DREAM_VAULT_PATH: join(place.top, 'vault') }
  const setting = { ...place.setting, cwd: root, env }
  const english = { ...ENGLISH, forget: 'oven', question: 'who keeps the books' }
  const chinese = { remember: '决定在网上卖面包', forget: '烤箱', question: '谁负责记账' }
  const words = language === 'english' ? english : chinese
  return { ...place, setting, words: { top: place.top, ...words, note: 'MEMORY.md' } }
}

const empty = (): Workspace => withTalk(emptyPlace(), { note: 'a.md', kept: 'a.md', question: 'anything' })

export const WORKSPACES = {
  'index-git': indexGit,
  'index-alone': indexAlone,
  agents,
  'journal-english': () => journals('english'),
  'journal-chinese': () => journals('chinese'),
  empty,
} satisfies Record<string, () => Workspace>

export type WorkspaceName = keyof typeof WORKSPACES
