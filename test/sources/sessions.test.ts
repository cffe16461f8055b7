import { execFileSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, realpathSync, rmSync, utimesSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { projectSlug } from '../../src/sources/claude-code/places.ts'
import { type SessionRequest, sessionsSince } from '../../src/sources/sessions.ts'

const NOW = Date.UTC(2026, 4, 15, 12)
const HOUR = 3_600_000
let top: string
let shop: string

beforeEach(() => {
  top = realpathSync(mkdtempSync(join(tmpdir(), 'dream-sessions-')))
  shop = join(top, 'shop')
  mkdirSync(join(shop, '.git'), { recursive: true })
})
afterEach(() => rmSync(top, { recursive: true, force: true }))

const put = (path: string, text: string, hoursAgo: number) => {
  mkdirSync(dirname(path), { recursive: true })
  writeFileSync(path, text)
  const time = (NOW - hoursAgo * HOUR) / 1000
  utimesSync(path, time, time)
}
const transcript = (cwd: string, id: string, hoursAgo: number) =>
  put(
    join(top, 'home/.claude/projects', projectSlug(cwd), `${id}.jsonl`),
    `${JSON.stringify({ type: 'user', cwd, sessionId: id })}\n`,
    hoursAgo,
  )
const count = (more: Partial<SessionRequest> = {}) =>
  sessionsSince({
    project: shop,
    spellings: [shop],
    roots: [],
    home: join(top, 'home'),
    env: {},
    since: NOW - 48 * HOUR,
    now: NOW,
    noted: join(top, 'told'),
    own: join(top, 'own'),
    ...more,
  }).count

describe('sessions', () => {
  it('A2 are transcripts by their time, each once', () => {
    transcript(shop, 'one', 1)
    transcript(shop, 'two', 47)
    transcript(shop, 'old', 49)
    put(join(top, 'home/.claude/projects', projectSlug(shop), 'memory/a.md'), 'x', 1)
    put(join(top, 'home/.claude/projects', projectSlug(shop), 'one/subagents/agent-1.jsonl'), 'x', 1)
    expect(count()).toBe(2)
    put(join(top, 'told/one'), '', 2)
    put(join(top, 'told/three'), '', 2)
    expect(count()).toBe(3)
  })

  it('A2 of every work tree and every folder below count for the repository, those of a neighbour do not', () => {
    const git = (...args: string[]) =>
      execFileSync('git', ['-c', 'user.name=T', '-c', 'user.email=t@example.org', ...args], {
        cwd: shop,
        stdio: 'pipe',
      })
    rmSync(join(shop, '.git'), { recursive: true })
    git('init', '--quiet')
    git('commit', '--quiet', '--allow-empty', '-m', 'x')
    git('worktree', 'add', '--quiet', join(top, 'elsewhere'))
    transcript(join(top, 'elsewhere'), 'work-tree', 1)
    transcript(join(top, 'elsewhere/src'), 'below-work-tree', 1)
    transcript(join(shop, 'packages/api'), 'below', 1)
    transcript(join(top, 'shop-api'), 'neighbour', 1)
    transcript(join(top, 'other'), 'other', 1)
    expect(count()).toBe(3)
  })

  it('A2 the current one never counts, nor one of Dream itself', () => {
    transcript(shop, 'mine', 0.01)
    transcript(shop, 'theirs', 0.02)
    transcript(shop, 'dream', 1)
    transcript(shop, 'earlier', 1)
    put(join(top, 'own/dream'), '', 1)
    expect(count({ current: 'mine' })).toBe(2)
    // Nobody says which one asks: whatever is still being written may be it.
    expect(count()).toBe(1)
  })

  it("A2 an agent's journals count by day, in a journal workspace", () => {
    const root = join(top, 'workspace')
    put(join(root, 'memory/2026-05-14.md'), 'x', 20)
    put(join(root, 'memory/2026-05-13.md'), 'x', 40)
    put(join(root, 'memory/2026-05-01.md'), 'x', 300)
    put(join(root, 'memory/notes.md'), 'x', 1)
    expect(count({ roots: [root] })).toBe(2)
  })

  it('A2 CLAUDE_CONFIG_DIR moves the transcripts', () => {
    transcript(shop, 'one', 1)
    expect(count({ env: { CLAUDE_CONFIG_DIR: join(top, 'home/.claude') }, home: '/nowhere' })).toBe(1)
    expect(count({ home: '/nowhere' })).toBe(0)
  })
})
