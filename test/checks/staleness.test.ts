import { describe, expect, it } from 'vitest'
import { referenceStatus } from '../../src/checks/reference-status.ts'
import { staleness } from '../../src/checks/staleness.ts'
import type { PathFact, Presence } from '../../src/model/evidence.ts'
import type { Rules } from '../../src/model/plan.ts'
import { makeWorld, missing, present, removed, renamed, unknown } from '../plan/snapshot-of.ts'

type Facts = Readonly<Record<string, PathFact>>

function classOf(body: string, rules: Rules, paths: Facts = {}, words: Record<string, Presence> = {}) {
  const world = makeWorld({ notes: { 'a.md': { name: 'a', type: 'project', body } }, paths, words })
  return referenceStatus(world.folder.memories[0]!, world.evidence, rules).class
}

const TWO = 'Tokens live in `src/auth.ts` and `src/login.ts`.'

describe.each(['seed', 'careful'] as const)('staleness under %s', rules => {
  it('D6 tells fresh, partially stale, fully stale and evergreen apart', () => {
    const here = { 'src/auth.ts': present('src/auth.ts'), 'src/login.ts': present('src/login.ts') }
    const half = { ...here, 'src/login.ts': removed('src/login.ts') }
    const gone = { 'src/auth.ts': removed('src/auth.ts'), 'src/login.ts': removed('src/login.ts') }
    expect(classOf(TWO, rules, here)).toBe('fresh')
    expect(classOf(TWO, rules, half)).toBe('partially-stale')
    expect(classOf(TWO, rules, gone)).toBe('fully-stale')
    expect(classOf('We like short functions.', rules)).toBe('evergreen')
  })

  it('D3 never judges a memory without frontmatter', () => {
    const world = makeWorld({
      notes: { 'a.md': { body: '', text: TWO } },
      paths: { 'src/auth.ts': removed('src/auth.ts'), 'src/login.ts': removed('src/login.ts') },
    })
    expect(referenceStatus(world.folder.memories[0]!, world.evidence, rules).class).toBe('evergreen')
    expect(staleness.find(world, rules)).toEqual([])
  })

  it('D7 lets a CamelCase word save a memory and never condemn one', () => {
    const gone = { 'src/auth.ts': removed('src/auth.ts') }
    const body = 'The TokenStore of `src/auth.ts` is slow.'
    expect(classOf(body, rules, gone, { TokenStore: 'present' })).toBe('partially-stale')
    expect(classOf(body, rules, gone, { TokenStore: 'missing' })).toBe('fully-stale')
    expect(classOf('We use TokenStore.', rules, {}, { TokenStore: 'missing' })).toBe('evergreen')
  })

  it('never takes unknown for missing', () => {
    const paths = { 'src/auth.ts': removed('src/auth.ts'), 'src/login.ts': unknown }
    expect(classOf(TWO, rules, paths)).toBe('partially-stale')
    expect(classOf(TWO, rules, { 'src/auth.ts': unknown, 'src/login.ts': unknown })).toBe('unverified')
    expect(classOf(TWO, rules)).toBe('unverified')
  })

  it('ignores placeholders', () => {
    expect(
      classOf('Put it in `path/to/file.ts`.', rules, { 'path/to/file.ts': missing('out-of-scope') }),
    ).toBe('evergreen')
  })
})

describe('staleness under seed', () => {
  it('D6 takes whatever does not resolve from the root for missing', () => {
    const body = 'See `src/auth.ts`.'
    for (const fact of [
      missing('gone'),
      missing('never'),
      missing('out-of-scope'),
      renamed('src/auth.ts', 'src/b.ts'),
      present('lib/src/auth.ts', 'suffix'),
    ])
      expect(classOf(body, 'seed', { 'src/auth.ts': fact })).toBe('fully-stale')
  })

  it('D6 takes a bare name that is found anywhere for present', () => {
    expect(classOf('See `auth.ts`.', 'seed', { 'auth.ts': present('src/auth.ts', 'suffix') })).toBe('fresh')
  })

  it('D6 condemns by a symbol alone', () => {
    expect(classOf('Call `refreshToken()`.', 'seed', {}, { refreshToken: 'missing' })).toBe('fully-stale')
  })
})

describe('staleness under careful', () => {
  it('D8 needs a reason: what never was here or leads elsewhere neither condemns nor saves', () => {
    const body = 'See `src/auth.ts`.'
    expect(classOf(body, 'careful', { 'src/auth.ts': missing('never') })).toBe('unverified')
    expect(classOf(body, 'careful', { 'src/auth.ts': missing('out-of-scope') })).toBe('unverified')
    expect(classOf(body, 'careful', { 'src/auth.ts': missing('gone') })).toBe('fully-stale')
    const beside = { 'src/auth.ts': missing('never'), 'src/login.ts': removed('src/login.ts') }
    expect(classOf(TWO, 'careful', beside)).toBe('fully-stale')
  })

  it('D8 tells of a path that never was here only beside one that went', () => {
    const find = (paths: Facts) =>
      staleness.find(
        makeWorld({ notes: { 'a.md': { name: 'a', body: `${TWO} And \`src/c.ts\`.` } }, paths }),
        'careful',
      )
    const never = { 'src/auth.ts': missing('never'), 'src/login.ts': present('src/login.ts') }
    expect(find({ ...never, 'src/c.ts': present('src/c.ts') })).toEqual([])
    expect(find({ ...never, 'src/c.ts': removed('src/c.ts') })).toMatchObject([
      {
        kind: 'partially-stale',
        present: ['src/login.ts'],
        missing: [{ fact: { why: 'never' } }, { fact: { why: 'removed' } }],
      },
    ])
  })

  it('D8 takes a path with a new name for alive', () => {
    expect(
      classOf('See `src/auth.ts`.', 'careful', { 'src/auth.ts': renamed('src/auth.ts', 'src/b.ts') }),
    ).toBe('fresh')
  })

  it('finds a path by its end', () => {
    expect(
      classOf('See `src/auth.ts`.', 'careful', { 'src/auth.ts': present('lib/src/auth.ts', 'suffix') }),
    ).toBe('fresh')
  })

  it('does not condemn by one bare file name in passing, nor by a symbol alone', () => {
    const bare = { 'setup.py': removed('setup.py') }
    expect(classOf('See `setup.py`.', 'careful', bare)).toBe('partially-stale')
    expect(classOf('`refreshToken()` of `setup.py`.', 'careful', bare, { refreshToken: 'missing' })).toBe(
      'fully-stale',
    )
    expect(classOf('Call `refreshToken()`.', 'careful', {}, { refreshToken: 'missing' })).toBe(
      'partially-stale',
    )
  })
})
