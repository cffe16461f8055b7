import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { isUnsafe } from '../../src/journal/junk.ts'

const linesOf = (name: string): string[] =>
  readFileSync(join(import.meta.dirname, 'phrases', name), 'utf8')
    .trim()
    .split('\n')

describe('what never stands in the summary file, and its harmless neighbours', () => {
  it.each([
    ['instructions', 'en'],
    ['instructions', 'zh'],
    ['credentials', 'en'],
    ['credentials', 'zh'],
  ])('J23 %s in %s', (kind, language) => {
    const meant = linesOf(`${kind}-${language}.txt`)
    const harmless = linesOf(`harmless-${kind}-${language}.txt`)
    expect([meant.length, harmless.length]).toEqual([60, 60])
    expect(meant.filter(line => !isUnsafe(line))).toEqual([])
    expect(harmless.filter(isUnsafe)).toEqual([])
  })

  it.each([
    'Anna, phone +41 79 555 01 02',
    'Her mobile number is 079 555 01 02',
    'Lee lives at 12 Harbour Street',
    '小周电话 13800138000',
    '王师傅住在解放路 88 号',
  ])('J23 no way to reach a private person: %s', line => {
    expect(isUnsafe(line)).toBe(true)
  })
})
