import { afterAll, beforeAll, expect, it } from 'vitest'
import { runDream } from './run-dream.ts'
import { type SampleWorld, sampleWorld } from './sample-project.ts'

let world: SampleWorld
beforeAll(() => {
  world = sampleWorld()
})
afterAll(() => world.remove())

it('M18 --debug tells on stderr what was read, found, asked of git and written; the result stays as it is', async () => {
  const plain = await runDream(['status'], world)
  const told = await runDream(['--debug', 'status'], world)
  expect(told.stdout).toBe(plain.stdout)
  expect(plain.stderr).toBe('')
  const steps = [...told.stderr.matchAll(/^debug +\d+ ms {2}(\w+) {2}/gm)].map(([, what]) => what)
  expect(steps[0]).toBe('command')
  expect(steps.at(-1)).toBe('done')
  expect(steps).toEqual(expect.arrayContaining(['settings', 'folders']))
  expect(told.stderr).toContain('"because":')

  const run = await runDream(['--yes', '--debug'], world)
  for (const what of ['git', 'cache', 'written']) expect(run.stderr).toMatch(new RegExp(`ms {2}${what} {2}`))
  expect(run.stderr).toMatch(/written .*"result":"done"/)
})

it('M18 DREAM_DEBUG does the same, and with --json every line is JSON', async () => {
  const { stdout, stderr, code } = await runDream(['status', '--json'], {
    ...world,
    env: { DREAM_DEBUG: '1' },
  })
  expect(code).toBe(0)
  expect(JSON.parse(stdout)).toMatchObject({ format: 'dream-status' })
  const events = stderr
    .trimEnd()
    .split('\n')
    .map(line => JSON.parse(line) as { what: string; format: string })
  expect(events[0]).toMatchObject({ format: 'dream-debug', version: 1, what: 'command' })
  expect(events.map(({ what }) => what)).toContain('folders')
  const off = await runDream(['status'], { ...world, env: { DREAM_DEBUG: '0' } })
  expect(off.stderr).toBe('')
})

it('M18 no secret is told, and a word after -- is no option', async () => {
  const token = `ghp_${'a1B2c3D4'.repeat(5)}`.slice(0, 40)
  const { stderr } = await runDream(['search', '--debug', token], world)
  expect(stderr).toContain('debug')
  expect(stderr).not.toContain(token)
  expect((await runDream(['search', '--', '--debug'], world)).stderr).not.toContain('debug ')
})
