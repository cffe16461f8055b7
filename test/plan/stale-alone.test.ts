import { describe, expect, it } from 'vitest'
import { isMentionedAsPast, isRunTimeState } from '../../src/checks/past-mentions.ts'
import type { PathFact } from '../../src/model/evidence.ts'
import { DEFAULT_POLICY } from '../../src/model/plan.ts'
import { planFolder } from '../../src/plan/plan-folder.ts'
import { day, makeWorld, missing, type Note, removed, unknown } from './snapshot-of.ts'

/** `removed` went on 1 March, the 60th day. */
const OLDER = { git: day(50) }
const FILLING = Object.fromEntries(
  ['alpha', 'bravo', 'charlie', 'delta', 'echo'].map(word => [
    `z${word}.md`,
    { name: word, type: 'project', body: `${word} stands alone` },
  ]),
)

function judged(body: string, paths: Record<string, PathFact>, more: Partial<Note> = {}) {
  const note = { name: 'gateway', type: 'project', body, clocks: OLDER, ...more }
  const { actions, proposals, findings } = planFolder(
    makeWorld({ notes: { ...FILLING, 'a.md': note }, paths, index: '' }),
    DEFAULT_POLICY,
  )
  const gone = actions.filter(({ kind }) => kind === 'archive').map(({ file }) => file)
  return { gone, because: proposals.map(one => one.because), kinds: findings.map(({ kind }) => kind) }
}

const GW = { 'src/gw.ts': removed('src/gw.ts') }

describe('D39 careful acts alone on staleness', () => {
  it.each([
    'The gateway sits in `src/gw.ts` and signs requests.',
    'The old gateway sits in `src/gw.ts`.',
    'To delete a card call the handler in `src/gw.ts`.',
    'The legacy client of `src/gw.ts` was written in a week.',
    'Rows that were deleted are kept by `src/gw.ts`.',
  ])('where a memory in the present tense is older than the removal: %s', body => {
    expect(judged(body, GW).gone).toEqual(['a.md'])
  })

  it.each<[string, string, Record<string, PathFact>, Partial<Note>, string]>([
    [
      'another path that never was in git',
      'See `src/gw.ts` and `src/next.ts`.',
      { ...GW, 'src/next.ts': missing('never') },
      {},
      'it is not known whether src/next.ts ever existed here',
    ],
    [
      'a path outside the project',
      'See `src/gw.ts` and `~/.gwrc`.',
      { ...GW, '~/.gwrc': missing('out-of-scope') },
      {},
      'it is not known whether ~/.gwrc ever existed here',
    ],
    [
      'a path that is gone without a trace: no git',
      'See `src/gw.ts`.',
      { 'src/gw.ts': missing('gone') },
      {},
      'it is not known whether src/gw.ts ever existed here',
    ],
    [
      'run-time state',
      'The cursor is in `src/state/cursor.json`.',
      { 'src/state/cursor.json': removed('src/state/cursor.json') },
      {},
      'src/state/cursor.json looks like run-time state, not part of the project',
    ],
    ['feedback', 'Ask before touching `src/gw.ts`.', GW, { type: 'feedback' }, 'a.md is feedback'],
    ['a rule', 'Requests through `src/gw.ts` must not be retried.', GW, {}, 'a.md is a rule'],
    ['a Chinese rule', '改 `src/gw.ts` 之前必须先问。', GW, {}, 'a.md is a rule'],
    [
      'a memory as young as the removal',
      'See `src/gw.ts`.',
      GW,
      { clocks: { git: day(60) } },
      'written on 2026-03-01',
    ],
    [
      'a file time that is younger',
      'See `src/gw.ts`.',
      GW,
      { clocks: { mtime: day(90) } },
      'written on 2026-03-31',
    ],
    [
      'one that is younger than the first of two removals',
      'See `src/gw.ts` and `src/hub.ts`.',
      { ...GW, 'src/hub.ts': { ...removed('src/hub.ts'), date: '2026-01-05' } as PathFact },
      {},
      'written on 2026-02-19',
    ],
    [
      'one that says so itself',
      'We removed `src/gw.ts` for good.',
      GW,
      {},
      'the note says itself that src/gw.ts is gone',
    ],
  ])('but never on %s', (_, body, paths, more, because) => {
    const { gone, because: said, kinds } = judged(body, paths, more)
    expect(gone).toEqual([])
    expect(kinds).toContain('fully-stale')
    expect(said).toEqual([expect.stringContaining(because)])
  })

  it('nor where one path could not be looked up', () => {
    const { gone, kinds } = judged('See `src/gw.ts` and `src/next.ts`.', { ...GW, 'src/next.ts': unknown })
    expect(gone).toEqual([])
    expect(kinds).not.toContain('fully-stale')
  })
})

describe('D39 past words', () => {
  const told = (body: string) => {
    const { folder } = makeWorld({ notes: { 'a.md': { name: 'a', type: 'project', body } } })
    const [memory] = folder.memories
    return isMentionedAsPast(memory!, memory!.references.find(({ text }) => text === 'src/gw.ts')!)
  }

  it.each([
    '`src/gw.ts` was removed in May.',
    '`src/gw.ts` and `src/hub.ts` are both gone.',
    '- `src/gw.ts` (deleted)',
    'We deleted the old `src/gw.ts`.',
    'The gateway used to live in `src/gw.ts`.',
    '`src/gw.ts` no longer exists.',
    'Renamed: `src/gw.ts` → `src/edge.ts`.',
    '`src/gw.ts` 已删除。',
    '已移除 `src/gw.ts`。',
    '## Deleted code\n\n- `src/gw.ts`: the gateway',
  ])('count where they say that it is gone: %s', body => {
    expect(told(body)).toBe(true)
  })

  it.each([
    'The old gateway sits in `src/gw.ts`.',
    'To delete a card call `src/gw.ts`.',
    'The deleted rows are in a table. See `src/gw.ts`.',
    '`src/gw.ts` handles cards that were removed.',
    '`src/gw.ts` runs as it was planned.',
    '- the hub was removed\n- `src/gw.ts` signs requests',
    '## Deleted code\n\n- `src/hub.ts`\n\n## Gateway\n\nSee `src/gw.ts`.',
    '旧网关在 `src/gw.ts`。',
  ])('do not count where they speak of something else: %s', body => {
    expect(told(body)).toBe(false)
  })
})

it.each([
  ['logs/app.log', true],
  ['data/cursor.json', true],
  ['.env.local', true],
  ['dist/index.js', true],
  ['cache/pages.db', true],
  ['package-lock.json', true],
  ['package.json', false],
  ['tsconfig.build.json', false],
  ['src/app.ts', false],
  ['docs/plan.md', false],
  ['src/runtime/loader.ts', false],
])('D39 %s as run-time state: %s', (path, expected) => {
  expect(isRunTimeState(path)).toBe(expected)
})
