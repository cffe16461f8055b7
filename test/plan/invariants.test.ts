import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { runChecks } from '../../src/checks/all.ts'
import { makeLinkResolver } from '../../src/memory/links.ts'
import type { Snapshot } from '../../src/memory/snapshot.ts'
import { decide } from '../../src/plan/decide.ts'
import { makePlan, planFolder } from '../../src/plan/plan-folder.ts'
import { planSchema } from '../../src/plan/schema.ts'
import { settle } from '../../src/plan/settle.ts'
import { policies, randomWorld, runs } from './random-world.ts'
import { carryOut, indexText } from './world.ts'

describe.each(Object.entries(policies))('invariants under %s', (_, policy) => {
  it('every memory is kept or archived exactly once', () => {
    fc.assert(
      fc.property(randomWorld, world => {
        const plan = planFolder(world, policy)
        expect(plan.verdicts.map(({ file }) => file)).toEqual(world.folder.memories.map(({ file }) => file))
        const archived = plan.actions.filter(({ kind }) => kind === 'archive').map(({ file }) => file)
        expect(new Set(archived).size).toBe(archived.length)
        const gone = plan.verdicts.filter(({ fate }) => fate === 'goes').map(({ file }) => file)
        expect(archived.toSorted()).toEqual(gone)
        expect(plan.verdicts.every(({ because }) => because.length > 10)).toBe(true)
      }),
      runs,
    )
  })

  it('D14 a memory gives way only to one that stays', () => {
    fc.assert(
      fc.property(randomWorld, world => {
        const { actions, verdicts } = planFolder(world, policy)
        const stays = new Set<string>(verdicts.filter(({ fate }) => fate === 'stays').map(({ file }) => file))
        for (const { reason } of actions) {
          if (reason.why === 'duplicate') expect(stays.has(reason.of)).toBe(true)
          if (reason.why === 'contradicted') expect(stays.has(reason.by)).toBe(true)
        }
      }),
      runs,
    )
  })

  it('a second dream over the same world changes nothing', () => {
    fc.assert(
      fc.property(randomWorld, world => {
        const after = carryOut(world, planFolder(world, policy))
        expect(planFolder(after, policy).actions).toEqual([])
      }),
      runs,
    )
  })

  it('nor does it where breakers would hide what was decided', () => {
    fc.assert(
      fc.property(randomWorld, world => {
        const { left } = settle(world, policy)
        expect(settle(left, policy).departures).toEqual([])
      }),
      runs,
    )
  })

  it('the order of reading changes nothing', () => {
    fc.assert(
      fc.property(randomWorld, fc.infiniteStream(fc.nat()), (world, dice) => {
        const shuffled = world.folder.memories
          .map(memory => ({ memory, at: dice.next().value as number }))
          .sort((a, b) => a.at - b.at)
          .map(({ memory }) => memory)
        const other = { ...world, folder: { ...world.folder, memories: shuffled } }
        expect(planFolder(other, policy)).toEqual(planFolder(world, policy))
      }),
      runs,
    )
  })

  it('a plan survives JSON and the schema of a saved plan', () => {
    fc.assert(
      fc.property(randomWorld, world => {
        const plan = makePlan([planFolder(world, policy)], policy.rules)
        const back = JSON.parse(JSON.stringify(plan))
        expect(back).toEqual(plan)
        expect(planSchema.parse(back)).toEqual(plan)
      }),
      runs,
    )
  })

  it('D18 after a dream the index lists exactly the memories that are there', () => {
    fc.assert(
      fc.property(randomWorld, world => {
        const plan = planFolder(world, policy)
        if (policy.rules === 'propose') return
        const after = carryOut(world, plan)
        const text = indexText(after) ?? ''
        for (const { file } of after.folder.memories) {
          expect(text.includes(file.replace(' ', '%20')) || text.includes(`[[${file.slice(0, -3)}`)).toBe(
            true,
          )
        }
        const listed = after.folder.index?.lines.flatMap(({ entry }) => entry?.file ?? []) ?? []
        const there = new Set<string>(after.folder.memories.map(({ file }) => file))
        expect(listed.filter(file => !there.has(file))).toEqual([])
      }),
      runs,
    )
  })

  it('D31 a link leads where it led, or to whoever stays in that place', () => {
    fc.assert(
      fc.property(randomWorld, world => {
        const plan = planFolder(world, policy)
        const after = carryOut(world, plan)
        const heirs = new Map<string, string>(
          plan.actions.flatMap(({ file, reason }) =>
            reason.why === 'duplicate'
              ? [[file, reason.of]]
              : reason.why === 'contradicted'
                ? [[file, reason.by]]
                : [],
          ),
        )
        const there = new Map(after.folder.memories.map(memory => [memory.file as string, memory]))
        const [resolve, resolveNow] = [inFolder(world), inFolder(after)]
        for (const { file, links } of world.folder.memories.filter(one => there.has(one.file))) {
          const led = links
            .map(({ target }) => resolve(target) ?? '')
            .map(target => heirs.get(target) ?? target)
          const leads = new Set<string | undefined>(
            there.get(file)?.links.map(({ target }) => resolveNow(target)),
          )
          expect(led.filter(target => there.has(target) && !leads.has(target))).toEqual([])
        }
      }),
      runs,
    )
  })

  it('a model alone never causes an automatic action', () => {
    fc.assert(
      fc.property(randomWorld, world => {
        const suggested = runChecks(world, policy.rules).map(one => ({
          ...one,
          source: 'suggested' as const,
        }))
        expect(decide(world, suggested, policy)).toEqual([])
      }),
      runs,
    )
  })

  it('unknown never counts as missing', () => {
    fc.assert(
      fc.property(randomWorld, world => {
        const { verdicts } = planFolder(blind(world), policy)
        expect(verdicts.map(({ class: kind }) => kind).filter(kind => /stale/.test(kind))).toEqual([])
      }),
      runs,
    )
  })
})

/** As the plan sees it: of two memories with one name the one that sorts first is meant. */
const inFolder = ({ folder }: Snapshot) =>
  makeLinkResolver(folder.memories.toSorted((a, b) => (a.file < b.file ? -1 : 1)))

/** The same world with a project that nobody can look into. */
function blind(world: Snapshot): Snapshot {
  const { project } = world.evidence
  return { ...world, evidence: { project, paths: new Map(), words: new Map() } }
}
