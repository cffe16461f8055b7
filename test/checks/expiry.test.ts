import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { inactive } from '../../src/checks/inactive.ts'
import { findingEvidence, findingWords, runChecks } from '../../src/checks/index.ts'
import { unreachable } from '../../src/checks/unreachable.ts'
import type { ResourceFact } from '../../src/model/evidence.ts'
import type { Activity, Snapshot } from '../../src/model/folder.ts'
import type { Decay } from '../../src/model/memory.ts'
import { DEFAULT_POLICY, type Policy } from '../../src/model/plan.ts'
import { planFolder } from '../../src/plan/plan-folder.ts'
import { weightOf as weightWith } from '../../src/plan/removal.ts'
import { planSchema } from '../../src/plan/schema.ts'
import { reasonTag, reasonWords } from '../../src/report/words.ts'
import { runs } from '../level.ts'
import { policies, randomWorld } from '../plan/random-snapshot.ts'
import { carryOut, day, makeWorld, type Note } from '../plan/snapshot-of.ts'

const SEED: Policy = { ...DEFAULT_POLICY, rules: 'seed' }
const note = (type: string, more: Partial<Note> = {}): Note => ({
  name: `about ${type}`,
  description: `what there is to say about the ${type}`,
  type,
  body: `The ${type} goes its own way, as everybody knows by now.`,
  ...more,
})
const lastCommit = (newest: number): Activity => ({ newest: day(newest), what: 'commit' })

/** Day 300 of 2026; the notes are of its first day, and so is the last commit unless the world says otherwise. */
function world(
  notes: Readonly<Record<string, Note>>,
  activity: Activity | undefined = lastCommit(1),
): Snapshot {
  return { ...makeWorld({ notes, today: 300 }), ...(activity && { activity }) }
}

const NOTES = {
  'p.md': note('project'),
  'u.md': note('user'),
  'f.md': note('feedback'),
  'r.md': note('reference'),
  'x.md': { body: 'Nothing is known about what this is.' },
  'kept.md': note('project', { pinned: true, body: 'A project that somebody holds on to with both hands.' }),
}

describe('M10 memories of an inactive project', () => {
  it('M10 are found by type: project ones alone, and none that is pinned', () => {
    const found = inactive.find({ ...world(NOTES), inactiveDays: 180 }, 'careful')
    expect(found).toEqual([{ kind: 'project-inactive', file: 'p.md', last: '2026-01-01', what: 'commit' }])
  })

  it.each([
    ['a day short of it', lastCommit(121), 0],
    ['to the day', lastCommit(120), 1],
    ['a clock that runs ahead', lastCommit(400), 0],
  ])('M10 are inactive after 180 days and no earlier: %s', (_, activity, count) => {
    expect(inactive.find({ ...world(NOTES, activity), inactiveDays: 180 }, 'careful')).toHaveLength(count)
  })

  it('M10 unknown never counts as inactive', () => {
    const unknown = makeWorld({ notes: NOTES, today: 3000 })
    for (const policy of [DEFAULT_POLICY, SEED])
      expect(planFolder(unknown, policy).findings.map(({ kind }) => kind)).not.toContain('project-inactive')
  })

  it('M10 a memory that says itself that it is of a later day is a sign of life', () => {
    const late = note('user', { body: 'Somebody wrote this much later.', clocks: { frontmatter: day(290) } })
    expect(planFolder(world({ ...NOTES, 'late.md': late }), SEED).actions).toEqual(
      planFolder(makeWorld({ notes: { ...NOTES, 'late.md': late }, today: 300 }), SEED).actions,
    )
  })

  it('M10 under careful it is a question, with its reason, and accepting it archives', () => {
    const plan = planFolder(world(NOTES), DEFAULT_POLICY)
    expect(plan.actions.filter(({ kind }) => kind === 'archive')).toEqual([])
    const [proposal, ...others] = plan.proposals
    expect(others).toEqual([])
    expect(proposal).toMatchObject({
      finding: { kind: 'project-inactive', file: 'p.md' },
      because: 'only you know whether the project is over',
      confidence: 'likely',
      actions: [{ kind: 'archive', file: 'p.md', reason: { why: 'project-inactive' } }],
    })
    expect(findingWords(proposal!.finding)).toBe(
      'is about a project without commit, session or edit since 2026-01-01',
    )
    expect(findingEvidence(proposal!.finding)).toEqual(['last activity: a commit, on 2026-01-01'])
  })

  it('M10 under seed it is archived as project-inactive, once; under propose it waits', () => {
    const before = world(NOTES)
    const plan = planFolder(before, SEED)
    const archives = plan.actions.filter(({ kind }) => kind === 'archive')
    expect(archives).toMatchObject([{ file: 'p.md', reason: { why: 'project-inactive' } }])
    expect(plan.verdicts.find(({ file }) => file === 'p.md')).toMatchObject({
      fate: 'goes',
      because: 'its project is inactive: no commit, session or edit since 2026-01-01',
    })
    expect(reasonWords(archives[0]!.reason)).toBe('Project inactive')
    expect(reasonTag(archives[0]!.reason)).toBe('PROJECT_INACTIVE')
    expect(planFolder(carryOut(before, plan), SEED).actions).toEqual([])
    expect(planFolder(before, { ...DEFAULT_POLICY, rules: 'propose' }).actions).toEqual([])
    const whole = { format: 'dream-plan', version: 1, rules: 'seed', folders: [plan] }
    expect(planSchema.parse(JSON.parse(JSON.stringify(whole)))).toEqual(whole)
  })

  it('M10 under seed the breaker still holds: six at once are withheld', () => {
    const many = Object.fromEntries(
      Array.from({ length: 6 }, (_, at) => [
        `p${at}.md`,
        note('project', {
          name: `plan ${at}`,
          description: `d${at}`,
          body: `${'abcdef'[at]?.repeat(5)} is what it is about.`,
        }),
      ]),
    )
    const plan = planFolder(world({ ...many, ...NOTES, 'p.md': note('user') }), SEED)
    expect(plan.withheld.map(({ breaker }) => breaker)).toEqual(['large'])
    expect(plan.actions.filter(({ kind }) => kind === 'archive')).toEqual([])
  })

  it('M10 can be switched off, and the days can be changed', () => {
    const off = { ...SEED.expiry, project: { enabled: false, inactiveDays: 180 } }
    const long = { ...SEED.expiry, project: { enabled: true, inactiveDays: 299 } }
    const longer = { ...SEED.expiry, project: { enabled: true, inactiveDays: 300 } }
    const archives = (expiry: Policy['expiry']) =>
      planFolder(world(NOTES), { ...SEED, expiry }).actions.filter(({ kind }) => kind === 'archive').length
    expect([archives(off), archives(long), archives(longer)]).toEqual([0, 1, 0])
  })

  it('M10 whatever the folder holds: a second dream changes nothing, and only project memories go for it', () => {
    let expired = 0
    fc.assert(
      fc.property(
        randomWorld,
        fc.constantFrom(...Object.values(policies)),
        fc.nat(300),
        (base, rules, days) => {
          const before: Snapshot = { ...base, activity: lastCommit(-400) }
          const project = { enabled: true, inactiveDays: days }
          const policy = { ...rules, large: 'allow' as const, expiry: { ...rules.expiry, project } }
          const plan = planFolder(before, policy)
          const types = new Map(before.folder.memories.map(({ file, type }) => [file, type]))
          for (const { file, reason } of plan.actions)
            if (reason.why === 'project-inactive') {
              expired++
              expect(types.get(file)).toBe('project')
              expect(policy.rules).toBe('seed')
            }
          expect(planFolder(carryOut(before, plan), policy).actions).toEqual([])
        },
      ),
      { numRuns: Math.ceil(runs.numRuns / 3), examples: [[world(NOTES), SEED, 180]] },
    )
    expect(expired).toBeGreaterThan(0)
  })
})

describe('M10 references whose resource is gone', () => {
  const GONE = 'https://wiki.example.org/gone'
  const body = `The runbook:\n\n- <${GONE}>\n- https://wiki.example.org/there\n- https://wiki.example.org/who-knows\n`
  const facts = new Map<string, ResourceFact>([
    [GONE, { state: 'gone', why: '404' }],
    ['https://wiki.example.org/there', { state: 'reachable' }],
    ['https://wiki.example.org/who-knows', { state: 'unknown', why: 'no answer' }],
  ])
  const asked = (notes: Readonly<Record<string, Note>>, resources = facts): Snapshot => {
    const snapshot = makeWorld({ notes })
    return { ...snapshot, evidence: { ...snapshot.evidence, resources } }
  }

  it('M10 are marked broken with line and reason; unknown condemns nothing, and other types are not looked at', () => {
    const snapshot = asked({
      'r.md': note('reference', { body }),
      'p.md': note('project', { body: `See ${GONE}` }),
    })
    const found = runChecks(snapshot, 'careful', [unreachable])
    expect(found).toMatchObject([
      { source: 'observed', kind: 'unreachable-resource', file: 'r.md', url: GONE, line: 8, why: '404' },
    ])
    expect(findingWords(found[0]!)).toBe(
      'broken: line 8 links to https://wiki.example.org/gone, which is gone (404)',
    )
  })

  it('M10 are never archived, under no rules, and are no question either', () => {
    for (const rules of ['careful', 'seed', 'propose'] as const) {
      const plan = planFolder(asked({ 'r.md': note('reference', { body }), 'u.md': note('user') }), {
        ...DEFAULT_POLICY,
        rules,
      })
      expect(plan.actions.filter(({ kind }) => kind === 'archive')).toEqual([])
      expect(plan.proposals.filter(({ finding }) => finding.kind === 'unreachable-resource')).toEqual([])
      expect(plan.findings.map(({ kind }) => kind)).toContain('unreachable-resource')
    }
  })

  it('M10 where nobody wanted links to be asked nothing is said', () => {
    expect(unreachable.find(makeWorld({ notes: { 'r.md': note('reference', { body }) } }), 'seed')).toEqual(
      [],
    )
  })
})

describe('M10 feedback', () => {
  const written = (days: number, head = '') => ({ type: 'feedback', head, modified: day(days) }) as const
  const weightOf = (
    memory: Parameters<typeof weightWith>[0],
    now: number,
    decay: Decay = DEFAULT_POLICY.expiry.feedback,
    git?: number,
  ) => weightWith(memory, now, decay, git)

  it.each([
    [0, 1],
    [29, 1],
    [30, 0.95],
    [59, 0.95],
    [60, 0.95 ** 2],
    [365, 0.95 ** 12],
  ])('M10 after %i days weighs %d', (age, weight) => {
    expect(weightOf(written(1), day(1 + age))).toBeCloseTo(weight, 12)
  })

  it('M10 counts from when it was last written or confirmed, and a clock that runs ahead gives no more than 1', () => {
    const now = day(200)
    expect(weightOf({ ...written(1), dated: day(190) }, now)).toBe(1)
    expect(weightOf(written(1), now, undefined, day(180))).toBe(1)
    expect(weightOf(written(1, '---\nconfirmed: 2026-07-01\n---\n'), now)).toBe(1)
    expect(weightOf(written(1, '---\nmetadata:\n  last_verified: "2026-05-01"\n---\n'), now)).toBeCloseTo(
      0.95 ** 2,
    )
    expect(weightOf(written(1, '---\nconfirmed: 2026-99-99\n---\n'), day(31))).toBe(0.95)
    expect(weightOf(written(300), now)).toBe(1)
  })

  it('M10 other types weigh 1, and a decay of 1 switches it off', () => {
    for (const type of ['user', 'project', 'reference'] as const)
      expect(weightOf({ type, head: '', modified: 0 }, day(300))).toBe(1)
    expect(weightOf(written(1), day(300), { decay: 1, periodDays: 30 })).toBe(1)
    expect(weightOf(written(1), day(300), { decay: 0.5, periodDays: 100 })).toBe(0.25)
  })

  it('M10 never expires and is never more than it was: it weighs less with every period, and never nothing', () => {
    fc.assert(
      fc.property(fc.nat(4000), fc.nat(400), (age, more) => {
        const [early, late] = [weightOf(written(1), day(1 + age)), weightOf(written(1), day(1 + age + more))]
        expect(late).toBeLessThanOrEqual(early)
        expect(late).toBeGreaterThan(0)
      }),
    )
    const plan = planFolder(world({ 'f.md': note('feedback'), 'u.md': note('user') }), SEED)
    expect(plan.verdicts).toMatchObject([
      { file: 'f.md', fate: 'stays', weight: 0.95 ** 9 },
      { file: 'u.md', fate: 'stays' },
    ])
    expect(plan.verdicts[1]).not.toHaveProperty('weight')
  })
})
