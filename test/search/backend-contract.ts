import { describe, expect, it } from 'vitest'
import type { SearchBackend } from '../../src/search/backends/backend.ts'
import { batchOf, unit } from '../../src/search/embeddings/batch.ts'
import { loadEmbedder } from '../../src/search/embeddings/load.ts'
import type { RecallDocument } from '../../src/search/engine.ts'

export const embedder = batchOf(loadEmbedder()!)

const document = (name: string, text: string): RecallDocument => ({
  id: `r/${name}.md`,
  engine: 'ccb',
  part: 'memory',
  root: '/r',
  file: `${name}.md`,
  source: `r/${name}.md`,
  title: name,
  description: '',
  text,
  type: null,
  layer: 'L3',
  day: null,
  supersededBy: null,
  weight: 1,
})

const POOL = document('pool', 'The connection pool of the database was full, so there was an outage.')
const LUNCH = document('lunch', "Lunch was soup; it's eaten at noon.")
const DRIVER = document('driver', 'We pinned the driver of the printer.')
export const ALL = [POOL, LUNCH, DRIVER]

/** What every backend has to hold, wherever it keeps the documents. */
export function backendContract(name: string, open: () => SearchBackend): void {
  describe(`the search backend ${name}`, () => {
    const ids = (found: readonly { id: string }[]) => found.map(({ id }) => id)
    const meaningOf = async (text: string) => unit((await embedder.embedAll([text]))[0]!)

    it('is behind by everything at first, and answers with nothing', async () => {
      const backend = open()
      const view = await backend.open(ALL)
      expect(view).toMatchObject({ state: 'absent', answers: false, behind: new Set(ids(ALL)), rows: 0 })
      expect(await backend.words('outage', 5)).toEqual([])
      expect(await backend.nearest(await meaningOf('outage'), 5)).toEqual([])
      backend.close()
    })

    it('embeds what changed, removes what is gone, and says so', async () => {
      const backend = open()
      expect(await backend.sync(ALL)).toEqual({ embedded: 3, kept: 0, removed: 0 })
      expect(await backend.sync(ALL)).toEqual({ embedded: 0, kept: 3, removed: 0 })
      const changed = { ...LUNCH, text: 'Lunch was rice.' }
      expect(await backend.open([POOL, changed])).toMatchObject({
        state: 'behind',
        answers: true,
        behind: new Set([LUNCH.id]),
      })
      expect(await backend.sync([POOL, changed])).toEqual({ embedded: 1, kept: 1, removed: 1 })
      expect(await backend.open([POOL, changed])).toMatchObject({
        state: 'ready',
        answers: true,
        behind: new Set(),
        rows: 2,
        model: embedder.name,
        dimensions: (await meaningOf('rice')).length,
      })
      expect(ids(await backend.words('rice', 5))).toEqual([LUNCH.id])
      expect(await backend.words('soup', 5)).toEqual([])
      expect(await backend.words('printer', 5)).toEqual([])
      backend.close()
    })

    it('finds by words and by meaning, best first, each once, and no more than it was asked for', async () => {
      const backend = open()
      await backend.sync(ALL)
      await backend.open(ALL)
      expect(ids(await backend.words('outage of the database', 5))[0]).toBe(POOL.id)
      const near = await backend.nearest(await meaningOf('The connection pool of the database was full'), 3)
      expect(near[0]!.id).toBe(POOL.id)
      expect(near.map(({ score }) => score)).toEqual(near.map(({ score }) => score).sort((a, b) => b - a))
      expect(new Set(ids(near)).size).toBe(near.length)
      expect(near[0]!.score).toBeLessThanOrEqual(1.02)
      expect(await backend.nearest(await meaningOf('database'), 1)).toHaveLength(1)
      expect(await backend.words("database lunch's driver", 2)).toHaveLength(2)
      backend.close()
    })

    it('drops everything, and can be filled again', async () => {
      const backend = open()
      await backend.sync(ALL)
      await backend.open(ALL)
      await backend.drop()
      expect((await backend.open(ALL)).behind.size).toBe(3)
      expect(await backend.words('outage', 5)).toEqual([])
      expect(await backend.sync([POOL])).toEqual({ embedded: 1, kept: 0, removed: 0 })
      await backend.open([POOL])
      expect(ids(await backend.words('outage', 5))).toEqual([POOL.id])
      backend.close()
    })
  })
}
