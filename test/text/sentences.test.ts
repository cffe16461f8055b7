import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { analyse, uniqueSentences } from '../../src/text/analysed.ts'
import { normaliseSentence } from '../../src/text/sentences.ts'

const sentences = (text: string): readonly string[] => analyse(text).sentences
const unique = (of: string, comparedTo: string): string[] => uniqueSentences(analyse(of), analyse(comparedTo))

describe('sentences', () => {
  it('are cut at their ends, in English and Chinese', () => {
    expect(sentences('One here. Two there! Three? Four')).toEqual([
      'One here.',
      'Two there!',
      'Three?',
      'Four',
    ])
    expect(sentences('使用紫色。不要用青色！为什么？因为“好看。”就这样')).toEqual([
      '使用紫色。',
      '不要用青色！',
      '为什么？',
      '因为“好看。”',
      '就这样',
    ])
    expect(sentences('He said "stop." Then (he left.) So?')).toEqual([
      'He said "stop."',
      'Then (he left.)',
      'So?',
    ])
  })

  it.each([
    'Use e.g. pnpm, i.e. not npm, vs. yarn.',
    'Version 1.2.3 of node 20.19 is fine.',
    'Edit src/a.ts and config.json now.',
    'Ask Dr. J. Smith about it.',
    'Wait... what comes next.',
    'Run `a.b. c! d?` first.',
    'See ``x ` y. z`` there.',
  ])('stay whole: %s', sentence => {
    expect(sentences(sentence)).toEqual([sentence])
  })

  it('end at an abbreviation where a new one begins', () => {
    expect(sentences('Use tabs, spaces etc. Then format.')).toEqual(['Use tabs, spaces etc.', 'Then format.'])
  })

  it('are also headings, items, rows and quotes, without their marks', () => {
    const text = [
      '# The title #',
      'A line that',
      'goes on.',
      '- first item',
      '  continued',
      '- [x] done item',
      '1. numbered',
      '> quoted **bold** text',
      '',
      '| a | b |',
      '|---|---|',
      '| *c* | d |',
      '***',
      'Last',
      '====',
    ].join('\n')
    expect(sentences(text)).toEqual([
      'The title',
      'A line that goes on.',
      'first item continued',
      'done item',
      'numbered quoted bold text',
      'a | b',
      'c | d',
      'Last',
    ])
  })

  it('leave out fences and comments, keep code and what only looks like emphasis', () => {
    expect(sentences('Before\n```\ncode. here\n```\nafter <!-- hidden. --> it')).toEqual([
      'Before',
      'after',
      'it',
    ])
    expect(sentences('Match `src/**/*.ts` and __init__.py, 2 * 3 * 4.')).toEqual([
      'Match `src/**/*.ts` and __init__.py, 2 * 3 * 4.',
    ])
  })

  it('are none in an empty text', () => {
    expect(sentences(' \n\n---\n')).toEqual([])
  })
})

describe('normaliseSentence', () => {
  it('makes equal what says the same in the same words', () => {
    const forms = [
      'Always use pnpm.',
      'always  use\npnpm',
      '**Always** use `pnpm`!',
      'Always use [pnpm](https://pnpm.io):',
    ]
    expect(new Set(forms.map(normaliseSentence))).toEqual(new Set(['always use pnpm']))
  })

  it('keeps what differs', () => {
    expect(normaliseSentence('user_name')).not.toBe(normaliseSentence('username'))
    expect(normaliseSentence('v1.2')).not.toBe(normaliseSentence('v12'))
  })

  it('is stable', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme' }), text => {
        const once = normaliseSentence(text)
        expect(normaliseSentence(once).length).toBeLessThanOrEqual(once.length)
      }),
    )
  })
})

describe('uniqueSentences', () => {
  it('D13 lists what only the first text says, as written, once', () => {
    expect(
      unique('Use **tabs**. Never mocks. Never mocks!\n- Ask Ann.', 'use tabs\n\nSomething else.'),
    ).toEqual(['Never mocks.', 'Ask Ann.'])
  })

  it('D13 counts lines of code', () => {
    expect(unique('```\nnpm test\nnpm run lint\n```', '```sh\nnpm test\n```')).toEqual(['npm run lint'])
  })

  it('D13 finds nothing unique in a copy', () => {
    fc.assert(
      fc.property(
        fc.array(fc.constantFrom('Use x. ', '- item\n', '```\ncode\n```\n', '# H\n', '用紫色。', '`a. b` ')),
        parts => {
          const text = parts.join('')
          expect(unique(text, text)).toEqual([])
          expect(unique(text, text.replaceAll('\n', '\r\n'))).toEqual([])
        },
      ),
    )
  })
})
