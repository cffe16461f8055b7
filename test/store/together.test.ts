import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, describe, expect, it } from 'vitest'
import { realSys, type Sys } from '../../src/disk/sys.ts'
import { storedName } from '../../src/model/file-name.ts'
import type { Action } from '../../src/model/plan.ts'

import { applyActions } from '../../src/store/commit.ts'
import { withFolder } from '../../src/store/folder.ts'
import { findStore } from '../../src/store/store.ts'
import { type Bench, bench, dyingSys, sha, write } from './context.ts'

const open: Bench[] = []
afterEach(() => {
  for (const each of open.splice(0)) each.remove()
})

const NOTE = storedName('@vault/magma/a.md')

/** A memory file and its note in a vault elsewhere, to be changed together. */
function fresh() {
  const made = bench({ 'a.md': 'old file\n' })
  open.push(made)
  const vault = join(made.top, 'vault')
  mkdirSync(join(vault, 'magma'), { recursive: true })
  writeFileSync(join(vault, 'magma/a.md'), 'old note\n')
  const note: Action = {
    kind: 'write',
    file: NOTE,
    expect: sha('old note\n'),
    pieces: [{ text: 'new note\n' }],
    reason: { why: 'updated' },
    needs: [],
  }
  const actions = [note, write('a.md', 'old file\n', [{ text: 'new file\n' }])]
  const apply = (sys: Sys = realSys) =>
    applyActions(
      { ...made.desk, sys },
      { root: made.root, label: 'notes', vault, actions, run: 'r1', command: 'check', together: true },
    )
  const both = () => [made.read('a.md'), readFileSync(join(vault, 'magma/a.md'), 'utf8')].join('')
  return { ...made, vault, apply, both }
}

const OLD = 'old file\nold note\n'
const NEW = 'new file\nnew note\n'

describe('M8 changes that belong together', () => {
  it('M8 are both made', async () => {
    const { apply, both } = fresh()
    expect((await apply()).outcomes.map(each => each.result)).toEqual(['done', 'done'])
    expect(both()).toBe(NEW)
  })

  it('M8 where one changed since, neither begins', async () => {
    const { apply, both, put } = fresh()
    put('a.md', 'mine\n')
    expect((await apply()).outcomes.map(each => each.result)).toEqual(['not-started', 'changed-meanwhile'])
    expect(both()).toBe('mine\nold note\n')
  })

  it('M8 where the second cannot be written, the first is taken back', async () => {
    const { apply, both, root, vault } = fresh()
    const full = Object.assign(new Error('ENOSPC: no space left'), { code: 'ENOSPC' })
    const sys = new Proxy(realSys, {
      get(target, key: keyof Sys) {
        const real = target[key] as (...args: unknown[]) => unknown
        return (...args: unknown[]) => {
          // The second draft of this run is the memory file's.
          const creates = key === 'open' && ((args[1] as number) & 0o100) !== 0
          if (creates && /\.dream-r1-1\b.*new$/.test(String(args[0]))) throw full
          return real.apply(target, args)
        }
      },
    })
    const { outcomes } = await apply(sys)
    expect(outcomes.map(each => each.result)).toEqual(['failed', 'failed'])
    expect(outcomes[0]).toMatchObject({
      detail: expect.stringMatching(/^undone, because a\.md was not changed/),
    })
    expect(both()).toBe(OLD)
    const left = [root, join(vault, 'magma')].flatMap(folder => readdirSync(folder))
    expect(left.filter(name => name.startsWith('.dream'))).toEqual([])
  })

  it('M8 killed at any call and recovered, both are old or both are new', async () => {
    const counting = fresh()
    const { sys: counter, calls } = dyingSys(Number.POSITIVE_INFINITY)
    await counting.apply(counter)
    for (let at = 1; at <= calls(); at += 3) {
      const { apply, both, desk, root } = fresh()
      await apply(dyingSys(at).sys).catch(() => undefined)
      const store = findStore(realSys, desk.stateHome, root)
      for (const name of store?.locks.list() ?? []) store?.locks.discard(name)
      store?.close()
      const known = { ...desk, knowsVault: () => true }
      await withFolder(known, root, 'recover', () => undefined)
      expect([OLD, NEW], `killed at call ${at}`).toContain(both())
    }
  })
})
