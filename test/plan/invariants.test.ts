import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { disusedLine } from '../../src/checks/index-drift.ts'
import { runChecks } from '../../src/checks/registry.ts'
import type { Snapshot } from '../../src/model/folder.ts'
import type { FolderPlan, Policy } from '../../src/model/plan.ts'

import { decide, settle } from '../../src/plan/decide.ts'
import { makePlan, planFolder } from '../../src/plan/plan-folder.ts'
import { planSchema } from '../../src/plan/schema.ts'
import { linksIn, makeLinkResolver } from '../../src/text/links.ts'
import { runs } from '../level.ts'
import { policies, randomWorld } from './random-snapshot.ts'
import { carryOut, indexText } from './snapshot-of.ts'

describe.each(Object.entries(policies))('invariants under %s', (_, policy) => {
  const always = (check: (world: Snapshot) => void) => fc.assert(fc.property(randomWorld, check), runs)

  it('every memory is kept or archived exactly once, D14 gives way only to one that stays, and the plan survives JSON', () =>
    always(world => {
      const plan = planFolder(world, policy)
      expectEachOnce(world, plan)
      expectHeirsStay(plan)
      expectSurvivesJson(plan, policy)
    }))

  it('a second dream over the same world changes nothing, and D18 D31 index and links lead to what is there', () =>
    always(world => {
      const plan = planFolder(world, policy)
      const after = carryOut(world, plan)
      expect(planFolder(after, policy).actions).toEqual([])
      expectLinksLead(world, plan, after)
      if (policy.rules !== 'propose') expectIndexLists(after, policy)
    }))

  it('nor would it where a breaker hides what was decided', () =>
    always(world => {
      const { left } = settle(world, policy)
      expect(settle(left, policy).removals).toEqual([])
    }))

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

  it('a model alone never causes an action, and unknown never counts as missing', () =>
    always(world => {
      const suggested = runChecks(world, policy.rules).map(one => ({ ...one, source: 'suggested' as const }))
      expect(decide(world, suggested, policy)).toEqual([])
      const classes = planFolder(blind(world), policy).verdicts.map(verdict => verdict.class)
      expect(classes.filter(name => /stale/.test(name))).toEqual([])
    }))
})

function expectEachOnce(world: Snapshot, { verdicts, actions }: FolderPlan): void {
  expect(verdicts.map(({ file }) => file)).toEqual(world.folder.memories.map(({ file }) => file))
  const archived = actions.filter(({ kind }) => kind === 'archive').map(({ file }) => file)
  expect(new Set(archived).size).toBe(archived.length)
  const gone = verdicts.filter(({ fate }) => fate === 'goes').map(({ file }) => file)
  expect(archived.toSorted()).toEqual(gone)
  expect(verdicts.every(({ because }) => because.length > 10)).toBe(true)
}

/** By who goes: who stays in that place. */
function heirsIn({ actions }: FolderPlan): Map<string, string> {
  return new Map(
    actions.flatMap(({ file, reason }) => {
      const heir = reason.of ?? reason.by
      return heir === undefined ? [] : [[file, heir]]
    }),
  )
}

function expectHeirsStay(plan: FolderPlan): void {
  const stays = new Set<string>(plan.verdicts.filter(({ fate }) => fate === 'stays').map(({ file }) => file))
  expect([...heirsIn(plan).values()].filter(heir => !stays.has(heir))).toEqual([])
}

function expectSurvivesJson(folder: FolderPlan, { rules }: Policy): void {
  const plan = makePlan([folder], rules)
  const back = JSON.parse(JSON.stringify(plan))
  expect(back).toEqual(plan)
  expect(planSchema.parse(back)).toEqual(plan)
}

/** D36 D43: but for an index that is retired, lines without proof, and those that somebody took out. */
function expectIndexLists(after: Snapshot, policy: Policy): void {
  const text = indexText(after) ?? ''
  const isEdited = policy.rules === 'careful' && policy.index === 'edit'
  const { left, takenOut } = isEdited ? after.past! : { left: undefined, takenOut: new Map() }
  if (isEdited && disusedLine(after.folder.index?.lines ?? []) !== undefined) return
  const isNamed = (file: string) =>
    text.includes(file.replace(' ', '%20')) || text.includes(`[[${file.slice(0, -3)}`)
  expect(after.folder.memories.filter(({ file }) => !isNamed(file) && !takenOut.has(file))).toEqual([])
  const lines = after.folder.index?.lines.filter(({ entry }) => entry !== undefined) ?? []
  const listed = isEdited
    ? lines.flatMap(({ text }) => linksIn(text).flatMap(({ file }) => file ?? []))
    : lines.flatMap(({ entry }) => entry?.file ?? [])
  const there = new Set<string>(after.folder.memories.map(({ file }) => file))
  expect(listed.filter(file => !there.has(file) && left?.has(file) !== false)).toEqual([])
}

function expectLinksLead(world: Snapshot, plan: FolderPlan, after: Snapshot): void {
  const heirs = heirsIn(plan)
  const there = new Map(after.folder.memories.map(memory => [memory.file as string, memory]))
  const [resolve, resolveNow] = [inFolder(world), inFolder(after)]
  for (const { file, links } of world.folder.memories.filter(one => there.has(one.file))) {
    // An `@import` cannot spell a name with a space in it; such a link is left as it is.
    const led = links.flatMap(({ kind, target }) => {
      const to = resolve(target) ?? ''
      const heir = heirs.get(to)
      return kind === 'import' && heir?.includes(' ') ? [] : [heir ?? to]
    })
    const leads = new Set<string | undefined>(there.get(file)?.links.map(({ target }) => resolveNow(target)))
    expect(led.filter(target => there.has(target) && !leads.has(target))).toEqual([])
  }
}

/** As the plan sees it: of two memories with one name the one that sorts first is meant. */
const inFolder = ({ folder }: Snapshot) =>
  makeLinkResolver(folder.memories.toSorted((a, b) => (a.file < b.file ? -1 : 1)))

/** The same world with a project that nobody can look into. */
function blind(world: Snapshot): Snapshot {
  const { project } = world.evidence
  return { ...world, evidence: { project, paths: new Map(), words: new Map() } }
}
