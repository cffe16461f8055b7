import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { CrossSystemInterop } from '../../src/compat/interop.ts'
import { type Config, DEFAULTS } from '../../src/config/settings.ts'
import { ccbEngine } from '../../src/search/ccb-engine.ts'
import { type Asked, STORES } from './bilingual.ts'

let top: string
beforeAll(() => {
  top = mkdtempSync(join(tmpdir(), 'dream-words-'))
  for (const [store, { notes }] of Object.entries(STORES)) {
    mkdirSync(join(top, store))
    for (const [file, text] of Object.entries(notes)) writeFileSync(join(top, store, file), text)
  }
})
afterAll(() => rmSync(top, { recursive: true }))

/** The defaults, with so much time that a busy machine leaves no engine out. */
const { stages } = DEFAULTS.retrieval.progressiveSearch
const progressiveSearch = { enabled: true, stages: stages.map(stage => ({ ...stage, timeout: 60_000 })) }
const everything: Config = { ...DEFAULTS, retrieval: { ...DEFAULTS.retrieval, progressiveSearch } }
const filesOnly: Config = { ...everything, magma: { ...DEFAULTS.magma, enabled: false } }

const openedWith = (store: string, settings: Config) =>
  new CrossSystemInterop(join(top, store), { cwd: top, home: top, env: {}, settings })

type Search = (query: string) => Promise<readonly string[]>

async function figures(questions: readonly Asked[], search: Search) {
  const ranks: number[] = []
  for (const { query, answer } of questions) ranks.push((await search(query)).indexOf(answer) + 1)
  const share = (of: (rank: number) => number) =>
    Number((ranks.reduce((sum, rank) => sum + of(rank), 0) / ranks.length).toFixed(4))
  return {
    anyAt5: share(rank => (rank >= 1 && rank <= 5 ? 1 : 0)),
    mrr: share(rank => (rank === 0 ? 0 : 1 / rank)),
  }
}

describe('M15 neither the model of meaning nor MAGMA ranks below what words alone give', () => {
  it.each(
    Object.entries(STORES).flatMap(([store, { questions }]) =>
      Object.entries(questions).flatMap(([language, asked]) => [
        { store, language, engines: 'files', settings: filesOnly, asked },
        { store, language, engines: 'files and LanceDB', settings: everything, asked },
      ]),
    ),
  )('M15 $store: $language, $engines', async ({ store, settings, asked }) => {
    const interop = openedWith(store, settings)
    await interop.initialize()
    const words = ccbEngine({ ...interop.opened!, meaning: undefined })
    const signal = new AbortController().signal
    const byWords = await figures(asked, async query =>
      (await words.search({ query, limit: 10, walk: [] }, signal)).hits.map(({ document }) => document.file),
    )
    const engines = new Set<string>()
    const byAll = await figures(asked, async query => {
      const { hits } = await interop.retrieve({ query })
      for (const hit of hits) for (const engine of hit.engines) engines.add(engine)
      return hits.map(({ file }) => file)
    })
    await interop.close()
    expect([...engines].sort()).toEqual(settings.magma.enabled ? ['ccb', 'magma'] : ['ccb'])
    expect(byAll.anyAt5).toBeGreaterThanOrEqual(byWords.anyAt5)
    expect(byAll.mrr).toBeGreaterThanOrEqual(byWords.mrr)
  })
})

describe('the order of hits', () => {
  const all = Object.entries(STORES).map(([store, { questions }]) => ({
    store,
    english: questions.english ?? [],
    chinese: questions.chinese ?? [],
  }))
  const idsOf = (hits: readonly { readonly id: string }[]) => hits.map(({ id }) => id)

  it.each(all)(
    'M15 MAGMA only fills places behind what the files give: $store',
    async ({ store, english, chinese }) => {
      const [files, both] = [openedWith(store, filesOnly), openedWith(store, everything)]
      for (const { query } of [...english, ...chinese]) {
        const given = idsOf((await files.retrieve({ query })).hits)
        expect(idsOf((await both.retrieve({ query })).hits).slice(0, given.length), query).toEqual(given)
      }
      await both.close()
    },
  )

  it.each(all)(
    'M15 meaning only fills places behind what the words of a Chinese question give: $store',
    async ({ store, chinese }) => {
      const interop = openedWith(store, filesOnly)
      await interop.initialize()
      const words = ccbEngine({ ...interop.opened!, meaning: undefined })
      for (const { query } of chinese) {
        const answer = await interop.retrieve({ query })
        const question = { query, limit: 10, walk: [], intent: answer.intent.kind }
        const { hits } = await words.search(question, new AbortController().signal)
        const given = hits.map(({ document }) => document.id)
        expect(idsOf(answer.hits).slice(0, given.length), query).toEqual(given)
      }
    },
  )

  it('M15 what shares no word with a Chinese question fills a place that is left', async () => {
    const folder = join(top, 'few')
    mkdirSync(folder)
    writeFileSync(join(folder, 'a.md'), '周末去爬山。\n')
    writeFileSync(join(folder, 'b.md'), '妈妈七月过寿。\n')
    const { hits } = await openedWith('few', filesOnly).retrieve({ query: '母亲的生日，周末' })
    expect(hits.map(({ file }) => file)).toEqual(['a.md', 'b.md'])
  })

  it.each([
    ['subjects', 'Redis still holds the session cache of the shop'],
    ['days', 'Marta called the printer again'],
    ['days', '陈琳又给印刷厂打了电话'],
  ])(
    'M15 the first stage suffices, MAGMA is not asked, and all hits are given: %s, %s',
    async (store, query) => {
      const { hits, stages: told } = await openedWith(store, everything).retrieve({ query })
      expect(told.map(({ name, outcome }) => [name, outcome])).toEqual([['ccb-fast', 'sufficed']])
      expect(hits).toHaveLength(10)
    },
  )

  it.each(all)(
    'M15 as many hits as are asked for, where there are as many: $store',
    async ({ store, english, chinese }) => {
      for (const settings of [filesOnly, everything]) {
        const interop = openedWith(store, settings)
        for (const { query } of [...english.slice(0, 4), ...chinese.slice(0, 4)]) {
          const there = (await interop.retrieve({ query, limit: 200 })).hits.length
          for (const limit of [1, 5, 10, 20]) {
            const { hits } = await interop.retrieve({ query, limit })
            expect(hits.length, `${limit} of ${there}: ${query}`).toBe(Math.min(limit, there))
          }
        }
        await interop.close()
      }
    },
  )
})
