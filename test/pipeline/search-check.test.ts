import { readdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, describe, expect, it } from 'vitest'
import type { Memory } from '../../src/model/memory.ts'
import type { Action, FolderPlan } from '../../src/model/plan.ts'
import { dream } from '../../src/pipeline/pipeline.ts'
import { planFolder } from '../../src/plan/plan-folder.ts'
import { NO_COLOR } from '../../src/report/page.ts'
import { renderTerminal } from '../../src/report/terminal.ts'
import { askGate, noteSearch, pastSearches, planThroughGate } from '../../src/search/protected-plan.ts'
import { carryOut, makeWorld, type Note } from '../plan/snapshot-of.ts'
import { ageFiles, emptyPlace, type Place, policy } from './place.ts'

let open: Place[] = []
afterEach(() => {
  for (const each of open) each.remove()
  open = []
})

const world = (notes: Readonly<Record<string, Note>>) => makeWorld({ notes })

const archive = ({ file, hash }: Memory, reason: Action['reason']): Action => ({
  kind: 'archive',
  file,
  expect: hash,
  needs: [],
  reason,
})

const FILLER = Object.fromEntries(
  ['deploys', 'colours', 'invoices', 'holidays'].map(topic => [
    `${topic}.md`,
    {
      name: topic,
      description: `all about ${topic}`,
      type: 'project',
      body: `The ${topic} are handled on Tuesdays.`,
    },
  ]),
)

describe('the recall gate', () => {
  it('sees that what a memory alone says would be found no more', () => {
    const snapshot = world({
      ...FILLER,
      'a.md': { name: 'parrot', type: 'project', body: 'The parrot of the office is called Basil.' },
      'b.md': { name: 'lamp', type: 'project', body: 'The lamp in the hall is broken since spring.' },
    })
    const [a, b] = ['a.md', 'b.md'].map(file => snapshot.folder.memories.find(one => one.file === file)!)
    const lost = askGate(snapshot, [archive(a!, { why: 'duplicate', of: b!.file })])
    expect(lost.outcome).toBe('lost')
    expect(lost.lost.map(({ query }) => query)).toContain('parrot')
    expect(lost.after.found).toBeLessThan(lost.before.found)
  })

  it('loses nothing with a copy, and does not ask for what no longer holds', () => {
    const body = 'The parrot of the office is called Basil.'
    const snapshot = world({
      ...FILLER,
      'a.md': { name: 'parrot', type: 'project', body },
      'b.md': { name: 'parrot', type: 'project', body },
    })
    const [a, b] = ['a.md', 'b.md'].map(file => snapshot.folder.memories.find(one => one.file === file)!)
    expect(askGate(snapshot, [archive(a!, { why: 'duplicate', of: b!.file })]).outcome).toBe('kept')
    expect(askGate(snapshot, [archive(a!, { why: 'fully-stale', missing: ['x'] })]).outcome).not.toBe('lost')
    expect(askGate(snapshot, []).outcome).toBe('nothing-changes')
  })

  it('leaves to a person what would make something unfindable; under seed it only tells', () => {
    // The texts are copies of each other; one of them alone has the name that people ask for.
    const body = 'The nightly run of the shop writes all invoices of the day into one large archive.'
    const note = (name: string, day: number) => ({ name, description: name, type: 'project', body, day })
    const snapshot = makeWorld({
      notes: { ...FILLER, 'new.md': note('nightly invoices', 30), 'old.md': note('zanzibar', 1) },
      today: 90,
    })
    const archived = ({ actions }: FolderPlan) => actions.filter(({ kind }) => kind === 'archive')
    expect(archived(planFolder(snapshot, policy()))).toHaveLength(1)
    const careful = planThroughGate(snapshot, policy())
    expect(archived(careful)).toEqual([])
    expect(careful.proposals.map(({ because }) => because)).toEqual([
      'without it no search finds “zanzibar” any more',
    ])
    expect(careful.recall).toMatchObject({ kept: ['old.md'] })
    const seed = planThroughGate(snapshot, policy({ rules: 'seed' }))
    expect(archived(seed).map(({ file }) => file)).toContain('old.md')
    expect(seed.recall!.after).toBeLessThan(seed.recall!.before)
  })

  it('what was held back on a night of many changes is held back on the next, when little else changes', () => {
    const body = 'The nightly run of the shop writes all invoices of the day into one large archive.'
    const note = (name: string, text: string, day = 10) => ({
      name,
      description: name,
      type: 'project',
      body: text,
      day,
    })
    const many = (count: number, made: (at: number) => [string, Note][]) =>
      Object.fromEntries(Array.from({ length: count }, (_, at) => made(at)).flat())
    const snapshot = makeWorld({
      notes: {
        'old.md': note('zanzibar harbour writes', body, 1),
        'new.md': note('nightly invoices', body, 30),
        // Those who answer to the name of the old one, too; their texts have nothing in common with it.
        ...many(10, at => [[`harbour-${at}.md`, note(`zanzibar harbour ${at}`, `Ships number ${at}.`)]]),
        // Those whose texts are near it.
        ...many(600, at => [
          [`near-${at}.md`, note(`topic ${at}`, `Shop day ${at}: archive invoices, nightly run, large.`)],
        ]),
        ...many(80, at => [
          [`copy-${at}.md`, note(`copied ${at}`, `Copied text number ${at} is word for word the same.`, 1)],
          [
            `copied-${at}.md`,
            note(`copied ${at}`, `Copied text number ${at} is word for word the same.`, 30),
          ],
        ]),
      },
      today: 90,
    })
    const archived = ({ actions }: FolderPlan) =>
      actions.filter(({ kind }) => kind === 'archive').map(({ file }) => file)
    const first = planThroughGate(snapshot, policy({ large: 'allow' }))
    expect(archived(first).length).toBeGreaterThanOrEqual(80)
    expect(first.recall!.kept).toContain('old.md')
    const second = planThroughGate(carryOut(snapshot, first), policy({ large: 'allow' }))
    expect(archived(second)).toEqual([])
  })

  it('a repaired link is no loss', () => {
    const body = 'The parrot of the office is called Basil.'
    const snapshot = makeWorld({
      notes: {
        ...FILLER,
        'new.md': { name: 'parrot', description: 'parrot', type: 'project', body, day: 30 },
        'old.md': { name: 'parrot', description: 'parrot', type: 'project', body, day: 1 },
        'zoo.md': { name: 'zoo', description: 'zoo', type: 'user', body: 'Animals here: [[old]] and more.' },
      },
      today: 90,
    })
    const plan = planThroughGate(snapshot, policy())
    expect(plan.actions.map(({ reason }) => reason.why)).toEqual(
      expect.arrayContaining(['duplicate', 'links-repaired']),
    )
    expect(plan.withheld).toEqual([])
  })

  it('asks what people searched for, newest first, and keeps no secret of theirs', () => {
    const place = emptyPlace()
    open.push(place)
    for (const query of ['feeds parrot', 'lamp', `token ghp_${'a1B2'.repeat(9)}`, 'feeds parrot'])
      noteSearch(place.where, query)
    expect(pastSearches(place.where)).toEqual(['feeds parrot', 'lamp'])
    const snapshot = world({
      ...FILLER,
      'a.md': { name: 'birds', type: 'project', body: 'Anna feeds the parrot at noon.' },
      'b.md': { name: 'birds', type: 'project', body: 'Birds are kept in the hall.' },
    })
    const [a, b] = ['a.md', 'b.md'].map(file => snapshot.folder.memories.find(one => one.file === file)!)
    const verdict = askGate(
      snapshot,
      [archive(a!, { why: 'duplicate', of: b!.file })],
      pastSearches(place.where),
    )
    expect(verdict.lost).toContainEqual(expect.objectContaining({ kind: 'search', query: 'feeds parrot' }))
  })

  it('its figure is in the report', async () => {
    const place = emptyPlace()
    open.push(place)
    const text = (name: string, body: string) =>
      `---\nname: ${name}\ndescription: about ${name}\ntype: project\n---\n${body}\n`
    for (const [file, { name, body }] of Object.entries(FILLER))
      writeFileSync(join(place.memory, file), text(name!, body!))
    writeFileSync(join(place.memory, 'dup_parrot.md'), text('parrot', 'The parrot is called Basil.'))
    writeFileSync(join(place.memory, 'parrot.md'), text('parrot', 'The parrot is called Basil.'))
    ageFiles(place.memory)
    const report = await dream({ where: place.where, policy: policy(), mode: 'live' })
    expect(readdirSync(place.memory)).not.toContain('dup_parrot.md')
    const figure = report.plan.folders[0]!.recall!
    expect(figure.asked).toBeGreaterThan(0)
    expect(figure.after).toBe(figure.before)
    expect(renderTerminal(report, { color: NO_COLOR, width: 120, place: '' })).toContain(
      `${figure.after} of ${figure.before} test queries near these changes still find their answer`,
    )
  })
})
