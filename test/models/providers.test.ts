import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { LlmRole } from '../../src/config/roles.ts'
import type { Call } from '../../src/models/transport.ts'
import { type Provider, providerOf } from '../../src/models/wired.ts'
import { playedClaude } from '../agents/model/played-claude.ts'
import { ENV, KEY, roleAt } from '../agents/model/role.ts'
import { type ModelServer, type Player, startModelServer } from '../agents/model-server.ts'

const folder = mkdtempSync(join(tmpdir(), 'dream-providers-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

let server: ModelServer
beforeEach(async () => {
  server = await startModelServer(() => ({ text: 'Yes.', inputTokens: 7, outputTokens: 3 }))
})
afterEach(() => server.close())

const call: Call = {
  role: 'agents',
  purpose: 'test',
  instructions: 'Answer with yes or no.',
  messages: [{ from: 'user', text: 'Is water wet?' }],
  tools: [],
  maxOutputTokens: 100,
  patience: 'wait',
  signal: new AbortController().signal,
}

/** What every provider has to hold, whatever the service. */
function providerContract(api: LlmRole['api']): void {
  const opened = (player?: Player): Provider => {
    if (player !== undefined) server.play(player)
    return providerOf(roleAt(server, { api }), { ...ENV, ...playedClaude(folder, server.openai) })
  }

  describe(`the provider ${api}`, () => {
    it('says its name and that it is ready, and asks nobody for that', () => {
      const { name, state } = opened()
      expect(name).toMatch(/^test-model (at|by) /)
      expect(name).not.toContain(KEY)
      expect(state).toBe('ready')
      expect(server.asked).toHaveLength(0)
    })

    it('asks once, and gives the words and what was spent', async () => {
      const reply = await opened().call(call)
      expect(reply).toMatchObject({
        outcome: 'answered',
        value: { text: 'Yes.', calls: [] },
        spent: { calls: 1, inputTokens: 7, outputTokens: 3 },
      })
      expect(server.asked).toHaveLength(1)
      expect(server.asked[0]!.system).toContain(call.instructions)
      expect(server.asked[0]!.messages.map(({ text }) => text)).toEqual(['Is water wet?'])
    })

    it('gives the calls of tools, each with an id', async () => {
      const tools = [{ name: 'look', about: 'looks at a file', input: { type: 'object' } }]
      const player: Player = () => ({ calls: [{ tool: 'look', input: { file: 'a.md' } }] })
      const reply = await opened(player).call({ ...call, tools })
      expect(reply).toMatchObject({
        outcome: 'answered',
        value: { calls: [{ tool: 'look', input: { file: 'a.md' }, id: expect.stringMatching(/./) }] },
      })
      expect(server.asked[0]!.tools).toEqual(['look'])
    })

    it.each([401, 429, 500])('a service that answers with %s is a word and a reason', async status => {
      const reply = await opened(() => ({ status })).call(call)
      expect(reply).toMatchObject({
        outcome: expect.stringMatching(/^(?:refused|rate-limited|unreachable)$/),
        why: expect.stringMatching(/\w/),
        spent: { calls: expect.any(Number) },
      })
      expect(JSON.stringify(reply)).not.toContain(KEY)
    })

    it.each(['garbage', 'broken-json', 'cut'] as const)('%s is no answer, and no exception', async fault => {
      const reply = await opened(() => ({ fault })).call(call)
      expect(reply.outcome).not.toBe('answered')
      expect(JSON.stringify(reply)).not.toContain(KEY)
    })

    it('nobody there is unreachable, and no exception', async () => {
      const provider = opened()
      await server.close()
      const reply = await provider.call(call)
      expect(reply.outcome).toMatch(/^(?:unreachable|refused)$/)
      server = await startModelServer(() => ({ text: 'Yes.' }))
    })

    it('ends at once when it is stopped', async () => {
      const stop = new AbortController()
      const provider = opened(() => {
        stop.abort()
        return { fault: 'hang' }
      })
      expect(await provider.call({ ...call, signal: stop.signal })).toMatchObject({ outcome: 'stopped' })
    })
  })
}

for (const api of ['openai', 'anthropic', 'claude-command'] as const) providerContract(api)
