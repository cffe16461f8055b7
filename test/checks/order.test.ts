import { describe, expect, it } from 'vitest'
import { duplicates } from '../../src/checks/duplicates.ts'
import type { Clocks } from '../../src/model/evidence.ts'
import { day, makeWorld } from '../plan/snapshot-of.ts'

/** Copies of one text with these clocks; who gives way to whom, and by which clock. */
function order(all: Readonly<Record<string, Clocks>>): string[] {
  const notes = Object.fromEntries(
    Object.entries(all).map(([file, clocks]) => [file, { body: 'The same words.', clocks }]),
  )
  return duplicates
    .find(makeWorld({ notes }), 'careful')
    .map(one =>
      one.kind === 'duplicate'
        ? `${one.file} → ${one.of} ${'clock' in one.order ? one.order.clock : one.order.known}`
        : '',
    )
}

describe('D11 newer', () => {
  it('is told by the best clock that both have', () => {
    expect(
      order({
        'a.md': { frontmatter: day(1), mtime: day(9) },
        'b.md': { frontmatter: day(2), mtime: day(1) },
      }),
    ).toEqual(['a.md → b.md frontmatter'])
    expect(order({ 'a.md': { frontmatter: day(9), git: day(1) }, 'b.md': { git: day(2) } })).toEqual([
      'a.md → b.md git',
    ])
  })

  it('is told by the next clock where the best says the same moment', () => {
    expect(order({ 'a.md': { git: day(1), mtime: day(1) }, 'b.md': { git: day(1), mtime: day(2) } })).toEqual(
      ['a.md → b.md mtime'],
    )
  })

  it('is the path that sorts first where no clock tells', () => {
    expect(order({ 'b.md': {}, 'a.md': {} })).toEqual(['b.md → a.md no'])
    expect(order({ 'b.md': { git: day(1) }, 'a.md': { mtime: day(1) } })).toEqual(['b.md → a.md no'])
  })

  it('is told in a cluster by a clock that all of it have', () => {
    const clocks = {
      'a.md': { frontmatter: day(9), mtime: day(1) },
      'b.md': { frontmatter: day(1), mtime: day(2) },
    }
    expect(order(clocks)).toEqual(['b.md → a.md frontmatter'])
    expect(order({ ...clocks, 'c.md': { mtime: day(3) } })).toEqual([
      'a.md → c.md mtime',
      'b.md → c.md mtime',
    ])
  })
})
