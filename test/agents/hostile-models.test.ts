import { mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { runDreamAgent } from '../../src/agents/dream-agent.ts'
import { openAgentBox } from '../../src/agents/dream-agent-box.ts'
import { ExtractorAgent } from '../../src/agents/extract.ts'
import { holdsQuote } from '../../src/agents/extract-own-words.ts'
import { judgeNight } from '../../src/agents/judge-night.ts'
import { judgePairs } from '../../src/agents/judge-pairs.ts'
import type { Model } from '../../src/agents/model.ts'
import { openModel } from '../../src/agents/open-model.ts'
import { memoryText, RefinerAgent } from '../../src/agents/refine.ts'
import type { Docket } from '../../src/distil/operation.ts'
import { type FileName, fileName } from '../../src/memory/file-name.ts'
import { parseMemory } from '../../src/memory/parse.ts'
import type { FusedHit } from '../../src/recall/fusion.ts'
import { INTENTS } from '../../src/recall/intent.ts'
import { askForIntent } from '../../src/recall/intent-model.ts'
import { verifyHits } from '../../src/recall/verification.ts'
import { suggestRefinements } from '../../src/tasks/magma/suggest.ts'
import { atLevel } from '../level.ts'
import { imageOf } from './box/desk.ts'
import { DAY, user } from './extract/talk.ts'
import { behaviours } from './hostile-behaviours.ts'
import { type EagerTimer, eagerTimer } from './model/hand-timer.ts'
import { ENV, KEY, roleAt } from './model/role.ts'
import { type ModelServer, startModelServer } from './model-server.ts'

/**
 * Every way in which a model or its service can misbehave, on every path that asks one, over real HTTP. The clock is turned
 * by hand: nothing waits. What holds everywhere: no file of the user changes, the outcome is a word with its sentence, no
 * budget is passed, and the key is in nothing that comes back.
 */
let server: ModelServer
let top: string
let memory: string
let timer: EagerTimer
beforeAll(async () => {
  server = await startModelServer(() => ({ text: '' }))
  top = realpathSync(mkdtempSync(join(tmpdir(), 'dream-hostile-')))
  memory = join(top, 'memory')
  mkdirSync(memory)
  for (const [name, text] of Object.entries(NOTES)) writeFileSync(join(memory, name), text)
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
    expect(heard.testimony).toEqual([])
    const [none] = heard.unanswered
    if (none !== undefined) return { word: none.outcome, why: none.why }
    return { word: 'answered', why: heard.dropped[0]?.why ?? 'neither' }
  },
  async night(model) {
    const docket = { entries: new Map(), items: new Map() } as unknown as Docket
    const answer = await judgeNight(model, docket)
    if (answer.outcome !== 'answered') return { word: answer.outcome, why: answer.why }
    // No entry and no line has such a name: `distil` drops all of it, as judges-night.test.ts shows.
    for (const { entry } of answer.value.raise) expect(docket.entries.has(entry)).toBe(false)
    return { word: 'answered', why: 'dropped' }
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
  async records(model) {
    const problems: string[] = []
    const taken = [{ memory: memoryOf('deploy.md'), layer: 'L3' }] as unknown as Parameters<
      typeof suggestRefinements
    >[1]
    const made = await suggestRefinements(model, taken, problems)
    expect(made.every(({ file }) => file === 'deploy.md')).toBe(true)
    return {
      word: problems.length === 0 ? 'answered' : 'failed',
      why: problems[0] ?? 'shown, and written by nobody',
    }
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
const CELLS = Object.keys(behaviours(eagerTimer())).flatMap((behaviour, row) =>
  Object.keys(PATHS).flatMap((path, column) =>
    // Each protocol on every behaviour and every path; both on each of them with `npm run test:slow`.
    APIS.filter((_, at) => atLevel({ quick: (row + column) % 2 === at, slow: true })).map(api => ({
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
    const model = openModel(roleAt(server, { api }), ENV, { timer })
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
