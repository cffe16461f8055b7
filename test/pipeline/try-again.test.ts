import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, describe, expect, it } from 'vitest'
import { applyPlan } from '../../src/commands/apply-plan.ts'
import { undo } from '../../src/commands/undo.ts'
import { exitCode, outcomeExitCode } from '../../src/model/outcome.ts'
import type { Rules } from '../../src/model/plan.ts'
import { dream } from '../../src/pipeline/pipeline.ts'
import { dreamAt, shown } from '../dream-at.ts'
import { type Place, placeOf, policy, treeBelow } from './place.ts'
import { whileImmutable } from './refused.ts'

let open: Place[] = []
afterEach(() => {
  for (const each of open) each.remove()
  open = []
})

function firstRun(): Place {
  const place = placeOf('first-night', 'git')
  open.push(place)
  return place
}

const GOING = ['duplicate_auth.md', 'old_preference.md', 'stale_old_path.md']
const RULES: readonly Rules[] = ['seed', 'careful']
const live = ({ where }: Place, rules: Rules) => dream({ where, policy: policy({ rules }), mode: 'live' })

/** Under careful the line of `ghost.md` stays: nothing shows that it ever was here (D36). */
function expectIndexIsTrue({ memory }: Place, rules: Rules = 'seed'): void {
  const index = readFileSync(join(memory, 'MEMORY.md'), 'utf8')
  const listed = [...index.matchAll(/\]\(([^)]+)\)/g)].map(([, file]) => file)
  const files = readdirSync(memory).filter(name => name !== 'MEMORY.md')
  const ghosts = rules === 'seed' ? [] : ['ghost.md']
  expect(listed.sort()).toEqual([...files, ...ghosts].sort())
}

describe('a change that fails, and a second try', () => {
  it.each(RULES.flatMap(rules => GOING.map(file => [rules, file] as const)))(
    'D18 under %s, %s cannot be archived: its line stays, and the next run archives it',
    async (rules, file) => {
      const place = firstRun()
      const before = treeBelow(place.memory)
      const report = await whileImmutable([file], () => live(place, rules))
      expect(exitCode(report)).toBe(1)
      expect(readdirSync(place.memory)).toContain(file)
      expectIndexIsTrue(place, rules)
      expect(exitCode(await live(place, rules))).toBe(0)
      expect(readdirSync(place.memory)).not.toContain(file)
      expectIndexIsTrue(place, rules)
      await dreamAt(place.where).undo()
      await dreamAt(place.where).undo()
      expect(treeBelow(place.memory)).toEqual(before)
    },
  )

  it('D20 an undo that failed says so, and works at the second try', async () => {
    const place = firstRun()
    const before = treeBelow(place.memory)
    await live(place, 'seed')
    const failed = await whileImmutable(['MEMORY.md'], () => dreamAt(place.where).undo())
    expect(outcomeExitCode(failed.results)).toBe(1)
    const words = shown(undo, failed, 200)
    expect(words).toMatch(/^Could not undo .*: no file was changed\n/)
    expect(words).toContain(`dream undo ${failed.run}`)
    expect(words).not.toContain('redoes it')
    const done = await dreamAt(place.where).undo()
    expect(done.run).toBe(failed.run)
    expect(shown(undo, done, 200)).toMatch(/^Undid .*: 4 files restored\n/)
    expect(treeBelow(place.memory)).toEqual(before)
    await expect(dreamAt(place.where).undo()).rejects.toThrow('nothing to undo')
  })

  it.each(GOING)('D19 a plan of which %s failed is carried to its end by applying it again', async file => {
    const place = firstRun()
    const before = treeBelow(place.memory)
    const request = { where: place.where, policy: policy({ rules: 'seed' }), mode: 'plan' } as const
    const { plan } = await dream(request)
    const first = await whileImmutable([file], () => applyPlan({ where: place.where, plan }))
    expect(exitCode(first)).toBe(1)
    expectIndexIsTrue(place)
    const second = await applyPlan({ where: place.where, plan })
    expect(exitCode(second)).toBe(0)
    expect(second.results.flatMap(each => each.outcomes.map(one => one.action.file))).toEqual([
      file,
      'MEMORY.md',
    ])
    expect(second.notes).toEqual([expect.stringContaining('2 of 4 changes of this plan were made')])
    expect(readdirSync(place.memory).filter(name => GOING.includes(name))).toEqual([])
    expectIndexIsTrue(place)
    const runs = (await dreamAt(place.where).history()).folders![0]!.records.length
    const third = await applyPlan({ where: place.where, plan })
    expect((await dreamAt(place.where).history()).folders![0]!.records.length).toBe(runs)
    expect(exitCode(third)).toBe(0)
    expect(third.results).toEqual([])
    expect(third.notes).toEqual([expect.stringContaining('all changes of this plan were made')])
    for (let at = 0; at < 2; at++) await dreamAt(place.where).undo()
    expect(treeBelow(place.memory)).toEqual(before)
  })
})
