import {
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  utimesSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import fc from 'fast-check'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { foldersOf, type Where } from '../../src/app/app.ts'
import { decodeCache, encodeCache } from '../../src/search/cache-format.ts'
import { catchUp, type FileStamp, indexOfCache } from '../../src/search/catch-up.ts'
import { loadEmbedder } from '../../src/search/embeddings/load.ts'
import { rank } from '../../src/search/rank.ts'
import { openSearchStore } from '../../src/search/search-store.ts'
import { document } from './documents.ts'

const embedder = loadEmbedder()!
const meaning = (text: string) => embedder.embed(text)
const model = { model: 'static', dimensions: embedder.dimensions }

type World = Readonly<Record<string, string>>

const stampsOf = (world: World): FileStamp[] =>
  Object.entries(world).map(([file, text]) => ({
    root: '/notes',
    file,
    size: text.length,
    modified: hash(text),
    changed: hash(text),
  }))
const hash = (text: string): number =>
  [...text].reduce((sum, char) => (sum * 31 + char.charCodeAt(0)) % 1_000_003, 7)

function caught(world: World, before?: Awaited<ReturnType<typeof catchUp>>['cache']) {
  return catchUp({
    listed: stampsOf(world),
    before,
    read: ({ file }) => ({ hash: world[file]!, documents: [document(file, { file, text: world[file]! })] }),
    meaning,
    ...model,
    settled: Number.MAX_SAFE_INTEGER,
  })
}

function answersOf({ cache }: Pick<Awaited<ReturnType<typeof catchUp>>, 'cache'>, query: string) {
  const { index, documents } = indexOfCache(cache, () => 1)
  return rank(index, { query, most: 5, meaning }).map(({ at, byWords, byMeaning }) => [
    documents[at]!.id,
    byWords.toFixed(4),
    byMeaning.toFixed(4),
  ])
}

const word = fc.constantFrom(...'ash birch cedar dune elm fjord glen heath'.split(' '))
const text = fc.array(word, { minLength: 1, maxLength: 6 }).map(words => words.join(' '))
const world = fc.dictionary(fc.constantFrom('a.md', 'b.md', 'c.md', 'd.md'), text, { noNullPrototype: true })

describe('the store', () => {
  it('M4 what is caught up answers as what is made anew, also by way of the disk', async () => {
    await fc.assert(
      fc.asyncProperty(world, world, text, async (before, after, query) => {
        const first = await caught(before)
        const stored = decodeCache(encodeCache(first.cache), model.model, model.dimensions)
        expect(answersOf({ ...first, cache: stored! }, query)).toEqual(answersOf(first, query))
        const next = await caught(after, stored)
        expect(answersOf(next, query)).toEqual(answersOf(await caught(after), query))
        const same = Object.entries(after).filter(([file, said]) => before[file] === said).length
        expect(next.read).toBe(Object.keys(after).length - same)
      }),
      { numRuns: 60 },
    )
  })

  it('M4 one wrong bit anywhere, a cut or another model: thrown away', async () => {
    const bytes = encodeCache((await caught({ 'a.md': 'ash elm', 'b.md': 'dune' })).cache)
    expect(decodeCache(bytes, model.model, model.dimensions)).toBeDefined()
    expect(decodeCache(bytes, 'other', model.dimensions)).toBeUndefined()
    expect(decodeCache(bytes, model.model, 4)).toBeUndefined()
    fc.assert(
      fc.property(
        fc.nat(bytes.length - 1),
        fc.integer({ min: 1, max: 255 }),
        fc.nat(bytes.length - 1),
        (at, flip, length) => {
          const wrong = Uint8Array.from(bytes)
          wrong[at]! ^= flip
          expect(decodeCache(wrong, model.model, model.dimensions)).toBeUndefined()
          expect(decodeCache(bytes.slice(0, length), model.model, model.dimensions)).toBeUndefined()
        },
      ),
      { numRuns: 300 },
    )
  })
})

describe('indexing that is ended early', () => {
  const many = Object.fromEntries(Array.from({ length: 40 }, (_, at) => [`n${at}.md`, `ash number${at}`]))

  it('M15 keeps what was done, leaves what was there as it was, and goes on the next time', async () => {
    const stop = new AbortController()
    let reads = 0
    const listed = stampsOf(many)
    const some = (signal?: AbortSignal, before?: Awaited<ReturnType<typeof catchUp>>['cache']) =>
      catchUp({
        listed,
        before,
        read: ({ file }) => {
          if (++reads === 10) stop.abort()
          return { hash: many[file]!, documents: [document(file, { file, text: many[file]! })] }
        },
        meaning,
        ...model,
        settled: Number.MAX_SAFE_INTEGER,
        signal,
      })
    const first = await some(stop.signal)
    expect(first).toMatchObject({ read: 10, left: 30, changed: 'yes' })
    expect(answersOf(first, 'number3')[0]![0]).toBe('n3.md')
    const second = await some(undefined, first.cache)
    expect(second).toMatchObject({ read: 30, left: 0 })
    expect(answersOf(second, 'number33')[0]![0]).toBe('n33.md')
  })
})

describe('the store on disk', () => {
  let place: string
  let where: Where
  beforeEach(() => {
    place = mkdtempSync(join(tmpdir(), 'dream-recall-'))
    mkdirSync(join(place, 'notes'))
    for (const [file, said] of Object.entries({
      'MEMORY.md': '# Memory\n',
      'boat.md': 'The boat is blue.',
      'car.md': 'The car is red.',
    }))
      put(file, said)
    where = { cwd: place, home: place, env: {}, paths: [join(place, 'notes')], allProjects: false }
  })
  afterEach(() => rmSync(place, { recursive: true }))

  /** As if written long ago: what was touched a moment ago is always read again. */
  function put(file: string, said: string) {
    const path = join(place, 'notes', file)
    writeFileSync(path, said)
    utimesSync(path, 1_700_000_000, 1_700_000_000)
  }
  const open = () =>
    openSearchStore({
      where,
      folders: foldersOf(where),
      decay: { decay: 0.95, periodDays: 30 },
      today: '2026-11-16',
    })
  const best = async (query: string) => {
    const { index, documents } = await open()
    return rank(index, { query, most: 1, meaning }).map(({ at }) => documents[at]!.file)[0]
  }
  const cached = () =>
    join(
      place,
      '.cache/dream/recall',
      readdirSync(join(place, '.cache/dream/recall')).find(name => name.endsWith('.bin'))!,
    )

  it('M4 a changed, a new and a removed file are seen; damage is repaired', async () => {
    expect(await best('blue')).toBe('boat.md')
    put('car.md', 'The car is blue blue blue, and very blue.')
    expect(await best('blue')).toBe('car.md')
    put('kite.md', 'A kite.')
    expect(await best('kite')).toBe('kite.md')
    rmSync(join(place, 'notes/kite.md'))
    expect(await best('kite')).not.toBe('kite.md')
    for (const damage of [
      '',
      'nonsense',
      readFileSync(cached()).subarray(0, 999),
      Buffer.alloc(100_000, 7),
    ]) {
      writeFileSync(cached(), damage)
      expect(await best('blue')).toBe('car.md')
    }
  })

  it('M4 two at once do no harm, and a cache that cannot be written costs nothing but time', async () => {
    await open()
    const whole = readFileSync(cached())
    writeFileSync(`${cached()}.tmp`, whole.subarray(0, 50))
    put('boat.md', 'The boat is green.')
    expect(await best('green')).toBe('boat.md')
    const path = cached()
    rmSync(path)
    mkdirSync(path)
    expect(await best('green')).toBe('boat.md')
    expect(statSync(path).isDirectory()).toBe(true)
  })
})
