import {
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  realpathSync,
  rmSync,
  statSync,
  utimesSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import fc from 'fast-check'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { reportSchema } from '../../scripts/report-schema.ts'
import { type ConsultAnswer, consult } from '../../src/agents/models.ts'
import { undecidedPairs } from '../../src/checks/model-opinion.ts'
import { runChecks } from '../../src/checks/registry.ts'
import { settingsOf } from '../../src/config/in-force.ts'

import type { ModelOpinion } from '../../src/model/evidence.ts'
import type { Snapshot } from '../../src/model/folder.ts'
import { DEFAULT_POLICY, type FolderPlan } from '../../src/model/plan.ts'
import { planFolder } from '../../src/plan/plan-folder.ts'
import { runDream } from '../cli/run-dream.ts'
import { atLevel } from '../level.ts'
import { policies, randomWorld } from '../plan/random-snapshot.ts'
import { makeWorld } from '../plan/snapshot-of.ts'
import { type EagerTimer, eagerTimer } from './model/hand-timer.ts'
import { ENV, KEY } from './model/role.ts'
import {
  confused,
  failing,
  faulty,
  good,
  HOSTILE_ORDER,
  lazy,
  malicious,
  outlasting,
  rateLimited,
} from './model-players.ts'
import { type ModelServer, type Player, startModelServer } from './model-server.ts'

const SHIP = 'Releases of the shop leave from the main branch after the nightly build is green.'
const HOTFIX = 'Urgent releases of the shop leave from their own branch and never wait for the nightly job.'

const note = (name: string, body: string) =>
  `---\nname: ${name}\ndescription: how releases of the shop leave\ntype: project\n---\n${body}\n`

const NOTES: Record<string, string> = {
  'shipping.md': note('release branch', `${SHIP} The captain watches the dashboards.`),
  'urgent.md': note('release urgent branch', `${HOTFIX} The captain is told by phone.`),
  'coffee.md': '---\nname: coffee\ndescription: beans\ntype: reference\n---\nThe beans stand on the shelf.\n',
}

const OPPOSITE = { verdict: 'opposite', confidence: 0.9, quoteA: SHIP, quoteB: HOTFIX }

describe('testimony in the pure middle', () => {
  const world = makeWorld({
    notes: {
      'shipping.md': {
        name: 'release branch',
        description: 'how releases leave',
        type: 'project',
        body: SHIP,
        day: 1,
      },
      'urgent.md': {
        name: 'release urgent',
        description: 'how releases leave',
        type: 'project',
        body: HOTFIX,
        day: 2,
      },
    },
  })
  const [a, b] = world.folder.memories as [
    Snapshot['folder']['memories'][0],
    Snapshot['folder']['memories'][0],
  ]
  const said = (rest: Partial<ModelOpinion> = {}): ModelOpinion => ({
    verdict: 'opposite',
    a: { file: a.file, hash: a.hash, quote: SHIP },
    b: { file: b.file, hash: b.hash, quote: HOTFIX },
    confidence: 0.9,
    model: 'm',
    ...rest,
  })
  const plan = (...testimony: ModelOpinion[]) =>
    planFolder({ ...world, modelOpinions: testimony }, DEFAULT_POLICY)

  it('D9 D15 a near pair of which no rule speaks is what the judges are asked about', () => {
    expect(undecidedPairs(world, 'careful').map(pair => [pair.a.file, pair.b.file])).toEqual([
      ['shipping.md', 'urgent.md'],
    ])
    expect(plan().findings.filter(one => one.kind === 'contradiction' || one.kind === 'duplicate')).toEqual(
      [],
    )
  })

  it('D9 D15 what a judge says becomes a question with both quotes, of which nothing is done alone', () => {
    const opposite = plan(said())
    expect(opposite.proposals).toEqual([
      expect.objectContaining({
        because: 'a model suggested it; that alone changes nothing',
        confidence: 'likely',
        finding: expect.objectContaining({
          kind: 'contradiction',
          source: 'suggested',
          file: 'shipping.md',
          by: 'urgent.md',
          quote: SHIP,
          byQuote: HOTFIX,
        }),
      }),
    ])
    expect(opposite.actions).toEqual(plan().actions)
    const same = plan(said({ verdict: 'same' }))
    expect(same.proposals[0]).toMatchObject({
      finding: { kind: 'duplicate', source: 'suggested', of: 'urgent.md' },
    })
    expect(same.actions).toEqual(plan().actions)
  })

  it('drops what is not sure, not about these bytes, or quotes what does not stand there', () => {
    const quote = (text: string) => ({ ...said().a, quote: text })
    const dropped: Partial<ModelOpinion>[] = [
      { confidence: 0.69 },
      { confidence: 1.01 },
      { confidence: Number.NaN },
      { a: { ...said().a, hash: 'other' } },
      { a: quote('Releases leave on Friday') },
      { a: quote('') },
      { a: quote('the') },
      { a: quote(SHIP.toUpperCase()) },
      { a: said().b, b: said().b },
    ]
    for (const rest of dropped) expect(plan(said(rest)).proposals).toEqual([])
    expect(plan(said(), said({ verdict: 'same' })).proposals).toHaveLength(1)
  })

  const testimonyFor = (snapshot: Snapshot): fc.Arbitrary<ModelOpinion[]> => {
    const { memories } = snapshot.folder
    if (memories.length === 0) return fc.constant([])
    const witnessed = fc
      .tuple(fc.nat(memories.length - 1), fc.nat(100), fc.string())
      .map(([at, cut, lie]) => {
        const { file, hash, body } = memories[at]!
        return { file, hash, quote: cut < 90 ? body.slice(0, 40).trim() : lie }
      })
    const one = fc.record({
      verdict: fc.constantFrom('same' as const, 'opposite' as const),
      a: witnessed,
      b: witnessed,
      confidence: fc.constantFrom(1, 0.9, 0.7, 0.2),
      model: fc.constantFrom('m', HOSTILE_ORDER),
    })
    return fc.array(one, { maxLength: 12 })
  }

  /** Few worlds, always the same ones, so that some of them are near enough for a suggestion. */
  const ROUNDS = atLevel<fc.Parameters<unknown>>({ quick: { numRuns: 25, seed: 11 }, slow: { numRuns: 300 } })

  it.each(Object.entries(policies))(
    'no testimony of any wording changes an action, under %s',
    (_, policy) => {
      let suggested = 0
      fc.assert(
        fc.property(
          randomWorld.chain(world => fc.tuple(fc.constant(world), testimonyFor(world))),
          ([world, testimony]) => {
            const [alone, heard] = [
              planFolder(world, policy),
              planFolder({ ...world, modelOpinions: testimony }, policy),
            ]
            expect(decided(heard)).toEqual(decided(alone))
            const ids = heard.proposals.map(({ id }) => id)
            for (const { id } of alone.proposals) expect(ids).toContain(id)
            expect(new Set(ids).size).toBe(ids.length)
            for (const { finding } of heard.proposals) if (finding.source === 'suggested') suggested++
            expect(observed(heard)).toEqual(observed(alone))
          },
        ),
        ROUNDS,
      )
      expect(suggested).toBeGreaterThan(0)
    },
  )

  const decided = ({ actions, withheld, verdicts, index, warnings, suspended }: FolderPlan) => ({
    actions,
    withheld,
    verdicts,
    index,
    warnings,
    suspended,
  })
  const observed = ({ findings }: FolderPlan) => findings.filter(({ source }) => source === 'observed')

  it('without testimony the check says nothing', () => {
    expect(runChecks(world, 'careful').some(({ source }) => source === 'suggested')).toBe(false)
  })
})

describe('the whole cycle with every model', () => {
  let top: string
  let server: ModelServer
  let timer: EagerTimer
  beforeEach(() => {
    timer = eagerTimer()
    top = realpathSync(mkdtempSync(join(tmpdir(), 'dream-judges-')))
    mkdirSync(join(top, 'notes'))
    mkdirSync(join(top, 'home/.config/dream'), { recursive: true })
    for (const [name, text] of Object.entries(NOTES)) write(name, text)
    write(
      'MEMORY.md',
      '# Notes\n\n- [shipping](shipping.md) — how\n- [urgent](urgent.md) — how\n- [coffee](coffee.md) — beans\n',
    )
  })
  afterEach(async () => {
    await server?.close()
    rmSync(top, { recursive: true, force: true })
  })

  const write = (name: string, text: string) => {
    writeFileSync(join(top, 'notes', name), text)
    const then = Date.now() / 1000 - 86_400 * (name === 'urgent.md' ? 20 : 40)
    utimesSync(join(top, 'notes', name), then, then)
  }
  const bytes = () =>
    Object.fromEntries(
      readdirSync(join(top, 'notes')).map(name => [name, readFileSync(join(top, 'notes', name), 'utf8')]),
    )
  const everythingBelow = (folder: string): string[] =>
    readdirSync(folder, { withFileTypes: true, recursive: true })
      .filter(one => one.isFile())
      .map(one => readFileSync(join(one.parentPath, one.name), 'utf8'))

  const around = () => ({
    cwd: top,
    home: join(top, 'home'),
    env: { ...ENV, XDG_STATE_HOME: join(top, 'state'), XDG_CACHE_HOME: join(top, 'cache') },
  })
  const dream = (...argv: string[]) => runDream(argv, { ...around(), time: { timer } })
  const where = () => ({ ...around(), paths: [join(top, 'notes')], allProjects: false, timer })

  async function play(player: Player, agents: object = {}) {
    server = await startModelServer(player)
    const settings = {
      endpoint: server.openai,
      model: 'test-model',
      keyVariable: 'TEST_MODEL_KEY',
      ...agents,
    }
    writeFileSync(join(top, 'home/.config/dream/config.json'), JSON.stringify({ llm: { agents: settings } }))
  }

  const consulted = async (tape: { record?: string; replay?: string } = {}): Promise<ConsultAnswer> => {
    const { config } = await settingsOf(where())
    return consult({ where: where(), policy: DEFAULT_POLICY, llm: config.llm, ...tape })
  }

  it('D9 D15 a good one: a question in the queue with both quotes; no byte changed; the cost is told', async () => {
    await play(good(OPPOSITE), { price: { input: 1, output: 5 } })
    const before = bytes()
    const text = await dream('run', 'notes', '--consult')
    expect(text.code).toBe(0)
    expect(text.stdout).toContain('was asked about 1 pair: 1 question for you; nothing was')
    expect(text.stdout).toContain('shipping.md  says the opposite of urgent.md about "releases"')
    expect(text.stdout).toContain('dream queue --folder notes')
    expect(text.stdout).toContain('judging pairs (agents, test-model at')
    expect(text.stdout).toContain('1 call, 100 tokens sent, 20 received, less than $0.01')
    expect(bytes()).toEqual(before)
    const { asked } = server
    expect(asked[0]!.messages[0]!.text).toContain(SHIP)
    expect(asked[0]!.system).not.toContain(SHIP)
    const ran = await dream('run', 'notes', '--yes')
    expect(ran.code).toBe(0)
    expect(bytes()).toEqual(before)
    const queue = JSON.parse((await dream('queue', '--folder', 'notes', '--json')).stdout)
    expect(queue.items).toHaveLength(1)
    expect(queue.items[0]).toMatchObject({
      because: 'a model suggested it; that alone changes nothing',
      finding: { kind: 'contradiction', source: 'suggested', quote: SHIP, byQuote: HOTFIX },
    })
    expect(server.asked).toHaveLength(1)
  })

  it('P4 dream --consult: asked first, the cost in the report in all three forms; a person accepts and it can be undone', async () => {
    await play(good(OPPOSITE))
    const before = bytes()
    const json = JSON.parse((await dream('run', 'notes', '--consult', '--yes', '--json')).stdout)
    expect(reportSchema.safeParse(json).success).toBe(true)
    expect(json.spent).toEqual([
      {
        role: 'agents',
        purpose: 'judging pairs',
        model: expect.stringContaining('test-model'),
        calls: 1,
        inputTokens: 100,
        outputTokens: 20,
        cost: null,
      },
    ])
    expect(json.folders[0].changes).toEqual([])
    expect(bytes()).toEqual(before)
    write('urgent.md', `${NOTES['urgent.md']}Also on Sundays.\n`)
    const terminal = await dream('run', 'notes', '--consult', '--yes')
    expect(terminal.stdout).toContain('Model calls:')
    expect(terminal.stdout).toContain('price not known')
    write('urgent.md', `${NOTES['urgent.md']}Also on Mondays.\n`)
    expect((await dream('run', 'notes', '--consult', '--yes', '--markdown')).stdout).toContain(
      '## Models asked',
    )
    const { items } = JSON.parse((await dream('queue', '--folder', 'notes', '--json')).stdout)
    const done = await dream('queue', '--folder', 'notes', '--accept', items[0].id)
    expect(done.code).toBe(0)
    expect(Object.keys(bytes())).not.toContain('shipping.md')
    await dream('undo', '--folder', 'notes')
    expect(bytes()['shipping.md']).toBe(NOTES['shipping.md'])
  })

  it('dream consult of earlier versions is refused, and --record needs --consult', async () => {
    await play(good(OPPOSITE))
    const old = await dream('consult', 'notes', '--rules', 'seed')
    expect(old).toMatchObject({ code: 2, stderr: expect.stringContaining('dream --consult') })
    const tape = await dream('run', 'notes', '--record', 'tape.jsonl')
    expect(tape).toMatchObject({ code: 2, stderr: expect.stringContaining('need --consult') })
    expect(server.asked).toHaveLength(0)
  })

  it('an edit after the testimony takes the question away', async () => {
    await play(good(OPPOSITE))
    await dream('run', 'notes', '--consult')
    write('shipping.md', NOTES['shipping.md']!.replace('captain', 'skipper'))
    expect(JSON.parse((await dream('queue', '--folder', 'notes', '--json')).stdout).items).toEqual([])
  })

  it('what is kept of it is private, and damage to it means that nothing was said', async () => {
    await play(good(OPPOSITE))
    await dream('run', 'notes', '--consult')
    const kept = readdirSync(join(top, 'cache'), { recursive: true, withFileTypes: true }).filter(one =>
      one.isFile(),
    )
    const modes = kept.map(one => statSync(join(one.parentPath, one.name)).mode & 0o777)
    expect(new Set(modes)).toEqual(new Set([0o600]))
    const file = kept.find(one => one.name === 'model-opinions.cache')!
    const path = join(file.parentPath, file.name)
    for (const damage of [readFileSync(path, 'utf8').slice(0, -9), '', 'garbage', '[]']) {
      writeFileSync(path, damage)
      const queue = await dream('queue', '--folder', 'notes', '--json')
      expect(JSON.parse(queue.stdout).items).toEqual([])
    }
  })

  const SILENT: [name: string, player: Player, outcome: string][] = [
    ['lazy', lazy(), 'garbled'],
    ['confused', confused(), 'garbled'],
    ['failing', failing(500), 'unreachable'],
    ['rate-limited', rateLimited('3600'), 'rate-limited'],
    ['cut', faulty('cut'), 'unreachable'],
    ['broken JSON', faulty('broken-json'), 'garbled'],
    ['10 MB', faulty('huge', 10_000_000), 'garbled'],
    ['refusing the key', failing(401), 'refused'],
  ]

  it.each(SILENT)(
    'one that is %s: its word in the report, no question, no byte changed',
    async (_, player, outcome) => {
      await play(player)
      const before = bytes()
      const answer = await consulted()
      expect(answer.folders[0]).toMatchObject({ asked: 1, raised: [], unanswered: [{ outcome }] })
      const ran = await dream('run', 'notes', '--consult', '--yes')
      expect(ran.code).toBe(0)
      expect(ran.stdout).toContain(`${outcome}: `)
      expect(bytes()).toEqual(before)
      expect(JSON.parse((await dream('queue', '--folder', 'notes', '--json')).stdout).items).toEqual([])
      for (const text of [...everythingBelow(join(top, 'home')), ran.stdout, JSON.stringify(answer)])
        expect(text).not.toContain(KEY)
    },
  )

  it('a malicious one that orders deletion: dropped, because its quotes stand nowhere', async () => {
    await play(malicious())
    const before = bytes()
    const { folders } = await consulted()
    expect(folders[0]).toMatchObject({
      raised: [],
      dropped: [{ why: 'the quote does not stand in shipping.md' }],
    })
    for (const rules of ['careful', 'seed']) {
      expect((await dream('run', 'notes', '--consult', '--yes', '--rules', rules)).code).toBe(0)
      expect(bytes()['shipping.md']).toBe(before['shipping.md'])
      expect(bytes()['urgent.md']).toBe(before['urgent.md'])
    }
  })

  it('a malicious one that quotes rightly gets a question and nothing else, under careful and under seed', async () => {
    await play(good({ ...OPPOSITE, verdict: 'same', confidence: 1 }))
    const before = bytes()
    await dream('run', 'notes', '--consult', '--yes')
    expect(bytes()).toEqual(before)
    const plan = JSON.parse((await dream('plan', 'notes', '--rules', 'seed', '--json')).stdout)
    expect(plan.folders[0].actions.filter((one: { kind: string }) => one.kind === 'archive')).toEqual([])
  })

  it.each(['hangs', 'dribbles'] as const)(
    'P4 a slow one that %s is given up when the budget of seconds is over',
    async how => {
      await play(outlasting(how, timer), { budget: { seconds: 1 } })
      const before = bytes()
      expect((await consulted()).folders[0]).toMatchObject({
        raised: [],
        unanswered: [{ outcome: 'over-budget' }],
      })
      expect(server.asked).toHaveLength(1)
      await expect.poll(() => server.open.now).toBe(0)
      expect(bytes()).toEqual(before)
    },
  )

  it('A7 with no model set nobody is asked, and it says so; without --consult nobody is asked at all', async () => {
    await play(good(OPPOSITE))
    expect((await dream('run', 'notes', '--yes')).code).toBe(0)
    expect(server.asked).toHaveLength(0)
    writeFileSync(join(top, 'home/.config/dream/config.json'), '{}')
    const heard = await dream('run', 'notes', '--consult', '--yes')
    expect(heard.stdout).toContain('No model is set for the agents, so none was asked.')
    expect((await dream('run', 'notes', '--consult', '--dry-run')).code).toBe(2)
    expect(server.asked).toHaveLength(0)
  })

  it('A7 a run is recorded and played back with nobody there', async () => {
    await play(good(OPPOSITE))
    const live = await consulted({ record: join(top, 'tape.jsonl') })
    await server.close()
    expect(await consulted({ replay: join(top, 'tape.jsonl') })).toEqual(live)
    expect(readFileSync(join(top, 'tape.jsonl'), 'utf8')).not.toContain(KEY)
  })

  it('safety: a project’s own file cannot set a model until it is trusted', async () => {
    await play(good(OPPOSITE))
    writeFileSync(join(top, 'home/.config/dream/config.json'), '{}')
    const agents = { endpoint: server.openai, model: 'x' }
    writeFileSync(join(top, 'dream.config.json'), JSON.stringify({ llm: { agents } }))
    const heard = await dream('run', 'notes', '--consult')
    expect(heard.stdout).toContain('No model is set')
    expect(server.asked).toHaveLength(0)
  })
})
