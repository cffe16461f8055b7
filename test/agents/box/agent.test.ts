import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { dreamAgent } from '../../../src/agents/agent.ts'
import type { AgentReport, AgentRequest } from '../../../src/agents/settle.ts'
import { agent as command } from '../../../src/commands/agent.ts'
import { applyPlan } from '../../../src/commands/apply-plan.ts'
import { DEFAULT_POLICY } from '../../../src/model/plan.ts'
import { parsePlan } from '../../../src/plan/plan-file.ts'
import { dreamAt, shown } from '../../dream-at.ts'
import { type EagerTimer, eagerTimer } from '../model/hand-timer.ts'
import { ENV, roleAt } from '../model/role.ts'
import {
  confused,
  failing,
  faulty,
  HOSTILE_ORDER,
  inTurn,
  lazy,
  malicious,
  outlasting,
} from '../model-players.ts'
import { type ModelServer, type Player, type Reply, startModelServer } from '../model-server.ts'
import { CANARY, type Ground, imageOf, makeGround, NOTES } from './desk.ts'

let ground: Ground
let server: ModelServer
let untouched: string
let timer: EagerTimer
beforeEach(async () => {
  timer = eagerTimer()
  ground = makeGround()
  server = await startModelServer(lazy())
  untouched = imageOf(ground.memory)
})
afterEach(async () => {
  await server.close()
  ground.remove()
})

const where = () => ({
  cwd: ground.top,
  home: ground.home,
  env: { ...ENV, XDG_STATE_HOME: join(ground.top, 'state'), XDG_CACHE_HOME: join(ground.top, 'cache') },
  paths: [ground.memory],
  allProjects: false,
  timer,
})

/** Those of this process: other tests work at the same time. */
const scratchCopies = () =>
  readdirSync(tmpdir()).filter(name => name.startsWith('dream-agent-') && ownerOf(name) === process.pid)

function ownerOf(name: string): number | undefined {
  try {
    return (JSON.parse(readFileSync(join(tmpdir(), name, 'owner.json'), 'utf8')) as { pid: number }).pid
  } catch {
    return undefined
  }
}

async function run(player: Player, more: Partial<AgentRequest> = {}): Promise<AgentReport> {
  server.play(player)
  const before = scratchCopies()
  const agent = await dreamAgent({
    where: where(),
    policy: DEFAULT_POLICY,
    role: roleAt(server),
    mode: 'live',
    ...more,
  })
  expect(scratchCopies().filter(name => !before.includes(name))).toEqual([])
  for (const { raw } of server.asked) expect(raw).not.toContain(CANARY.slice(0, 12))
  return agent
}

const calls = (...list: readonly (readonly [tool: string, input: unknown])[]): Reply => ({
  text: 'At work.',
  calls: list.map(([tool, input], at) => ({ tool, input, id: `c${at}` })),
})
const says = (text: string): Reply => ({ text })
const memoryFile = (name: string) => readFileSync(join(ground.memory, name), 'utf8')
/** Each change as a line, with what holds it. */
const held = ({ changes }: AgentReport) =>
  changes.map(({ file, change, held }) => `${file} ${change}${held === undefined ? '' : `: ${held}`}`)
const words = (agent: AgentReport) => shown(command, agent, 100)
const codeOf = (agent: AgentReport) => command.exitCode!(agent, {})
const CACHE = 'The cache is kept in redis for an hour.\nKeys begin with shop.'
const NEW =
  '---\nname: Pipelines\ndescription: which pipeline is for what\ntype: project\n---\nBlue is for the shop.\n'

/** With the label that our code gives to what the agent wrote. */
const byAgent = (text: string) => text.replace('\n---\n', '\nmetadata:\n  dream_origin: assistant\n---\n')

/** Reads, corrects one, writes one, merges one into another, and says so. */
const GOOD = () =>
  inTurn(
    calls(['list', {}], ['read', { file: 'MEMORY.md' }]),
    calls(['read', { file: 'deploy.md' }], ['grep', { pattern: 'redis' }]),
    calls(
      ['edit', { file: 'deploy.md', old: 'ten minutes', new: 'twelve minutes' }],
      ['write', { file: 'pipelines.md', text: NEW }],
      ['edit', { file: 'queue.md', old: 'Orders wait', new: `${CACHE}\nOrders wait` }],
      ['write', { file: 'cache.md', text: '' }],
    ),
    says('Corrected deploy, added pipelines, merged cache into queue.'),
  )

describe.each(['openai', 'anthropic'] as const)('a good model over HTTP (%s)', api => {
  const role = () => roleAt(server, { api })

  it('P3 with --yes its plan is applied, the index comes along, and undo gives every byte back', async () => {
    const agent = await run(GOOD(), { role: role(), unattended: 'apply' })
    expect(agent.run.stop).toEqual({ word: 'finished' })
    expect(held(agent)).toEqual([
      'cache.md retired',
      'deploy.md rewritten',
      'pipelines.md added',
      'queue.md rewritten',
    ])
    expect(agent.report.plan.folders[0]!.recall).toMatchObject({ kept: [] })
    expect(memoryFile('deploy.md')).toBe(
      byAgent(NOTES['deploy.md']!.replace('ten minutes', 'twelve minutes')),
    )
    expect(memoryFile('pipelines.md')).toBe(byAgent(NEW))
    expect(existsSync(join(ground.memory, 'cache.md'))).toBe(false)
    expect(memoryFile('MEMORY.md')).toContain('- [Pipelines](pipelines.md) — which pipeline is for what\n')
    expect(memoryFile('MEMORY.md')).not.toContain('cache.md')
    expect(codeOf(agent)).toBe(0)
    expect(words(agent)).toContain('The dream agent finished after 4 steps')
    expect(words(agent)).toContain('Corrected deploy, added pipelines, merged cache into queue.')
    await dreamAt(where()).undo()
    expect(imageOf(ground.memory)).toBe(untouched)
  })

  it('P4 what was spent is in the report', async () => {
    const agent = await run(GOOD(), { role: role(), mode: 'dry-run' })
    expect(agent.run.spent).toMatchObject({ calls: 4, inputTokens: 400, outputTokens: 80 })
    expect(agent.run.steps).toBe(4)
    expect(words(agent)).toMatch(
      /dream agent \(agents, test-model at .*4 calls, 400 tokens sent, 80 received/s,
    )
    expect(agent.run.calls).toEqual([
      { tool: 'list', count: 1 },
      { tool: 'read', count: 2 },
      { tool: 'grep', count: 1 },
      { tool: 'edit', count: 2 },
      { tool: 'write', count: 2 },
    ])
  })

  it('P3 it is told the prompt, the box and what plain checks found, and the tools and no others', async () => {
    await run(GOOD(), { role: role(), mode: 'dry-run' })
    const asked = server.asked[0]!
    expect(asked.system).toContain('## Phase 4: Prune and index')
    expect(asked.system).toContain(ground.memory)
    expect(asked.system).toContain('You work on a copy')
    expect(asked.system).toContain('Sessions since the last dream')
    expect(asked.messages[0]!.text).toMatch(/cache\.md: has no line in MEMORY\.md/)
    expect(asked.tools).toEqual(['read', 'list', 'stat', 'glob', 'grep', 'command', 'edit', 'write'])
    expect(server.asked[1]!.messages.at(-1)!.text).toContain('# Shop Memory')
  })
})

describe('who decides', () => {
  it('P3 a dry run writes nothing anywhere', async () => {
    const all = imageOf(ground.top)
    const agent = await run(GOOD(), { mode: 'dry-run', unattended: 'apply' })
    expect(agent.report.mode).toBe('dry-run')
    expect(agent.report.plan.folders[0]!.actions.length).toBe(5)
    expect(imageOf(ground.top)).toBe(all)
    expect(words(agent)).toContain('[DRY RUN] No files were modified')
  })

  it('P3 where nobody decides it waits as a plan, and dream apply carries that out', async () => {
    const agent = await run(GOOD())
    expect(imageOf(ground.memory)).toBe(untouched)
    expect(agent.report.mode).toBe('plan')
    expect(words(agent)).toContain(`dream apply ${agent.waiting}`)
    expect(codeOf(agent)).toBe(0)
    const plan = await parsePlan(readFileSync(agent.waiting!, 'utf8'))
    const { results } = await applyPlan({ where: where(), plan })
    expect(results[0]!.outcomes.map(({ result }) => result)).toEqual(Array(5).fill('done'))
    expect(memoryFile('MEMORY.md')).toContain('pipelines.md')
    await dreamAt(where()).undo()
    expect(imageOf(ground.memory)).toBe(untouched)
  })

  it('P3 a person who declines changes nothing; one who takes a part gets that part', async () => {
    const declined = await run(GOOD(), { approve: async () => 'declined' })
    expect(declined.report.mode).toBe('declined')
    expect(declined.waiting).toBeUndefined()
    expect(imageOf(ground.memory)).toBe(untouched)
    await run(GOOD(), {
      approve: async plan => {
        const folder = plan.folders[0]!
        return {
          ...plan,
          folders: [{ ...folder, actions: folder.actions.filter(({ file }) => file !== 'cache.md') }],
        }
      },
    })
    expect(memoryFile('cache.md')).toBe(NOTES['cache.md'])
    expect(memoryFile('MEMORY.md')).toContain('cache.md')
    expect(memoryFile('deploy.md')).toContain('twelve minutes')
  })

  it('P3 what is about the user, pinned or a rule waits also with --yes; adding to it does not', async () => {
    writeFileSync(
      join(ground.memory, 'rule.md'),
      '---\nname: Rule\ntype: feedback\n---\nNever push to main.\nAsk first.\n',
    )
    untouched = imageOf(ground.memory)
    const agent = await run(
      inTurn(
        calls(
          ['edit', { file: 'ann.md', old: 'Lisbon', new: 'Porto' }],
          ['edit', { file: 'rule.md', old: 'Ask first.', new: 'Ask first.\nAsk Ann.' }],
          [
            'write',
            {
              file: 'rule.md',
              text: '---\nname: Rule\ntype: feedback\n---\nNever push to main.\nAsk first.\nAnn knows.\n',
            },
          ],
          ['write', { file: 'mail.md', text: '' }],
        ),
        says('Done.'),
      ),
      { unattended: 'apply' },
    )
    expect(held(agent)).toEqual([
      'ann.md rewritten: it is about you',
      expect.stringMatching(/^mail\.md retired: nothing else answers “.+”$/),
      'rule.md rewritten',
    ])
    expect(memoryFile('mail.md')).toBe(NOTES['mail.md'])
    expect(memoryFile('ann.md')).toBe(NOTES['ann.md'])
    expect(memoryFile('rule.md')).toContain('Ann knows.')
    expect(words(agent)).toContain('needs your approval: it is about you')
    const plan = await parsePlan(readFileSync(agent.waiting!, 'utf8'))
    expect(plan.folders[0]!.actions.map(({ file }) => file)).toEqual(['ann.md', 'mail.md', 'MEMORY.md'])
    await applyPlan({ where: where(), plan })
    expect(memoryFile('ann.md')).toContain('Porto')
    expect(existsSync(join(ground.memory, 'mail.md'))).toBe(false)
    expect(memoryFile('MEMORY.md')).not.toContain('mail.md')
  })

  it('P3 nothing is retired unless what it was merged into is written', async () => {
    const merged = (into: string, old: string) =>
      inTurn(
        calls(
          ['edit', { file: into, old, new: CACHE }],
          ['edit', { file: 'style.md', old: 'Two spaces', new: 'Two blanks' }],
          ['write', { file: 'cache.md', text: '' }],
        ),
        says('Merged.'),
      )
    const agent = await run(merged('ann.md', 'She works from Lisbon.'), { unattended: 'apply' })
    expect(memoryFile('ann.md')).toBe(NOTES['ann.md'])
    expect(memoryFile('cache.md')).toBe(NOTES['cache.md'])
    expect(memoryFile('style.md')).toContain('Two blanks')
    expect(memoryFile('MEMORY.md')).toContain('(cache.md)')
    const plan = await parsePlan(readFileSync(agent.waiting!, 'utf8'))
    expect(plan.folders[0]!.actions.map(({ file }) => file)).toEqual(['ann.md', 'cache.md', 'MEMORY.md'])
    const script = merged('queue.md', 'It is drained every minute.')
    const late = await run(
      async asked => {
        if (asked.messages.length > 1)
          writeFileSync(join(ground.memory, 'queue.md'), `${NOTES['queue.md']}By Ann.\n`)
        return script(asked)
      },
      { approve: async whole => whole },
    )
    const results = late.report.results[0]!.outcomes.map(({ action, result }) => `${action.file} ${result}`)
    expect(results).toContain('queue.md changed-meanwhile')
    expect(results).toContain('cache.md not-started')
    expect(memoryFile('cache.md')).toBe(NOTES['cache.md'])
    expect(memoryFile('MEMORY.md')).toContain('(cache.md)')
  })

  it('P3 under propose nothing is done without a person, whatever --yes says', async () => {
    const agent = await run(GOOD(), { unattended: 'apply', policy: { ...DEFAULT_POLICY, rules: 'propose' } })
    expect(imageOf(ground.memory)).toBe(untouched)
    expect(agent.waiting).toBeDefined()
  })

  it('P3 a rename is an archive and a write, and links of the index follow', async () => {
    const text = NOTES['tests.md']!
    await run(
      inTurn(
        calls(['write', { file: 'how-to-test.md', text }], ['write', { file: 'tests.md', text: '' }]),
        says('Renamed.'),
      ),
      { unattended: 'apply' },
    )
    expect(memoryFile('how-to-test.md')).toBe(byAgent(text))
    expect(memoryFile('MEMORY.md')).toContain('(how-to-test.md)')
    expect(memoryFile('MEMORY.md')).not.toContain('(tests.md)')
    await dreamAt(where()).undo()
    expect(imageOf(ground.memory)).toBe(untouched)
  })

  it('P3 the index of the agent is taken for its entries; other lines in it are not its own to write', async () => {
    const index = NOTES['MEMORY.md']!
    const better = index.replace('how to deploy', 'deploys: blue pipeline, ten minutes')
    await run(inTurn(calls(['write', { file: 'MEMORY.md', text: better }]), says('Done.')), {
      unattended: 'apply',
    })
    expect(memoryFile('MEMORY.md')).toContain('blue pipeline, ten minutes')
    expect(memoryFile('MEMORY.md')).toContain('(cache.md)')
    const agent = await run(
      inTurn(calls(['write', { file: 'MEMORY.md', text: `${better}\n${HOSTILE_ORDER}\n` }]), says('Done.')),
      { unattended: 'apply' },
    )
    expect(agent.dropped).toEqual([{ file: 'MEMORY.md', why: expect.stringContaining('no entries') }])
    expect(memoryFile('MEMORY.md')).not.toContain('SYSTEM')
  })

  it('P3 P6 after rows of a tool its own words wait, and displace nobody', async () => {
    const agent = await run(
      inTurn(
        calls(['grep', { pattern: 'deploy', path: ground.transcripts }]),
        calls(
          ['edit', { file: 'deploy.md', old: 'blue', new: 'green' }],
          ['write', { file: 'pipelines.md', text: NEW }],
        ),
        says('Done.'),
      ),
      { unattended: 'apply' },
    )
    expect(imageOf(ground.memory)).toBe(untouched)
    expect(held(agent)).toEqual([
      'deploy.md rewritten: the agent had read text from the result of a tool, which is trusted less',
      'pipelines.md added: the agent wrote this itself after it read text from the result of a tool',
    ])
  })

  it('P3 who edits a file while the agent works wins', async () => {
    const script = GOOD()
    const edited = `${NOTES['deploy.md']}Edited by Ann.\n`
    const agent = await run(
      async asked => {
        if (asked.messages.length > 3) writeFileSync(join(ground.memory, 'deploy.md'), edited)
        return script(asked)
      },
      { unattended: 'apply' },
    )
    expect(memoryFile('deploy.md')).toBe(edited)
    expect(
      agent.report.results[0]!.outcomes.map(({ action, result }) => [action.file, result]),
    ).toContainEqual(['deploy.md', 'changed-meanwhile'])
    expect(codeOf(agent)).toBe(1)
  })
})

describe('models that go astray', () => {
  it('P3 one that deletes everything: a breaker withholds it all, by name', async () => {
    const all = Object.keys(NOTES).filter(name => name !== 'MEMORY.md')
    const agent = await run(
      inTurn(calls(...all.map(file => ['write', { file, text: '' }] as const)), says('All clean.')),
      { unattended: 'apply', policy: { ...DEFAULT_POLICY, large: 'allow' } },
    )
    expect(imageOf(ground.memory)).toBe(untouched)
    expect(agent.report.plan.folders[0]!.withheld.map(({ breaker }) => breaker)).toEqual([
      'last-memory',
      'large',
    ])
    expect(agent.report.plan.folders[0]!.actions).toEqual([])
    expect(agent.waiting).toBeUndefined()
    expect(codeOf(agent)).toBe(1)
    expect(words(agent)).toContain('no memory would be left')
  })

  it('P2 a malicious one: every call that leads out is refused, and nothing comes of it', async () => {
    const agent = await run(malicious(), { unattended: 'apply', bounds: { steps: 6 } })
    expect(agent.run.stop).toEqual({ word: 'out-of-steps' })
    expect(agent.run.refused.length).toBeGreaterThan(10)
    expect(imageOf(ground.memory)).toBe(untouched)
    expect(agent.changes).toEqual([])
    expect(codeOf(agent)).toBe(1)
    expect(Object.hasOwn(Object.prototype, 'polluted')).toBe(false)
  })

  it('P2 one that knows no tool and no shape reads why, and runs out of steps', async () => {
    const odd = inTurn(
      calls(['no_such_tool', 'not even JSON {'], ['read', { path: 'x' }]),
      calls(['read', { file: 12 }]),
      calls(['delete_file', { file: 'deploy.md' }]),
    )
    const agent = await run(odd, { bounds: { steps: 3 } })
    expect(agent.run.stop.word).toBe('out-of-steps')
    expect(agent.run.refused[0]!.reason).toContain('there is no tool no_such_tool')
    expect(server.asked[1]!.messages.map(({ text }) => text).join('\n')).toContain(
      'Refused: the input is not right',
    )
    expect(imageOf(ground.memory)).toBe(untouched)
    await run(confused(), { unattended: 'apply', bounds: { steps: 5 } })
    expect(imageOf(ground.memory)).toBe(untouched)
  })

  it('P3 a lazy one changes nothing and is told so', async () => {
    const agent = await run(lazy(), { unattended: 'apply' })
    expect(agent.run.stop).toEqual({ word: 'finished' })
    expect(words(agent)).toContain('No changes: the agent left the folder as it is.')
    expect(imageOf(ground.memory)).toBe(untouched)
    expect(codeOf(agent)).toBe(0)
  })

  it.each(['hangs', 'dribbles'] as const)('P4 one that %s is left when its time is over', async how => {
    const agent = await run(outlasting(how, timer), { unattended: 'apply', bounds: { seconds: 1 } })
    expect(agent.run.stop).toEqual({ word: 'out-of-time' })
    expect(imageOf(ground.memory)).toBe(untouched)
    expect(words(agent)).toContain('out-of-time')
    expect(codeOf(agent)).toBe(1)
  })

  it.each([
    ['stops in the middle of its JSON', faulty('broken-json')],
    ['is cut off', faulty('cut')],
    ['says bytes that are nothing', faulty('garbage')],
    ['answers 10 MB', faulty('huge', 10_000_000)],
    ['refuses', failing(401)],
  ] as const)('P3 one that %s writes nothing, and the word for it is said', async (_, player) => {
    const agent = await run(player, { unattended: 'apply', bounds: { seconds: 20 } })
    expect(imageOf(ground.memory)).toBe(untouched)
    expect(agent.changes).toEqual([])
    expect(agent.run.summary.length).toBeLessThanOrEqual(20_000)
    expect(agent.run.stop.word).toMatch(/^(?:model-failed|out-of-time|finished)$/)
    expect(words(agent)).toContain(agent.run.stop.word === 'finished' ? 'finished' : agent.run.stop.word)
  })

  it('P3 one that is stopped half-way: what it did waits for a person, also with --yes', async () => {
    const edits = calls(['edit', { file: 'deploy.md', old: 'ten minutes', new: 'twelve minutes' }])
    const hangs = outlasting('hangs', timer)
    const half: Player = asked => (asked.turn === 0 ? edits : hangs(asked))
    const agent = await run(half, { unattended: 'apply', bounds: { seconds: 2 } })
    expect(agent.run.stop.word).toBe('out-of-time')
    expect(imageOf(ground.memory)).toBe(untouched)
    const plan = await parsePlan(readFileSync(agent.waiting!, 'utf8'))
    expect(plan.folders[0]!.actions.map(({ file }) => file)).toContain('deploy.md')
  })

  it('P4 tokens, money and the budget of the role each stop it', async () => {
    const endless: Player = () => calls(['list', {}])
    const tokens = await run(endless, { bounds: { tokens: 250 } })
    expect(tokens.run).toMatchObject({ stop: { word: 'out-of-tokens' }, steps: 3 })
    const price = { input: 1_000_000, output: 0 }
    const priced = roleAt(server, { price })
    const money = await run(endless, { role: priced, bounds: { usd: 150 } })
    expect(money.run).toMatchObject({ stop: { word: 'over-budget' }, steps: 2 })
    expect(money.run.spent.cost).toBe(200)
    const budget = roleAt(server, { budget: { calls: 2, tokens: null, seconds: null, usd: null } })
    const few = await run(endless, { role: budget })
    expect(few.run.steps).toBe(2)
    expect(few.run.stop.word).toMatch(/out-of-steps|over-budget/)
  })

  it('P4 a long conversation is carried along within bounds', async () => {
    writeFileSync(join(ground.transcripts, 'big.jsonl'), `${'word '.repeat(300)}\n`.repeat(400))
    const agent = await run(() => calls(['read', { file: `${ground.transcripts}/big.jsonl` }]), {
      bounds: { steps: 20 },
    })
    expect(agent.run.steps).toBe(20)
    expect(Math.max(...server.asked.map(({ raw }) => raw.length))).toBeLessThan(600_000)
    expect(server.asked.at(-1)!.raw).toContain('left out to save room')
  })

  it('P3 no model, a journal workspace, two folders: refused in words', async () => {
    await expect(dreamAgent({ where: where(), policy: DEFAULT_POLICY, mode: 'live' })).rejects.toThrow(
      'llm.agents',
    )
    const role = { ...roleAt(server), state: 'no-key' as const }
    await expect(dreamAgent({ where: where(), policy: DEFAULT_POLICY, mode: 'live', role })).rejects.toThrow(
      'TEST_MODEL_KEY',
    )
    const both = { ...where(), paths: [ground.memory, ground.outside] }
    await expect(run(lazy(), { where: both })).rejects.toThrow('one folder at a time')
  })
})
