import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import type { Decision } from '../../src/model/folder.ts'
import { questionStateOf } from '../../src/plan/removal.ts'
import { fsckStore } from '../../src/store/fsck.ts'
import { newStore } from './stores.ts'

const decision = (id: string, answer: Decision['answer'] = 'rejected'): Decision => ({
  key: 'k',
  id,
  answer,
  at: '2026-11-16T03:00:00.000Z',
})

describe('decisions', () => {
  it('are read back in the order in which they were made', () => {
    const store = newStore()
    expect(store.decisions.read()).toEqual({ entries: [], damage: [] })
    store.decisions.add([decision('one')])
    store.decisions.add([decision('two', 'never')])
    expect(store.decisions.read().entries).toEqual([decision('one'), decision('two', 'never')])
  })

  it('a flip or a cut at any byte costs at most the decisions beside it, and fsck tells', () => {
    const store = newStore()
    store.decisions.add([decision('one')])
    store.decisions.add([decision('two')])
    const path = join(store.dir.path, 'decisions.jsonl')
    const whole = readFileSync(path)
    for (let at = 0; at < whole.length; at += 1) {
      const flipped = Buffer.from(whole)
      flipped[at]! ^= 1
      writeFileSync(path, flipped)
      const { entries: decisions, damage } = store.decisions.read()
      // A line break that is gone makes one line of two.
      expect(decisions).toHaveLength(whole[at] === 10 && at < whole.length - 1 ? 0 : 1)
      expect(damage).toHaveLength(1)
    }
    writeFileSync(path, whole.subarray(0, whole.length - 5))
    expect(store.decisions.read().entries).toEqual([decision('one')])
    expect(fsckStore(store).problems.map(({ what }) => what)).toEqual([
      'line 2 of decisions.jsonl is not what was written',
    ])
    store.decisions.add([decision('three')])
    expect(store.decisions.read().entries).toEqual([decision('one'), decision('three')])
  })

  it('with a right checksum and an answer that nobody can give count for nothing', () => {
    const store = newStore()
    store.decisions.add([decision('one', 'yes' as Decision['answer'])])
    expect(store.decisions.read().entries).toEqual([])
    expect(store.decisions.read().damage).toHaveLength(1)
  })
})

describe('a decision', () => {
  it('holds for the bytes it was made on; "never" for all; and can be taken back', () => {
    const asked = { key: 'k', id: 'now' }
    expect(questionStateOf(asked, [])).toEqual({ state: 'open' })
    expect(questionStateOf(asked, [decision('now')])).toEqual({
      state: 'answered',
      decision: decision('now'),
    })
    expect(questionStateOf(asked, [decision('then')])).toEqual({ state: 'open', before: decision('then') })
    const never = decision('then', 'never')
    expect(questionStateOf(asked, [never])).toEqual({ state: 'answered', decision: never })
    expect(questionStateOf(asked, [never, decision('now', 'reopened')])).toEqual({ state: 'open' })
    expect(questionStateOf({ key: 'other', id: 'now' }, [decision('now')])).toEqual({ state: 'open' })
  })
})
