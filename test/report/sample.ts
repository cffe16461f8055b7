import { type KnownFinding, withId } from '../../src/checks/index.ts'
import { fileName } from '../../src/model/file-name.ts'
import type { FolderOutcome, Report } from '../../src/model/outcome.ts'
import type { Action, FolderPlan, Plan, Reason, Verdict } from '../../src/model/plan.ts'

const HASH = 'ab'.repeat(32)

export const archive = (file: string, reason: Reason, finding?: string): Action => ({
  kind: 'archive',
  file: fileName(file),
  expect: HASH,
  reason,
  ...(finding !== undefined && { finding }),
  needs: [],
})

export const indexWrite = (): Action => ({
  kind: 'write',
  file: fileName('MEMORY.md'),
  expect: HASH,
  pieces: [{ text: '# Shop Memory\n' }, { text: '- [x](x.md)\n', unlessDone: fileName('x.md') }],
  reason: { why: 'index' },
  needs: [],
})

export const verdict = (file: string, rest: Partial<Verdict> = {}): Verdict => ({
  file: fileName(file),
  class: 'fresh',
  fate: 'stays',
  because: 'everything it names is there',
  ...rest,
})

export const folder = (rest: Partial<FolderPlan> = {}): FolderPlan => ({
  root: '/shop/.claude/memory',
  label: '.claude/memory',
  layout: 'index',
  actions: [],
  proposals: [],
  answered: [],
  withheld: [],
  suspended: [],
  verdicts: [],
  findings: [],
  warnings: [],
  subfolders: [],
  index: { step: 'none', removed: 0, remaining: 0 },
  ...rest,
})

export const plan = (...folders: FolderPlan[]): Plan => ({
  format: 'dream-plan',
  version: 1,
  rules: 'careful',
  folders,
})

export const report = (rest: Partial<Report> = {}): Report => ({
  mode: 'dry-run',
  plan: plan(),
  results: [],
  missing: [],
  unfinished: [],
  notes: [],
  seconds: 0.2,
  ...rest,
})

const found = (finding: KnownFinding) => withId(finding)

const stale = found({
  source: 'observed',
  kind: 'fully-stale',
  file: fileName('old-deploy.md'),
  missing: [
    {
      reference: {
        kind: 'path',
        path: 'scripts/deploy.sh',
        text: 'scripts/deploy.sh',
        shape: 'file',
        line: 7,
      },
      fact: {
        presence: 'missing',
        why: 'removed',
        was: 'scripts/deploy.sh',
        commit: '3f2a91c0ffee00112233445566778899aabbccdd',
        date: '2026-03-02T10:00:00Z',
      },
    },
    {
      reference: { kind: 'symbol', text: 'pushImage()', words: ['pushImage'], strength: 'strong', line: 9 },
      fact: { presence: 'missing', why: 'symbol' },
    },
  ],
  present: [],
})

const duplicate = found({
  source: 'observed',
  kind: 'duplicate',
  file: fileName('auth-copy.md'),
  of: fileName('auth.md'),
  how: 'overlap',
  overlap: 0.874,
  order: { known: 'by-clock', clock: 'git' },
  unique: ['Tokens live for ten minutes.'],
  differing: [],
})

const contradiction = found({
  source: 'observed',
  kind: 'contradiction',
  file: fileName('use-mocks.md'),
  by: fileName('no-mocks.md'),
  overlap: 0.5,
  object: 'mocks',
  quote: 'Always use mocks for the payment gateway.',
  byQuote: 'Never use mocks for the payment gateway.',
  order: { known: 'by-words', words: 'no longer' },
})

const partial = found({
  source: 'observed',
  kind: 'partially-stale',
  file: fileName('api-notes.md'),
  missing: [
    {
      reference: { kind: 'path', path: 'src/a|b.ts', text: 'src/a|b.ts', shape: 'file', line: 3 },
      fact: { presence: 'missing', why: 'gone' },
    },
  ],
  present: ['src/api.ts'],
})

const renamed = found({
  source: 'observed',
  kind: 'renamed-path',
  file: fileName('checkout.md'),
  path: 'src/basket.ts',
  to: 'src/cart.ts',
  commit: '77777777aaaa',
  date: '2026-04-01',
  line: 5,
})

const dangling = found({
  source: 'observed',
  kind: 'dangling-link',
  file: fileName('checkout.md'),
  target: 'payment-rules',
  text: '[[payment-rules]]',
  line: 11,
})

/** A folder with one of everything that the report has words for. */
export const busyFolder = (): FolderPlan =>
  folder({
    actions: [
      archive('old-deploy.md', { why: 'fully-stale', missing: ['scripts/deploy.sh'] }, stale.id),
      archive('auth-copy.md', { why: 'duplicate', of: fileName('auth.md') }, duplicate.id),
      archive('use-mocks.md', { why: 'contradicted', by: fileName('no-mocks.md') }, contradiction.id),
      indexWrite(),
    ],
    proposals: [
      {
        key: 'k1',
        id: 'p1',
        finding: renamed,
        actions: [],
        because: 'a memory is rewritten only when a person agrees',
      },
    ],
    suspended: ['symbols were not looked up: the project has no source files'],
    verdicts: [
      verdict('api-notes.md', { class: 'partially-stale', because: 'some of what it names is gone' }),
      verdict('auth-copy.md', { fate: 'goes', because: 'auth.md says the same and is newer' }),
      verdict('auth.md'),
      verdict('checkout.md'),
      verdict('no-mocks.md', { class: 'evergreen' }),
      verdict('old-deploy.md', { class: 'fully-stale', fate: 'goes', because: 'nothing it names is there' }),
      verdict('use-mocks.md', { class: 'evergreen', fate: 'goes', because: 'no-mocks.md says otherwise' }),
    ],
    findings: [stale, duplicate, contradiction, partial, renamed, dangling],
    warnings: ['MEMORY.md has 214 lines; agents read the first 200'],
    subfolders: ['team'],
    index: { step: 'edit', removed: 3, remaining: 4 },
  })

/** Everything in the plan was carried out. */
export const allDone = (folder: FolderPlan): FolderOutcome => ({
  root: folder.root,
  label: folder.label,
  run: '20260501-120000-abcd',
  outcomes: folder.actions.map(action => ({ action, result: 'done' })),
  salvaged: [],
  warnings: [],
})
