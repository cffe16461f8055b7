import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { cueOf, holdsQuote, ownSentences } from '../../../src/agents/extract-rules.ts'
import { ExtractorAgent } from '../../../src/agents/extractor.ts'
import { RefinerAgent } from '../../../src/agents/refine.ts'
import { withAbsoluteDates } from '../../../src/agents/refine-rules.ts'
import { jsonObject } from '../../../src/disk/index.ts'
import { withoutSections } from '../../../src/plan/requests.ts'
import { markedLine, turnsOfText } from '../../../src/sources/transcripts/read.ts'
import { isPutIn, spokenPart } from '../../../src/sources/transcripts/record.ts'
import { originIn } from '../../../src/text/memory-file.ts'
import { BACKWARD, PIECES, repeated, UNITS } from '../../hostile/inputs.ts'
import { DAY, user } from './talk.ts'

/** Ten times the input may cost at most twenty-five times as much processor time; what costs next to nothing is let be. */
const MOST = 25
const NOTHING = 20_000

function cost(read: (text: string) => unknown, text: string): number {
  const before = process.cpuUsage()
  read(text)
  const { user: own, system } = process.cpuUsage(before)
  return own + system
}

function isSlow(read: (text: string) => unknown, make: (length: number) => string): boolean {
  const [small, large] = [make(10_000), make(100_000)]
  return [1, 2, 3].every(() => cost(read, large) > Math.max(MOST * cost(read, small), MOST * NOTHING))
}

const OWN_UNITS = [
  'please, ',
  'ok so um, ',
  'in a, ',
  'remember that ',
  'because ',
  '<system-reminder>',
  '</system-reminder>',
  '<<<EXTERNAL_UNTRUSTED_CONTENT>>>',
  'I am a big ',
  'next Friday ',
  'by Friday ',
  '下周五',
  '不要',
  '我是',
  '**',
  'User: ',
  'dream_origin: ',
  '## From a.md\n',
  '## a (from a.md)\n',
  'Conversation info (untrusted metadata): ```',
]

const READERS: readonly (readonly [string, (text: string) => unknown])[] = [
  ['own sentences', ownSentences],
  ['cues', text => cueOf(text, '2026-06-05')],
  ['cues of a sentence', text => cueOf(text.slice(0, 600), '2026-06-05')],
  ['spoken part', text => [spokenPart(text), isPutIn(text)]],
  ['dates', text => withAbsoluteDates(text, DAY)],
  ['labels', originIn],
  ['sections', text => withoutSections(text, new Set(['a.md']))],
  ['marks', text => [markedLine(text), [...turnsOfText(text)].length]],
  ['records', jsonObject],
]

describe('hostile conversations', () => {
  it.each(READERS)('%s: cost grows with the length', (_, read) => {
    for (const unit of [...UNITS, ...OWN_UNITS])
      expect(
        isSlow(read, length => repeated(unit, length)),
        JSON.stringify(unit),
      ).toBe(false)
    for (const [first, then] of BACKWARD)
      expect(
        isSlow(read, length => repeated(first, length / 2) + repeated(then, length / 2)),
        first + then,
      ).toBe(false)
  })

  it('whatever is said, what is kept stands there, has an end, and can be written', async () => {
    const words = [
      ...PIECES,
      ...OWN_UNITS,
      'Never push to main. ',
      'We decided to use Postgres. ',
      'I prefer tabs. ',
      '以后别用 mock。',
      '我决定了，改用 Redis。',
    ]
    const text = fc.array(fc.constantFrom(...words), { maxLength: 40 }).map(parts => parts.join(''))
    await fc.assert(
      fc.asyncProperty(fc.array(text, { maxLength: 4 }), async texts => {
        const { memories, dropped } = await new ExtractorAgent().extract({
          turns: texts.map(each => user(each)),
        })
        for (const memory of memories) {
          expect(texts.some(each => holdsQuote(each, memory.quote))).toBe(true)
          const { content, name } = await new RefinerAgent().refine(memory)
          expect(content.length).toBeLessThan(4000)
          expect(name).not.toMatch(/[\r\n]/)
        }
        expect(dropped.every(({ quote }) => quote.length <= 200)).toBe(true)
      }),
      { numRuns: 150, examples: [[['We wrote\n> what they said\nI prefer tabs. ']]] },
    )
  })
})
