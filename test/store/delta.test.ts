import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { deltaOf, withDelta } from '../../src/store/delta.ts'
import { exactText } from '../../src/text/text.ts'

const made = (old: Buffer, now: Buffer) => withDelta(old, deltaOf(old, now))

/** What a delta says, with text for bytes. */
const said = (old: string, now: string) =>
  deltaOf(Buffer.from(old), Buffer.from(now)).map(part => (Buffer.isBuffer(part) ? part.toString() : part))

/** Texts of a few lines each, so that two of them have lines in common; and bytes that are no text at all. */
const lines = fc
  .array(
    fc.constantFrom(
      'alpha beta gamma delta\n',
      'the second line of it\n',
      '第三行是中文的内容\n',
      '---\n',
      'x',
    ),
    {
      maxLength: 80,
      size: 'max',
    },
  )
  .map(parts => Buffer.from(parts.join('')))
const anything = fc.oneof(
  lines,
  fc.uint8Array({ maxLength: 200 }).map(bytes => Buffer.from(bytes)),
)

describe('a delta', () => {
  it('gives the new text back, whatever the two are', () => {
    fc.assert(
      fc.property(anything, anything, (old, now) => {
        expect(made(old, now)).toEqual(now)
      }),
      { numRuns: 1000 },
    )
  })

  it('of a file that grew is what was added', () => {
    const old = '# Ledger\n\n- one entry of it\n'
    expect(said(old, `${old}- another entry\n`)).toEqual([[0, old.length], '- another entry\n'])
  })

  it('of a list that lost its first entry and got one more names what stayed by its place', () => {
    const [a, b, c] = ['a', 'b', 'c'].map(name => `{"text":"${name.repeat(1000)}"},\n`) as [
      string,
      string,
      string,
    ]
    expect(said(`[\n${a}${b}`, `[\n${b}${c}`)).toEqual(['[\n', [2 + a.length, b.length], c])
  })

  it('of a list in which one entry was exchanged is that entry', () => {
    const list = (numbers: number[]) =>
      `[\n${numbers.map(number => `entry ${number} of the list,\n`).join('')}]\n`
    const delta = said(list([1000, 2000, 3000, 4000, 5000]), list([1000, 2000, 7000, 4000, 5000]))
    expect(delta).toEqual([[0, 56], '7', [57, 67]])
    expect(said(list([1, 2, 3, 4, 5]), list([9, 2, 3, 4, 5, 6]))).toEqual([
      '[\nentry 9 of the list,\n',
      [23, 84],
      'entry 6',
      [93, 16],
    ])
  })

  it('of one long line is what was put in, not the line', () => {
    const days = ['2026-01-01', '2026-01-02', '2026-01-03']
    expect(said(`${JSON.stringify(days.slice(0, 2))}\n`, `${JSON.stringify(days)}\n`)).toEqual([
      [0, 26],
      ',"2026-01-03"]\n',
    ])
  })

  it('never cuts through a character: what is new is text again', () => {
    // 和 and 嘌 begin and end with the same bytes, in UTF-8.
    const old = Buffer.from(`${'很长的一句话'.repeat(5)}和${'很长的一句话'.repeat(5)}`)
    const now = Buffer.from(`${'很长的一句话'.repeat(5)}嘌${'很长的一句话'.repeat(5)}`)
    const added = deltaOf(old, now).filter(part => Buffer.isBuffer(part))
    expect(added.map(exactText)).toEqual(['嘌'])
    expect(made(old, now)).toEqual(now)
  })

  it('that asks for more than the old text has gives nothing', () => {
    const old = Buffer.from('abc')
    expect(withDelta(old, [[1, 3]])).toBeUndefined()
    expect(withDelta(old, [[0, 4]])).toBeUndefined()
    expect(withDelta(Buffer.alloc(0), [[0, 1]])).toBeUndefined()
    expect(withDelta(old, [[1, 2]])).toEqual(Buffer.from('bc'))
    expect(withDelta(old, [[0, 1], Buffer.from('x'), [2, 1]])).toEqual(Buffer.from('axc'))
  })
})
