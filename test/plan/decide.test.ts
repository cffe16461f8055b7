import { describe, expect, it } from 'vitest'
import type { PathFact } from '../../src/model/evidence.ts'
import { DEFAULT_POLICY, type Policy } from '../../src/model/plan.ts'
import { planFolder } from '../../src/plan/plan-folder.ts'
import { day, makeWorld, type Note, removed, type World } from './snapshot-of.ts'

const CAREFUL = DEFAULT_POLICY
const SEED: Policy = { ...DEFAULT_POLICY, rules: 'seed' }

const plan = (world: World, policy: Policy = CAREFUL) => planFolder(makeWorld(world), policy)
const gone = (world: World, policy?: Policy) =>
  plan(world, policy)
    .actions.filter(({ kind }) => kind === 'archive')
    .map(
      ({ file, reason }) => `${file} ${'of' in reason ? reason.of : 'by' in reason ? reason.by : reason.why}`,
    )
const waiting = (world: World) =>
  plan(world).proposals.map(({ finding, because }) => `${finding.kind}: ${because}`)

const BASE =
  'The release train leaves in the evening. Deploys happen from the staging branch. Reviewers look at migrations first.'
const project = (body: string, more: Partial<Note> = {}): Note => ({
  name: 'release',
  type: 'project',
  body,
  ...more,
})
/** Notes that nothing is wrong with, so that few going is not too many going. */
const FILLING = Object.fromEntries(
  ['alpha', 'bravo', 'charlie', 'delta', 'echo'].map(word => [
    `z${word}.md`,
    project(`${word} stands alone`, { name: word }),
  ]),
)

describe('who gives way', () => {
  it('D14 of three that say the same exactly one stays, the newest', () => {
    const notes = {
      'a.md': project(BASE, { day: 1 }),
      'b.md': project(`${BASE} It helps.`, { day: 2 }),
      'c.md': project(`${BASE} It helps.\nEveryone agreed.`, { day: 3 }),
    }
    expect(gone({ notes: { ...FILLING, ...notes } })).toEqual(['a.md c.md', 'b.md c.md'])
    expect(gone({ notes: { ...FILLING, ...notes } }, SEED)).toEqual(['a.md c.md', 'b.md c.md'])
  })

  it('D14 in a chain nobody gives way to one that goes', () => {
    const notes = {
      'a.md': project('aa1 aa2 aa3 bb1 bb2 bb3', { day: 1 }),
      'b.md': project('aa1 aa2 bb1 bb2 bb3 cc1 cc2 cc3', { day: 2 }),
      'c.md': project('bb1 bb2 bb3 cc1 cc2 cc3', { day: 3 }),
    }
    const chain = { notes: { ...FILLING, ...notes } }
    expect(gone(chain, SEED)).toEqual(['b.md c.md'])
  })

  it('nobody gives way to one that is fully stale', () => {
    const stale = `${BASE} See \`src/old.ts\`.`
    const notes = { 'a.md': project(BASE, { day: 1 }), 'b.md': project(stale, { day: 2 }) }
    const paths = { 'src/old.ts': removed('src/old.ts') }
    expect(gone({ notes: { ...FILLING, ...notes }, paths }, SEED)).toEqual(['b.md fully-stale'])
  })

  it('D15 the newer of two that contradict each other stays', () => {
    const notes = {
      'a.md': project('Use mocks when testing. Agreed with reviewers during planning.', { day: 1 }),
      'b.md': project('Avoid mocks when testing. Agreed with reviewers during planning.', { day: 2 }),
    }
    expect(gone({ notes })).toEqual(['a.md b.md'])
  })

  it('D15 being a rule protects no rule from a newer one that says the opposite', () => {
    const notes = {
      'a.md': project('Always use mocks.', { day: 1 }),
      'b.md': project('Never use mocks.', { day: 2 }),
    }
    expect(gone({ notes })).toEqual(['a.md b.md'])
  })

  it('D11 a fresh clone does not make the wrong one win', () => {
    const notes = {
      'a.md': project(BASE, { day: 9, clocks: { git: day(1), mtime: day(9) } }),
      'b.md': project(`${BASE} It helps.`, { day: 1, clocks: { git: day(2), mtime: day(1) } }),
    }
    expect(gone({ notes })).toEqual(['a.md b.md'])
    expect(gone({ notes: { ...FILLING, ...notes } }, SEED)).toEqual(['b.md a.md'])
  })
})

describe('careful leaves to a person', () => {
  const stale = (more: Partial<Note>): World => ({
    notes: { ...FILLING, 'a.md': project('See `src/old.ts`.', more) },
    paths: { 'src/old.ts': removed('src/old.ts') },
  })

  it('D6 nothing where a memory is fully stale and nothing protects it', () => {
    expect(gone(stale({}))).toEqual(['a.md fully-stale'])
  })

  it.each([
    ['a user memory', { type: 'user' }, 'a.md is about you'],
    ['a pinned one', { pinned: true }, 'a.md is pinned'],
    ['a rule', { body: 'Never touch `src/old.ts`.' }, 'a.md is a rule'],
    ['a Chinese rule', { body: '不要改 `src/old.ts`。' }, 'a.md is a rule'],
  ])('%s', (_, more, because) => {
    expect(gone(stale(more))).toEqual([])
    expect(waiting(stale(more))).toEqual([`fully-stale: ${because}`])
    expect(gone(stale(more), SEED)).toEqual(['a.md fully-stale'])
  })

  it('one of the last days', () => {
    const fact = { ...removed('src/old.ts'), date: '2026-10-26' } as PathFact
    const world: World = { ...stale({ clocks: { git: day(298) } }), paths: { 'src/old.ts': fact } }
    expect(gone(world)).toEqual([])
    expect(waiting(world)).toEqual(['fully-stale: a.md was changed in the last few days'])
  })

  it.each([
    ['the day its files went', { clocks: { git: day(60) } }, 'written on 2026-03-01, not before src/old.ts'],
    ['later', { clocks: { git: day(120) } }, 'written on 2026-04-30, not before src/old.ts'],
    ['nobody knows when', { clocks: {} }, 'it is not known when the note was written'],
  ])('D8 one that was written %s: it may be about what went', (_, more, because) => {
    expect(gone(stale(more))).toEqual([])
    expect(waiting(stale(more))).toEqual([expect.stringContaining(because)])
    expect(gone(stale(more), SEED)).toEqual(['a.md fully-stale'])
  })

  it('no identical copy, whatever protects it', () => {
    const rule = 'Never push to the release branch during the evening train.'
    const note = project(rule, { type: 'user', pinned: true, clocks: { git: day(299) } })
    expect(gone({ notes: { 'a.md': note, 'b.md': note } })).toEqual(['b.md a.md'])
  })

  it('a copy of a few words where the descriptions differ', () => {
    const world = {
      notes: {
        'a.md': project('See the wiki.', { description: 'about x' }),
        'b.md': project('See the wiki.', { description: 'about y' }),
      },
    }
    expect(gone(world)).toEqual([])
    expect(waiting(world)).toEqual(['duplicate: the text is too short to tell, and the descriptions differ'])
  })

  it('D13 an older one that says more: a merge, with what it would append', () => {
    const world = {
      notes: {
        'a.md': project(`${BASE} It helps newcomers.`, { day: 1 }),
        'b.md': project(BASE, { day: 2 }),
      },
    }
    const { actions, proposals } = plan({ ...world, index: '- [A](a.md) — a\n- [B](b.md) — b\n' })
    expect(actions).toEqual([])
    expect(proposals).toMatchObject([
      {
        because: 'a.md has 1 sentence that b.md does not have: a merge',
        actions: [
          { kind: 'append', file: 'b.md', text: '\n\n## From a.md\n\n- It helps newcomers.\n' },
          { kind: 'archive', file: 'a.md', needs: ['b.md'] },
        ],
      },
    ])
  })

  it('D46 differing values', () => {
    const port = (number: number) =>
      project(`${BASE} The gateway listens on port ${number}.`, { day: number % 3 })
    expect(waiting({ notes: { 'a.md': port(8080), 'b.md': port(9090) } })).toEqual([
      'value-changed: only you know which of the two holds',
    ])
  })

  it('D15 a contradiction where the order is not known, and one about a part', () => {
    const pair = (a: string, b: string, clocks: [object, object]) => ({
      notes: {
        'a.md': project(`${a} Agreed with reviewers during planning.`, { clocks: clocks[0] }),
        'b.md': project(`${b} Agreed with reviewers during planning.`, { clocks: clocks[1] }),
      },
    })
    const unordered = pair('Use mocks.', 'Avoid mocks.', [{}, {}])
    expect(waiting(unordered)).toEqual(['contradiction: it is not known which of the two is newer'])
    expect(plan(unordered).proposals[0]?.actions).toEqual([])
    const part = pair('Use database mocks.', 'Avoid mocks.', [{ git: day(1) }, { git: day(2) }])
    expect(waiting(part)).toEqual([
      'contradiction: one of the two covers only a part of what the other covers',
    ])
  })

  it('D15 a long memory that one line of a short one contradicts', () => {
    const long = `Use mocks. ${BASE} Everyone agreed after long debates about gardens, rivers, mountains, harbours and meadows.`
    const world = {
      notes: {
        'a.md': project(long, { day: 1 }),
        'b.md': project('Avoid mocks. Deploys happen from the staging branch.', { day: 2 }),
      },
    }
    expect(waiting(world)).toEqual(['contradiction: a.md says much else'])
  })

  it('D8 a path with a new name: the text with the new path', () => {
    const renamed = {
      presence: 'missing',
      why: 'renamed',
      was: 'src/a.ts',
      to: 'src/b.ts',
      commit: 'c',
      date: 'd',
    } as const
    const { proposals } = plan({
      notes: { 'a.md': project('See `src/a.ts` and src/a.tsx, lib/src/a.ts.') },
      paths: { 'src/a.ts': renamed },
    })
    expect(proposals).toMatchObject([
      { finding: { kind: 'renamed-path' }, actions: [{ kind: 'write', file: 'a.md' }] },
    ])
    const [action] = proposals[0]!.actions
    expect(action?.kind === 'write' && action.pieces[0]?.text).toContain(
      'See `src/b.ts` and src/a.tsx, lib/src/a.ts.',
    )
  })
})

describe('a proposal', () => {
  const world = (body: string) => ({
    notes: { 'a.md': project(body, { day: 1 }), 'b.md': project(BASE, { day: 2 }) },
  })

  it('keeps its id for the same finding on the same bytes', () => {
    const [one] = plan(world(`${BASE} It helps.`)).proposals
    const [same] = plan(world(`${BASE} It helps.`)).proposals
    const [other] = plan(world(`${BASE} It really helps.`)).proposals
    expect(one?.id).toMatch(/^[0-9a-f]{16}$/)
    expect(same?.id).toBe(one?.id)
    expect(other?.id).not.toBe(one?.id)
  })

  it('is one for each memory, to its nearest', () => {
    const notes = Object.fromEntries(
      ['a', 'b', 'c', 'd'].map((stem, at) => [
        `${stem}.md`,
        project(`${BASE} Port ${at + 1}000 is open.`, { day: at }),
      ]),
    )
    expect(plan({ notes }).proposals.map(({ finding }) => 'file' in finding && finding.file)).toEqual([
      'a.md',
      'b.md',
      'c.md',
    ])
  })
})

describe('propose', () => {
  const policy: Policy = { ...DEFAULT_POLICY, rules: 'propose' }

  it('does nothing, and offers all that careful would do, index included', () => {
    const world = {
      notes: { 'a.md': project(BASE, { day: 1 }), 'b.md': project(`${BASE} It helps.`, { day: 2 }) },
      index: '- [A](a.md) — a\n',
    }
    const { actions, proposals, verdicts, index } = plan(world, policy)
    expect(actions).toEqual([])
    expect(index.step).toBe('none')
    expect(proposals).toMatchObject([
      { finding: { kind: 'duplicate', file: 'a.md' }, actions: [{ kind: 'archive', file: 'a.md' }] },
      { finding: { kind: 'index-entry-missing' }, actions: [{ kind: 'write', file: 'MEMORY.md' }] },
    ])
    expect(verdicts.every(({ fate }) => fate === 'stays')).toBe(true)
  })
})
