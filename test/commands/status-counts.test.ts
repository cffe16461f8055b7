import { readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { status } from '../../src/commands/status.ts'
import { CCBReader } from '../../src/index.ts'
import { dream } from '../../src/pipeline/pipeline.ts'
import { sizeWords } from '../../src/report/words.ts'
import { dreamAt, shown } from '../dream-at.ts'
import { policy } from '../pipeline/place.ts'
import {
  type CountedPlace,
  changesBetween,
  countedPlace,
  EDITS,
  folderSpec,
  type Seen,
  seen,
} from '../report/counted-place.ts'

/** Every number that the status prints for each folder, in their order. */
async function printed(place: CountedPlace) {
  const { folders } = await dreamAt(place.where).status()
  const text = shown(status, { folders, auto: undefined }, 1000)
  const all = (pattern: RegExp) => [...text.matchAll(pattern)].map(match => match.slice(1).map(Number))
  return {
    text,
    folders,
    memories: all(/^ {2}(\d+) notes?,/gm).flat(),
    lines: all(/MEMORY\.md (\d+) line/g).flat(),
    done: all(/^ {2}last run: .*?, (\d+) change/gm).flat(),
    kept: all(/^ {2}history: (\d+) version/gm).flat(),
    since: all(/(\d+) changed since \((\d+) edited, (\d+) new, (\d+) gone\)/g),
    still: (text.match(/nothing changed since/g) ?? []).length,
  }
}

/** What lies in the archive of one folder, by its own files. */
function storedFor(place: CountedPlace, folder: string): { objects: number; bytes: number } {
  const home = join(place.top, 'state/dream')
  const own = readdirSync(home).find(name => {
    try {
      return JSON.parse(readFileSync(join(home, name, 'root.json'), 'utf8')).root === folder
    } catch {
      return false
    }
  })
  if (own === undefined) return { objects: 0, bytes: 0 }
  const files = readdirSync(join(home, own, 'objects'), { recursive: true })
    .map(name => statSync(join(home, own, 'objects', String(name))))
    .filter(stat => stat.isFile())
  return { objects: files.length, bytes: files.reduce((sum, stat) => sum + stat.size, 0) }
}

async function expectStatus(place: CountedPlace, known: readonly Seen[] | undefined): Promise<void> {
  const page = await printed(place)
  const now = place.folders.map(seen)
  expect(page.memories).toEqual(now.map(({ memories }) => memories.size))
  expect(page.lines).toEqual(now.flatMap(({ index }) => (index === undefined ? [] : [index.lines])))
  for (const { index } of now) if (index !== undefined) expect(page.text).toContain(sizeWords(index.bytes))
  if (known === undefined) return
  const stored = place.folders.map(folder => storedFor(place, folder))
  expect(page.kept).toEqual(stored.map(({ objects }) => objects))
  for (const { bytes } of stored) expect(page.text).toContain(`, ${sizeWords(bytes)}`)
  const changes = now.map((each, at) => changesBetween(known[at]!, each))
  const told = changes.map(({ updated, added, removed }) => [
    updated + added + removed,
    updated,
    added,
    removed,
  ])
  // Where there was no run, nothing changed since.
  const sinceRun = told.filter((_, at) => page.folders[at]!.lastRun !== undefined)
  expect(page.since).toEqual(sinceRun.filter(([all]) => all !== 0))
  expect(page.still).toBe(sinceRun.filter(([all]) => all === 0).length)
  expect(page.folders.map(({ changedSince }) => changedSince)).toEqual(told.map(([all]) => all))
}

/** How many files of a folder are other ones than before. */
function changedFiles(before: Seen, after: Seen): number {
  const { updated, added, removed } = changesBetween(before, after)
  return updated + added + removed + Number(before.index?.text !== after.index?.text)
}

describe('I7 the numbers of dream status are those of the files', () => {
  it('before the first run, after runs, edits of others and an undo, in several folders', async () => {
    const edits = fc.array(fc.tuple(fc.nat(2), fc.nat(13), fc.constantFrom(...EDITS)), { maxLength: 8 })
    const specs = fc.array(folderSpec, { minLength: 1, maxLength: 3 })
    await fc.assert(
      fc.asyncProperty(specs, fc.array(edits, { minLength: 1, maxLength: 3 }), async (made, rounds) => {
        const place = countedPlace(made)
        try {
          await expectStatus(place, undefined)
          expect((await printed(place)).text.match(/^ {2}no run yet$/gm)).toHaveLength(made.length)
          expect((await printed(place)).folders.map(each => each.changedSince)).toEqual(
            place.folders.map(folder => seen(folder).memories.size),
          )
          for (const round of rounds) {
            const before = place.folders.map(seen)
            const report = await dream({ where: place.where, policy: policy(), mode: 'live' })
            const after = place.folders.map(seen)
            await expectStatus(place, after)
            for (const [at, { run }] of report.results.entries())
              if (run !== undefined)
                expect((await dreamAt(place.where).status()).folders[at]!.lastRun?.done).toBe(
                  changedFiles(before[at]!, after[at]!),
                )
            for (const [folder, number, edit] of round)
              edit(place.folders[folder % place.folders.length]!, number)
            await expectStatus(place, after)
          }
          const last = await dream({ where: place.where, policy: policy(), mode: 'live' })
          if (!last.results.some(({ run }) => run !== undefined)) return
          await dreamAt(place.where).undo()
          await expectStatus(place, place.folders.map(seen))
        } finally {
          place.remove()
        }
      }),
      { numRuns: 8 },
    )
  })

  it('what Dream wrote itself is no change since it last looked', async () => {
    const place = countedPlace([{ notes: ['ever', 'fresh'], listed: 6, dead: 0, twice: 0, index: 'there' }])
    try {
      const [folder] = place.folders as [string]
      await dream({ where: place.where, policy: policy(), mode: 'live' })
      await dreamAt({ ...place.where, paths: [folder] }).remember({
        text: ['Never deploy on a Friday evening.'],
      })
      await expectStatus(place, [seen(folder)])
      const reader = new CCBReader(folder, place.where)
      const [memory] = await reader.readAll()
      await reader.update({ ...memory!, body: `${memory!.body}More.\n` })
      await expectStatus(place, [seen(folder)])
      const index = readFileSync(join(folder, 'MEMORY.md'))
      writeFileSync(join(folder, 'MEMORY.md'), Buffer.concat([index, Buffer.from([0xff, 0xfe, 0x0a])]))
      expect((await dreamAt(place.where).status()).folders[0]!.index!.bytes).toBe(index.length + 3)
    } finally {
      place.remove()
    }
  })
})
