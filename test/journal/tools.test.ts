import { chmodSync, mkdirSync, utimesSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, describe, expect, it } from 'vitest'
import type { Io } from '../../src/cli/io.ts'
import { toolsMain } from '../../src/cli/tools.ts'
import { readLedger } from '../../src/journal/ledger.ts'
import { runDream } from '../cli/run-dream.ts'
import { deepTree, type JournalPlace, journalPlace } from './place.ts'

const places: JournalPlace[] = []
afterEach(() => {
  for (const place of places.splice(0)) place.remove()
})

function workspace(files: Record<string, string> = {}): JournalPlace {
  const place = journalPlace({ 'memory/2026-02-01.md': '- Decided to sell the boat\n', ...files })
  places.push(place)
  return place
}

const worldOf = (place: JournalPlace, answers?: string[]) => ({
  cwd: place.root,
  home: place.home,
  env: { DREAM_VAULT_PATH: place.vault, TZ: 'UTC', PATH: '', XDG_STATE_HOME: join(place.home, 'state') },
  ...(answers && { answers }),
})

const dream = (place: JournalPlace, ...argv: string[]) => runDream(argv, worldOf(place))

async function tool(
  place: JournalPlace,
  argv: string[],
  path = '',
): Promise<{ code: number; out: string; err: string }> {
  const heard = { out: '', err: '' }
  const env = { ...worldOf(place).env, PATH: path }
  const listener = (name: 'out' | 'err') => ({
    write: (text: string) => {
      heard[name] += text
    },
  })
  const never = async () => 'cancelled' as const
  const io: Io = {
    stdout: listener('out'),
    stderr: listener('err'),
    stdin: {},
    ask: { choose: never, confirm: never, key: never, line: never, edit: never },
    env,
    cwd: place.root,
    home: place.home,
    platform: 'linux',
  }
  return { code: await toolsMain(argv, io), ...heard }
}

describe('the commands', () => {
  it('J15 init asks the five questions on a terminal, and --yes asks nothing', async () => {
    const place = workspace()
    const asked = await runDream(
      ['init'],
      worldOf(place, ['vim', 'a quiet room', 'the boat', 'honesty', 'Anna']),
    )
    expect(asked.code).toBe(0)
    expect(asked.asked).toHaveLength(5)
    expect(place.read('MEMORY.md')).toContain('- Most important project: the boat')
    const other = workspace()
    expect((await runDream(['init', '--yes'], worldOf(other, []))).asked).toEqual([])
    expect(other.read('MEMORY.md')).toContain('## Stable knowledge')
  })

  it('J5 J10 J13 review prints the brief, --scheduled nothing; status the seed’s lines; undo takes it back', async () => {
    const place = workspace({ 'MEMORY.md': '# mine\n' })
    await dream(place, 'init')
    const before = place.read('MEMORY.md')
    const reviewed = await dream(place, 'review')
    expect(reviewed.code).toBe(0)
    expect(reviewed.stdout).toMatch(
      /^🌙 Review finished\nMEMORY.md: \d+ characters \(target 15,000\)\nThis time: 0 updated \| 1 added \| 0 archived\nPermanent archive: 0 entries\n$/,
    )
    expect(await dream(place, 'review', '--scheduled')).toMatchObject({ code: 0, stdout: '' })
    const status = await dream(place, 'status')
    expect(status.stdout).toMatch(
      /🌙 Dream status — [\s\S]*MEMORY.md: \d+ characters \/ limit 18,000 \(\d+ %\)[\s\S]*Permanent archive: 0 entries[\s\S]*Last review: [\s\S]*State: active[\s\S]*Obsidian index: 0 items[\s\S]*Journals to review: 0 files[\s\S]*Loaded at most: 20,000/,
    )
    expect((await dream(place, 'undo')).code).toBe(0)
    expect(place.read('MEMORY.md')).toBe(before)
    const json = JSON.parse((await dream(place, 'review', '--json')).stdout) as {
      format: string
      did: string
    }
    expect(json).toMatchObject({ format: 'dream-review', did: 'distilled' })
  })

  it('J4 J11 J12 J14 J16 remember, search, index, forget and wakeup say what they did', async () => {
    const place = workspace()
    await dream(place, 'init')
    expect((await dream(place, 'remember', 'I', 'decided to keep bees')).stdout).toMatch(
      /^Saved as a decision: MEMORY.md \(Current state\), memory\//,
    )
    expect((await dream(place, 'remember', '--as', 'note', 'I decided nothing of note')).stdout).toMatch(
      /^Saved as a note: memory\//,
    )
    expect((await dream(place, 'index', 'https://example.org/bees', '--title', 'Bees')).stdout).toMatch(
      /^Indexed: Bees\n/,
    )
    const found = await dream(place, 'search', 'bees')
    expect(found.stdout).toMatch(
      /── OpenClaw Memory ──\n· MEMORY.md \[Current state\]: I decided to keep bees[\s\S]*── Permanent archive ──\nnothing[\s\S]*── Obsidian index ──\n· \[Bees\]/,
    )
    expect((await dream(place, 'forget', '--dry-run', 'keep bees')).stdout).toContain(
      'only shows what matches',
    )
    const forgotten = await dream(place, 'forget', 'keep bees')
    expect(forgotten.stdout).toContain('Removed from memory. The permanent archive keeps it')
    expect(place.read('MEMORY.md')).not.toContain('bees')
    expect((await dream(place, 'wakeup')).stdout).toMatch(/^🌙 Not hibernating/)
  })

  it('J14 purge erases what a journal said, and never bytes that stand in workspace or vault now', async () => {
    const place = workspace({
      'memory/2026-02-01.md': '- the code is 1234 and nobody may know it\n- keep this line\n',
    })
    await dream(place, 'init')
    await dream(place, 'forget', 'code nobody may know')
    const erased = await dream(place, 'purge', 'memory/2026-02-01.md', '--yes', '--json')
    const { folders } = JSON.parse(erased.stdout) as {
      folders: { erased: { files: string[] }[]; kept: unknown[] }[]
    }
    expect(folders[0]?.erased.map(each => each.files)).toEqual([['memory/2026-02-01.md']])
    expect(folders[0]?.kept).toHaveLength(1)
    const runs = await dream(place, 'purge', '@vault/meta/removed-entries.json', '--dry-run', '--json')
    const vault = JSON.parse(runs.stdout) as { folders: { kept: unknown[] }[] }
    // As it is now, and as it was: an empty list, which the index of the ledger still holds.
    expect(vault.folders[0]?.kept).toHaveLength(2)
  })

  it('J1 says in a sentence what is missing', async () => {
    const place = workspace()
    const { code, stderr } = await dream(place, 'review')
    expect(code).toBe(2)
    expect(stderr).toMatch(/^dream: no journal workspace here|does not exist. dream journal init creates it/)
  })
})

describe('dream-tools', () => {
  it('J18 one word or number on stdout', async () => {
    const place = workspace({ 'MEMORY.md': '## 当前状态\n- 装修厨房\n' })
    await dream(place, 'init')
    const size = place.read('MEMORY.md').length
    expect(await tool(place, ['--check-size'])).toMatchObject({ code: 0, out: `${size}\n` })
    expect(await tool(place, ['--hash', 'hello'])).toMatchObject({ out: '5d41402a\n' })
    expect(await tool(place, ['--dedup-index', 'https://example.org/x'])).toMatchObject({ out: 'new\n' })
    await dream(place, 'index', 'https://example.org/x')
    expect(await tool(place, ['--dedup-index', 'http://example.org/x/'])).toMatchObject({ out: 'exists\n' })
    expect((await tool(place, ['--nonsense'])).code).toBe(2)
  })

  it('J18 idle or busy: openclaw says, else a transcript or journal touched within a quarter of an hour', async () => {
    const place = workspace()
    await dream(place, 'init')
    expect((await tool(place, ['--check-idle'])).out).toBe('busy\n')
    const old = Date.now() / 1000 - 3600
    for (const name of Object.keys(deepTree(join(place.root, 'memory'))))
      utimesSync(join(place.root, 'memory', name), old, old)
    expect((await tool(place, ['--check-idle'])).out).toBe('idle\n')
    const bin = join(place.top, 'bin')
    mkdirSync(bin)
    writeFileSync(join(bin, 'openclaw'), '#!/bin/sh\necho "status: running"\n')
    chmodSync(join(bin, 'openclaw'), 0o755)
    expect((await tool(place, ['--check-idle'], `${bin}:/usr/bin:/bin`)).out).toBe('busy\n')
  })

  it('J18 atomic-write refuses over the hard limit and without the sections, and can be undone', async () => {
    const place = workspace()
    await dream(place, 'init')
    const before = place.read('MEMORY.md')
    const draft = join(place.top, 'draft.md')
    writeFileSync(draft, '# no sections\n')
    expect(await tool(place, ['--atomic-write', 'MEMORY.md', draft])).toMatchObject({ code: 1, out: '' })
    writeFileSync(draft, `${before}${'x'.repeat(18_001)}`)
    expect((await tool(place, ['--atomic-write', 'MEMORY.md', draft])).err).toMatch(/more than 18000/)
    expect(place.read('MEMORY.md')).toBe(before)
    writeFileSync(draft, before.replace('## Stable knowledge\n', '## Stable knowledge\n- by hand\n'))
    expect(await tool(place, ['--atomic-write', join(place.root, 'MEMORY.md'), draft])).toMatchObject({
      code: 0,
      out: 'written\n',
    })
    expect(place.read('MEMORY.md')).toContain('- by hand')
    expect((await tool(place, ['--atomic-write', 'other.md', draft])).code).toBe(2)
    await dream(place, 'undo')
    expect(place.read('MEMORY.md')).toBe(before)
  })

  it('J18 J9 ledger-append and ledger-search', async () => {
    const place = workspace()
    await dream(place, 'init')
    expect(
      await tool(place, ['--ledger-append', 'a3f8c201', '决策', '决定用 Obsidian 替代 Notion', '首次出现']),
    ).toMatchObject({ code: 0, out: 'a3f8c201\n' })
    const clash = await tool(place, ['--ledger-append', 'a3f8c201', 'note', 'another thing'])
    expect(clash.out).toMatch(/^a3f8c201[0-9a-f]+\n$/)
    const { active } = readLedger(place.vaultFile('ledger.md'))
    expect(active.map(entry => entry.content)).toEqual(['决定用 Obsidian 替代 Notion', 'another thing'])
    expect(place.vaultFile('ledger.md')).toContain('类别: [决策]')
    expect((await tool(place, ['--ledger-search', 'obsidian'])).out).toMatch(
      /^\[a3f8c201\] \d{4}-\d{2}-\d{2} \[决策\] 决定用 Obsidian/,
    )
    expect((await tool(place, ['--ledger-append', 'not-hex', 'note', 'x'])).code).toBe(2)
    expect(JSON.parse(place.vaultFile('ledger-index.json'))).toHaveLength(2)
  })
})
