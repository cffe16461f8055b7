import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { toolsMain } from '../../src/cli/tools.ts'
import { withMask } from '../../src/models/middleware.ts'
import { allCommands } from '../cli/all-commands.ts'
import { type Heard, runDream, type World } from '../cli/run-dream.ts'
import { type SampleWorld, sampleWorld } from '../cli/sample-project.ts'
import { type JournalPlace, journalPlace } from '../journal/place.ts'
import { made } from '../text/secret-cases.ts'

const COMMANDS = await allCommands()

/** Colour right before the token: the letter that ends the sequence is no part of a word. */
const TOKEN = made('ghp_', 36)
const PASSWORD = ['Tr0ub', '4dor_3x9'].join('')
const KEY_LINES = [made('MII', 61), made('q', 63), made('r', 20)]
const KEY = ['-----BEGIN RSA PRIVATE KEY-----', ...KEY_LINES, '-----END RSA PRIVATE KEY-----'].join('\n')
const NASTY = `\u001b[31m${TOKEN}\u001b[2J\u202etxt\u2066\u200b\u2028\u009b\u0007`
const SECRETS = [TOKEN.slice(4), PASSWORD, ...KEY_LINES]

/** All but the line end. */
const UNSAFE =
  /[\u0000-\u0009\u000b-\u001f\u007f-\u009f\u00ad\u061c\u180e\u200b-\u200f\u2028-\u202e\u2060-\u206f\ufeff\ufff9-\ufffb\u{e0000}-\u{e007f}]|\p{Surrogate}/u

const FILE = `token-${NASTY}.md`
const LONG = 'The invoices of the shop are numbered by year and sent on the first day of each month. '.repeat(
  30,
)

function nastyMemories(): SampleWorld {
  const world = sampleWorld()
  const note = (title: string, more: string) =>
    `---\nname: "${title}"\ndescription: login is root / ${PASSWORD}, ${NASTY}\ntype: project\n---\n${more}\n`
  const body = `Run \`scripts/upload.sh\` ${NASTY} with password: ${PASSWORD}; the password is \`${PASSWORD}\`\nThe staging invoices need this:\n\n${KEY}\n`
  world.write(FILE, note(NASTY.replaceAll('\u001b', '\\e').replaceAll('\u0007', '\\a'), body), 50)
  world.write('copy.md', note('the same once more', body), 55)
  world.write('long.md', note('invoices', `${LONG}\n\n${KEY}\n\n${LONG}`), 55)
  world.write(
    'pinned.md',
    note('a pinned one', body).replace('type: project', 'type: project\npinned: true'),
    45,
  )
  world.write('never.md', note('never', `Never use ${NASTY} in the invoices. Failed yesterday.`), 45)
  const index = readFileSync(join(world.memory, 'MEMORY.md'), 'utf8')
  world.write(
    'MEMORY.md',
    `${index}- [${NASTY}](never.md) — the password is ${PASSWORD}\n- [x](nowhere-${TOKEN}.md) — ${NASTY}\n`,
  )
  return world
}

function nastyJournals(): JournalPlace {
  return journalPlace({
    'MEMORY.md': `# Memory\n\n## Preferences\n\n- [P] likes ${NASTY} tea, password: ${PASSWORD}\n`,
    'memory/2026-02-01.md': `# 2026-02-01\n\n- Decided to keep ${NASTY} as the token of the shop\n- 密码是 ${PASSWORD}\n- Prefers tea in the morning ${NASTY}\n`,
    'memory/2026-02-02.md': `# 2026-02-02\n\n- Decided to move the shop ${NASTY}\n${KEY}\n`,
  })
}

let memories: SampleWorld
let journals: JournalPlace
beforeAll(() => {
  memories = nastyMemories()
  journals = nastyJournals()
  mkdirSync(join(memories.top, 'transcripts'))
})
afterAll(() => {
  memories.remove()
  journals.remove()
})

type Line = readonly string[]

/** In this order: looking, doing, looking back. Every command is here; `nothing` says why one prints no text of notes. */
const TABLE: Readonly<Record<string, { readonly lines: readonly Line[]; readonly nothing?: string }>> = {
  plan: { lines: [['plan', '--verbose']] },
  status: { lines: [['status']] },
  load: { lines: [['load'], ['load', '--budget', '700']] },
  explain: {
    lines: [
      ['explain', FILE],
      ['explain', 'long.md'],
      ['explain', `no-such-${NASTY}`],
    ],
  },
  search: {
    lines: [
      ['search', 'staging', 'invoices', '--explain'],
      ['search', 'invoices', 'of', 'the', 'shop'],
      ['search', TOKEN],
    ],
  },
  'magma graph': {
    lines: [
      ['magma', 'graph'],
      ['magma', 'graph', '--format', 'dot'],
      ['magma', 'graph', FILE],
    ],
  },
  prompt: { lines: [['prompt']] },
  queue: {
    lines: [
      ['queue', '--rules', 'propose'],
      ['queue', '--answered'],
    ],
  },
  'magma check': { lines: [['magma', 'check']] },
  magma: { lines: [['magma']] },
  'magma rebuild': { lines: [['magma', 'rebuild']] },
  'magma consolidate': { lines: [['magma', 'consolidate', '--dry-run']] },
  forget: {
    lines: [
      ['forget', '--dry-run', 'staging invoices'],
      ['forget', 'long.md'],
    ],
  },
  remember: {
    lines: [
      ['remember', `The shop uses ${NASTY}`],
      ['remember', 'The shop opens at nine in winter'],
    ],
  },
  extract: { lines: [['extract', '--dry-run']] },
  agent: { lines: [['agent', '--dry-run']] },
  run: {
    lines: [
      ['run', '--dry-run', '--verbose'],
      ['run', '--yes', '--verbose', '--allow-large', '--rules', 'seed'],
    ],
  },
  look: { lines: [['look'], ['look', '--verbose']] },
  adopt: { lines: [['adopt']] },
  brief: {
    lines: [
      ['brief', 'notes'],
      ['brief', 'journal'],
    ],
  },
  submit: { lines: [['submit', FILE]] },
  export: { lines: [['export', 'memory.dream']] },
  import: { lines: [['import', 'memory.dream', '--dry-run']] },
  history: {
    lines: [
      ['history'],
      ['history', FILE],
      ['history', 'long.md'],
      ['history', 'long.md', '--diff'],
      ['history', 'MEMORY.md', '--diff'],
      ['history', 'copy.md', '--diff'],
    ],
  },
  rollback: {
    lines: [
      ['rollback', 'never.md', '1'],
      ['rollback', `no-such-${NASTY}`, '1'],
    ],
  },
  undo: { lines: [['undo']] },
  apply: { lines: [['apply', 'plan.json', '--verbose', '--yes']] },
  'journal wakeup': { lines: [['journal', 'wakeup']] },
  'journal review': { lines: [['journal', 'review']] },
  journal: { lines: [['journal']] },
  'journal status': { lines: [['journal', 'status']] },
  index: { lines: [['index', `https://shop.internal/${TOKEN}`, '--title', NASTY]] },
  'journal init': { lines: [['journal', 'init']] },
  gc: { lines: [['gc']] },
  purge: {
    lines: [
      ['purge', FILE, '--dry-run'],
      ['purge', FILE, '--yes'],
    ],
  },
  doctor: { lines: [['doctor'], ['doctor', '--fix']] },
  config: { lines: [['config']] },
  'config set': { lines: [['config', 'set', NASTY, NASTY]] },
  'config path': { lines: [['config', 'path']] },
  'config trust': { lines: [['config', 'trust', '--list']] },
  'auto session': { lines: [], nothing: 'it is called by a hook, reads standard input and prints nothing' },
  auto: { lines: [], nothing: 'it begins a detached process and prints nothing' },
  'auto daemon': { lines: [], nothing: 'it starts other processes, whose output it throws away' },
  team: { lines: [['team']] },
  'team init': { lines: [['team', 'init']] },
  'team sync': { lines: [['team', 'sync']] },
  'team work': { lines: [['team', 'work', '--once']] },
  migrate: { lines: [['migrate', '--to', 'postgres']] },
  serve: { lines: [], nothing: 'it serves a page: test/web/server.test.ts' },
  setup: { lines: [], nothing: 'it reads the configuration of agents and no notes: test/setup' },
  mcp: { lines: [], nothing: 'it speaks to a program: test/mcp/hostile.test.ts' },
  demo: { lines: [], nothing: 'it works on notes of its own' },
  completion: { lines: [['completion', 'bash']], nothing: 'it prints a script' },
}

function expectSafe({ stdout, stderr, asked }: Heard, line: Line): void {
  for (const text of [stdout, stderr, ...asked]) {
    expect(text, line.join(' ')).not.toMatch(UNSAFE)
    for (const secret of SECRETS)
      for (let at = 0; at + 8 <= secret.length; at += 4)
        expect(text, line.join(' ')).not.toContain(secret.slice(at, at + 8))
  }
}

const journalWorld = (): World => ({
  cwd: journals.root,
  home: journals.home,
  env: { DREAM_VAULT_PATH: journals.vault, TZ: 'UTC', PATH: '', XDG_STATE_HOME: join(journals.top, 'state') },
})

it('D33 every command stands in the table of this test', () => {
  expect(Object.keys(TABLE).toSorted()).toEqual(COMMANDS.map(({ name }) => name).toSorted())
})

/** The others see a journal workspace as a folder of memories, or not at all. */
const OF_JOURNALS = new Set([
  'status',
  'load',
  'search',
  'queue',
  'remember',
  'forget',
  'journal',
  'index',
  'history',
  'undo',
  'run',
  'doctor',
])
const LINES = Object.values(TABLE).flatMap(({ lines }) => lines)
const takesJson = (line: Line) =>
  [line.slice(0, 2).join(' '), line[0]].flatMap(
    name => COMMANDS.find(command => command.name === name) ?? [],
  )[0]!.format !== undefined

describe('D33 no escape, no bidi character and no secret of a note is printed', () => {
  beforeAll(async () => {
    await runDream(['plan', '-o', 'plan.json'], memories)
  })

  it('the test can tell: the notes hold it all', () => {
    expect(readdirSync(memories.memory).some(name => UNSAFE.test(name) && name.includes(TOKEN))).toBe(true)
    const text = readFileSync(join(memories.memory, FILE), 'utf8')
    for (const secret of SECRETS) expect(text).toContain(secret)
  })

  it.each(LINES.map((line, at) => [at, line[0], line] as const))(
    'memories, %i: dream %s',
    async (_, __, line) => {
      expectSafe(await runDream(line, memories), line)
      if (takesJson(line) && !line.includes('--json'))
        expectSafe(await runDream([...line, '--json'], memories), line)
    },
  )

  it.each(LINES.filter(([name]) => OF_JOURNALS.has(name!)).map((line, at) => [at, line[0], line] as const))(
    'journals, %i: dream %s',
    async (_, __, line) => {
      expectSafe(await runDream(line, journalWorld()), line)
      if (takesJson(line) && !line.includes('--json'))
        expectSafe(await runDream([...line, '--json'], journalWorld()), line)
    },
  )

  it('nor where questions are asked', async () => {
    const line = ['queue', '--rules', 'propose']
    expectSafe(
      await runDream(line, {
        ...memories,
        env: { ...memories.env, NO_COLOR: '1' },
        answers: ['s', 's', 's', 'q'],
      }),
      line,
    )
  })

  it('nor by dream-tools', async () => {
    let said = ''
    const out = { write: (text: string) => (said += text) }
    const io = {
      stdout: out,
      stderr: out,
      stdin: {},
      ask: {} as never,
      env: journalWorld().env!,
      cwd: journals.root,
      home: journals.home,
      platform: 'linux',
    }
    await toolsMain(['--ledger-append', 'a1', 'decision', `keep ${NASTY}`], io)
    await toolsMain(['--ledger-search', 'keep'], io)
    expectSafe({ stdout: said, stderr: '', asked: [], code: 0, busy: [] }, ['dream-tools'])
  })
})

it('D33 a plan that was printed with secrets hidden is not applied; the file of dream plan -o is', async () => {
  const world = nastyMemories()
  try {
    const printed = await runDream(['plan', '--json', '--rules', 'seed'], world)
    writeFileSync(join(world.cwd, 'printed.json'), printed.stdout)
    expect(JSON.parse(printed.stdout)).toMatchObject({ secretsHidden: true })
    const refused = await runDream(['apply', 'printed.json', '--yes'], world)
    expect([refused.code, refused.stderr]).toEqual([2, expect.stringContaining('dream plan -o FILE')])
    await runDream(['plan', '-o', 'plan.json', '--rules', 'seed'], world)
    expect((await runDream(['apply', 'plan.json', '--yes'], world)).code).toBeLessThan(2)
    const kept = readdirSync(world.memory).filter(name => name.endsWith('.md'))
    for (const name of kept) expect(readFileSync(join(world.memory, name), 'utf8')).not.toContain('••••••')
  } finally {
    world.remove()
  }
})

it('D33 no model is sent one either, in instructions, questions, answers or what its tools were asked', async () => {
  const sent: unknown[] = []
  const line = withMask((async (call: unknown) => {
    sent.push(call)
    return {}
  }) as never)
  const text = `a\tb\r\n${NASTY}\n${KEY}\npassword: ${PASSWORD}`
  await line({
    instructions: text,
    messages: [
      { from: 'user', text },
      { from: 'model', text, calls: [{ id: '1', tool: 'read', input: { file: text, [NASTY]: [text] } }] },
    ],
    tools: [],
  } as never)
  const said: string[] = []
  JSON.stringify(sent, (key, value) => {
    said.push(key)
    if (typeof value === 'string') said.push(value)
    return value
  })
  expect(said.some(one => one.startsWith('a\tb\n'))).toBe(true)
  for (const one of said)
    expectSafe({ stdout: one.replaceAll('\t', ' '), stderr: '', asked: [], code: 0, busy: [] }, ['model'])
})
