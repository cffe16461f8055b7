import fc from 'fast-check'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { ConfigError } from '../../src/config/layers.ts'
import { readCounts } from '../../src/journal/counts.ts'
import { ledgerBlocks, readLedger } from '../../src/journal/ledger.ts'
import { readJournal } from '../../src/journal/read-journal.ts'
import { readRemoved } from '../../src/journal/removed.ts'
import { editSnapshot, parseSnapshot } from '../../src/journal/sections.ts'
import { readSeen } from '../../src/journal/seen.ts'
import { Random } from '../../torture/random.ts'
import { configPlace, SEED } from '../config/place.ts'
import { seed } from '../seed.ts'
import { PIECES } from './inputs.ts'
import { mutated } from './mutate.ts'

const JOURNAL =
  '# 2026-02-27\n\n## Work\n\n- [x] 10:30 shipped the importer\n- [ ] call Ann\n\n| who | what |\n| --- | --- |\n| Bo | tests |\n\n决定用 Postgres。\n'
const LEDGER =
  '# Ledger\n---\nID: a3f8c201\nArchived: 2026-02-27\nCategory: decision\nContent: use Postgres\nSource: memory/2026-02-27.md\n---\n'
const SNAPSHOT =
  '## Current state\n- a (2026-01-01)\n\n## Stable knowledge\n- b\n  more of b\n\n## Dream\n- c\n'
const REMOVED = '[{"content":"a","date":"2026-01-01","section":"state"}]'

/** A text of the kind that is expected, with something done to it, or any text at all. */
const like = (text: string) =>
  fc.oneof(
    fc
      .tuple(fc.nat(text.length), fc.nat(text.length), fc.constantFrom(...PIECES))
      .map(([from, to, piece]) => text.slice(0, from) + piece + text.slice(to)),
    fc.nat(text.length).map(end => text.slice(0, end)),
    fc.nat(2 ** 30).map(number => mutated(new Random(number))),
    fc.string({ unit: 'binary', maxLength: 200 }),
  )
const options = { numRuns: 400, seed }

describe(`the files of a journal workspace (DREAM_SEED=${seed})`, () => {
  it('a journal gives entries that stand in it, each on its line', () => {
    fc.assert(
      fc.property(like(JOURNAL), text => {
        const lines = text.split(/\r\n|\r|\n/).length
        for (const entry of readJournal(text, { file: 'memory/2026-02-27.md', date: '2026-02-27' })) {
          expect(entry.source.line).toBeGreaterThan(0)
          expect(entry.source.line).toBeLessThanOrEqual(lines)
        }
      }),
      options,
    )
  })

  it('a snapshot that nobody edits stays as it is, byte for byte', () => {
    fc.assert(
      fc.property(like(SNAPSHOT), text => {
        // Sections that are missing come at the end, once.
        const whole = editSnapshot(parseSnapshot(text), [])
        expect(whole.startsWith(text)).toBe(true)
        expect(editSnapshot(parseSnapshot(whole), [])).toBe(whole)
      }),
      options,
    )
  })

  it('a ledger is read as far as it is whole, and what is added behind it is found', () => {
    fc.assert(
      fc.property(like(LEDGER), text => {
        const before = readLedger(text)
        expect(before.active.length).toBeLessThanOrEqual(before.entries.length)
        const entry = {
          id: 'ffffffffffff',
          at: '2026-03-01',
          category: 'decision',
          content: 'new',
          source: 'x.md',
        }
        const more = ledgerBlocks([entry], text)
        expect(readLedger(text + more).entries.map(({ id }) => id)).toContain('ffffffffffff')
      }),
      options,
    )
  })

  it('what was removed, counted and seen is read or known to be damaged', () => {
    fc.assert(
      fc.property(like(REMOVED), text => {
        expect(['whole', 'torn']).toContain(readRemoved(text).state)
        readCounts(text)
        expect(Array.isArray(readSeen(text))).toBe(true)
        expect(({} as Record<string, unknown>)['polluted']).toBeUndefined()
      }),
      options,
    )
  })
})

describe(`a configuration file (DREAM_SEED=${seed})`, () => {
  let place: ReturnType<typeof configPlace>
  beforeEach(() => {
    place = configPlace()
  })
  afterEach(() => place.remove())

  it('A6 of any text is taken, or refused with a sentence that says where', async () => {
    await fc.assert(
      fc.asyncProperty(like(JSON.stringify(SEED)), fc.boolean(), async (text, own) => {
        if (own) place.own(text)
        else place.user(text)
        try {
          expect((await place.load()).settings.length).toBeGreaterThan(10)
        } catch (error) {
          expect(error).toBeInstanceOf(ConfigError)
          expect((error as Error).message).toMatch(/config\.json/)
        }
        expect(({} as Record<string, unknown>)['polluted']).toBeUndefined()
      }),
      { numRuns: 200, seed },
    )
  })
})
