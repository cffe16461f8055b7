import { chmodSync, existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, describe, expect, it } from 'vitest'
import { CrossSystemInterop } from '../../src/compat/interop.ts'
import { DEFAULTS } from '../../src/config/settings.ts'
import { DreamError } from '../../src/model/error.ts'
import { whileLocked } from '../../src/search/backends/lance/lock.ts'
import { syncIndex } from '../../src/search/backends/lance/sync.ts'
import { type BatchEmbedder, batchOf } from '../../src/search/embeddings/batch.ts'
import { loadEmbedder } from '../../src/search/embeddings/load.ts'
import type { RecallDocument } from '../../src/search/engine.ts'
import { MagmaAdapter, type MagmaOptions } from '../../src/vault/adapter.ts'
import { CCBReader } from '../../src/vault/ccb-reader.ts'
import { openMagmaEngine } from '../../src/vault/engine.ts'
import { magmaRebuild, magmaStatus, openMagma } from '../../src/vault/magma.ts'
import { dreamAt } from '../dream-at.ts'
import { type MagmaTestPlace, magmaPlace, memoryText } from './place.ts'

const open: { remove(): void }[] = []
afterEach(() => {
  for (const each of open.splice(0)) each.remove()
})

function place(memories: Record<string, string> = {}, env: Record<string, string> = {}): MagmaTestPlace {
  const made = magmaPlace(memories, env)
  open.push(made)
  return made
}

function adapterAt(at: MagmaTestPlace, change: MagmaOptions = {}): MagmaAdapter {
  const adapter = new MagmaAdapter({
    lancedbPath: join(at.top, 'lance'),
    obsidianPath: at.vault,
    cwd: at.top,
    home: at.home,
    env: at.where.env,
    ...change,
  })
  open.unshift({ remove: () => adapter.close() })
  return adapter
}

const CACHE = {
  name: 'Redis cache',
  text: 'The cache is Redis; entries live 30 seconds.',
  type: 'reference',
} as const
const COFFEE = { name: '咖啡', text: '用户喜欢喝不加糖的咖啡。', type: 'user' } as const
const TRAINS = { name: 'Trains', text: 'The night train to Vienna leaves at ten.' } as const

const absent = async (): Promise<never> => {
  throw new DreamError('LanceDB is not installed. Run npm install @lancedb/lancedb apache-arrow', 1)
}

describe('MagmaAdapter', () => {
  it('M2 M13 keeps records as notes, finds them by meaning and by words, in English and Chinese', async () => {
    const at = place()
    const adapter = adapterAt(at)
    await adapter.initialize()
    const { id } = await adapter.update(CACHE)
    await adapter.update(COFFEE)
    await adapter.update(TRAINS)
    const all = await adapter.readAll()
    expect(all.map(({ name, layer }) => [name, layer]).sort()).toEqual([
      ['Redis cache', 'L5'],
      ['Trains', 'L3'],
      ['咖啡', 'L4'],
    ])
    const best = async (query: string) => (await adapter.search(query, { limit: 3 })).hits[0]?.document.title
    expect(await best('how long does a cached entry stay')).toBe('Redis cache')
    expect(await best('咖啡')).toBe('咖啡')
    expect(await best('railway journey at night')).toBe('Trains')
    expect((await adapter.findSimilar('Redis caches entries for 30 seconds'))[0]).toMatchObject({
      id,
      layer: 'L5',
    })
    expect((await adapter.search('', { limit: 3 })).hits).toEqual([])
    for (const query of [
      '"open quote',
      'a:b AND (',
      '*',
      '\\',
      "o'clock; DROP TABLE",
      '\u0000',
      '\ud800',
      '+redis -cache',
    ])
      expect((await adapter.search(query)).notes, query).toEqual([])
    expect((await adapter.search('x'.repeat(100_000))).hits.length).toBeLessThanOrEqual(10)
  })

  it('M2 the files are the truth: deleting the index, or breaking it, loses nothing', async () => {
    const at = place()
    const first = adapterAt(at)
    await first.update(CACHE)
    await first.update(TRAINS)
    await first.initialize()
    first.close()
    const table = join(at.top, 'lance/dream_memories.lance')
    expect(existsSync(table)).toBe(true)
    for (const name of readdirSync(table, { recursive: true, withFileTypes: true }))
      if (name.isFile()) writeFileSync(join(name.parentPath, name.name), 'garbage')
    const second = adapterAt(at)
    expect((await second.initialize()).notes).toEqual([])
    expect((await second.search('cached entry')).hits[0]?.document.title).toBe('Redis cache')
    second.close()
    rmSync(join(at.top, 'lance'), { recursive: true })
    const third = await adapterAt(at).search('cached entry')
    expect(third).toMatchObject({ notes: [], hits: [{ document: { title: 'Redis cache' } }] })
  })

  it('M2 M9 every change can be undone: a new text, and a record that was removed', async () => {
    const at = place()
    const adapter = adapterAt(at, { mode: 'direct' })
    const { id, version } = await adapter.update(CACHE)
    const changed = await adapter.update({ ...CACHE, id, text: 'The cache is Valkey.' })
    expect([version, changed.version]).toEqual([1, 2])
    await adapter.remove(id)
    expect(at.notes()).toEqual([])
    const where = { ...at.where, paths: [join(at.vault, 'magma')] }
    // An empty folder is no memory folder; the run is named, as people do.
    writeFileSync(join(at.vault, 'magma/MEMORY.md'), '# notes\n')
    await dreamAt(where).undo()
    expect(at.note(`${id}.md`)).toContain('Valkey')
    await dreamAt(where).undo()
    expect(at.note(`${id}.md`)).toContain('30 seconds')
  })

  it('M2 while LanceDB is not installed, words answer and the answer says so', async () => {
    const at = place()
    const adapter = adapterAt(at, { loadLance: absent })
    await adapter.update(CACHE)
    await adapter.update(TRAINS)
    const { hits, notes } = await adapter.search('redis entries')
    expect(hits[0]).toMatchObject({
      document: { title: 'Redis cache' },
      reasons: [expect.stringMatching(/^words/)],
    })
    expect(notes.join()).toMatch(/LanceDB is not installed.*only words were compared/)
  })

  it('M2 a vault that is gone is a sentence, and is not made anew', async () => {
    const at = place()
    rmSync(at.vault, { recursive: true })
    const adapter = adapterAt(at)
    await expect(adapter.initialize()).rejects.toThrow(
      `the vault ${at.vault} (obsidian.vault) does not exist`,
    )
    await expect(adapter.update(CACHE)).rejects.toThrow('does not exist')
    expect(existsSync(at.vault)).toBe(false)
  })

  it('M2 without a vault the notes lie in the state directory', async () => {
    const at = place()
    const adapter = new MagmaAdapter({ cwd: at.top, home: at.home, env: at.where.env, loadLance: absent })
    await adapter.update(CACHE)
    expect(adapter.home.kind).toBe('state')
    expect(readdirSync(join(at.home, '.local/state/dream/vault/magma'))).toHaveLength(1)
  })
})

describe('the index', () => {
  const embedder = batchOf(loadEmbedder()!)
  const documents = (texts: readonly string[]): RecallDocument[] =>
    texts.map((text, at) => ({
      id: `r/${at}.md`,
      engine: 'ccb',
      part: 'memory',
      root: '/r',
      file: `${at}.md`,
      source: `r/${at}.md`,
      title: text.split(' ').slice(0, 3).join(' '),
      description: '',
      text,
      type: null,
      layer: 'L3',
      day: at < 2 ? '2026-03-01' : null,
      supersededBy: null,
      weight: 1,
    }))
  const TEXTS = [
    'Connection pool outage: the database was full.',
    'Lunch was soup.',
    'We pinned the driver because of the connection pool outage.',
  ]
  const signal = new AbortController().signal

  it('M2 only what changed is embedded anew; what is gone is removed; another model means all of it', async () => {
    const at = place()
    const path = join(at.top, 'index')
    expect(await syncIndex({ path, embedder }, documents(TEXTS))).toEqual({
      embedded: 3,
      kept: 0,
      removed: 0,
    })
    const changed = documents([TEXTS[0]!, 'Lunch was rice.'])
    expect(await syncIndex({ path, embedder }, changed)).toEqual({ embedded: 1, kept: 1, removed: 1 })
    const other: BatchEmbedder = { ...embedder, name: 'another' }
    expect(await syncIndex({ path, embedder: other }, changed)).toEqual({ embedded: 2, kept: 0, removed: 0 })
  })

  it('M2 one process writes the index at a time; who will not wait is told who does', async () => {
    const path = join(place().top, 'index')
    let finish = () => {}
    const writing = whileLocked(path, 'long', () => new Promise<void>(done => (finish = done)))
    await expect(syncIndex({ path, embedder }, documents(TEXTS), 'short')).rejects.toThrow(
      /^the vector index is being written by process \d+ on /,
    )
    const waiting = syncIndex({ path, embedder }, documents(TEXTS))
    finish()
    await writing
    expect(await waiting).toMatchObject({ embedded: TEXTS.length })
    expect(await syncIndex({ path, embedder }, documents(TEXTS))).toMatchObject({ embedded: 0 })
  })

  it('M2 two at once do no harm: everything is there, and found once', async () => {
    const at = place()
    const path = join(at.top, 'index')
    await syncIndex({ path, embedder }, documents(TEXTS.slice(0, 1)))
    await Promise.all(
      [1, 2].map(() => syncIndex({ path, embedder }, documents(TEXTS)).catch(() => undefined)),
    )
    const engine = await openMagmaEngine({ path, embedder, documents: documents(TEXTS) })
    expect(engine.index).toMatchObject({ state: 'ready', rows: 3 })
    const { hits } = await engine.search({ query: 'connection pool outage', limit: 10, walk: [] }, signal)
    expect(new Set(hits.map(hit => hit.document.id)).size).toBe(hits.length)
    engine.close()
  })

  it('M2 causal and temporal questions walk the graph, and say along which edge', async () => {
    const at = place()
    const engine = await openMagmaEngine({
      path: join(at.top, 'index'),
      embedder,
      documents: documents(TEXTS),
    })
    const question = { query: 'connection pool outage', limit: 5 }
    const { hits } = await engine.search({ ...question, walk: ['causal', 'temporal'] }, signal)
    const reasonsOf = (id: string) => hits.find(hit => hit.document.id === id)?.reasons.join() ?? ''
    expect(reasonsOf('r/2.md')).toContain('causal to')
    expect(reasonsOf('r/1.md')).toContain('written on the same day, 2026-03-01')
    engine.close()
  })

  it('M2 an index that hangs is left behind at its deadline, and words answer', async () => {
    const at = place()
    const path = join(at.top, 'index')
    await syncIndex({ path, embedder }, documents(TEXTS))
    const load = async () => ({ connect: () => new Promise(() => undefined) })
    const engine = await openMagmaEngine({
      path,
      embedder,
      documents: documents(TEXTS),
      load,
      deadlineMs: 50,
    })
    const { hits, notes } = await engine.search({ query: 'soup', limit: 5, walk: [] }, signal)
    expect(notes.join()).toContain('did not answer within 50 ms')
    expect(hits[0]?.document.id).toBe('r/1.md')
  })

  it('M2 an embedding service that hangs costs no more than the deadline of the question', async () => {
    const at = place()
    const path = join(at.top, 'index')
    const hanging: BatchEmbedder = {
      name: embedder.name,
      place: 'away',
      embedAll: (_, stop) =>
        new Promise((_resolve, reject) =>
          stop?.addEventListener('abort', () => reject(new DreamError('the service was late', 1))),
        ),
    }
    await syncIndex({ path, embedder }, documents(TEXTS))
    const engine = await openMagmaEngine({ path, embedder: hanging, documents: documents(TEXTS) })
    const late = AbortSignal.timeout(50)
    const { hits, notes } = await engine.search({ query: 'soup', limit: 5, walk: [] }, late)
    expect(hits[0]?.document.id).toBe('r/1.md')
    expect(notes.join()).toContain('the service was late: only words were compared')
    engine.close()
  })
})

describe('memory folders, journals and the vault together', () => {
  it('M2 I7 rebuild and status cover memories, records and journals, and say what is missing', async () => {
    const today = new Date().toISOString().slice(0, 10)
    const at = place({ 'MEMORY.md': '## Current state\n\n- moving to Lisbon\n' })
    at.put(`memory/${today}.md`, '- bought a green bicycle\n')
    at.put('memory/2020-01-01.md', '- learned to swim\n')
    await adapterAt(at).update(CACHE)
    const before = await magmaStatus(at.where, at.settings)
    expect(before).toMatchObject({ records: 1, documents: 4, index: { state: 'absent', behind: 4 } })
    expect(before.layers).toEqual({ L1: 1, L2: 1, L3: 1, L4: 0, L5: 1 })
    const built = await magmaRebuild(at.where, at.settings, 'catch-up')
    expect(built).toMatchObject({ embedded: 4, index: { state: 'ready', rows: 4 } })
    expect(await magmaRebuild(at.where, at.settings, 'catch-up')).toMatchObject({ embedded: 0, kept: 4 })
    const { engine } = await openMagma(at.where, at.settings, { catchUp: 'none' })
    const { hits } = await engine.search(
      { query: 'bicycle', limit: 2, walk: [] },
      new AbortController().signal,
    )
    expect(hits[0]?.document).toMatchObject({ part: 'journal', layer: 'L1', text: 'bought a green bicycle' })
    engine.close()
  })

  it('M2 a memory that has a record is found once, by way of the record', async () => {
    const at = place({ 'cache.md': memoryText('Redis cache', 'reference', CACHE.text) })
    const { documents } = await openMagma(at.where, at.settings, { loadLance: absent })
    expect(documents.map(({ part }) => part)).toEqual(['memory'])
  })

  it('M16 a project finds its own records and those of nobody, another’s only where all projects are asked', async () => {
    const [here, there] = ['here', 'there'].map(name => {
      const at = place({ [`${name}.md`]: memoryText(`Lantern ${name}`, 'reference', `The lantern ${name}.`) })
      return at
    }) as [MagmaTestPlace, MagmaTestPlace]
    const { vault } = here
    for (const at of [here, there]) {
      const adapter = adapterAt(at, { obsidianPath: vault })
      const reader = new CCBReader(at.root, { cwd: at.top, home: at.home, env: {} })
      for (const memory of await reader.readAll()) await adapter.update(memory)
    }
    await adapterAt(here).update({ name: 'Lantern of all', text: 'Every lantern is brass.' })
    const settings = { ...DEFAULTS, obsidian: { ...DEFAULTS.obsidian, vault } }
    const search = async (allProjects: boolean) => {
      const interop = new CrossSystemInterop({ ...here.where, allProjects }, { settings })
      open.unshift({ remove: () => interop.close() })
      const { hits } = await interop.retrieve({ query: 'lantern brass' })
      return hits.map(({ title }) => title).sort()
    }
    expect(await search(false)).toEqual(['Lantern here', 'Lantern of all'])
    expect(await search(true)).toContain('Lantern there')
  })

  it('M2 the notes of the vault stand among the files, in the order of their words', async () => {
    const files = Array.from({ length: 12 }, (_, at) => [
      `b${at}.md`,
      memoryText(`Boat ${at}`, 'project', 'A boat.'),
    ])
    const at = place(Object.fromEntries(files))
    await adapterAt(at).update({ name: 'Yard', text: 'The boat yard is closed in May.' })
    const settings = { ...DEFAULTS, obsidian: { ...DEFAULTS.obsidian, vault: at.vault } }
    const interop = new CrossSystemInterop(at.where, { settings })
    open.unshift({ remove: () => interop.close() })
    const { hits, stages } = await interop.retrieve({
      query: 'why is the boat yard closed in May',
      limit: 10,
    })
    expect(hits[0]).toMatchObject({ title: 'Yard', part: 'record', engines: ['magma'] })
    // Where words fill all places, neither index nor graph is opened, whatever kind of question it is.
    expect(stages.flatMap(({ engines }) => engines)).toEqual(['ccb'])
  })
})

describe("Obsidian's command", () => {
  /** A stand-in for the real one: notes what it is told, then does what the test wants. */
  function fake(at: MagmaTestPlace, script: string): Record<string, string> {
    const bin = join(at.top, 'bin')
    mkdirSync(bin)
    writeFileSync(join(bin, 'obsidian'), `#!/bin/sh\nprintf '%s\\n' "$@" >> "${at.top}/told"\n${script}\n`)
    chmodSync(join(bin, 'obsidian'), 0o755)
    mkdirSync(join(at.vault, '.obsidian'), { recursive: true })
    return { PATH: `${bin}:/usr/bin:/bin` }
  }
  const told = (at: MagmaTestPlace) => readFileSync(join(at.top, 'told'), 'utf8')

  it('M3 is told every note where there is one', async () => {
    const at = place()
    const adapter = adapterAt(at, { env: fake(at, 'exit 0'), loadLance: absent })
    const { id } = await adapter.update(CACHE)
    expect(told(at)).toContain(`vault=vault\ncreate\npath=magma/${id}.md\ncontent=---\\nname: Redis cache\\n`)
    expect(at.note(`${id}.md`)).toContain(CACHE.text)
  })

  it('M3 hanging or failing, it is tried three times and the note is there all the same', async () => {
    const at = place()
    const settings = {
      ...at.settings,
      obsidian: { ...at.settings.obsidian, cli: { enabled: true, timeout: 60 } },
    }
    const adapter = adapterAt(at, { env: fake(at, 'exec sleep 5'), settings, loadLance: absent })
    const outcome = await adapter.write({ command: 'magma', notes: [] })
    expect(outcome.outcomes).toEqual([])
    const { id } = await adapter.update(CACHE)
    expect(told(at).match(/^create$/gm)).toHaveLength(3)
    expect(at.note(`${id}.md`)).toContain(CACHE.text)
  })

  it('M3 what it writes otherwise than asked is put right', async () => {
    const at = place()
    const adapter = adapterAt(at, {
      env: fake(at, `echo broken > "${at.vault}/magma/"*.md`),
      loadLance: absent,
    })
    const { id } = await adapter.update(CACHE)
    expect(at.note(`${id}.md`)).toContain(CACHE.text)
  })

  it('M3 direct mode never calls it; cli mode without a fallback refuses where there is none', async () => {
    const at = place()
    const env = fake(at, 'exit 0')
    await adapterAt(at, { env, mode: 'direct', loadLance: absent }).update(CACHE)
    expect(existsSync(join(at.top, 'told'))).toBe(false)
    const settings = {
      ...at.settings,
      obsidian: {
        ...at.settings.obsidian,
        mode: 'cli' as const,
        fallback: { enabled: false, maxRetries: 0 },
      },
    }
    await expect(adapterAt(at, { settings, loadLance: absent }).update(TRAINS)).rejects.toThrow(
      /nothing was written.*there is no command obsidian/,
    )
    expect(at.notes()).toHaveLength(1)
  })
})
