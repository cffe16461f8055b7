import { describe, expect, it } from 'vitest'
import { carriedOut } from '../../src/checks/carried-out.ts'
import { declared } from '../../src/checks/declared.ts'
import { indexKnowledge } from '../../src/checks/index-knowledge.ts'
import { runChecks } from '../../src/checks/registry.ts'
import { renames } from '../../src/checks/renames.ts'
import { saidGoneCheck } from '../../src/checks/said-gone.ts'
import { staleness } from '../../src/checks/staleness.ts'
import { surroundings } from '../../src/checks/surroundings.ts'
import { uncommitted } from '../../src/checks/uncommitted.ts'
import { versions } from '../../src/checks/versions.ts'
import { DEFAULT_POLICY } from '../../src/model/plan.ts'
import { planFolder } from '../../src/plan/plan-folder.ts'
import { acceptedActions } from '../../src/plan/requests.ts'
import {
  carryOut,
  day,
  makeWorld,
  missing,
  type Note,
  present,
  removed,
  renamed,
  type World,
} from '../plan/snapshot-of.ts'

const note = (body: string, more: Partial<Note> = {}): Note => ({
  name: 'a note',
  type: 'project',
  body,
  ...more,
})
const world = (body: string, more: Partial<World> & { note?: Partial<Note> } = {}) =>
  makeWorld({ notes: { 'a.md': note(body, more.note) }, ...more })
const toldOf = (findings: readonly { kind: string; mention?: true }[]) =>
  findings.filter(({ mention }) => mention !== true).map(({ kind }) => kind)
const planOf = (snapshot: ReturnType<typeof makeWorld>) => planFolder(snapshot, DEFAULT_POLICY)

describe('D37 what notes say of themselves and of each other', () => {
  const speak = (body: string, more: Partial<Note> = {}) =>
    declared
      .find(
        makeWorld({ notes: { 'a.md': note(body, more), 'pin-pair.md': note('Pair on risky changes.') } }),
        'careful',
      )
      .filter(({ mention }) => mention !== true)

  it.each([
    ['tombstone', 'SUPERSEDED by [[pin_pair]] in May.\n\nPair by the hour.'],
    ['tombstone', 'This note is obsolete.\n\nThe queue runs in the basement.'],
    ['tombstone', '**DO NOT USE.** The basement queue was wired by hand.'],
    ['tombstone', '已废弃，改用新的流程。\n\n先写提纲。'],
    ['pointer', 'Moved to `docs/pairing.md`; only this line stays.'],
    ['pointer', '已移到 `docs/pairing.md`。'],
  ])('D37 a %s is told: %s', (kind, body) => {
    expect(speak(body)).toMatchObject([{ kind, file: 'a.md' }])
  })

  it('D37 a note that another one says it replaces is told, also where the link lacks the type of the name', () => {
    const snapshot = makeWorld({
      notes: {
        'feedback_pair_old.md': note('Pair on every change.'),
        'b.md': note('Pair on risky changes. This supersedes [[pair-old]].'),
      },
    })
    expect(declared.find(snapshot, 'careful')).toMatchObject([
      { kind: 'replaced', file: 'feedback_pair_old.md', by: 'b.md' },
    ])
  })

  it.each([
    'The old importer was superseded by the new one; imports run at night.',
    'We decided against the deprecated client.',
    'Ask before you move anything to `docs/`.',
    '# Pairing\n\nHow we pair.\n\n## Superseded ideas\n\nPair by lot.',
  ])('D37 is silent where the words are about something else: %s', body => {
    expect(speak(body)).toEqual([])
  })
})

describe('D42 knowledge inside MEMORY.md', () => {
  const inIndex = (index: string, paths = {}) => makeWorld({ notes: {}, index, paths })

  it('D42 a line about what is gone is told with its line and is no empty folder', () => {
    const snapshot = inIndex('# Reviewer\n\n- Retries live in `src/net/retry.ts`.\n', {
      'src/net/retry.ts': removed('src/net/retry.ts'),
    })
    expect(indexKnowledge.find(snapshot, 'careful')).toMatchObject([{ kind: 'index-text-stale', line: 3 }])
    expect(planOf(snapshot).index.written).toBeGreaterThan(0)
  })

  it('D42 a line that calls work open is held against the project', () => {
    const snapshot = inIndex('# Builder\n\n## Next steps\n\n- Create `src/net/retry.ts`\n', {
      'src/net/retry.ts': present('src/net/retry.ts'),
    })
    expect(carriedOut.find(snapshot, 'careful')).toMatchObject([{ file: 'MEMORY.md', line: 5 }])
  })

  it.each([
    '- `src/net/retry.ts` was removed in March.',
    '- The legacy `src/net/retry.ts` had three attempts.',
    '- For example `src/net/retry.ts`.',
  ])('D42 is silent where the line knows or means another: %s', line => {
    const snapshot = inIndex(`# Reviewer\n\n${line}\n`, { 'src/net/retry.ts': removed('src/net/retry.ts') })
    expect(indexKnowledge.find(snapshot, 'careful')).toEqual([])
  })
})

describe('D43 what surrounds a note', () => {
  const tombstoned = 'SUPERSEDED in May.\n\nPair by the hour.'

  it('D43 a note that another one leads to is told and not offered for the archive', () => {
    const cited = planOf(
      makeWorld({ notes: { 'a.md': note(tombstoned), 'b.md': note('The reasons stand in [[a]].') } }),
    )
    expect(cited.proposals).toEqual([])
    expect(cited.findings).toContainEqual(
      expect.objectContaining({ kind: 'tombstone', citedBy: 'b.md, line 5' }),
    )
    const alone = planOf(
      makeWorld({ notes: { 'a.md': note(tombstoned), 'b.md': note('Pair on risky changes.') } }),
    )
    expect(alone.proposals.map(({ finding }) => finding.kind)).toEqual(['tombstone'])
  })

  it('D43 so is one that a document names; where another note takes its place, links lead there', () => {
    const notes = { 'pair-old.md': note(tombstoned) }
    const documents = [{ path: 'docs/team.md', text: 'How we paired: pair-old.md' }]
    expect(planOf(makeWorld({ notes, documents })).proposals).toEqual([])
    const named = makeWorld({
      notes: {
        'a.md': note('SUPERSEDED by [[b]].\n\nPair by the hour.'),
        'b.md': note('Pair on risky changes.'),
        'c.md': note('See [[a]].'),
      },
    })
    expect(planOf(named).proposals.map(({ finding }) => finding.kind)).toEqual(['tombstone'])
  })

  it('D43 the memory of a deleted agent is one event and names the rules that stand nowhere else', () => {
    const snapshot = makeWorld({
      notes: {
        'a.md': note('Never force-push to a shared branch.'),
        'b.md': note('The suite has two stages.'),
        'c.md': note('Always tag the release.'),
      },
      paths: { 'agents/reviewer.md': removed('.claude/agents/reviewer.md') },
      documents: [{ path: 'CLAUDE.md', text: '- Always tag the release.' }],
      folder: { root: '/home/ann/app/.claude/agent-memory/reviewer' },
    })
    expect(surroundings.find(snapshot, 'careful')).toMatchObject([
      { kind: 'orphaned-agent', agent: 'reviewer', memories: 3, rules: ['a.md'] },
    ])
  })
})

describe('D44 a missing name of code', () => {
  const stale = (lost: readonly string[]) =>
    staleness.find(
      world('Retries go through `retryAll()` in `src/net.ts`.', {
        words: { retryAll: 'missing' },
        lost,
        paths: { 'src/net.ts': present('src/net.ts') },
      }),
      'careful',
    )

  it('D44 counts where history once had it', () => {
    expect(stale(['retryAll'])).toMatchObject([{ kind: 'partially-stale' }])
  })

  it('D44 says nothing where this project never had it: a library, a placeholder, something to come', () => {
    expect(stale([])).toEqual([])
  })

  it('D44 is told where a document says that it is gone', () => {
    const documents = [{ path: 'docs/net.md', text: '`retryAll()` was removed in v3.' }]
    const snapshot = world('Retries go through `retryAll()`.', { words: { retryAll: 'missing' }, documents })
    expect(toldOf(saidGoneCheck.find(snapshot, 'careful'))).toEqual(['said-gone'])
    const log = [{ path: 'CHANGELOG.md', text: '`retryAll()` was removed in v3.' }]
    expect(
      saidGoneCheck.find({ ...snapshot, evidence: { ...snapshot.evidence, documents: log } }, 'careful'),
    ).toEqual([])
  })
})

describe('D45 the day a note was written', () => {
  const path = 'src/net/retry.ts'
  const told = (more: Partial<Note>) =>
    toldOf(
      staleness.find(
        world(`Retries live in \`${path}\`, jitter in \`src/b.ts\`.`, {
          note: more,
          paths: { [path]: removed(path), 'src/b.ts': present('src/b.ts') },
        }),
        'careful',
      ),
    )

  it('D45 is what it says itself where one commit brought the whole folder', () => {
    const git = day(100)
    expect(told({ clocks: { git } })).toEqual([])
    expect(told({ clocks: { git, imported: true }, description: 'state of 2026-02-01' })).toEqual([
      'partially-stale',
    ])
  })

  it('D45 is unknown where one commit brought all and nothing gives a day: then its words alone say whether it knows', () => {
    const clocks = { git: day(100), imported: true as const }
    expect(told({ clocks })).toEqual(['partially-stale'])
    expect(told({ clocks, description: 'state of 2026-04-01' })).toEqual([])
    const past = world(`\`${path}\` was removed, jitter is in \`src/b.ts\`.`, {
      note: { clocks },
      paths: { [path]: removed(path), 'src/b.ts': present('src/b.ts') },
    })
    expect(toldOf(staleness.find(past, 'careful'))).toEqual([])
  })

  it('D45 is that of its own commit otherwise', () => {
    expect(told({ clocks: { git: day(100) } })).toEqual([])
    expect(told({ clocks: { git: day(20) } })).toEqual(['partially-stale'])
  })
})

describe('D38 one event is one proposal', () => {
  const paths = {
    'src/router.ts': renamed('src/router.ts', 'src/http/router.ts'),
    'src/session.ts': renamed('src/session.ts', 'src/http/session.ts'),
  }

  it('D38 what one commit moved is answered once, in every note and for every path', () => {
    const snapshot = makeWorld({
      notes: {
        'a.md': note('Routes live in `src/router.ts`, sessions in `src/session.ts`.'),
        'b.md': note('The guard is in `src/session.ts`.'),
      },
      paths,
    })
    const plan = planOf(snapshot)
    expect(plan.proposals).toMatchObject([{ finding: { kind: 'moved-paths', moves: [{}, {}, {}] } }])
    const actions = acceptedActions(snapshot, plan.proposals[0]!, DEFAULT_POLICY)
    const after = carryOut(snapshot, { ...plan, actions })
    expect(after.folder.memories.map(({ body }) => body)).toEqual([
      'Routes live in `src/http/router.ts`, sessions in `src/http/session.ts`.',
      'The guard is in `src/http/session.ts`.',
    ])
  })

  it('D38 one path of one note stays what it was, and a tale of the move is only mentioned', () => {
    expect(planOf(world('Routes live in `src/router.ts`.', { paths })).proposals).toMatchObject([
      { finding: { kind: 'renamed-path' } },
    ])
    const tale = world('`src/router.ts` → `src/http/router.ts` in May.', { paths })
    expect(toldOf(renames.find(tale, 'careful'))).toEqual([])
    expect(planOf(tale).proposals).toEqual([])
  })
})

describe('plans carried out', () => {
  const paths = { 'src/export/csv.ts': present('src/export/csv.ts'), 'src/export/pdf.ts': missing('never') }
  const told = (body: string, more: Partial<Note> = {}) =>
    carriedOut.find(world(body, { note: more, paths, words: { CsvExporter: 'present' } }), 'careful')

  it.each([
    'Next: create `src/export/csv.ts`.',
    '`src/export/csv.ts` (not yet implemented) will hold the columns.',
    'We still need to write `src/export/csv.ts`.',
    'The columns will live in `src/export/csv.ts`.',
    '## Next steps\n\n1. Add `src/export/csv.ts`\n',
    '- [ ] create `src/export/csv.ts`',
    '`CsvExporter` does not exist yet.',
    '下一步：创建 `src/export/csv.ts`。',
    '`src/export/csv.ts`（待实现）',
  ])('are told: %s', body => {
    expect(told(body)).toHaveLength(1)
  })

  it.each([
    'Next: create `src/export/pdf.ts`.',
    'Next: add tests to `src/export/csv.ts`.',
    '## Next steps\n\n- Fix the header in `src/export/csv.ts`\n',
    '- [x] create `src/export/csv.ts`',
    'No `src/export/csv.ts` in the bundle.',
    'We created `src/export/csv.ts` in May.',
    '已创建 `src/export/csv.ts`。',
  ])('are silent: %s', body => {
    expect(told(body)).toEqual([])
  })

  it('are no rules, and no records of their day', () => {
    const body = 'Next: create `src/export/csv.ts`.'
    expect(told(body, { type: 'feedback' })).toEqual([])
    const record = makeWorld({ notes: { 'retro_2026_05_01.md': note(body) }, paths })
    expect(carriedOut.find(record, 'careful')).toEqual([])
  })
})

describe('versions that a manifest contradicts', () => {
  const manifests = [
    {
      path: 'package.json',
      text: '{"version": "2.0.1", "dependencies": {"react": "^19.1.0", "zod": ">=3", "vite": "0.9.2"}}',
    },
    { path: 'api/pyproject.toml', text: '[tool.poetry.dependencies]\nDjango = "^5.0"\n' },
  ]
  const told = (body: string) => {
    const snapshot = world(body)
    return versions
      .find({ ...snapshot, evidence: { ...snapshot.evidence, manifests } }, 'careful')
      .map(({ said, now }) => `${said} ${now}`)
  }

  it.each([
    ['The UI is React 18 with hooks only.', '18 19.1.0'],
    ['The admin runs on Django 4.2.', '4.2 5.0'],
    ['The current version is 1.4.0.', '1.4.0 2.0.1'],
    ['Vite 0.8 builds it.', '0.8 0.9.2'],
    ['当前版本：1.4.0', '1.4.0 2.0.1'],
  ])('are told: %s', (body, differs) => {
    expect(told(body)).toEqual([differs])
  })

  it.each([
    'The UI is React 19 with hooks only.',
    'The UI is React 19.0, installed in May.',
    'We upgraded from React 18 in May.',
    'React 18 or later.',
    'React 20 comes next year.',
    'Zod 2 is enough.',
    'Step 3 needs Docker 24.',
    'Section 1.4.0 of the manual.',
  ])('are silent: %s', body => {
    expect(told(body)).toEqual([])
  })
})

describe('work that is committed by now', () => {
  const told = (body: string, type = 'project') => {
    const snapshot = world(body, { note: { type }, paths: { 'src/csv.ts': present('src/csv.ts') } })
    const evidence = { ...snapshot.evidence, committed: new Set(['src/csv.ts']) }
    return toldOf(uncommitted.find({ ...snapshot, evidence }, 'careful'))
  }

  it('is told once, and not of rules', () => {
    expect(told('Export to `src/csv.ts`, tests green. Not committed.')).toEqual(['says-uncommitted'])
    expect(told('Never leave `src/csv.ts` uncommitted.')).toEqual([])
    expect(told('Export to `src/csv.ts`. Not committed.', 'feedback')).toEqual([])
  })
})

describe('D47 the frame that Dream writes', () => {
  const framed = (statement: string) =>
    note(
      `What: ${statement}\n\nWhy: Not said\n\nHow to apply: Follow it in this project, from 2026-02-01 on.\n\nSaid by the user on 2026-02-01:\n`,
      { type: 'feedback' },
    )

  it('D47 makes no two notes alike, and is no rule, no plan and nothing to promote', () => {
    const snapshot = makeWorld({
      notes: {
        'a.md': framed('Invoices are numbered by year.'),
        'b.md': framed('The backup runs at four.'),
        'c.md': framed('Customers are addressed by first name.'),
      },
      index: '- [a](a.md) — a\n- [b](b.md) — b\n- [c](c.md) — c\n',
      documents: [{ path: 'CLAUDE.md', text: 'How to apply: Follow it in this project.' }],
    })
    expect(toldOf(runChecks(snapshot, 'careful'))).toEqual([])
  })
})
