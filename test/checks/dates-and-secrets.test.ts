import { describe, expect, it } from 'vitest'
import { relativeDates as check } from '../../src/checks/relative-dates.ts'
import { secrets } from '../../src/checks/secrets.ts'
import { dayOf, stretchWords } from '../../src/languages/calendar.ts'
import { relativeDates } from '../../src/languages/dates.ts'
import { DEFAULT_POLICY } from '../../src/model/plan.ts'
import { planFolder } from '../../src/plan/plan-folder.ts'
import { renderMarkdown } from '../../src/report/markdown.ts'
import { findSecrets, maskSecrets } from '../../src/text/secrets.ts'
import { day, makeWorld, type Note } from '../plan/snapshot-of.ts'

/** A Wednesday. */
const WRITTEN = '2026-03-11'
const told = (line: string) =>
  relativeDates(line, dayOf(WRITTEN)).map(({ text, meant }) => `${text}: ${stretchWords(meant)}`)

describe('D32 relative dates', () => {
  it.each([
    ['The token expired yesterday.', 'yesterday: 2026-03-10'],
    ['Seen the day before yesterday again.', 'the day before yesterday: 2026-03-09'],
    ['The freeze starts tomorrow.', 'tomorrow: 2026-03-12'],
    ['Broke last night during the backup.', 'last night: 2026-03-10'],
    ['We moved earlier today.', 'earlier today: 2026-03-11'],
    ['Agreed three days ago.', 'three days ago: 2026-03-08'],
    ['Agreed a week ago.', 'a week ago: 2026-03-02 to 2026-03-08'],
    ['Started 2 months ago.', '2 months ago: 2026-01'],
    ['Due ten days from now.', 'ten days from now: 2026-03-21'],
    ['Ships next week.', 'next week: 2026-03-16 to 2026-03-22'],
    ['Began last month.', 'last month: 2026-02'],
    ['Funding ends this year.', 'this year: 2026'],
    ['Merged last Friday.', 'last Friday: 2026-03-06'],
    ['昨天部署失败。', '昨天: 2026-03-10'],
    ['前天已经修复。', '前天: 2026-03-09'],
    ['后天开会。', '后天: 2026-03-13'],
    ['上周三上线。', '上周三: 2026-03-04'],
    ['下周发布。', '下周: 2026-03-16 to 2026-03-22'],
    ['上个月重构了认证。', '上个月: 2026-02'],
    ['三天前出现过。', '三天前: 2026-03-08'],
    ['去年的决定。', '去年: 2025'],
    ['今天下午切换。', '今天下午: 2026-03-11'],
  ])('%s', (line, expected) => {
    expect(told(line)).toEqual([expected])
  })

  it.each([
    'No cache is used today.',
    '现在不用缓存，今天也一样。',
    'Took shape in four days.',
    'Merged last Monday.',
    'Review it next Friday.',
    'Wrote it yesterday (2026-03-10).',
    'Meet on Tuesday of next week.',
    'Three weeks from tomorrow.',
    'The last week of July is quiet.',
    '4. Last Week Performance',
    "3. Yesterday's Price",
    'He asked "what broke yesterday" and left.',
    'If a job failed yesterday, rerun it.',
    '2018年之后没有变化。',
  ])('is not sure of: %s', line => {
    expect(told(line)).toEqual([])
  })

  const world = (more: Partial<Note>, file = 'a.md') =>
    makeWorld({ notes: { [file]: { name: 'x', type: 'project', body: '', ...more } } })

  it('counts from the name, then the date it gives itself, then git, then the file time; code is no prose', () => {
    const find = (more: Partial<Note>, file?: string) =>
      check
        .find(
          world({ body: 'Failed yesterday.\n\n```\nyesterday\n```\nSee `yesterday`.\n', ...more }, file),
          'careful',
        )
        .map(one => (one.kind === 'relative-date' ? `${one.line} ${one.date} ${one.clock}` : one.kind))
    expect(find({}, 'log_2026_05_06.md')).toEqual(['5 2026-05-05 name'])
    expect(find({ clocks: { frontmatter: day(40), git: day(50), mtime: day(60) } })).toEqual([
      '5 2026-02-08 frontmatter',
    ])
    expect(find({ clocks: { git: day(50), mtime: day(60) } })).toEqual(['5 2026-02-18 git'])
    expect(find({ clocks: {} })).toEqual([])
  })

  it('offers the day behind the words, and changes no other byte', () => {
    const snapshot = world({ body: 'Failed yesterday, and the day after.\r\n', clocks: { git: day(50) } })
    const [proposal] = planFolder(snapshot, DEFAULT_POLICY).proposals
    expect(proposal).toMatchObject({ finding: { kind: 'relative-date', date: '2026-02-18' } })
    const [action] = proposal!.actions
    const { head, body } = snapshot.folder.memories[0]!
    expect(action).toMatchObject({
      kind: 'write',
      pieces: [{ text: (head + body).replace('yesterday', 'yesterday (2026-02-18)') }],
    })
  })
})

/** Put together here, so that no scanner takes this file for a leak. */
const made = (prefix: string, length: number) =>
  prefix + 'aB3dE6gH9jK2mN5pQ8sT1vW4yZ7'.repeat(8).slice(0, length)

describe('D33 secrets', () => {
  it.each([
    ['a GitHub token', made('ghp_', 36)],
    ['a GitHub token', made('github_pat_', 40)],
    ['a GitLab token', made('glpat-', 20)],
    ['a Slack token', made('xoxb-', 30)],
    ['a Google API key', made('AIza', 35)],
    ['an Anthropic key', made('sk-ant-api03-', 60)],
    ['an OpenAI key', made('sk-proj-', 60)],
    ['a Stripe key', made('sk_live_', 24)],
    ['an npm token', made('npm_', 36)],
    ['a Hugging Face token', made('hf_', 34)],
    ['an AWS access key', `AKIA${'QWERTY234567ABCD'}`],
    ['a private key', `-----BEGIN ${'OPENSSH'} PRIVATE KEY-----`],
    ['a JSON web token', `${made('eyJ', 20)}.${made('eyJ', 40)}.${made('', 43)}`],
    ['a password in an address', `postgres://app:${'s3cr3tPw'}@db.internal/shop`],
    ['a password or key', `password: ${'Tr0ub4dor'}&3x`],
    ['a password or key', `密码：${'Qx7'}!longer9`],
    ['a password or key', `API_KEY="${made('', 32)}"`],
  ])('finds %s', (what, text) => {
    const found = findSecrets(`Use ${text} for staging.`)
    expect(found).toMatchObject([{ what }])
    const { start, end } = found[0]!
    const secret = `Use ${text} for staging.`.slice(start, end)
    expect(maskSecrets(`Use ${text} for staging.`)).not.toContain(secret)
  })

  it.each([
    'The password is in 1Password.',
    'password: <your password>',
    'API_KEY=$STAGING_API_KEY',
    'secret: process.env.SECRET',
    'token: see docs/tokens.md',
    `key: ${'AKIAIOSFODNN7'}EXAMPLE`,
    'password: changeme123!',
    'postgres://user:password@localhost/db',
    'git commit 3f2a91c0ffee3f2a91c0ffee3f2a91c0ffee1234',
    'The secret is to ask first.',
  ])('leaves alone: %s', text => {
    expect(findSecrets(text)).toEqual([])
  })

  it('shows none of it: not in the finding, not in a quotation of the report', () => {
    const token = made('ghp_', 36)
    const body = `**Status:** DONE, with ${token}\n`
    const snapshot = makeWorld({
      notes: {
        'a.md': { name: 'a', type: 'project', body },
        'b.md': { name: 'b', type: 'project', body: 'Invoices are numbered by year.' },
      },
    })
    const [finding] = secrets.find(snapshot, 'careful')
    expect(finding).toMatchObject({ kind: 'secret', file: 'a.md', line: 5, what: 'a GitHub token' })
    expect(JSON.stringify(finding)).not.toContain(token.slice(4, 12))
    const plan = planFolder(snapshot, DEFAULT_POLICY)
    const report = renderMarkdown({
      mode: 'plan',
      plan: { format: 'dream-plan', version: 1, rules: 'careful', folders: [plan] },
      results: [],
      missing: [],
      notes: [],
      unfinished: [],
      seconds: 0,
    })
    expect(report).toContain('a GitHub token')
    expect(report).toContain('dream purge')
    expect(report).not.toContain(token.slice(4, 12))
  })
})
