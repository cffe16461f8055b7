import { describe, expect, it } from 'vitest'
import { contradictions } from '../../src/checks/contradictions.ts'
import { duplicates } from '../../src/checks/duplicates.ts'
import { finished } from '../../src/checks/finished.ts'
import { promoted } from '../../src/checks/promoted.ts'
import { superseded } from '../../src/checks/superseded.ts'
import { dayOf, stretchWords } from '../../src/languages/calendar.ts'
import { relativeDates } from '../../src/languages/dates.ts'
import type { Snapshot } from '../../src/model/folder.ts'
import { makeWorld, type Note } from '../plan/snapshot-of.ts'
import { DATES, NAMES, RULES, WORK } from './notes.ts'
import { PAIRS } from './pairs.ts'

/** What was told of labelled cases. The figures below are those of today: better ones replace them, worse ones fail. */
interface Told {
  readonly language?: string
  readonly wanted: boolean
  readonly told: boolean
  readonly right: boolean
}

const round = (share: number): number => Math.round(share * 100) / 100

function figures(cases: readonly Told[]) {
  const told = cases.filter(one => one.told)
  const wanted = cases.filter(one => one.wanted)
  const right = told.filter(one => one.right)
  return {
    cases: cases.length,
    precision: round(right.length / told.length),
    recall: round(right.length / wanted.length),
  }
}

const inLanguage = (cases: readonly Told[], language: string): Told[] =>
  cases.filter(one => one.language === language)

const note = (body: string, more: Partial<Note> = {}): Note => ({
  name: 'subject',
  type: 'project',
  body,
  ...more,
})

describe('two notes of one subject', () => {
  const judged = PAIRS.map(({ language, label, a, b }) => {
    const world = makeWorld({ notes: { 'a.md': note(a, { day: 1 }), 'b.md': note(b, { day: 2 }) } })
    const same = duplicates
      .find(world, 'careful')
      .some(one => one.kind === 'duplicate' && one.differing.length === 0)
    const opposite = contradictions.find(world, 'careful').length > 0
    return { language, label, said: opposite ? 'contradiction' : same ? 'duplicate' : 'two notes' }
  })
  const of = (label: string): Told[] =>
    judged.map(one => ({
      language: one.language,
      wanted: one.label === label,
      told: one.said === label,
      right: one.label === one.said,
    }))

  it('D9 D10 D12 duplicates', () => {
    const told = of('duplicate')
    expect(figures(inLanguage(told, 'en'))).toEqual({ cases: 35, precision: 1, recall: 0.75 })
    expect(figures(inLanguage(told, 'zh'))).toEqual({ cases: 18, precision: 1, recall: 0.5 })
  })

  it('D15 D16 contradictions and successors', () => {
    const told = of('contradiction')
    expect(figures(inLanguage(told, 'en'))).toEqual({ cases: 35, precision: 1, recall: 1 })
    expect(figures(inLanguage(told, 'zh'))).toEqual({ cases: 18, precision: 1, recall: 1 })
  })
})

it('D27 rules that stand in the instructions in other words', () => {
  const others = ['Builds run on two machines.', 'The office is closed in August.', '每周五发布。']
  const told = RULES.map(({ language, label, name, description, instruction }): Told => {
    const world = makeWorld({
      notes: { 'a.md': { name, description, type: 'feedback', body: '因为 it happened twice.' } },
    })
    const documents = [{ path: 'CLAUDE.md', text: [...others, instruction, ...others].join('\n\n') }]
    const snapshot: Snapshot = { ...world, evidence: { ...world.evidence, documents } }
    const isTold = promoted.find(snapshot, 'careful').length > 0
    return { language, wanted: label, told: isTold, right: label === isTold }
  })
  expect(figures(inLanguage(told, 'en'))).toEqual({ cases: 14, precision: 1, recall: 1 })
  expect(figures(inLanguage(told, 'zh'))).toEqual({ cases: 7, precision: 1, recall: 1 })
})

it('D28 finished work', () => {
  const told = WORK.map(
    ({ language, label, file = 'search.md', type = 'project', description, body }): Told => {
      const given = note(body, {
        name: 'search',
        type,
        ...(description === undefined ? {} : { description }),
      })
      const isTold = finished.find(makeWorld({ notes: { [file]: given } }), 'careful').length > 0
      return { language, wanted: label, told: isTold, right: label === isTold }
    },
  )
  expect(figures(inLanguage(told, 'en'))).toEqual({ cases: 22, precision: 1, recall: 1 })
  expect(figures(inLanguage(told, 'zh'))).toEqual({ cases: 7, precision: 1, recall: 1 })
})

it('D32 relative dates', () => {
  const told = DATES.map(({ language, line, meant }): Told => {
    const [found] = relativeDates(line, dayOf('2026-03-11'))
    const said = found && stretchWords(found.meant)
    return { language, wanted: meant !== undefined, told: said !== undefined, right: said === meant }
  })
  expect(figures(inLanguage(told, 'en'))).toEqual({ cases: 16, precision: 1, recall: 0.89 })
  expect(figures(inLanguage(told, 'zh'))).toEqual({ cases: 12, precision: 1, recall: 1 })
})

it('older versions by their names', () => {
  const told = NAMES.map(({ names, older }): Told => {
    const notes = Object.fromEntries(names.map(name => [name, note(name, { clocks: {} })]))
    const [found] = superseded.find(makeWorld({ notes }), 'careful')
    const said = found?.kind === 'superseded' ? found.file : undefined
    return { wanted: older !== undefined, told: said !== undefined, right: said === older }
  })
  expect(figures(told)).toEqual({ cases: 11, precision: 1, recall: 1 })
})
