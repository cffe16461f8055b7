import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, describe, expect, it } from 'vitest'
import { CCBReader } from '../../src/index.ts'
import { dream } from '../../src/pipeline/pipeline.ts'
import { dreamAt } from '../dream-at.ts'
import { type Place, placeOf, policy, treeBelow } from '../pipeline/place.ts'

let open: Place[] = []
afterEach(() => {
  for (const each of open) each.remove()
  open = []
})
function firstNight(): Place {
  const place = placeOf('first-night', 'git')
  open.push(place)
  return place
}

describe('M1 CCBReader', () => {
  it('reads a directory, and changes one memory so that it can be taken back', async () => {
    const place = firstNight()
    const reader = new CCBReader(place.memory, place.where)
    const { memoryFiles, index } = await reader.readMemoryDirectory()
    expect(memoryFiles).toHaveLength(8)
    expect(index?.lines.filter(line => line.entry)).toHaveLength(8)
    const fresh = (await reader.readAll()).find(memory => memory.file === 'fresh.md')!
    expect(fresh).toMatchObject({ name: 'Cart total', type: 'project' })
    const before = treeBelow(place.memory)
    await reader.update(fresh, `${fresh.head}${fresh.body}It rounds half up.\n`)
    expect(readFileSync(join(place.memory, 'fresh.md'), 'utf8')).toContain('rounds half up')
    await expect(reader.update(fresh, 'stale write')).rejects.toThrow(/changed since/)
    expect((await dreamAt(place.where).history()).folders![0]!.records.map(record => record.command)).toEqual(
      ['update'],
    )
    await dreamAt(place.where).undo()
    expect(treeBelow(place.memory)).toEqual(before)
  })
})

describe('I6 load', () => {
  it('gives the index, pinned memories and what changed last night, within the budget', async () => {
    const place = firstNight()
    writeFileSync(
      join(place.memory, 'pinned.md'),
      '---\nname: House rule\ndescription: d\nmetadata:\n  pinned: true\n---\nAsk before you deploy.\n',
    )
    await dream({ where: place.where, policy: policy(), mode: 'live' })
    const whole = await dreamAt(place.where).load({ budget: 10_000 })
    expect(whole.text).toContain('[Cart total](fresh.md)')
    expect(whole.text).toContain('Ask before you deploy.')
    expect(whole.text).toContain('stale_old_path.md: archived (fully-stale)')
    expect(whole.parts.every(part => !part.cut)).toBe(true)
    for (const budget of [0, 10, 100, 300, 500]) {
      const cut = await dreamAt(place.where).load({ budget })
      expect(cut.text.length).toBeLessThanOrEqual(budget)
      expect(cut.parts.some(part => part.cut)).toBe(true)
    }
  })
})

it('status tells what is there, what the last run did and what changed since', async () => {
  const place = firstNight()
  const [before] = (await dreamAt(place.where).status()).folders
  expect(before).toMatchObject({ memories: 8, unfinished: [], changedSince: 8 })
  await dream({ where: place.where, policy: policy(), mode: 'live' })
  const [after] = (await dreamAt(place.where).status()).folders
  expect(after).toMatchObject({
    memories: 5,
    // The line of a file that nobody ever saw stays (D36).
    index: { lines: 8 },
    lastRun: { command: 'run', done: 4 },
    changedSince: 0,
  })
  expect(after!.stored.objects).toBeGreaterThanOrEqual(4)
})

it('explain tells what was seen, and what would change the verdict', async () => {
  const place = firstNight()
  const { explain } = dreamAt(place.where)
  const [stale] = (await explain({ memory: 'stale_old_path' })).explanations
  expect(stale!.verdict).toMatchObject({ class: 'fully-stale', fate: 'goes' })
  expect(stale!.references.map(each => each.answer)).toEqual(
    expect.arrayContaining([
      expect.stringMatching(/^removed in [0-9a-f]{8} on 2026-01-15$/),
      'not found anywhere in the code',
    ]),
  )
  expect(stale!.wouldChange.join(' ')).toContain('pinned')
  await expect(explain({ memory: 'no-such-memory' })).rejects.toThrow('no note called no-such-memory')
})

it('a run over an unchanged folder gives the plan of a full one, and a change in the project is seen', async () => {
  const place = firstNight()
  const live = () => dream({ where: place.where, policy: policy(), mode: 'live' })
  await live()
  const second = await live()
  const third = await live()
  expect(third.plan).toEqual(second.plan)
  mkdirSync(join(place.project, 'src/auth'), { recursive: true })
  writeFileSync(join(place.project, 'src/auth/captcha.ts'), 'export const captcha = 2\n')
  const fourth = await live()
  expect(second.plan.folders[0]!.findings.some(finding => finding.kind === 'partially-stale')).toBe(true)
  expect(fourth.plan.folders[0]!.findings.some(finding => finding.kind === 'partially-stale')).toBe(false)
})
