import fc from 'fast-check'
import type { PathFact, Presence } from '../../src/model/evidence.ts'
import type { Snapshot } from '../../src/model/folder.ts'
import { DEFAULT_POLICY, type Policy } from '../../src/model/plan.ts'
import { day, makeWorld, missing, type Note, present, removed, renamed, unknown } from './snapshot-of.ts'

const FILES = ['a', 'b', 'c', 'd', 'e', 'f', 'g', 'h', 'i j'].map(stem => `${stem}.md`)
const PATHS = ['src/auth.ts', 'src/login.ts', 'lib/cache.ts', 'setup.py', 'docs/plan.md', '~/.zshrc']
const SYMBOLS = ['refreshToken', 'CacheStore']

const RULES = [
  'Always use mocks in unit tests.',
  'Never use mocks in unit tests.',
  'Use tabs for indentation.',
  'Avoid tabs for indentation.',
  'We no longer use tabs for indentation.',
  'Prefer pnpm for installing packages.',
  'Prefer yarn for installing packages.',
  'The port is 8080 on the gateway.',
  'The port is 9090 on the gateway.',
  '总是使用模拟数据。',
  '不要使用模拟数据。',
]
/** Sentences without a value in them: two notes may differ in one and still be the same fact. */
const PLAIN = [
  'The release train leaves every second evening.',
  'Deploys happen from the staging branch after review.',
  'The build server keeps artifacts for weeks.',
  'Reviewers look at migrations before anything else.',
  'Commit messages tell the reason for the change.',
  'Everyone agreed on that in the meeting.',
  'It helps newcomers to find their way.',
  'The whole matter was discussed at length.',
]
const REFERENCES = [
  ...PATHS.map(path => `See \`${path}\`.`),
  'Call `refreshToken()` first.',
  'The CacheStore holds it.',
]
const LINKS = [
  '[[a]]',
  '[[b|the b note]]',
  '[[subject tests]]',
  '[the c note](c.md)',
  '[x](./d.md#part)',
  '@e.md',
  '[[nowhere]]',
]

const few = <T>(from: T[], most: number) =>
  fc.oneof(fc.constant<T[]>([]), fc.subarray(from, { minLength: 1, maxLength: most }))

const body = fc
  .tuple(
    few(RULES, 5),
    fc.subarray(PLAIN, { minLength: 0 }),
    few(REFERENCES, 3),
    few(LINKS, 2),
    fc.constantFrom('\n', '\n', '\r\n'),
    fc.constantFrom('', '\n'),
  )
  .map(([ruled, said, named, linked, end, last]) => [...ruled, ...said, ...named, ...linked].join(end) + last)

const moment = fc.integer({ min: 1, max: 3 }).map(day)
const clocks = fc.record({ frontmatter: moment, git: moment, mtime: moment }, { requiredKeys: [] })

const note: fc.Arbitrary<Note> = fc.record(
  {
    name: fc.constantFrom('subject tests', 'subject style', 'tooling', 'subject'),
    description: fc.constantFrom('how tests are written', 'the style of code', 'subject matters'),
    type: fc.constantFrom('feedback', 'feedback', 'feedback', 'project', 'user', 'reference'),
    pinned: fc.boolean(),
    body,
    day: fc.integer({ min: 1, max: 4 }),
    clocks,
    text: fc.constantFrom(...RULES),
  },
  { requiredKeys: ['body', 'day', 'clocks'] },
)
/** The whole text without frontmatter only now and then. */
const tamed = fc
  .tuple(note, fc.nat(9))
  .map(([{ text, ...rest }, luck]) => (luck === 0 && text ? { ...rest, text } : rest))

const fact: fc.Arbitrary<PathFact> = fc.constantFrom(
  present('x'),
  present('src/x', 'suffix'),
  removed('x'),
  renamed('src/auth.ts', 'src/session.ts'),
  missing('gone'),
  missing('never'),
  missing('out-of-scope'),
  unknown,
)
const presence: fc.Arbitrary<Presence> = fc.constantFrom('present', 'missing', 'unknown')

const indexLine = fc.oneof(
  fc
    .constantFrom(...FILES, 'gone.md', 'lost.md', 'team/x.md')
    .map(file => `- [Title](${file.replace(' ', '%20')}) — a hook`),
  fc
    .tuple(
      fc.subarray([...FILES, 'gone.md', 'lost.md'], { minLength: 2, maxLength: 4 }),
      fc.constantFrom(', ', ' and ', ' replaces '),
      fc.constantFrom('', ' — a hook', ' — says b.md'),
    )
    .map(
      ([files, joint, hook]) =>
        `- ${files.map(file => `[To ${file}](${file.replace(' ', '%20')})`).join(joint)}${hook}`,
    ),
  fc.constantFrom(
    '# App Memory',
    '> This index is deprecated.',
    '',
    '## Feedback',
    'Some prose about b.md here.',
    '| [[c]] | table |',
  ),
)
const index = fc.option(
  fc
    .tuple(fc.array(indexLine, { maxLength: 8 }), fc.constantFrom('\n', '\r\n'), fc.boolean())
    .map(([lines, end, isEnded]) => lines.join(end) + (isEnded ? end : '')),
  { nil: undefined },
)

/** Folders with shared vocabulary, copies, documents that hold memories, opposite rules, references of every answer, clocks, pins, links, indexes. */
export const randomWorld: fc.Arbitrary<Snapshot> = fc
  .record({
    notes: fc.array(tamed, { minLength: 0, maxLength: FILES.length, size: 'max' }),
    copies: fc.array(
      fc.tuple(
        fc.nat(8),
        fc.nat(8),
        fc.subarray([...PLAIN, 'See `lib/cache.ts`.', 'See [[a]].'], { maxLength: 2 }),
      ),
      {
        maxLength: 5,
      },
    ),
    facts: fc.tuple(...PATHS.map(() => fact)),
    symbols: fc.tuple(...SYMBOLS.map(() => presence)),
    index,
    // `lost.md` never was here as far as anybody knows.
    left: fc.subarray(['gone.md', ...FILES.slice(0, 3)]),
    takenOut: fc.oneof(fc.constant<string[]>([]), fc.subarray(FILES, { maxLength: 2 })),
    promoted: fc.array(fc.nat(8), { maxLength: 2 }),
    today: fc.constantFrom(4, 300),
  })
  .map(({ notes, copies, facts, symbols, index: text, left, takenOut, promoted, today }) => {
    const all = [...notes]
    for (const [from, to, extra] of copies) {
      const [source, target] = [all[from], all[to]]
      if (source === undefined || target === undefined) continue
      const { day = 1, clocks = {} } = target
      // A copy with something added also takes name and type, so that the two have one subject.
      all[to] =
        extra.length > 0
          ? { ...source, day, clocks, body: [source.body, ...extra].join('\n') }
          : { ...target, body: source.body }
    }
    return makeWorld({
      notes: Object.fromEntries(all.map((one, at) => [FILES[at]!, one])),
      paths: Object.fromEntries(PATHS.map((path, at) => [path, facts[at]!])),
      words: Object.fromEntries(SYMBOLS.map((word, at) => [word, symbols[at]!])),
      ...(text !== undefined && { index: text }),
      documents: promoted.map((at, document) => ({
        path: document === 0 ? 'CLAUDE.md' : 'docs/notes.md',
        text: `# Rules\n\n${all[at]?.body ?? ''}\n`,
      })),
      left,
      takenOut,
      today,
    })
  })

export const policies: Readonly<Record<string, Policy>> = {
  careful: { ...DEFAULT_POLICY, large: 'allow' },
  'careful with merge': { ...DEFAULT_POLICY, merge: 'append', large: 'allow' },
  'careful with a rebuilt index': { ...DEFAULT_POLICY, index: 'rebuild' },
  seed: { ...DEFAULT_POLICY, rules: 'seed', large: 'allow' },
  'seed with merge': { ...DEFAULT_POLICY, rules: 'seed', merge: 'append', large: 'allow' },
  propose: { ...DEFAULT_POLICY, rules: 'propose' },
}
