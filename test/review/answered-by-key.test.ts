import { expect, it, onTestFinished } from 'vitest'
import { ENV, KEY } from '../agents/model/role.ts'
import { startModelServer } from '../agents/model-server.ts'
import { runDream } from '../cli/run-dream.ts'
import { deepTree } from '../journal/place.ts'
import { ready } from '../journal/workspace.ts'

const add = (text: string) => ({
  op: 'add',
  section: 'stable',
  text,
  sources: ['2026-02-01:3'],
  reason: 'decision',
})

it.each(['openai', 'anthropic'] as const)(
  'I8 J24 a model by key (%s) answers the brief over HTTP, is corrected once, and undo takes it back',
  async api => {
    const place = await ready({
      'memory/2026-02-01.md': '# Day\n\n- Decided: the shop moves to Postgres 16\n',
    })
    const before = deepTree(place.root)
    const server = await startModelServer(({ turn }) => ({
      text: JSON.stringify({
        operations: [
          add('The shop runs on Postgres 16'),
          ...(turn === 0 ? [add('Mallory pays for it')] : []),
        ],
      }),
    }))
    onTestFinished(() => server.close())
    const env = {
      ...(place.where.env as Record<string, string>),
      ...ENV,
      DREAM_LLM__AGENTS__API: api,
      DREAM_LLM__AGENTS__ENDPOINT: server[api],
      DREAM_LLM__AGENTS__MODEL: 'test-model',
      DREAM_LLM__AGENTS__KEYVARIABLE: 'TEST_MODEL_KEY',
    }
    const world = { cwd: place.root, home: place.home, env }
    const said = await runDream(['submit', '--by', 'model', '--kind', 'journal', '--json'], world)
    const { answers, warnings } = JSON.parse(said.stdout)
    expect([warnings, answers.length]).toEqual([[], 1])
    expect(answers[0]).toMatchObject({ kind: 'journal', state: 'closed', results: [{ result: 'already' }] })
    expect(server.asked).toHaveLength(2)
    expect(JSON.stringify(server.asked[0])).toContain('the shop moves to Postgres 16')
    expect(JSON.stringify(server.asked[1])).toContain('not in the cited lines')
    expect(place.read('MEMORY.md')).toContain('- The shop runs on Postgres 16')
    expect(place.read('MEMORY.md')).not.toContain('Mallory')
    expect(`${said.stdout}${said.stderr}`).not.toContain(KEY)
    // One run for the first answer, one for its correction.
    for (const _ of server.asked) expect((await runDream(['undo'], world)).code).toBe(0)
    expect(place.read('MEMORY.md')).not.toContain('Postgres')
    expect(Object.keys(deepTree(place.root))).toEqual(Object.keys(before))
  },
)
