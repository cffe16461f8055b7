import { expect, it } from 'vitest'
import { runDream } from '../cli/run-dream.ts'
import { ready } from '../journal/workspace.ts'
import { commandLine } from './host-agent.ts'

const fact = (at: number) => `- Fact number ${at} about the warehouse and its doors (2026-01-05)`
const day = (at: number) => `2026-02-0${at}`
/** So long that each day is a part. */
const journal = (at: number) =>
  `# ${day(at)}\n\n- The doors of the warehouse were closed\n${Array.from(
    { length: 120 },
    (_, line) => `- Door ${line} of hall ${at} was painted by the crew of shift ${line * at} and left to dry`,
  ).join('\n')}\n`

async function place(facts: number) {
  const at = await ready({
    'MEMORY.md': `## Current state\n${Array.from({ length: facts }, (_, one) => fact(one)).join('\n')}\n`,
    ...Object.fromEntries([1, 2, 3, 4].map(one => [`memory/${day(one)}.md`, journal(one)])),
  })
  const world = { cwd: at.root, home: at.home, env: at.where.env as Record<string, string> }
  const left = () => at.read('MEMORY.md').match(/^- Fact/gm)?.length ?? 0
  return { at, world, door: commandLine(world), left }
}

/** Archives what it can in every part, twice each, and closes it. */
async function wipe({ door }: Awaited<ReturnType<typeof place>>): Promise<{ parts: number; runs: string[] }> {
  const runs: string[] = []
  for (let parts = 0; ; parts++) {
    const { id, data, parts: open } = await door.brief('journal')
    if (open === 0 || parts > 20) return { parts, runs }
    const shown = /^### (\d{4}-\d\d-\d\d)/m.exec(data!.slice(data!.indexOf('### 2026')))![1]!
    const ids = [...data!.matchAll(/^(m[0-9a-f-]+) .*Fact/gm)].map(([, name]) => name!)
    for (const giveUp of [false, true]) {
      const { run } = await door.submit({
        brief: id,
        operations: ids.map(name => ({ op: 'archive', id: name, sources: [`${shown}:3`], reason: 'r' })),
        giveUp,
      })
      if (run !== undefined) runs.push(run)
    }
  }
}

it('I8 all parts and all answers of a brief together lose a quarter of the summary at most', async () => {
  const large = await place(40)
  const { parts, runs } = await wipe(large)
  expect(parts).toBeGreaterThan(1)
  expect(large.left()).toBe(30)
  // Undone, it counts from the beginning.
  for (const run of runs.reverse()) expect((await runDream(['undo', run], large.world)).code).toBe(0)
  expect(large.left()).toBe(40)
  await wipe(large)
  expect(large.left()).toBe(30)
})

it('I8 a small summary can lose one entry, and is not emptied', async () => {
  const small = await place(4)
  await wipe(small)
  expect(small.left()).toBe(3)
})
