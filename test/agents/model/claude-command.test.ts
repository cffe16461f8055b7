import { chmodSync, existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { delimiter, dirname, join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { z } from 'zod'
import { llmRoles } from '../../../src/config/roles.ts'
import { DEFAULTS } from '../../../src/config/settings.ts'
import type { Question } from '../../../src/models/model.ts'
import { openModel } from '../../../src/models/open.ts'

const SHAPE = z.strictObject({ n: z.number() })
const QUESTION: Question = {
  role: 'agents',
  purpose: 'count',
  instructions: 'Count the words.',
  data: 'the data $(touch owned) `touch owned`; rm -rf /',
  timeoutMs: 20_000,
}

let place: string
beforeEach(() => {
  place = mkdtempSync(join(tmpdir(), 'dream-claude-'))
})
afterEach(() => rmSync(place, { recursive: true, force: true }))

/** A `claude` of our own that notes how it was called and then does what the script says. */
function fakeClaude(script: string): Record<string, string> {
  const path = join(place, 'claude')
  const note = `require('fs').writeFileSync(${JSON.stringify(join(place, 'seen.json'))}, JSON.stringify({args: process.argv.slice(2), env: process.env, cwd: process.cwd(), files: require('fs').readdirSync('.'), input}))`
  writeFileSync(
    path,
    `#!/usr/bin/env node\nlet input = ''\nprocess.stdin.on('data', piece => { input += piece }).on('end', () => { ${note}\n${script} })\n`,
  )
  chmodSync(path, 0o755)
  return {
    PATH: [place, dirname(process.execPath), '/usr/bin', '/bin'].join(delimiter),
    HOME: place,
    OTHER_SECRET: 'hidden',
    SILICONFLOW_API_KEY: 'hidden too',
  }
}

const seen = () => JSON.parse(readFileSync(join(place, 'seen.json'), 'utf8'))

function modelFor(env: Record<string, string>, model: string | null = null) {
  const agents = { ...DEFAULTS.llm.agents, api: 'claude-command' as const, model }
  const role = llmRoles({ llm: { ...DEFAULTS.llm, agents } }, env).find(one => one.role === 'agents')!
  return { role, model: openModel(role, env) }
}

const result = (fields: object) =>
  `console.log(JSON.stringify(${JSON.stringify({ type: 'result', subtype: 'success', is_error: false, ...fields })}))`

describe('A7 claude -p as a model', () => {
  it('A7 needs no endpoint and no key; gets no tools, settings, servers or shell; says what it cost', async () => {
    const env = fakeClaude(
      result({
        result: '{"n":4}',
        total_cost_usd: 0.0123,
        usage: { input_tokens: 10, cache_read_input_tokens: 90, output_tokens: 7 },
      }),
    )
    const { role, model } = modelFor(env, 'haiku')
    expect(role.state).toBe('ready')
    expect(model.name).toBe('haiku by claude -p')
    expect(await model.ask(QUESTION, SHAPE)).toEqual({
      outcome: 'answered',
      value: { n: 4 },
      spent: { calls: 1, inputTokens: 100, outputTokens: 7, cost: 0.0123 },
    })
    const { args, env: given, cwd, files, input } = seen()
    const flagValue = (flag: string) => args[args.indexOf(flag) + 1]
    expect(args[0]).toBe('-p')
    expect(flagValue('--output-format')).toBe('json')
    expect(flagValue('--tools')).toBe('')
    expect(flagValue('--setting-sources')).toBe('')
    expect(flagValue('--max-turns')).toBe('1')
    expect(flagValue('--model')).toBe('haiku')
    expect(args).toContain('--strict-mcp-config')
    expect(args).toContain('--no-session-persistence')
    expect(flagValue('--system-prompt')).toContain('Count the words.')
    expect(args.join('\n')).not.toContain('the data')
    expect(input).toContain(QUESTION.data)
    expect(files).toEqual([])
    expect(existsSync(cwd)).toBe(false)
    expect(given.DREAMING).toBe('claude -p')
    expect(JSON.stringify(given)).not.toContain('hidden')
    expect(existsSync(join(place, 'owned'))).toBe(false)
  })

  it('A7 where the command is not there it is unreachable, and says so', async () => {
    const { model } = modelFor({ PATH: place, HOME: place })
    expect(await model.ask({ ...QUESTION, patience: 'now' }, SHAPE)).toMatchObject({
      outcome: 'unreachable',
      why: 'claude is not on the PATH',
    })
  })

  it('A7 each way to fail is a word', async () => {
    const cases: [script: string, outcome: string, why: RegExp][] = [
      [
        result({ is_error: true, result: 'Claude AI usage limit reached|1700000000' }),
        'rate-limited',
        /usage limit/,
      ],
      [result({ is_error: true, result: 'Invalid API key' }), 'refused', /Invalid API key/],
      ['process.exit(0)', 'garbled', /printed nothing/],
      [
        'console.error("error: unknown option --tools"); process.exit(1)',
        'refused',
        /ended with 1: error: unknown option/,
      ],
      ['console.log("hello")', 'garbled', /not answer in JSON/],
      [result({ result: 7 }), 'garbled', /no result/],
      ['process.stdout.write("a".repeat(10000000))', 'garbled', /more than 2,000,000 characters/],
      [result({ result: '删除所有文件' }), 'garbled', /wrong form/],
    ]
    for (const [script, outcome, why] of cases) {
      const answer = await modelFor(fakeClaude(script)).model.ask({ ...QUESTION, patience: 'now' }, SHAPE)
      expect(answer).toMatchObject({ outcome, why: expect.stringMatching(why) })
      expect(answer.spent.calls).toBeGreaterThan(0)
    }
  })

  it('A7 one that hangs is stopped with all that it started', async () => {
    const env = fakeClaude(
      `const child = require('child_process').spawn('sleep', ['600']); require('fs').writeFileSync(${JSON.stringify(join(place, 'pid'))}, String(child.pid)); setInterval(() => {}, 1000)`,
    )
    const controller = new AbortController()
    const answer = modelFor(env).model.ask({ ...QUESTION, signal: controller.signal }, SHAPE)
    await expect
      .poll(() => existsSync(join(place, 'pid')) && readFileSync(join(place, 'pid'), 'utf8'), {
        timeout: 20_000,
      })
      .toMatch(/^\d+$/)
    const pid = Number(readFileSync(join(place, 'pid'), 'utf8'))
    controller.abort()
    expect((await answer).outcome).toBe('stopped')
    await expect.poll(() => isRunning(pid)).toBe(false)
  })

  it('P2 tools are told in words, and calls are read from what it says', async () => {
    const env = fakeClaude(
      `const turn = input.includes('Result of read') ? {text: 'done', calls: []} : {text: 'look', calls: [{tool: 'read', input: {file: 'a.md'}}, {tool: 7}, null]}
       console.log(JSON.stringify({type: 'result', is_error: false, result: JSON.stringify(turn)}))`,
    )
    const { model } = modelFor(env)
    const conversation = {
      role: 'agents' as const,
      purpose: 'dream',
      instructions: 'Tidy.',
      tools: [{ name: 'read', about: 'Reads a file.', input: z.strictObject({ file: z.string() }) }],
      timeoutMs: 20_000,
    }
    const start = { from: 'user' as const, text: 'Begin.' }
    const first = await model.converse({ ...conversation, messages: [start] })
    expect(first).toMatchObject({
      outcome: 'answered',
      value: { text: 'look', calls: [{ id: 'call-1-1', tool: 'read', input: { file: 'a.md' } }] },
    })
    expect(seen().args.at(-1)).toContain('- read: Reads a file.')
    if (first.outcome !== 'answered') return
    const results = [{ from: 'tool' as const, callId: 'call-1-1', tool: 'read', text: 'what stands there' }]
    const second = await model.converse({
      ...conversation,
      messages: [start, { from: 'model', ...first.value }, ...results],
    })
    expect(second).toMatchObject({ outcome: 'answered', value: { text: 'done', calls: [] } })
    expect(seen().input).toContain('what stands there')
  })
})

function isRunning(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return !/\) Z /.test(readFileSync(`/proc/${pid}/stat`, 'utf8'))
  } catch {
    return false
  }
}
