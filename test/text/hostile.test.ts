import { describe, expect, it } from 'vitest'
import { fileName } from '../../src/model/file-name.ts'
import { analyse, uniqueSentences } from '../../src/text/analysed.ts'
import { parseIndex } from '../../src/text/index-file.ts'
import { parseMemory } from '../../src/text/memory-file.ts'
import { cutAtWord, showText } from '../../src/text/text.ts'
import { differingValues } from '../../src/text/values.ts'
import { significantWords } from '../../src/text/words.ts'
import { atLevel } from '../level.ts'
import { seed } from '../seed.ts'

/** Anything worse than linear would need minutes for a text of this size, and the test would run out of its time. */
const repeated = (unit: string, length: number) => unit.repeat(Math.ceil(length / unit.length))

const units = [
  '`',
  '` ',
  '[[',
  '[[a',
  'a/',
  '(',
  'abc(',
  '(a',
  '"',
  "'a",
  '- ',
  '- a\n',
  '> > a\n',
  '<!--',
  '](',
  '](a.md)',
  ' @a/b.md',
  '@',
  'http://',
  'a:',
  '{a,',
  '<a>',
  '<',
  '*',
  'a*',
  '_',
  '.',
  '. ',
  '!',
  '\\',
  '\\`',
  '```\n',
  '---\n',
  'a\n===\n',
  '#',
  '|',
  '中文',
  '中a/b.ts',
  'AbCd',
  'def ',
  '1.',
  '1 day ',
  'not ',
  '\n',
  '\r',
  '\t',
  ' ',
  '\u00a0',
  '😀',
  '\ud800',
  'src/a.ts ',
]

/** Some of them, others each run. */
const EVERY = atLevel({ quick: 4, slow: 1 })
const chosen = units.filter((_, at) => at % EVERY === seed % EVERY)

describe('hostile text', () => {
  it.each(chosen)('400 KB of %j is parsed', unit => {
    const text = repeated(unit, 400_000)
    const memory = parseMemory({ file: fileName('a.md'), hash: '', size: 0, modified: 0, text })
    expect(memory.body.length + memory.head.length).toBe(text.length)
    expect(memory.references.length).toBeLessThanOrEqual(500)
  })

  it.each(chosen)('a lot of %j is compared, indexed and shown', unit => {
    const text = repeated(unit, 40_000)
    expect(uniqueSentences(analyse(text), analyse(`${text}z`)).length).toBeGreaterThanOrEqual(0)
    expect(differingValues(analyse(text), analyse(`${text} 42`)).length).toBeLessThanOrEqual(20)
    expect(significantWords(text).size).toBeLessThan(60_000)
    expect(parseIndex(`- [${text}`, '', 0, true).lines.length).toBeGreaterThan(0)
    expect(cutAtWord(showText(text), 150).length).toBeLessThanOrEqual(150)
  })
})
