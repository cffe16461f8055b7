import { mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { runDreamAgent } from '../../src/agents/dream-agent.ts'
import { openAgentBox } from '../../src/agents/dream-agent-box.ts'
import { holdsQuote } from '../../src/agents/extract-rules.ts'
import { ExtractorAgent } from '../../src/agents/extractor.ts'
import { judgePairs } from '../../src/agents/judge-pairs.ts'
import { memoryText, RefinerAgent } from '../../src/agents/refine.ts'
import { DreamError } from '../../src/model/error.ts'
import { type FileName, fileName } from '../../src/model/file-name.ts'
import type { Model } from '../../src/models/model.ts'
import { openModel } from '../../src/models/open.ts'
import { endpointEmbedder } from '../../src/search/embeddings/endpoint.ts'
import type { FusedHit } from '../../src/search/fusion.ts'
import { INTENTS } from '../../src/search/intent.ts'
import { askForIntent } from '../../src/search/intent-model.ts'
import { verifyHits } from '../../src/search/verification.ts'
import { parseMemory } from '../../src/text/memory-file.ts'
import { atLevel } from '../level.ts'
import { imageOf } from './box/desk.ts'
import { DAY, user } from './extract/talk.ts'
import { behaviours } from './hostile-behaviours.ts'
import { type EagerTimer, eagerTimer } from './model/hand-timer.ts'
import { playedClaude } from './model/played-claude.ts'
import { ENV, KEY, roleAt } from './model/role.ts'
import { type ModelServer, type Player, startModelServer } from './model-server.ts'

/**
 * Every way in which a model or its service can misbehave, on every path that asks one, over real HTTP. The clock is turned
 * by hand: nothing waits. What holds everywhere: no file of the user changes, the outcome is a word with its sentence, no
 * budget is passed, and the key is in nothing that comes back.
 */
let server: ModelServer
let top: string
let memory: string
let timer: EagerTimer
let claude: Record<string, string>
beforeAll(async () => {
  server = await startModelServer(() => ({ text: '' }))
  top = realpathSync(mkdtempSync(join(tmpdir(), 'dream-hostile-')))
  memory = join(top, 'memory')
  mkdirSync(memory)
  for (const [name, text] of Object.entries(NOTES)) writeFileSync(join(memory, name), text)
  claude = playedClaude(top, server.openai)
})
afterAll(async () => {
  await server.close()
  rmSync(top, { recursive: true, force: true })
})
beforeEach(() => {
  timer = eagerTimer()
})

const note = (name: string, body: string) =>
  `---\nname: ${name}\ndescription: about ${name}\ntype: project\n---\n${body}\n`
const NOTES: Readonly<Record<string, string>> = {
  'MEMORY.md': '# Shop Memory\n\n- [Deploy](deploy.md) — deploys\n',
  'deploy.md': note('Deploy', 'Deploys go through the blue pipeline.'),
  'tests.md': note('Tests', 'Tests of the shop run at night.'),
  'style.md': note('Style', 'Two spaces and single quotes.'),
}
const memoryOf = (name: string) => {
  const text = NOTES[name]!
  return parseMemory({ file: fileName(name), hash: name, size: text.length, modified: 0, text })
}
const SAID = 'We decided to use Postgres for the orders.'
const RAW = {
  quote: SAID,
  text: SAID,
  type: 'project',
  kind: 'decision',
  origin: 'user',
  said: { speaker: 'user', at: DAY, line: 1, session: 's1' },
} as const

const WORDS =
  /^(?:answered|busy|timed-out|unreachable|refused|rate-limited|over-budget|garbled|stopped|finished|out-of-steps|out-of-tokens|out-of-time|not-taken|failed)$/

interface Outcome {
  readonly word: string
  readonly why: string
}

/** What each path made of it, as a word and a sentence; what must hold for its answer is checked on the way. */
const PATHS: Readonly<Record<string, (model: Model) => Promise<Outcome>>> = {
  async pairs(model) {
    const heard = await judgePairs(model, [{ a: memoryOf('deploy.md'), b: memoryOf('tests.md') }])
    expect(heard.opinions).toEqual([])
    const [none] = heard.unanswered
    if (none !== undefined) return { word: none.outcome, why: none.why }
    return { word: 'answered', why: heard.dropped[0]?.why ?? 'neither' }
  },
  async extraction(model) {
    const turns = [user(SAID)]
    const { memories, model: share } = await new ExtractorAgent({ model }).extract({ turns })
    const unanswered = share?.unanswered ?? []
    for (const { quote, origin, type } of memories) {
      expect(holdsQuote(SAID, quote)).toBe(true)
      expect([origin, type]).toEqual(['user', 'project'])
    }
    return unanswered.length === 0
      ? { word: 'answered', why: 'checked' }
      : { word: 'failed', why: String(unanswered[0]) }
  },
  async refinement(model) {
    const refined = await new RefinerAgent({ model }).refine(RAW)
    const text = memoryText(refined)
    const read = parseMemory({ file: fileName('r.md'), hash: '', size: 1, modified: 0, text })
    expect([read.origin, read.type, read.pinned]).toEqual(['user', 'project', false])
    expect(text).toContain(`> ${SAID}`)
    if (refined.by === 'model') expect(text).not.toMatch(/Delete every|bashrc|rm -rf/)
    return { word: refined.by === 'model' ? 'answered' : 'not-taken', why: refined.refused ?? 'by rules' }
  },
  async intent(model) {
    const answer = await askForIntent(model, 'Why Postgres?', undefined, timer)
    if (answer === undefined) return { word: 'timed-out', why: 'rules do the work' }
    if (answer.outcome !== 'answered') return { word: answer.outcome, why: answer.why }
    expect(INTENTS).toContain(answer.value.intent)
    return { word: 'answered', why: answer.value.intent }
  },
  async verification(model) {
    const hits = [{ hit: { document: { title: 'a' } }, text: 'Postgres' }] as unknown as FusedHit[]
    const said = await verifyHits(model, 'Which store?', hits)
    if ('failed' in said) return { word: 'failed', why: said.failed }
    expect([...said.keys()]).toEqual(hits)
    return { word: 'answered', why: 'no hit is taken away' }
  },
  async agent(model) {
    const box = openAgentBox({ root: memory, files: Object.keys(NOTES) as FileName[], now: () => 0 })
    try {
      const bounds = { steps: 3, tokens: 5_000, seconds: 60, usd: null }
      const order = { tools: box.tools, instructions: 'Dream.', data: 'Begin.', bounds, timer }
      const { stop, steps, spent } = await runDreamAgent({ model, ...order })
      expect(steps).toBeLessThanOrEqual(3)
      expect(spent.inputTokens).toBeGreaterThanOrEqual(0)
      expect([...box.scratch.left().keys()]).not.toContain('CLAUDE.md')
      if (stop.word === 'model-failed') return { word: stop.outcome, why: stop.why }
      return { word: stop.word, why: `${steps} steps` }
    } finally {
      box.close()
    }
  },
}

const APIS = ['openai', 'anthropic'] as const
const WIRES = [...APIS, 'claude-command'] as const
const CELLS = Object.keys(behaviours(eagerTimer())).flatMap((behaviour, row) =>
  Object.keys(PATHS).flatMap((path, column) =>
    // Each protocol on every behaviour and every path; all on each of them with `npm run test:slow`. A command costs a process.
    WIRES.filter((wire, at) =>
      atLevel({
        quick: wire === 'claude-command' ? row === column * 3 : (row + column) % 2 === at,
        slow: true,
      }),
    ).map(api => ({
      behaviour,
      path,
      api,
    })),
  ),
)

describe('P2 P3 P4 M11 M12 I8 every behaviour of a model on every path that asks one', () => {
  it.each(CELLS)('one that $behaviour: $path ($api)', async ({ behaviour, path, api }) => {
    server.play(behaviours(timer)[behaviour]!)
    const before = imageOf(top)
    const asked = server.asked.length
    const model = openModel(roleAt(server, { api }), { ...ENV, ...claude }, { timer })
    const outcome = await PATHS[path]!(model)
    expect(imageOf(top)).toBe(before)
    expect(outcome.word).toMatch(WORDS)
    expect(outcome.why).toMatch(/\S/)
    expect(outcome.why.length).toBeLessThan(600)
    expect(JSON.stringify(outcome)).not.toContain(KEY)
    expect(server.asked.length - asked).toBeLessThanOrEqual(12)
    for (const { path: at } of server.asked.slice(asked))
      expect(at).toMatch(/\/(?:chat\/completions|messages)$/)
  })
})

describe('I8 every behaviour of a service of embeddings', () => {
  const list = (...embeddings: unknown[]) => ({
    status: 200,
    body: { data: embeddings.map((embedding, index) => ({ embedding, index })) },
  })
  const EMBEDDINGS: Readonly<Record<string, Player>> = {
    'gives too few vectors': () => list([1, 0]),
    'gives too many vectors': () => list([1, 0], [0, 1], [1, 1]),
    'gives vectors of two lengths': () => list([1, 0], [1, 0, 0]),
    'gives empty vectors': () => list([], []),
    'gives texts for numbers': () => list(['1', '0'], ['0', '1']),
    'gives no numbers': () => list([null, 1], [1, null]),
    'gives a number too large': () => ({
      status: 200,
      body: '{"data":[{"embedding":[1e999]},{"embedding":[1]}]}',
    }),
    'gives one place twice': () => ({
      status: 200,
      body: { data: [0, 0].map(index => ({ embedding: [1, 0], index })) },
    }),
    'gives places that are none': () => ({
      status: 200,
      body: { data: ['__proto__', -1].map(index => ({ embedding: [1, 0], index })) },
    }),
    'gives a list that is none': () => ({ status: 200, body: { data: { length: 2 } } }),
    'gives null': () => ({ status: 200, body: 'null' }),
    'answers more than is read': () => ({ status: 200, body: `{"data":"${'a'.repeat(65_000_000)}"}` }),
  }
  const NEVER = new Set(['never begins', 'never ends'])
  const tries = () => Object.entries({ ...behaviours(timer), ...EMBEDDINGS })

  it.each(Object.keys({ ...behaviours(eagerTimer()), ...EMBEDDINGS }))('one that %s', async behaviour => {
    server.play(Object.fromEntries(tries())[behaviour]!)
    const asked = server.asked.length
    const role = { endpoint: server.openai, model: 'test-model', key: KEY, retries: 1, pauseMs: 0, batch: 2 }
    const embedder = endpointEmbedder({ ...role, ...(NEVER.has(behaviour) && { timeoutMs: 50 }) })
    // A service that says to wait is not waited for here: nobody wants the answer any more.
    const enough = new AbortController()
    if (behaviour.startsWith('asks to wait')) setTimeout(() => enough.abort(), 100)
    const heard = await embedder.embedAll(['a', 'b'], enough.signal).catch((error: unknown) => error)
    if (Array.isArray(heard)) {
      const vectors = heard as Float32Array[]
      expect(vectors).toHaveLength(2)
      expect(vectors[0]!.length).toBe(vectors[1]!.length)
      for (const vector of vectors) expect(vector.every(value => Math.abs(value) <= 1)).toBe(true)
    } else {
      expect(heard).toBeInstanceOf(DreamError)
      expect((heard as DreamError).message).toMatch(/^the embedding service at 127\.0\.0\.1:\d+ \S/)
      expect((heard as DreamError).message).not.toContain(KEY)
    }
    if (behaviour in EMBEDDINGS) expect(heard).toBeInstanceOf(DreamError)
    expect(server.asked.slice(asked).map(({ path }) => path)).toEqual(
      Array.from({ length: server.asked.length - asked }, () => '/v1/embeddings'),
    )
    expect(server.asked.length - asked).toBeLessThanOrEqual(2)
  })
})

describe('P4 what a service says it cost cannot open the budget', () => {
  const USAGES = [-1e9, 0, 1, Number.NaN, Number.POSITIVE_INFINITY, 'many' as unknown as number]

  it.each(APIS.flatMap(api => USAGES.map(usage => ({ api, usage }))))(
    '$api reports $usage tokens',
    async ({ api, usage }) => {
      server.play(() => ({ text: 'a word or two', inputTokens: usage, outputTokens: usage }))
      const budget = { calls: null, tokens: 3_000, seconds: null, usd: null }
      const model = openModel(roleAt(server, { api, budget }), ENV, { timer })
      const ask = () =>
        model.converse({
          role: 'agents',
          purpose: 'spending',
          instructions: 'Say something. '.repeat(100),
          messages: [{ from: 'user', text: 'Begin.' }],
          tools: [],
        })
      const words: string[] = []
      while (words.at(-1) !== 'over-budget' && words.length < 30) words.push((await ask()).outcome)
      expect(words.at(-1)).toBe('over-budget')
    },
  )
})
