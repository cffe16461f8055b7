import { describe, expect, it } from 'vitest'
import { fileName } from '../../src/model/file-name.ts'
import { DEFAULT_POLICY, type Policy } from '../../src/model/plan.ts'
import { makePlan, planFolder } from '../../src/plan/plan-folder.ts'
import { day, makeWorld, missing, type Note, present, removed, type World } from './snapshot-of.ts'

const plan = (world: World, policy: Policy = DEFAULT_POLICY) => planFolder(makeWorld(world), policy)
const note = (body: string, more: Partial<Note> = {}): Note => ({
  name: 'release',
  type: 'project',
  body,
  ...more,
})

describe('a folder without anything to do', () => {
  it('has an empty plan', () => {
    const { actions, proposals, withheld, findings } = plan({
      notes: { 'a.md': note('Text.') },
      index: '- [A](a.md) — a\n',
    })
    expect({ actions, proposals, withheld, findings }).toEqual({
      actions: [],
      proposals: [],
      withheld: [],
      findings: [],
    })
    expect(plan({ notes: {} }).actions).toEqual([])
  })
})

describe('a folder too large to compare each memory with all others', () => {
  it('says so, and does the rest', () => {
    const world = makeWorld({ notes: { 'a.md': note('Text.') } })
    const memories = Array.from({ length: 20_001 }, (_, at) => ({
      ...world.folder.memories[0]!,
      file: fileName(`${at}.md`),
      body: `Text ${at}.`,
    }))
    const { warnings, verdicts } = planFolder(
      { ...world, folder: { ...world.folder, memories } },
      DEFAULT_POLICY,
    )
    expect(warnings).toContainEqual(expect.stringContaining('20,001 memories are too many to compare'))
    expect(verdicts).toHaveLength(20_001)
  })
})

describe('D34 a journal workspace', () => {
  it('is left alone, but for a word about what is odd', () => {
    const folder = { layout: 'journal' } as const
    const oddities = [{ name: '2026-01-01.md', kind: 'dated-name', detail: 'a journal' }] as const
    const { actions, findings, verdicts, suspended } = plan({
      notes: { 'a.md': note('See `src/old.ts`.') },
      folder: { ...folder, oddities },
    })
    expect(actions).toEqual([])
    expect(verdicts).toEqual([])
    expect(findings).toMatchObject([{ kind: 'oddity' }])
    expect(suspended).toEqual([
      'journal workspace: .claude/memory/MEMORY.md is a snapshot, not an index, and is left as it is',
    ])
  })
})

describe('what could not be verified', () => {
  it('is said where the project is not there', () => {
    const project = { kind: 'absent', why: 'project folder is not there' } as const
    const { suspended, verdicts } = plan({ notes: { 'a.md': note('See `src/a.ts`.') }, project })
    expect(suspended).toEqual(['Skipped the check for outdated files: project folder is not there'])
    expect(verdicts).toMatchObject([{ class: 'unverified', fate: 'stays' }])
  })

  it('is said where every answer is unknown', () => {
    expect(plan({ notes: { 'a.md': note('See `src/a.ts`.') } }).suspended).toEqual([
      'Skipped the check for outdated files: none of its references (1) could be looked up',
    ])
  })
})

describe('a verdict', () => {
  const because = (body: string, world: Partial<World> = {}, more: Partial<Note> = {}) =>
    plan({ notes: { 'a.md': note(body, more), 'z.md': note('Zulu.', { name: 'z' }) }, ...world }).verdicts[0]
      ?.because

  const paths = {
    'src/a.ts': present('src/a.ts'),
    'src/b.ts': removed('src/b.ts'),
    'src/c.ts': missing('never'),
  }

  it('says why a memory stays', () => {
    expect(because('See `src/a.ts`.', { paths })).toBe('1 of 1 reference found: src/a.ts')
    expect(because('See `src/a.ts` and `src/b.ts`.', { paths })).toBe(
      '1 of 2 references missing: src/b.ts (removed in 4f2a1b3c on 2026-03-01); you decide about the rest',
    )
    expect(because('See `src/c.ts`.', { paths })).toBe('what it names never was in this project: src/c.ts')
    expect(because('See `src/x.ts`.')).toBe('what it names could not be looked up: src/x.ts')
    expect(because('Short functions.')).toBe('it names nothing that could be checked')
    expect(because('Never touch `src/b.ts`.', { paths })).toBe(
      'kept although nothing it names exists: it is a rule',
    )
    expect(because('', {}, { text: 'Plain.' })).toBe('its frontmatter cannot be read, so it is not judged')
  })

  it('says why a memory goes, and over whom one is kept', () => {
    expect(because('See `src/b.ts`.', { paths })).toBe(
      'nothing it names exists: src/b.ts (removed in 4f2a1b3c on 2026-03-01)',
    )
    const text = 'The release train leaves in the evening.'
    const { verdicts } = plan({
      notes: {
        'a.md': note(text, { clocks: { git: day(1) } }),
        'b.md': note(text, { clocks: { git: day(2) } }),
      },
    })
    expect(verdicts.map(one => one.because)).toEqual([
      'duplicate of b.md: identical body; b.md is newer by its last commit',
      'it names nothing that could be checked; kept over a.md',
    ])
  })
})

describe('a plan', () => {
  it('D19 is plain data with its format, version and rules', () => {
    const folder = plan({ notes: { 'a.md': note('Text.') } })
    expect(makePlan([folder], 'careful')).toEqual({
      format: 'dream-plan',
      version: 1,
      rules: 'careful',
      folders: [folder],
    })
  })
})
