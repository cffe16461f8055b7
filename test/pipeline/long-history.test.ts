import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { realSys } from '../../src/disk/sys.ts'
import { DEFAULT_POLICY } from '../../src/model/plan.ts'
import { dream } from '../../src/pipeline/pipeline.ts'
import { openStore } from '../../src/store/store.ts'
import { newFolder } from '../disk/folder.ts'
import { dreamAt } from '../dream-at.ts'
import { change, record } from '../store/stores.ts'

beforeEach(() => {
  vi.spyOn(realSys, 'fsync').mockImplementation(() => {})
})
afterEach(() => {
  vi.restoreAllMocks()
})

const RUNS = 1000

/** A memory folder that was dreamed over a thousand times. */
function place() {
  const [root, home] = [newFolder(), newFolder()]
  mkdirSync(join(root, '.git'))
  const note = (name: string, text: string) =>
    writeFileSync(join(root, name), `---\nname: ${name}\ndescription: ${text}\n---\n${text}\n`)
  note('roof.md', 'The roof of the greenhouse is mended every spring')
  writeFileSync(join(root, 'MEMORY.md'), '- [roof](roof.md) — the roof\n')
  const store = openStore(realSys, join(home, '.local/state/dream'), root)
  for (let run = 0; run < RUNS; run++)
    store.log.append(record(`r${run}`, { changes: [change(`${run % 50}.md`, `${run}`)] }))
  store.close()
  const where = { cwd: root, home, env: { PATH: '' }, paths: [root], allProjects: false, layout: 'index' }
  return { where: where as typeof where & { layout: 'index' }, note }
}

describe('after a thousand runs', () => {
  it('A5 a command parses the lines of history that it needs, and none of them twice', async () => {
    const { where, note } = place()
    const run = () => dream({ where, policy: DEFAULT_POLICY, mode: 'live' })
    await run()
    const parse = vi.spyOn(JSON, 'parse')
    const linesOf = async (work: () => unknown) => {
      parse.mockClear()
      await work()
      return parse.mock.calls.filter(([text]) => String(text).startsWith('{"prev":')).length
    }
    note('door.md', 'The door of the shed is painted green')
    expect(await linesOf(run), 'dream').toBeLessThan(20)
    expect(await linesOf(() => dreamAt(where).load({ budget: 10_000 })), 'load').toBeLessThan(20)
    expect(await linesOf(() => dreamAt(where).status()), 'status').toBeLessThan(20)
    const text = 'The key of the cellar hangs behind the boiler'
    expect(await linesOf(() => dreamAt(where).remember({ text: [text] })), 'remember').toBeLessThan(20)
    expect(await linesOf(() => dreamAt(where).forget({ description: ['roof.md'] })), 'forget').toBeLessThan(
      20,
    )
    // Which run was the last that can be taken back, all of history tells.
    expect(await linesOf(() => dreamAt(where).undo()), 'undo').toBeLessThan(RUNS + 40)
  })
})
