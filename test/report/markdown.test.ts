import { fromMarkdown } from 'mdast-util-from-markdown'
import { describe, expect, it } from 'vitest'
import { fileName } from '../../src/model/file-name.ts'
import type { Rules } from '../../src/model/plan.ts'
import { renderMarkdown } from '../../src/report/markdown.ts'
import { allDone, archive, busyFolder, folder, plan, report, verdict } from './sample.ts'

const NOTICE = '[DRY RUN] No files were modified. Run without --dry-run to apply changes.'

const TABLES = `# Dream Consolidation Report

| Metric | Count |
|---|---|
| Memory directories scanned | 1 |
| Total memory files scanned | 7 |
| Stale entries pruned | 1 |
| Duplicates merged | 1 |
| Contradictions resolved | 1 |
| Partially stale (kept, flagged) | 1 |
| Evergreen (no external refs) | 2 |
| Surviving memories | 4 |
| MEMORY.md indexes rebuilt | 1 |

## Changes Made

| File | Action | Reason |
|---|---|---|
| .claude/memory/old-deploy.md | DELETED | Fully stale: all referenced files removed |
| .claude/memory/auth-copy.md | DELETED | Duplicate of auth.md |
| .claude/memory/use-mocks.md | DELETED | Contradicted by no-mocks.md |

## Flagged for Review (PARTIALLY_STALE)

| File | Missing References |
|---|---|
| .claude/memory/api-notes.md | src/a\\|b.ts |
`

describe('the report as Markdown', () => {
  it('D24 begins with the three tables, word for word', () => {
    const text = renderMarkdown(
      report({ mode: 'live', plan: plan(busyFolder()), results: [allDone(busyFolder())] }),
    )
    expect(text.startsWith(TABLES)).toBe(true)
  })

  it('D24 begins a dry run with the notice', () => {
    const text = renderMarkdown(report({ plan: plan(busyFolder()) }))
    expect(text.startsWith(`${NOTICE}\n`)).toBe(true)
    // What did not happen is not told as if it had.
    const would = TABLES.replace('Changes Made', 'Changes That Would Be Made').replaceAll(
      'DELETED',
      'WOULD BE DELETED',
    )
    expect(text).toContain(would)
  })

  it('D17 names what would happen, a line each: in the words of the first design under seed, else in plain ones', () => {
    const linesBy = (rules: Rules) =>
      renderMarkdown(report({ plan: { ...plan(busyFolder()), rules } }))
        .split('\n')
        .filter(line => line.startsWith('[DRY RUN] Would'))
    expect(linesBy('seed')).toEqual([
      '[DRY RUN] Would delete: .claude/memory/old-deploy.md (FULLY_STALE)',
      '[DRY RUN] Would delete: .claude/memory/auth-copy.md (DUPLICATE of auth.md)',
      '[DRY RUN] Would delete: .claude/memory/use-mocks.md (CONTRADICTED by no-mocks.md)',
      '[DRY RUN] Would rebuild: .claude/memory/MEMORY.md (3 entries removed, 4 remaining)',
    ])
    expect(linesBy('careful')).toEqual([
      '[DRY RUN] Would archive: .claude/memory/old-deploy.md (Fully stale: all referenced files removed)',
      '[DRY RUN] Would archive: .claude/memory/auth-copy.md (Duplicate of auth.md)',
      '[DRY RUN] Would archive: .claude/memory/use-mocks.md (Contradicted by no-mocks.md)',
      '[DRY RUN] Would update: .claude/memory/MEMORY.md (3 entries removed, 0 added, 4 remaining)',
    ])
  })

  it('D25 says so where nothing was found, a folder is empty, or everything is current', () => {
    expect(renderMarkdown(report({ mode: 'live' }))).toContain('\nNo memory directories found\n')
    expect(renderMarkdown(report({ plan: plan(folder()) }))).toContain(
      'Directory empty, nothing to consolidate',
    )
    const fresh = folder({ verdicts: [verdict('a.md'), verdict('b.md', { class: 'evergreen' })] })
    expect(renderMarkdown(report({ plan: plan(fresh) }))).toContain(
      'All 2 memories are current, nothing to prune',
    )
  })

  it('D25 does not call current what could not be verified', () => {
    const unknown = folder({ verdicts: [verdict('a.md', { class: 'unverified' })] })
    expect(renderMarkdown(report({ plan: plan(unknown) }))).not.toContain('are current')
  })

  it('D8 shows the commit and the day as evidence', () => {
    const text = renderMarkdown(report({ plan: plan(busyFolder()) }))
    expect(text).toContain('scripts/deploy.sh (line 7): removed in 3f2a91c0 on 2026-03-02')
  })

  it('counts only what was done, and says what was not', () => {
    const one = busyFolder()
    const done = allDone(one)
    const [first, ...rest] = done.outcomes
    const failed = { action: first!.action, result: 'failed' as const, detail: 'permission denied' }
    const text = renderMarkdown(
      report({ mode: 'live', plan: plan(one), results: [{ ...done, outcomes: [failed, ...rest] }] }),
    )
    expect(text).toContain('| Stale entries pruned | 0 |')
    expect(text).toContain('| Surviving memories | 5 |')
    expect(text).toContain('- old-deploy.md: failed: permission denied')
    expect(text).not.toContain('| .claude/memory/old-deploy.md | DELETED')
  })

  it('keeps a hostile name inside its cell and out of the markup', () => {
    const name = 'a|b\n| x | WOULD BE DELETED | y |\u001b[31m<img src=x>`*[z](http:\u202e).md'.replaceAll(
      '/',
      '',
    )
    const hostile = folder({
      actions: [archive(name, { why: 'duplicate', of: fileName(`of ${name}`) })],
      verdicts: [verdict(name, { fate: 'goes' })],
    })
    const text = renderMarkdown(report({ mode: 'plan', plan: plan(hostile) }))
    const rows = text.split('\n').filter(line => line.includes('| WOULD BE DELETED |'))
    expect(rows).toHaveLength(1)
    expect(rows[0]?.replaceAll(/\\./g, '').split('|')).toHaveLength(5)
    expect(text).not.toMatch(/[\u001b\u202e]/)
    expect(JSON.stringify(fromMarkdown(text))).not.toMatch(/"type":"(html|link|image|emphasis|inlineCode)"/)
  })
})
