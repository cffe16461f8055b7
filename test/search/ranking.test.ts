import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { dateOfDay, dayOf } from '../../src/languages/calendar.ts'
import { ccbEngine } from '../../src/search/ccb-engine.ts'
import { collect } from '../../src/search/collection.ts'
import { daysAsked } from '../../src/search/dates.ts'
import { loadMeaning } from '../../src/search/embeddings/load.ts'
import type { RecallDocument } from '../../src/search/engine.ts'
import { queryTerms, scoreByWords, WEIGHTS } from '../../src/search/keywords.ts'
import { rank } from '../../src/search/rank.ts'
import { termsOf } from '../../src/search/terms.ts'
import { largest, likenessAt, nearestRows, quantise } from '../../src/search/vectors.ts'
import { document } from './documents.ts'

const meaning = loadMeaning()!
const signal = new AbortController().signal

function ids(documents: readonly RecallDocument[], query: string, most = 10): string[] {
  return rank(collect(documents, meaning), { query, most, meaning }).map(({ at }) => documents[at]!.id)
}

describe('words', () => {
  it('M4 the index in numbers scores as the formula does, term by term', () => {
    const word = fc.constantFrom(...'ash birch cedar date elm fir'.split(' '))
    const text = fc.array(word, { maxLength: 12 }).map(words => words.join(' '))
    const made = fc.record({ title: text, description: text, text })
    fc.assert(
      fc.property(fc.array(made, { minLength: 1, maxLength: 8 }), text, (all, query) => {
        const documents = all.map((one, at) => document(`d${at}`, { ...one, file: `${one.title}.md` }))
        const index = collect(documents)
        const scores = scoreByWords(queryTerms(query, index.terms, index.words), index.words)
        for (const [at, score] of scores.entries())
          expect(score).toBeCloseTo(byFormula(documents, at, query), 1)
      }),
      { numRuns: 200 },
    )
  })

  it('M4 an old fact is not pushed down for being old; a lower weight decides between equals alone', () => {
    const old = document('old', { text: 'The ferry leaves at seven.', day: '2019-01-01' })
    const young = document('young', {
      text: 'The ferry is painted blue and is moored at the long pier.',
      day: '2026-11-01',
    })
    expect(ids([young, old], 'when does the ferry leave')[0]).toBe('old')
    const twins = [
      document('faded', { text: 'Use tabs in makefiles.', weight: 0.6 }),
      document('fresh', { text: 'Use tabs in makefiles.', weight: 1 }),
    ]
    const files = twins.map(one => ({ ...one, title: 'x', file: 'x.md' }))
    expect(ids(files, 'tabs makefiles')).toEqual(['fresh', 'faded'])
    const better = { ...files[0]!, text: 'Use tabs in makefiles, and only in makefiles.', weight: 0.1 }
    expect(ids([better, { ...files[1]!, text: 'Tabs are wide.' }], 'tabs makefiles')[0]).toBe('faded')
  })

  it('M4 neighbours speak for each other, and meaning finds what shares no word', () => {
    const place = (root: string, id: string, text: string) =>
      document(id, { root, text, title: '', file: 'x.md' })
    const documents = [
      place('/zoo', 'zoo-1', 'The keeper feeds the seals at noon.'),
      place('/zoo', 'zoo-2', 'The keeper has the key of the gate.'),
      place('/zoo', 'zoo-3', 'Seals get herring; the gate stays shut.'),
      place('/bank', 'bank-1', 'The keeper has the key of the vault.'),
    ]
    expect(ids(documents, 'seals herring keeper key')[0]).toBe('zoo-3')
    expect(ids(documents, 'seals keeper key').indexOf('zoo-2')).toBeLessThan(
      ids(documents, 'seals keeper key').indexOf('bank-1'),
    )
    const other = [
      document('car', { text: 'My automobile is red.' }),
      document('soup', { text: 'Soup needs salt.' }),
    ]
    expect(ids(other, 'vehicle')[0]).toBe('car')
  })
})

/** BM25 over three fields, as the books have it. */
function byFormula(documents: readonly RecallDocument[], at: number, query: string): number {
  const fields = documents.map(one => [
    termsOf(one.title === one.file.slice(0, -3) ? one.title : `${one.title} ${one.file.slice(0, -3)}`),
    termsOf(one.description),
    termsOf(one.text),
  ])
  const { k1, b, title, description } = WEIGHTS
  const [weights, norms] = [
    [title, description, 1],
    [b / 2, b / 2, b],
  ]
  const mean = [0, 1, 2].map(field => {
    const lengths = fields.map(one => one[field]!.length).filter(length => length > 0)
    return lengths.reduce((sum, length) => sum + length, 0) / Math.max(1, lengths.length)
  })
  let score = 0
  const asked = termsOf(query)
  for (const term of new Set(asked)) {
    const having = fields.filter(one => one.some(field => field.includes(term))).length
    if (having === 0) continue
    const rarity = Math.log(1 + (documents.length - having + 0.5) / (having + 0.5))
    const often = [0, 1, 2].reduce((sum, field) => {
      const words = fields[at]![field]!
      const norm = 1 - norms[field]! + (norms[field]! * words.length) / Math.max(1, mean[field]!)
      return sum + (weights[field]! * words.filter(one => one === term).length) / norm
    }, 0)
    score += (rarity * (1 + Math.log(asked.filter(one => one === term).length)) * often) / (often + k1)
  }
  return score
}

describe('what stands near', () => {
  const said = (day: string, ...lines: string[]) =>
    lines.map((text, at) =>
      document(`${day}#${at}`, { root: '/talk', file: `${day}.md`, title: '', text, part: 'journal' }),
    )

  it('M4 of two lines that say the same, the one beside the question’s words comes first', () => {
    const lines = ['It needs a new cable.', 'Ilja brought a cake.', 'Lunch was soup.']
    const documents = said('day', ...lines, 'Rosa asked about the harbour crane.', 'It needs a new cable.')
    const found = ids(documents, 'what does the harbour crane need')
    expect(found.filter(id => id === 'day#0' || id === 'day#4')).toEqual(['day#4', 'day#0'])
    // Whole files of one folder have no order: the one before says nothing about the one after.
    const files = documents.map((one, at) => ({ ...one, id: `f${at}`, file: `f${at}.md` }))
    const scores = rank(collect(files), { query: 'what does the harbour crane need', most: 9 })
    const scoreOf = (at: number) => scores.find(one => one.at === at)?.score
    expect(scoreOf(0)).toBeGreaterThan(0)
    expect(scoreOf(4)).toBe(scoreOf(0))
  })

  it('M4 short chatter with the right name does not beat the line that has the words', () => {
    const documents = said(
      'talk',
      'Gina: Hey Jon, what a show!',
      'Jon: Hey Gina! Thanks, the dance show!',
      'Gina: The festival in March was where I met the two designers that the studio hired for our stage later on, as you may know.',
      'Jon: Wow, Gina! Dancing is great!',
      'Gina: Dance festivals!',
      'Jon: Love to dance, Gina!',
    )
    expect(ids(documents, 'Which designers of the stage did Gina meet at the dance festival?')[0]).toBe(
      'talk#2',
    )
  })

  it('M4 meaning decides where no line has the words of the question, and only nudges where one has them', () => {
    const lines = ['The harbour crane needs a new cable.', 'Lifting gear at the docks.', 'Lunch was soup.']
    const files = lines.map((text, at) => document(`f${at}`, { title: '', file: `f${at}.md`, text }))
    const index = collect(files, meaning)
    const mostAdded = (query: string): number => {
      const plain = new Map(rank(index, { query, most: 9 }).map(({ at, score }) => [at, score]))
      const mixed = rank(index, { query, most: 9, meaning })
      return Math.max(...mixed.map(({ at, score }) => score - (plain.get(at) ?? 0)))
    }
    expect(mostAdded('does the harbour crane need a cable')).toBeLessThanOrEqual(0.2 + 1e-9)
    expect(mostAdded('dinner meal of stew and broth')).toBeGreaterThan(0.5)
  })

  it('M4 words in one sentence of a long text count more than the same words scattered over it', () => {
    const filler = (seed: string) =>
      Array.from({ length: 80 }, (_, at) => `Plain ${seed}${at} remark.`).join('\n')
    const words = ['lantern', 'gasket', 'winter', 'depot']
    const scattered = words.map((word, at) => `The ${word} here.\n${filler(`a${at}x`)}`).join('\n')
    const together = `${filler('b0x')}\nThe lantern gasket of the winter depot.\n${filler('b1x')}\n${filler('b2x')}\n${filler('b3x')}`
    const documents = [
      document('scattered', { title: '', file: 'a.md', text: scattered }),
      document('together', { title: '', file: 'b.md', text: `${together}\nThe end.\nOver here.` }),
    ]
    const index = collect(documents)
    const request = { query: 'lantern gasket winter depot', most: 2 }
    const [unread] = rank(index, request)
    expect(documents[unread!.at]!.id).toBe('scattered')
    const [first] = rank(index, { ...request, textOf: at => documents[at]!.text })
    expect(documents[first!.at]!.id).toBe('together')
  })
})

describe('vectors', () => {
  it('M4 the quick way finds the nearest rows that the slow way finds', () => {
    const texts =
      'harbour crane|bread oven|server outage|deploy script|violin string|garden hose|tax form|login token|red paint|train ticket'
        .split('|')
        .flatMap(text => [text, `${text} and the old one`, `a new ${text} for Monday`])
    const dimensions = 512
    const rows = new Int8Array(texts.length * dimensions)
    for (const [at, text] of texts.entries()) rows.set(quantise(meaning(text)), at * dimensions)
    for (const query of ['the crane in the port', 'authentication', 'baking', 'railway']) {
      const asked = quantise(meaning(query))
      const slow = [...texts.keys()].sort(
        (a, b) => likenessAt({ dimensions, rows }, b, asked) - likenessAt({ dimensions, rows }, a, asked),
      )
      expect(nearestRows({ dimensions, rows }, asked, 3)[0]).toBe(slow[0])
    }
  })

  it('the largest numbers are the largest', () => {
    fc.assert(
      fc.property(
        fc.array(fc.integer({ min: -50, max: 50 }), { maxLength: 60 }),
        fc.integer({ min: 0, max: 12 }),
        (numbers, most) => {
          const found = largest(Int32Array.from(numbers), most).map(at => numbers[at]!)
          const wanted = numbers
            .filter(number => number > 0)
            .sort((a, b) => b - a)
            .slice(0, most)
          expect(found.sort((a, b) => b - a)).toEqual(wanted)
        },
      ),
    )
  })
})

describe('dates in questions', () => {
  const today = dayOf('2026-11-16')
  const asked = (query: string) =>
    daysAsked(query, today).map(({ from, to }) => `${dateOfDay(from)}/${dateOfDay(to)}`)

  it.each([
    ['what did we decide on 2026-03-02?', '2026-03-02/2026-03-02'],
    ['what happened in March', '2026-03-01/2026-03-31'],
    ['what happened in December 2025', '2025-12-01/2025-12-31'],
    ['on 8 May, 2023', '2023-05-08/2023-05-08'],
    ['what did I do on December 24', '2025-12-24/2025-12-24'],
    ['what did I do yesterday', '2026-11-15/2026-11-15'],
    ['3月2日做了什么', '2026-03-02/2026-03-02'],
    ['2026年3月的计划', '2026-03-01/2026-03-31'],
    ['昨天说了什么', '2026-11-15/2026-11-15'],
  ])('M5 %s', (query, days) => {
    expect(asked(query)).toContain(days)
  })

  it('M4 a temporal question prefers what was written then, and says so', async () => {
    const documents = [
      document('may', { part: 'journal', day: '2026-05-08', text: 'Lunch with Ada about the boat.' }),
      document('june', { part: 'journal', day: '2026-06-08', text: 'Lunch with Ada about the boat.' }),
    ]
    const store = { index: collect(documents, meaning), documents, meaning, today: '2026-11-16' }
    const engine = ccbEngine({ ...store, textOf: ({ text }) => ({ text, line: 1 }) })
    const { hits } = await engine.search({ query: 'lunch on 8 June', limit: 5, walk: [] }, signal)
    expect(hits.map(({ document: { id } }) => id)).toEqual(['june', 'may'])
    expect(hits[0]!.reasons).toEqual(expect.arrayContaining(['of the time asked for (8 June)']))
  })
})
