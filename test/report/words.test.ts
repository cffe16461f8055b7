import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { factWords, findingEvidence } from '../../src/checks/index.ts'
import { orderWords } from '../../src/checks/words.ts'
import { fileName } from '../../src/model/file-name.ts'
import type { Reason } from '../../src/model/plan.ts'
import { reasonWords } from '../../src/report/words.ts'
import { counted, quoted } from '../../src/text/index.ts'
import { busyFolder } from './sample.ts'

const x = fileName('x.md')

describe('words', () => {
  it('D8 facts with commit and day', () => {
    const when = { was: 'a.ts', commit: '3f2a91c0ffee', date: '2026-03-02T08:00:00Z' }
    const fact = { presence: 'missing', ...when } as const
    expect(factWords({ ...fact, why: 'removed' })).toBe('removed in 3f2a91c0 on 2026-03-02')
    expect(factWords({ ...fact, why: 'renamed', to: 'b.ts' })).toBe(
      'renamed to b.ts in 3f2a91c0 on 2026-03-02',
    )
    expect(factWords({ presence: 'missing', why: 'never' })).toBe('never was in this repository')
    expect(factWords({ presence: 'unknown', why: 'sparse checkout' })).toContain('sparse checkout')
  })

  it('D24 reasons', () => {
    expect(reasonWords({ why: 'fully-stale', missing: [] })).toBe('Fully stale: all referenced files removed')
    expect(reasonWords({ why: 'duplicate', of: x })).toBe('Duplicate of x.md')
    expect(reasonWords({ why: 'contradicted', by: x })).toBe('Contradicted by x.md')
  })

  it('D11 says by which clock', () => {
    expect(orderWords({ known: 'by-clock', clock: 'mtime' }, 'x.md')).toBe('x.md is newer by its file time')
    expect(orderWords({ known: 'by-words', words: 'no longer' }, 'x.md')).toContain('"no longer"')
    expect(orderWords({ known: 'no' }, 'x.md')).toContain('not known')
  })

  it('D13 lists what only the pruned file says', () => {
    const duplicate = busyFolder().findings.find(finding => finding.kind === 'duplicate')!
    expect(findingEvidence(duplicate)).toContain('only here: "Tokens live for ten minutes."')
  })

  it('counts', () => {
    expect(counted(1, 'memory', 'memories')).toBe('1 memory')
    expect(counted(0, 'run')).toBe('0 runs')
  })

  it('text from a memory is one bounded line that drives no terminal', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary', maxLength: 600 }), text => {
        const shown = [quoted(text), reasonWords({ why: 'merge', from: text } as unknown as Reason)].join('')
        expect(shown).not.toMatch(/[\u0000-\u001f\u007f-\u009f\u202a-\u202e\u2066-\u2069]/)
      }),
    )
    expect(quoted('word '.repeat(1000)).length).toBeLessThan(200)
  })
})
