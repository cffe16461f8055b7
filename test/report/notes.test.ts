import { describe, expect, it } from 'vitest'
import type { KnownFinding } from '../../src/checks/index.ts'
import { fileName } from '../../src/model/file-name.ts'
import { NO_COLOR, renderTerminal } from '../../src/report/index.ts'
import { folder, plan, report, verdict } from './sample.ts'

const long = (line: number, length: number): KnownFinding => ({
  source: 'observed',
  kind: 'index-line-long',
  line,
  length,
})
const dangling = (line: number): KnownFinding => ({
  source: 'observed',
  kind: 'dangling-link',
  file: fileName('a.md'),
  target: 'x',
  text: '[[x]]',
  line,
})

function alsoSeen(findings: readonly KnownFinding[]): string[] {
  const given = report({ plan: plan(folder({ verdicts: [verdict('a.md')], findings })), mode: 'check' })
  const [, seen = ''] = renderTerminal(given, { color: NO_COLOR, width: 200 }).split('  Found\n')
  return seen
    .split('\n\n')[0]!
    .split('\n')
    .map(line => line.trim())
}

describe('what else was seen', () => {
  it('D22 a hundred long lines are one remark', () => {
    expect(alsoSeen(Array.from({ length: 100 }, (_, i) => long(i + 1, i === 39 ? 738 : 160)))).toEqual([
      'MEMORY.md  100 lines are longer than the recommended 150 characters; line 40 has 738',
    ])
  })

  it('a few are shown, the rest is counted, and no kind hides another', () => {
    const seen = alsoSeen([...Array.from({ length: 9 }, (_, i) => dangling(i + 1)), long(3, 200)])
    expect(seen.map(line => line.split('  ')[0])).toEqual([
      'MEMORY.md',
      'a.md',
      'a.md',
      'a.md',
      'a.md',
      'and 5 more of this kind',
    ])
    expect(alsoSeen([1, 2, 3, 4, 5].map(dangling))).toHaveLength(5)
  })

  it('D38 what is only mentioned is counted by kind, and shown by --verbose', () => {
    const findings = [...[1, 2, 3].map(line => ({ ...long(line, 200), mention: true as const })), dangling(4)]
    const given = report({ plan: plan(folder({ verdicts: [verdict('a.md')], findings })), mode: 'check' })
    const short = renderTerminal(given, { color: NO_COLOR, width: 200 })
    expect(short).toContain('Not shown: 3 × Long index line (--verbose)')
    expect(short).not.toContain('line 2 has 200 characters')
    expect(renderTerminal(given, { color: NO_COLOR, width: 200, verbose: true })).toContain('line 2 has 200')
  })
})
