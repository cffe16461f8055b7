import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { recallGate } from '../../src/search/recall-check.ts'
import { document } from './documents.ts'

const SUBJECTS = 'harbour lantern orchard granite saddle compass violin turbine meadow anchor'.split(' ')
const store = SUBJECTS.map((subject, at) =>
  document(`${subject}_notes`, {
    description: `How the ${subject} is looked after`,
    text: `The ${subject} is painted every ${at + 3} months by the crew. Never lend the ${subject} to strangers without asking Mira first. Its key hangs behind door ${at * 7}.`,
  }),
)
const without = (id: string) => store.filter(one => one.id !== id)

describe('the recall gate', () => {
  it('a plan that changes nothing is asked nothing', () => {
    expect(recallGate({ before: store, after: store })).toMatchObject({
      outcome: 'nothing-changes',
      asked: 0,
    })
  })

  it('names the questions that nothing answers any more, and the document to blame', () => {
    const verdict = recallGate({ before: store, after: without('violin_notes') })
    expect(verdict.outcome).toBe('lost')
    expect(verdict.before.found).toBe(verdict.asked)
    expect(verdict.after.found).toBeLessThan(verdict.before.found)
    expect(verdict.lost.map(({ kind }) => kind)).toEqual(
      expect.arrayContaining(['name', 'description', 'sentence']),
    )
    expect(verdict.blamed).toEqual([{ id: 'violin_notes', questions: verdict.lost.length }])
  })

  it('takes the heir of a duplicate, or an identical text, for the answer', () => {
    const violin = store.find(one => one.id === 'violin_notes')!
    const copy = document('instrument_care', { text: violin.text, description: 'The instrument' })
    const before = [...store, copy]
    const after = before.filter(one => one.id !== 'violin_notes')
    expect(recallGate({ before, after }).outcome).toBe('kept')
    const reworded = document('fiddle', {
      text: 'The violin wants paint from the crew every 9 months, its key is behind door 42, and strangers ask Mira.',
    })
    const merged = [...store, reworded].filter(one => one.id !== 'violin_notes')
    const asked = { before: [...store, reworded], after: merged }
    expect(recallGate(asked).outcome).toBe('lost')
    expect(recallGate({ ...asked, replacements: new Map([['violin_notes', 'fiddle']]) }).outcome).toBe('kept')
  })

  it('a sentence that an edit drops is lost although its file stays', () => {
    const after = store.map(one =>
      one.id === 'granite_notes' ? { ...one, text: 'The granite is painted by the crew.' } : one,
    )
    const verdict = recallGate({ before: store, after })
    expect(verdict.lost.map(({ query }) => query)).toContain(
      'Never lend the granite to strangers without asking Mira first.',
    )
    expect(verdict.lost.map(({ kind }) => kind)).not.toContain('name')
    expect(verdict.blamed).toMatchObject([{ id: 'granite_notes' }])
  })

  it('does not ask for what is meant to go, and counts searches of the past', () => {
    const after = without('compass_notes')
    const searches = ['who keeps the compass', 'orchard key door']
    expect(recallGate({ before: store, after, searches }).lost.map(({ query }) => query)).toContain(
      searches[0],
    )
    const retired = new Set(['compass_notes'])
    expect(recallGate({ before: store, after, searches, outdated: retired }).outcome).toBe('kept')
    expect(recallGate({ before: store, after, searches, outdated: retired }).asked).toBe(2)
    expect(recallGate({ before: store, after, outdated: retired })).toMatchObject({
      outcome: 'kept',
      asked: 0,
    })
  })

  it('M15 asks a past search of every archived note that answered it, and for the value it gave', () => {
    const note = (id: string, text: string) => document(id, { title: id, text })
    const others = Array.from({ length: 8 }, (_, at) =>
      note(`o${at}`, `Something else entirely, number ${at}.`),
    )
    const before = [
      note('ports_list', 'The staging port and the staging port again are listed in the wiki.'),
      note('staging', 'The staging port is 8443.'),
      ...others,
    ]
    const searches = ['which staging port']
    const ask = (text: string) =>
      recallGate({
        before,
        after: [before[0]!, ...others, note('staging_new', text)],
        replacements: new Map([['staging', 'staging_new']]),
        searches,
      }).lost.map(({ kind, query }) => `${kind}: ${query}`)
    expect(ask('The staging port is 8443, since May.')).toEqual([])
    const lost = ask('The staging port is written down elsewhere.')
    expect(lost).toContain('search: which staging port')
    expect(lost).toContain('sentence: The staging port is 8443.')
  })

  it('blames what is new where it pushes an answer aside', () => {
    const loud = Array.from({ length: 6 }, (_, at) =>
      document(`anchor_${at}`, {
        title: 'anchor notes',
        description: 'How the anchor is looked after',
        text: `The anchor anchor anchor notes. How the anchor is looked after, again, number ${at}.`,
      }),
    )
    const verdict = recallGate({ before: store, after: [...store, ...loud], within: 3 })
    expect(verdict.lost.some(({ answer }) => answer === 'anchor_notes')).toBe(true)
    expect(verdict.blamed.every(({ id }) => /^anchor_\d$/.test(id))).toBe(true)
  })

  it('is bounded, the same every time, and blames nothing that stayed as it was', () => {
    fc.assert(
      fc.property(fc.subarray(store), fc.integer({ min: 1, max: 12 }), (after, most) => {
        const verdict = recallGate({ before: store, after, most })
        expect(verdict.asked).toBeLessThanOrEqual(most + 2)
        expect(recallGate({ before: store, after, most })).toEqual(verdict)
        const stays = new Set(after.map(one => one.id))
        for (const { blame } of verdict.lost) expect(blame.every(id => !stays.has(id))).toBe(true)
        expect(verdict.after.found).toBe(verdict.before.found - verdict.lost.length)
      }),
      { numRuns: 60 },
    )
  })
})
