import { appendFileSync, existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, describe, expect, it } from 'vitest'
import { storeContext, type Where } from '../../src/app/app.ts'
import { applyPlan } from '../../src/commands/apply-plan.ts'
import { realSys } from '../../src/disk/sys.ts'
import { CCBReader, DEFAULT_POLICY, DreamError } from '../../src/index.ts'
import { atomicWrite } from '../../src/journal/tools.ts'
import type { FolderOutcome } from '../../src/model/outcome.ts'
import { dream } from '../../src/pipeline/pipeline.ts'
import { applyActions } from '../../src/store/commit.ts'
import { takeLease } from '../../src/store/lease.ts'
import { findStore } from '../../src/store/store.ts'
import { changesDisk, Killed, spied } from '../../torture/dying.ts'
import { inTurn } from '../agents/model-players.ts'
import { startModelServer } from '../agents/model-server.ts'
import { runDream } from '../cli/run-dream.ts'
import { type SampleWorld, sampleWorld } from '../cli/sample-project.ts'
import { type JournalPlace, journalPlace } from '../journal/place.ts'
import { queueAt } from '../review/open.ts'
import { archive } from './context.ts'

const note = (name: string, type: string, body: string, more = '') =>
  `---\nname: ${name}\ndescription: ${name}\ntype: ${type}\n${more}---\n\n${body}\n`
const port = (number: number) =>
  note('ports', 'project', `The till service listens on port ${number} behind the till proxy in staging.`)

/** A project with work for every command that writes to a folder of files. */
interface Files extends SampleWorld {
  readonly where: Where
  readonly root: string
}

async function files(): Promise<Files> {
  const world = sampleWorld()
  await runDream(['--yes'], world)
  world.write('scratch.md', 'A scratch.\n', 40)
  world.write('letters.md', note('letters', 'feedback', 'Customers get a short letter with a stamp.'), 40)
  await runDream(['--yes'], world)
  world.write('loose.md', note('loose', 'user', 'Ann likes blue doors.'), 40)
  world.write('till.md', port(8080), 50)
  world.write('till-again.md', port(9090), 40)
  world.write('heard.md', note('heard', 'project', 'Said once.', 'originSessionId: s1\n'), 40)
  const talk = { type: 'user', uuid: 'u', sessionId: 's2', timestamp: '2026-06-05T10:00:00.000Z' }
  const message = { role: 'user', content: 'Never push to main without asking me.' }
  writeFileSync(join(world.top, 's2.jsonl'), `${JSON.stringify({ ...talk, message })}\n`)
  const where = { cwd: world.cwd, home: world.home, env: world.env!, paths: [], allProjects: false }
  return { ...world, where, root: world.memory }
}

async function journals(): Promise<JournalPlace> {
  const place = journalPlace({ 'memory/2026-02-01.md': '- User prefers short answers\n' })
  const { code, stderr } = await runDream(['init'], { cwd: place.root, home: place.home, env: envOf(place) })
  expect(code, stderr).toBe(0)
  place.put('scratch.md', 'A scratch.\n')
  writeFileSync(join(place.top, 'draft.md'), `${place.read('MEMORY.md')}\n`)
  return place
}

const envOf = ({ where }: { readonly where: Where }) => where.env as Record<string, string>

/** What a command came to, for a person. */
interface Said {
  readonly code: number
  readonly words: string
}

const line =
  (...argv: readonly string[]) =>
  async (place: Files | JournalPlace): Promise<Said> => {
    const world = { cwd: place.where.cwd, home: place.where.home, env: envOf(place) }
    const { code, stdout, stderr } = await runDream(argv, world)
    return { code, words: stdout + stderr }
  }

async function called(work: () => Promise<unknown>): Promise<Said> {
  try {
    return { code: 0, words: JSON.stringify((await work()) ?? '') }
  } catch (error) {
    if (!(error instanceof DreamError)) throw error
    return { code: error.exit, words: error.message }
  }
}

/** The agent archives a note, and its model plays along. */
async function agent(place: Files): Promise<Said> {
  const edit = { file: 'letters.md', old: 'short letter', new: 'very short letter' }
  const server = await startModelServer(inTurn({ calls: [{ tool: 'edit', input: edit }] }, { text: 'Done.' }))
  const model = { API: 'openai', ENDPOINT: server.openai, MODEL: 'test-model' }
  const env = Object.fromEntries(
    Object.entries(model).map(([key, value]) => [`DREAM_LLM__AGENTS__${key}`, value]),
  )
  try {
    const { code, stdout, stderr } = await runDream(['agent', '--yes'], {
      ...place,
      env: { ...place.env, ...env },
    })
    return { code, words: stdout + stderr }
  } finally {
    await server.close()
  }
}

async function apply(place: Files): Promise<Said> {
  const plan = join(place.top, 'plan.json')
  await line('plan', '-o', plan)(place)
  return line('apply', plan, '--yes')(place)
}

const accept = async (place: Files) => {
  const items = await queueAt(place.where).list('open')
  return line('queue', '--accept', items.find(({ accepting }) => accepting !== undefined)!.id)(place)
}

const update = ({ root, where }: Files) =>
  called(async () => {
    const reader = new CCBReader(root, where)
    const memory = (await reader.readAll()).find(({ file }) => file === 'letters.md')!
    return reader.update({ ...memory, body: `${memory.body}And a stamp.\n` })
  })

const FILES: Readonly<Record<string, (place: Files) => Promise<Said>>> = {
  run: line('run', '--yes'),
  apply,
  'queue --accept': accept,
  agent,
  extract: place => line('extract', '--yes', join(place.top, 's2.jsonl'))(place),
  'purge --source': line('purge', '--source', 's1', '--yes'),
  'CCBReader.update': update,
  rollback: place => line('rollback', 'letters.md', '1')(place),
  'magma consolidate': line('magma', 'consolidate', 'refine'),
}

const JOURNALS: Readonly<Record<string, (place: JournalPlace) => Promise<Said>>> = {
  review: line('review'),
  index: line('index', 'https://example.org/a', '--title', 'A', '--summary', 'About a'),
  'dream-tools atomic-write': ({ where, top }) => called(() => atomicWrite(where, join(top, 'draft.md'))),
}

/** They never wait for a run that is under way. */
const AT_ONCE = {
  files: {
    remember: line('remember', 'The shop closes at noon.'),
    forget: line('forget', 'letters.md'),
  },
  journals: {
    remember: line('remember', 'The shop closes at noon.'),
    wakeup: line('wakeup'),
  },
}

let open: { remove(): void }[] = []
afterEach(() => {
  for (const each of open) each.remove()
  open = []
})

async function placed<Place extends { remove(): void }>(make: () => Place | Promise<Place>): Promise<Place> {
  const place = await make()
  open.push(place)
  return place
}

const historyOf = ({ where, root }: { where: Where; root: string }) =>
  findStore(realSys, storeContext(where).stateHome, root)?.log.read().records ?? []

async function refuses(place: Files | JournalPlace, command: () => Promise<Said>): Promise<void> {
  const lease = await takeLease(storeContext(place.where), place.root, 'run')
  const before = historyOf(place).length
  try {
    const { code, words } = await command()
    expect(words).toMatch(/another run is active here: process \d+ on \S+ \(dream run, since/)
    expect(code).toBe(4)
    expect(historyOf(place)).toHaveLength(before)
  } finally {
    lease.release()
  }
}

describe('every command that writes takes the lease', () => {
  it.each(Object.keys(FILES))('A3 %s refuses where another run holds it', async name => {
    const place = await placed(files)
    await refuses(place, () => FILES[name]!(place))
    expect((await FILES[name]!(place)).words).not.toContain('another run')
    expect(historyOf(place).length).toBeGreaterThan(0)
  })

  it.each(Object.keys(JOURNALS))('A3 %s refuses where another run holds it', async name => {
    const place = await placed(journals)
    await refuses(place, () => JOURNALS[name]!(place))
  })
})

describe('what a person says at once needs no lease', () => {
  it.each(Object.keys(AT_ONCE.files))('A3 %s goes ahead beside a run', async name => {
    const place = await placed(files)
    const lease = await takeLease(storeContext(place.where), place.root, 'run')
    const { code, words } = await AT_ONCE.files[name as 'remember']!(place)
    lease.release()
    expect(code, words).toBe(0)
  })

  it.each(Object.keys(AT_ONCE.journals))('A3 %s in a journal goes ahead beside a run', async name => {
    const place = await placed(journals)
    const lease = await takeLease(storeContext(place.where), place.root, 'run')
    const { code, words } = await AT_ONCE.journals[name as 'remember']!(place)
    lease.release()
    expect(code, words).toBe(0)
  })
})

const CUT_OFF = '20260101T000000-abcdef'

/** A run that was killed when it had moved the scratch aside; its locks stay behind. */
async function cutOff({ where, root }: { where: Where; root: string }): Promise<void> {
  let isDead = false
  const sys = spied(realSys, (call, args, go) => {
    if (isDead) throw new Killed('killed')
    const result = go()
    isDead = changesDisk(call, args) && !existsSync(join(root, 'scratch.md'))
    return result
  })
  const actions = [archive('scratch.md', 'A scratch.\n')]
  const order = { root, label: 'notes', actions, run: CUT_OFF, command: 'forget' }
  await applyActions({ ...storeContext(where), sys }, order).catch(() => undefined)
  const store = findStore(realSys, storeContext(where).stateHome, root)!
  for (const name of store.locks.list()) store.locks.discard(name)
  store.close()
  expect(historyOf({ where, root }).map(({ run }) => run)).not.toContain(CUT_OFF)
}

async function finishesFirst(place: Files | JournalPlace, command: () => Promise<Said>): Promise<void> {
  await cutOff(place)
  const before = historyOf(place).length
  const { words } = await command()
  const [first, ...own] = historyOf(place).slice(before)
  expect(first?.run, words).toBe(CUT_OFF)
  expect(own.length, words).toBeGreaterThan(0)
  expect(readdirSync(place.root).filter(name => name.startsWith('.dream-'))).toEqual([])
}

describe('every command that writes finishes a run that was cut off, before its own', () => {
  const all: typeof FILES = { ...FILES, ...AT_ONCE.files }
  it.each(Object.keys(all))('A4 %s', async name => {
    const place = await placed(files)
    await finishesFirst(place, () => all[name]!(place))
  })

  const inJournals: typeof JOURNALS = { ...JOURNALS, remember: AT_ONCE.journals.remember }
  it.each(Object.keys(inJournals))('A4 %s in a journal', async name => {
    const place = await placed(journals)
    await finishesFirst(place, () => inJournals[name]!(place))
  })
})

describe('an index that somebody edits while a command asks', () => {
  const MINE = '- a line of mine\n'
  const policy = DEFAULT_POLICY
  const edited = ({ root }: Files) => appendFileSync(join(root, 'MEMORY.md'), MINE)
  /** A copy that careful rules archive alone. */
  const copy = (place: Files) => {
    place.write('door.md', note('door', 'user', DOOR), 40)
    place.write('door-copy.md', note('door again', 'user', DOOR), 50)
    appendFileSync(
      join(place.root, 'MEMORY.md'),
      '- [door](door.md) — door\n- [door again](door-copy.md) — copy\n- [till](till.md)\n- [till](till-again.md)\n',
    )
  }
  const DOOR =
    'The blue door at the back of the shop is for deliveries only, and whoever takes one in writes the time and the carrier on the sheet beside it.'

  const WRITERS: Readonly<Record<string, (place: Files) => Promise<readonly FolderOutcome[]>>> = {
    async run(place) {
      const approve = async (plan: Awaited<ReturnType<typeof dream>>['plan']) => {
        edited(place)
        return plan
      }
      return (await dream({ where: place.where, policy, mode: 'live', approve })).results
    },
    async apply(place) {
      const { plan } = await dream({ where: place.where, policy, mode: 'plan' })
      edited(place)
      return (await applyPlan({ where: place.where, plan })).results
    },
    async queue(place) {
      const review = queueAt(place.where)
      const item = (await review.list('open')).find(({ accepting }) => accepting !== undefined)!
      const see = async () => {
        edited(place)
        return 'yes' as const
      }
      return [(await review.accept(item.id, undefined, see)).outcome!]
    },
  }

  it.each(Object.keys(WRITERS))('D18 %s: the edit stays, and lines of what was archived go', async name => {
    const place = await placed(files)
    copy(place)
    const [outcome] = await WRITERS[name]!(place)
    const gone = outcome!.outcomes.filter(each => each.action.kind === 'archive' && each.result === 'done')
    expect(gone.length, JSON.stringify(outcome)).toBeGreaterThan(0)
    const index = readFileSync(join(place.root, 'MEMORY.md'), 'utf8')
    expect(index).toContain(MINE)
    for (const { action } of gone) expect(index).not.toContain(`](${action.file})`)
    expect(outcome!.warnings.join()).toContain('the edit stayed')
  })
})
