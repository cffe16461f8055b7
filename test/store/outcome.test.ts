import { unlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, describe, expect, it } from 'vitest'
import { say } from '../../src/languages/messages.ts'
import type { DreamError } from '../../src/model/error.ts'
import { fileName } from '../../src/model/file-name.ts'
import type { FolderOutcome } from '../../src/model/outcome.ts'
import type { FolderPlan, Verdict } from '../../src/model/plan.ts'
import { type CommitRequest, commit, throwIfFailed, throwUnlessDone } from '../../src/store/commit.ts'
import { takeLease } from '../../src/store/lease.ts'
import { archive, type Bench, bench, write } from './context.ts'

let place: Bench | undefined
afterEach(() => {
  place?.remove()
  place = undefined
})

const INDEX = '- [A](a.md)\n- [B](b.md)\n'
const FILES = { 'MEMORY.md': INDEX, 'a.md': 'alpha\n', 'b.md': 'beta\n' }
const SHORTER = '- [B](b.md)\n'
const ACTIONS = [archive('a.md', FILES['a.md']), write('MEMORY.md', INDEX, [{ text: SHORTER }])]

describe('what became of a commit', () => {
  const planOf = (step: FolderPlan['index']['step'], ...files: string[]) => ({
    index: { step, removed: 0, remaining: 0 },
    verdicts: files.map(
      (file): Verdict => ({ file: fileName(file), class: 'fresh', fate: 'stays', because: '' }),
    ),
  })

  const committed = (step: FolderPlan['index']['step'], more: Partial<CommitRequest> = {}) => {
    place ??= bench(FILES)
    const { root, desk } = place
    const plan = planOf(step, 'a.md', 'b.md')
    return commit(desk, { root, label: 'notes', actions: ACTIONS, run: 'r1', command: 'run', plan, ...more })
  }

  it('is counted in the folder: lines that left, and memories that somebody else removed', async () => {
    place = bench(FILES)
    unlinkSync(join(place.root, 'b.md'))
    const { index, vanished } = await committed('edit')
    expect(index).toMatchObject({ step: 'edit', removed: 1, added: 0, remaining: 1 })
    expect(index?.lines).toHaveLength(1)
    expect(vanished).toEqual(['b.md'])
  })

  it('of an index that was made anew has no lines', async () => {
    const { index, vanished } = await committed('rebuild')
    expect(index).toEqual({ step: 'rebuild', removed: 1, added: 0, remaining: 1 })
    expect(vanished).toBeUndefined()
  })

  it('is no step where the index came out as it was', async () => {
    const same = [write('MEMORY.md', INDEX, [{ text: INDEX }])]
    expect((await committed('edit', { actions: same })).index).toMatchObject({ step: 'none', removed: 0 })
    const other = [write('c.md', undefined, [{ text: 'gamma\n' }])].map(each => ({
      ...each,
      reason: { why: 'updated' } as const,
    }))
    expect((await committed('edit', { actions: other, run: 'r2' })).index).toMatchObject({ step: 'none' })
  })

  it('of an index that was not there is all new', async () => {
    place = bench({ 'b.md': 'beta\n' })
    const { index } = await committed('create', {
      actions: [write('MEMORY.md', undefined, [{ text: SHORTER }])],
    })
    expect(index).toEqual({ step: 'create', removed: 0, added: 1, remaining: 1 })
  })

  it('says who holds the folder, and counts nothing', async () => {
    place = bench(FILES)
    const lease = await takeLease(place.desk, place.root, 'run')
    const busy = { ...place.desk, clock: { now: () => Date.now(), sleep: async () => undefined } }
    const { root } = place
    const order = { root, label: 'notes', actions: ACTIONS, run: 'r1', command: 'apply' }
    const refused = await commit(busy, order)
    expect(refused.failure?.kind).toBe('locked')
    expect(refused.failure?.sentence).toMatch(/^another run is active here: process \d+ .*dream run, since/)
    expect((await committed('edit', { lease })).index?.removed).toBe(1)
    lease.release()
    writeFileSync(join(root, 'a.md'), FILES['a.md'])
    expect(
      (await commit(busy, { ...order, actions: ACTIONS.slice(0, 1), run: 'r2', lease: 'none' })).outcomes,
    ).toHaveLength(1)
  })

  it('of a lease that was lost is a failure, before anything is written', async () => {
    const lost = () => {
      throw new Error('taken over')
    }
    const { failure, index } = await committed('edit', { lease: { check: lost, renew: lost, release: lost } })
    expect(failure).toEqual({ kind: 'failed', sentence: 'taken over' })
    expect(index).toBeUndefined()
    expect(place!.read('a.md')).toBe(FILES['a.md'])
  })
})

describe('an outcome as an error', () => {
  const action = archive('a.md', '')
  const outcomeOf = (...outcomes: FolderOutcome['outcomes']): FolderOutcome => ({
    root: '/r',
    label: 'r',
    outcomes,
    salvaged: [],
    warnings: [],
  })
  const failed = (kind: 'locked' | 'failed' | 'unfinished'): FolderOutcome => ({
    ...outcomeOf(),
    failure: { kind, sentence: 'why' },
  })
  const thrown = (work: () => void) => {
    try {
      work()
    } catch (error) {
      const { message, exit } = error as DreamError
      return [message, exit]
    }
    return undefined
  }

  it.each([throwUnlessDone, throwIfFailed])('says what did not happen, and why: %o', check => {
    expect(thrown(() => check(failed('locked'), 'not written'))).toEqual(['not written: why', 4])
    expect(thrown(() => check(failed('failed'), 'not written'))).toEqual(['not written: why', 1])
    expect(thrown(() => check(failed('unfinished'), 'not written'))).toEqual(['why', 1])
    expect(thrown(() => check(outcomeOf({ action, result: 'done' }), 'not written'))).toBeUndefined()
  })

  it('takes a change of somebody else for an error, or leaves it to who looks again', () => {
    const changed = { action, result: 'changed-meanwhile', detail: 'changed' } as const
    // As the store says it, so that other words for it are noticed here.
    const because = say().storage.takenBack('a.md was changed')
    const back = { action, result: 'failed', detail: because } as const
    const full = { action, result: 'failed', detail: 'the disk is full' } as const
    expect(thrown(() => throwUnlessDone(outcomeOf(changed), 'no'))).toEqual(['no: changed', 1])
    expect(thrown(() => throwIfFailed(outcomeOf(changed, back), 'no'))).toBeUndefined()
    expect(thrown(() => throwIfFailed(outcomeOf(back), 'no'))).toEqual([`no: a.md: ${back.detail}`, 1])
    expect(thrown(() => throwIfFailed(outcomeOf(back, full), 'no'))).toEqual([
      'no: a.md: the disk is full',
      1,
    ])
  })
})
