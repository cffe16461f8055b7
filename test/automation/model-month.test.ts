import { mkdirSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { spentInMonth } from '../../src/models/purse.ts'
import { plansOf } from '../../src/review/kept.ts'
import { projectSlug } from '../../src/sources/claude-code/places.ts'
import { playedClaude } from '../agents/model/played-claude.ts'
import type { Asked } from '../agents/model-asked.ts'
import { confused, lazy, malicious } from '../agents/model-players.ts'
import { type ModelServer, type Player, type Reply, startModelServer } from '../agents/model-server.ts'
import { runDream } from '../cli/run-dream.ts'
import { desk } from './auto-place.ts'

const DAY = 86_400_000
const FROM = Date.UTC(2026, 10, 3, 12)

let place: ReturnType<typeof desk>
let server: ModelServer
beforeEach(() => {
  vi.useFakeTimers({ toFake: ['Date'], now: FROM })
  place = desk()
})
afterEach(async () => {
  vi.useRealTimers()
  await server.close()
  place.remove()
})

/** A fact of that day, in words that no rule takes for one. */
const factOf = (day: number) => `The harbour crane number ${day + 100} belongs to the Lisbon team these days.`

function session(day: number, name = `s${day}`): void {
  vi.setSystemTime(FROM + day * DAY)
  const slug = join(place.home, '.claude/projects', projectSlug(place.cwd))
  const at = new Date(FROM + day * DAY - 3_600_000).toISOString()
  const turn = (content: string) =>
    JSON.stringify({
      type: 'user',
      uuid: `${name}${content}`,
      sessionId: name,
      cwd: place.cwd,
      timestamp: at,
      message: { role: 'user', content },
    })
  place.put(join(slug, `${name}.jsonl`), `${turn(factOf(day))}\n${turn('Thanks, that is all.')}\n`, 1)
}

/** Does what is asked of it: points at facts, words them, looks through the folder. */
const competent: Player = asked => {
  if (asked.tools.some(tool => tool === 'write')) return agentTurn(asked)
  const text = wholeText(asked)
  if (text.includes('byRules')) {
    const said = /"said":"([^"]+)"/.exec(text)?.[1] ?? 'nothing'
    return { json: { name: said.split(' ').slice(0, 6).join(' '), description: said, what: said } }
  }
  const facts = text.match(/The harbour crane number \d+ belongs to the Lisbon team these days\./g) ?? []
  return { json: { memories: facts.map(quote => ({ type: 'project', quote })) } }
}

const wholeText = ({ system, messages }: Asked): string =>
  [system, ...messages.map(({ role, text }) => `${role}: ${text}`)].join('\n')

function agentTurn(asked: Asked): Reply {
  return !asked.messages.some(({ text }) => text.includes('Shop'))
    ? {
        calls: [
          { tool: 'list', input: {} },
          { tool: 'read', input: { file: 'MEMORY.md' } },
        ],
      }
    : { text: 'nothing changed.' }
}

const settings = (api: 'openai' | 'anthropic' = 'openai') => ({
  DREAM_LLM__AGENTS__API: api,
  DREAM_LLM__AGENTS__ENDPOINT: api === 'openai' ? server.openai : server.anthropic,
  DREAM_LLM__AGENTS__MODEL: 'played',
  DREAM_AUTODREAM__MODEL__ENABLED: 'true',
})

/** One morning: what `dream auto` does at that time. */
async function morning(day: number, env: Record<string, string>) {
  vi.setSystemTime(FROM + day * DAY)
  const more = { DREAM_AUTODREAM__SESSIONGATE__MINSESSIONSFORDREAM: '1', ...env }
  const heard = await runDream(['auto', '--foreground'], {
    cwd: place.cwd,
    home: place.home,
    env: { ...place.env, XDG_CACHE_HOME: join(place.top, 'cache'), ...more },
  })
  expect([heard.code, heard.stderr]).toEqual([0, ''])
  return heard
}

const waiting = (): string[] => {
  const folder = join(place.top, 'state/dream')
  const texts = readdirSync(folder, { recursive: true })
    .map(String)
    .filter(name => name.endsWith('drafts.json'))
    .map(name => readFileSync(join(folder, name), 'utf8'))
  return texts
}

const questions = (kind: string) =>
  server.asked
    .map(wholeText)
    .filter(text => text.includes(kind === 'extract' ? 'stretch of a conversation' : kind))

describe('automatic runs with a model', () => {
  it('A9 without the setting no model is asked and nothing is extracted, and the sessions are not used up', async () => {
    server = await startModelServer(competent)
    session(0)
    await morning(0, { ...settings(), DREAM_AUTODREAM__MODEL__ENABLED: 'false' })
    expect([server.asked.length, waiting()]).toEqual([0, []])
    session(2)
    await morning(2, settings())
    expect(waiting()[0]).toContain(factOf(0))
    expect(waiting()[0]).toContain(factOf(2))
  })

  it.each(['openai', 'anthropic'] as const)(
    'A9 P4 P7 a month of mornings (%s): every fact waits in the queue, no question is asked twice, no month is overspent',
    async api => {
      server = await startModelServer(competent)
      const notes = readFileSync(join(place.memory, 'letters.md'), 'utf8')
      const limit = 60_000
      const env = { ...settings(api), DREAM_AUTODREAM__MODEL__MONTH__TOKENS: String(limit) }
      const spent = new Map<string, number>()
      for (let day = 0; day < 30; day++) {
        // Three days on which the service is away, and one on which it talks nonsense about everything.
        server.play(day >= 10 && day < 13 ? () => ({ status: 500 }) : competent)
        const before = server.asked.length
        session(day)
        await morning(day, env)
        const month = new Date(FROM + day * DAY).toISOString().slice(0, 7)
        const away = day >= 10 && day < 13
        spent.set(month, (spent.get(month) ?? 0) + (away ? 0 : (server.asked.length - before) * 120))
      }
      const all = waiting().join('')
      for (let day = 0; day < 30; day++) expect(all).toContain(factOf(day))
      expect(JSON.parse(all)).toHaveLength(30)
      // A question that got no answer may be asked again; one that got an answer is not.
      const asked = questions('extract')
      const facts = Array.from({ length: 30 }, (_, day) => factOf(day))
      for (const [day, fact] of facts.entries()) {
        const times = asked.filter(text => text.includes(fact)).length
        const mayRepeat = day >= 10 && day < 13
        expect(times, fact).toBeLessThanOrEqual(mayRepeat ? 12 : 1)
        expect(times, fact).toBeGreaterThan(0)
      }
      for (const tokens of spent.values()) expect(tokens).toBeLessThanOrEqual(limit)
      const kept = spentInMonth({ env: place.env, home: place.home }, FROM + 29 * DAY)
      // A service that says little is believed no more than a quarter of what was sent.
      expect(kept.tokens).toBeGreaterThanOrEqual(spent.get('2026-12')!)
      expect(kept.tokens).toBeLessThanOrEqual(limit)
      expect(readFileSync(join(place.memory, 'letters.md'), 'utf8')).toBe(notes)
      expect(place.state().night?.words).toMatch(
        /new note from conversations waits in dream queue; [\d,]+ tokens$/,
      )
    },
    120_000,
  )

  it('A9 the budget of the month stops it across runs, says so, and what was not read is read next month', async () => {
    server = await startModelServer(competent)
    const env = { ...settings(), DREAM_AUTODREAM__MODEL__MONTH__TOKENS: '5000' }
    for (let day = 0; day < 6; day++) {
      session(day)
      await morning(day, env)
    }
    const month = spentInMonth({ env: place.env, home: place.home }, FROM)
    expect(month.tokens).toBeLessThanOrEqual(5000)
    expect(place.state().night?.words).toContain('this month’s budget of automatic runs is used up')
    expect(place.state().night?.result).toBe('done')
    await morning(30, { ...env, DREAM_AUTODREAM__MODEL__MONTH__TOKENS: '1000000' })
    for (let day = 0; day < 6; day++) expect(waiting().join('')).toContain(factOf(day))
  }, 60_000)

  it('A9 the dream agent comes after three sessions with something to save; its plan waits, and it does not come again before that is answered', async () => {
    const words =
      '---\nname: Cranes\ndescription: whose the cranes are\ntype: project\n---\nCrane 100 is in Lisbon.\n'
    const player: Player = asked =>
      asked.tools.includes('write')
        ? wholeText(asked).includes('written')
          ? { text: 'Added the cranes.' }
          : { calls: [{ tool: 'write', input: { file: 'cranes.md', text: words } }] }
        : competent(asked)
    server = await startModelServer(player)
    const root = { root: place.memory, label: 'shop' }
    const where = { cwd: place.cwd, home: place.home, env: place.env, paths: [], allProjects: false }
    for (let day = 0; day < 3; day++) {
      expect(plansOf(where, root)).toEqual([])
      session(day)
      await morning(day, settings())
    }
    expect(plansOf(where, root).map(({ files }) => files)).toEqual([expect.arrayContaining(['cranes.md'])])
    const prompt = questions('# Dream: consolidate')[0]!
    for (const id of ['s0', 's1', 's2']) expect(prompt).toContain(`- ${id}`)
    const asked = questions('# Dream: consolidate').length
    for (let day = 3; day < 7; day++) {
      session(day)
      await morning(day, settings())
    }
    expect(questions('# Dream: consolidate')).toHaveLength(asked)
    expect(place.state().night?.words).toContain('still waits in dream queue')
    expect(readdirSync(place.memory)).not.toContain('cranes.md')
    const queue = await runDream(['queue'], { cwd: place.cwd, home: place.home, env: place.env })
    expect(queue.stdout).toContain('cranes.md')
  }, 60_000)

  it('A9 by claude -p, with no key', async () => {
    server = await startModelServer(competent)
    const bin = join(place.top, 'bin')
    mkdirSync(bin)
    session(0)
    const { HOME: _, ...played } = playedClaude(bin, server.openai)
    await morning(0, {
      ...played,
      DREAM_LLM__AGENTS__API: 'claude-command',
      DREAM_AUTODREAM__MODEL__ENABLED: 'true',
    })
    expect(waiting().join('')).toContain(factOf(0))
  }, 60_000)

  it.each([
    ['lazy', lazy()],
    ['confused', confused()],
    ['malicious', malicious()],
    ['failing', () => ({ status: 500 })],
    ['refusing the key', () => ({ status: 401 })],
  ] as const)(
    'A9 a model that is %s leaves the run of the rules complete and the folder as it was',
    async (_, player) => {
      server = await startModelServer(player as Player)
      session(0)
      await morning(0, settings())
      expect(place.state().night?.result).toBe('done')
      expect(place.state().started).toBeUndefined()
      // The line that the rules add, and nothing else.
      expect(readdirSync(place.memory).sort()).toEqual(['MEMORY.md', 'letters.md'])
      expect(readFileSync(join(place.memory, 'MEMORY.md'), 'utf8')).toBe(
        '# Shop\n\n- [team](team/notes.md) — what others wrote\n- [letters](letters.md) — Short letters in plain words.\n',
      )
      expect(readFileSync(join(place.memory, 'letters.md'), 'utf8')).toMatch(
        /Short letters in plain words\.\n$/,
      )
      expect(spentInMonth({ env: place.env, home: place.home }, FROM).tokens).toBeLessThan(1_000_000)
    },
  )

  it('A9 a sub-agent’s transcript is no session: it is neither counted nor read', async () => {
    server = await startModelServer(competent)
    session(0)
    session(1, 'agent-a1b2c3')
    await morning(0, settings())
    expect(questions('extract').some(text => text.includes(factOf(0)))).toBe(true)
    expect(questions('extract').some(text => text.includes(factOf(1)))).toBe(false)
  })
})
