import { expect, it } from 'vitest'
import { type Image, imageDifferences, withoutJournalTimes } from '../../torture/kill/image.ts'

const COUNTS = { chars: 5, journals: { '2026-02-01.md': { bytes: 9, lines: 1, hash: 'ab', modified: 7 } } }

function image(bytes: string, path = 'vault/meta/counts.json'): Image {
  return new Map([
    [path, { kind: 'file', mode: 0o644, owner: '0:0', modified: 1, bytes: Buffer.from(bytes) }],
  ])
}

const counts = (mark: object, more: object = {}): Image =>
  image(JSON.stringify({ ...COUNTS, ...more, journals: { '2026-02-01.md': { ...MARK, ...mark } } }))
const MARK = COUNTS.journals['2026-02-01.md']

const differ = (a: Image, b: Image) => imageDifferences(withoutJournalTimes(a), withoutJournalTimes(b)).length

it('A4 of two plays the counts may differ in when a journal was written, and in nothing else', () => {
  expect(differ(counts({}), counts({ modified: 8 }))).toBe(0)
  for (const other of [{ bytes: 8 }, { lines: 2 }, { hash: 'cd' }])
    expect(differ(counts({}), counts(other))).toBe(1)
  expect(differ(counts({}), counts({}, { chars: 6 }))).toBe(1)
  expect(differ(counts({}), image(JSON.stringify({ ...COUNTS, journals: {} })))).toBe(1)
  expect(differ(image('{"torn'), image('{"torn"'))).toBe(1)
  expect(differ(image('{"modified":1}', 'notes.json'), image('{"modified":2}', 'notes.json'))).toBe(1)
})
