import { chmodSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, describe, expect, it } from 'vitest'
import { type DebugEvent, debugTo } from '../../src/model/error.ts'
import { fileName } from '../../src/model/file-name.ts'
import type { Action } from '../../src/model/plan.ts'
import { applyActions, commit } from '../../src/store/commit.ts'
import { undoRun } from '../../src/store/undo.ts'
import { type Bench, bench, sha, write } from './context.ts'

const open: Bench[] = []
afterEach(() => {
  for (const each of open.splice(0)) each.remove()
})

const BYTES = Buffer.from([0x67, 0xe9, 0x0a])
const absent = (file: string): Action => ({
  kind: 'write',
  file: fileName(file),
  expect: 'absent',
  pieces: [],
  reason: { why: 'imported' },
  needs: [],
})

function arrive(made: Bench, actions: readonly Action[]) {
  const stored = { hash: sha(BYTES), modified: 1_600_000_000_000_000, mode: 0o640 }
  return applyActions(made.desk, {
    root: made.root,
    label: 'notes',
    run: 'r1',
    command: 'import',
    actions,
    stored: new Map([[fileName('a.md'), stored]]),
    fill: store => {
      store.objects.put(BYTES, 'a.md')
    },
  })
}

describe('I11 files whose bytes lie in the store already', () => {
  it('are written with the bytes, time and mode that they had, beside those that are text; one undo takes both back', async () => {
    const made = bench({})
    open.push(made)
    const { outcomes } = await arrive(made, [
      absent('a.md'),
      { ...absent('b.md'), pieces: [{ text: 'b\n' }] } as Action,
    ])
    expect(outcomes.map(({ result }) => result)).toEqual(['done', 'done'])
    const { mtimeMs, mode } = statSync(join(made.root, 'a.md'))
    expect([readFileSync(join(made.root, 'a.md')), mtimeMs, mode & 0o777]).toEqual([
      BYTES,
      1_600_000_000_000,
      0o640,
    ])
    expect(made.read('b.md')).toBe('b\n')
    await undoRun(made.desk, { root: made.root, label: 'notes', undoes: 'r1', run: 'r2' })
    expect(() => made.read('a.md')).toThrow('ENOENT')
  })

  it('are not written over a file that is there', async () => {
    const made = bench({ 'a.md': 'mine\n' })
    open.push(made)
    expect((await arrive(made, [absent('a.md')])).outcomes).toMatchObject([{ result: 'changed-meanwhile' }])
    expect(made.read('a.md')).toBe('mine\n')
    expect((await arrive(made, [write('a.md', 'mine\n', [])])).outcomes).toMatchObject([{ result: 'done' }])
  })
})

describe('a write with a time of its own', () => {
  const earlier = 1_500_000_000_000_000
  const timed = (action: Action): Action => ({ ...action, modified: earlier }) as Action
  const stat = (made: Bench, file: string) => {
    const { mtimeMs, mode } = statSync(join(made.root, file))
    return [mtimeMs, mode & 0o777]
  }

  it('gets it, a new file with the usual mode and an old one with its own; --debug tells of both', async () => {
    const made = bench({ 'old.md': 'one\n' })
    open.push(made)
    chmodSync(join(made.root, 'old.md'), 0o600)
    const told: DebugEvent[] = []
    const actions = [
      timed(write('old.md', 'one\n', [{ text: 'two\n' }])),
      timed({ ...absent('new.md'), pieces: [{ text: 'new\n' }] } as Action),
    ]
    const request = { root: made.root, label: 'notes', run: 'r1', command: 'import', actions } as const
    await debugTo(
      event => told.push(event),
      () => commit(made.desk, { ...request, lease: 'none' }),
    )
    expect(stat(made, 'old.md')).toEqual([earlier / 1000, 0o600])
    expect(stat(made, 'new.md')).toEqual([earlier / 1000, 0o644])
    expect(told).toContainEqual({
      what: 'written',
      details: expect.objectContaining({ root: made.root, run: 'r1' }),
    })
  })
})
