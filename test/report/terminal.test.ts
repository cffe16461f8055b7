import { describe, expect, it } from 'vitest'
import { withId } from '../../src/checks/index.ts'
import { fileName } from '../../src/model/file-name.ts'
import { columnsOf, NO_COLOR, type Palette } from '../../src/report/page.ts'
import { renderTerminal, type TerminalOptions } from '../../src/report/terminal.ts'
import { allDone, archive, busyFolder, folder, plan, report, verdict } from './sample.ts'

const render = (given: Parameters<typeof renderTerminal>[0], rest: Partial<TerminalOptions> = {}) =>
  renderTerminal(given, { color: NO_COLOR, width: 90, ...rest })

const quietFolder = () => folder({ label: '~/other', root: '/other', verdicts: [verdict('a.md')] })

describe('the report on a terminal', () => {
  it('D24 reads as a story: what goes and how we know, what waits and why, what to run next', async () => {
    const text = render(report({ mode: 'check', plan: plan(busyFolder(), quietFolder()) }))
    await expect(text).toMatchFileSnapshot('./snapshots/check.txt')
  })

  it('D17 puts the lines of a dry run first, unbroken however narrow the terminal', () => {
    const seed = { ...plan(busyFolder()), rules: 'seed' as const }
    const lines = render(report({ plan: seed }), { width: 40 }).split('\n')
    expect(lines.slice(0, 5)).toEqual([
      '[DRY RUN] No files were modified. Run without --dry-run to apply changes.',
      '[DRY RUN] Would delete: .claude/memory/old-deploy.md (FULLY_STALE)',
      '[DRY RUN] Would delete: .claude/memory/auth-copy.md (DUPLICATE of auth.md)',
      '[DRY RUN] Would delete: .claude/memory/use-mocks.md (CONTRADICTED by no-mocks.md)',
      '[DRY RUN] Would rebuild: .claude/memory/MEMORY.md (3 entries removed, 4 remaining)',
    ])
  })

  it('tells a live run with failures and conflicts', async () => {
    const one = {
      ...busyFolder(),
      withheld: [{ breaker: 'large' as const, files: [fileName('x.md')], sentence: 'Use --allow-large.' }],
    }
    const done = allDone(one)
    const outcomes = [
      { action: one.actions[0]!, result: 'failed' as const, detail: 'permission denied' },
      { action: one.actions[1]!, result: 'changed-meanwhile' as const, detail: 'edited at 12:01' },
      ...done.outcomes.slice(2),
    ]
    const given = report({ mode: 'live', plan: plan(one), results: [{ ...done, outcomes }] })
    await expect(render(given)).toMatchFileSnapshot('./snapshots/live.txt')
  })

  it('D25 the words for nothing', () => {
    expect(render(report({ mode: 'live' }))).toMatch(
      /^No memory directories found\nName a folder \(dream DIR\)/,
    )
    expect(render(report({ mode: 'live', plan: plan(folder()) }))).toContain(
      'Directory empty, nothing to consolidate',
    )
    expect(render(report({ mode: 'live', plan: plan(quietFolder()) }))).toContain(
      'All 1 memories are current, nothing to prune',
    )
  })

  it('D38 a folder of 200 notes fits on 80 lines, and what is left out is counted by its kind', () => {
    const names = Array.from({ length: 200 }, (_, at) => `note-${at}.md`)
    const seen = { source: 'observed' } as const
    const links = names.slice(0, 60).map(name => {
      const file = fileName(name)
      return withId({ ...seen, kind: 'dangling-link', file, target: 'x', text: '[[x]]', line: 3 })
    })
    const over = names.slice(60, 120).map(name => {
      return withId({ ...seen, kind: 'tombstone', file: fileName(name), line: 1, quote: 'OBSOLETE.' })
    })
    const flagged = names.slice(120).map(name => {
      const path = `src/${name}.ts`
      const reference = { kind: 'path', path, text: path, shape: 'file', line: 4 } as const
      const fact = {
        presence: 'missing',
        why: 'removed',
        was: path,
        commit: name,
        date: '2026-03-01',
      } as const
      const missing = [{ reference, fact }]
      return withId({ ...seen, kind: 'partially-stale', file: fileName(name), missing, present: [] })
    })
    const proposals = over.map(finding => {
      const { id } = finding
      return { id, key: id, finding, actions: [], because: 'only you know', confidence: 'sure' as const }
    })
    const findings = [...links, ...over, ...flagged]
    const crowded = folder({ findings, proposals, verdicts: names.map(name => verdict(name)) })
    const text = render(report({ plan: plan(crowded) }), { width: 100 })
    expect(text.split('\n').length).toBeLessThanOrEqual(80)
    expect(text).toMatch(/and 56 more of this kind/)
    expect(text).toMatch(/and 58 more of this kind/)
    expect(text).toMatch(/and 7\d more \(--verbose\): 7\d × Partially stale/)
  })

  it('D38 a memory that is flagged and asked about is one to look at', () => {
    const file = fileName('half.md')
    const finding = {
      source: 'observed' as const,
      kind: 'mostly-stale' as const,
      file,
      missing: [],
      present: [],
    }
    const one = folder({
      verdicts: [verdict('half.md', { class: 'partially-stale' }), verdict('a.md')],
      findings: [finding],
      proposals: [{ key: 'k', id: 'p', finding, actions: [], because: 'a person decides' }],
    })
    expect(render(report({ mode: 'live', plan: plan(one) }))).toContain(
      'Nothing to archive: all 2 notes stay, 1 to look at',
    )
  })

  it('keeps to the width, also with Chinese names', () => {
    const name = `${'永远不要直接修改生产数据库'.repeat(3)}.md`
    const one = folder({
      label: '记忆/'.repeat(12),
      actions: [archive(name, { why: 'duplicate', of: fileName(name) })],
      verdicts: [verdict(name, { because: '重复'.repeat(40) })],
    })
    for (const width of [20, 33, 80]) {
      const text = render(report({ mode: 'plan', plan: plan(one, busyFolder()) }), { width, verbose: true })
      expect(Math.max(...text.split('\n').map(columnsOf))).toBeLessThanOrEqual(width)
    }
  })

  it('shows the headline alone when asked', () => {
    const one = busyFolder()
    const given = report({ mode: 'live', plan: plan(one), results: [allDone(one)] })
    expect(render(given, { detail: 'headline' })).toBe(
      '1 folder, 7 memories: 3 archived, MEMORY.md updated, 1 waits for you\n',
    )
  })

  it('says nothing twice after the plan was shown', () => {
    const one = busyFolder()
    const given = report({ mode: 'live', plan: plan(one), results: [allDone(one)] })
    const text = render(given, { detail: 'result' })
    expect(text).not.toContain('old-deploy.md')
    expect(text).toContain('dream undo')
  })

  it('names the lock holder in place of the changes that did not happen', () => {
    const one = busyFolder()
    const failure = { kind: 'locked' as const, sentence: 'another dream (process 12) holds the lock' }
    const given = report({
      mode: 'live',
      plan: plan(one),
      results: [{ ...allDone(one), outcomes: [], failure }],
    })
    expect(render(given)).toContain(failure.sentence)
    expect(render(given)).not.toContain('Archived')
  })

  it('paints with the palette it is given and nothing else', () => {
    const mark = (tone: string) => (text: string) => `<${tone}>${text}</${tone}>`
    const names = ['strong', 'quiet', 'good', 'warn', 'bad', 'name'] as const
    const color = Object.fromEntries(names.map(name => [name, mark(name)])) as unknown as Palette
    const painted = render(report({ mode: 'plan', plan: plan(busyFolder()) }), { color })
    expect(painted).toContain('<name>old-deploy.md</name>')
    expect(painted.replaceAll(/<\/?[a-z]+>/g, '')).toBe(
      render(report({ mode: 'plan', plan: plan(busyFolder()) })),
    )
  })
})
