import { chmodSync, cpSync, existsSync, readdirSync } from 'node:fs'
import { dirname, join, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, describe, expect, it } from 'vitest'
import { exitCode } from '../../src/model/outcome.ts'
import { dream } from '../../src/pipeline/pipeline.ts'
import { Random } from '../../torture/random.ts'
import { dreamAt } from '../dream-at.ts'
import { atLevel } from '../level.ts'
import { seed } from '../seed.ts'
import { ageFiles, emptyPlace, type Place, policy, treeBelow } from './place.ts'

/** Real memory folders, where there are any on this machine: `DREAM_DATA`, else `../shared/data` beside the checkout. */
const checkout = resolve(dirname(fileURLToPath(import.meta.url)), '../..')
const data = join(process.env['DREAM_DATA'] ?? join(checkout, '../shared/data'), 'memories')
const known = existsSync(data) ? readdirSync(data).sort() : []
/** Some of them, others each time. */
const repositories = atLevel({ quick: new Random(seed).shuffled(known).slice(0, 6), slow: known })

const open: Place[] = []
afterAll(() => {
  for (const each of open) each.remove()
})

function placeFor(repository: string): { place: Place; folders: string[] } {
  const place = emptyPlace()
  open.push(place)
  cpSync(join(data, repository, 'files'), place.project, { recursive: true })
  const all = readdirSync(place.project, { recursive: true, withFileTypes: true })
  for (const entry of all) chmodSync(join(entry.parentPath, entry.name), entry.isDirectory() ? 0o755 : 0o644)
  const notes = all.filter(entry => entry.isFile() && entry.name.endsWith('.md'))
  const folders = [...new Set(notes.map(entry => entry.parentPath))]
  for (const folder of folders) ageFiles(folder)
  return { place, folders }
}

describe.skipIf(repositories.length === 0)(`on real memory folders (DREAM_SEED=${seed})`, () => {
  it.each(repositories.length === 0 ? [`needs data in ${data}`] : repositories)(
    '%s: no error, unchanged files keep every byte, undo gives all of it back',
    async repository => {
      const { place, folders } = placeFor(repository)
      const before = treeBelow(place.project)
      for (const rules of ['careful', 'seed'] as const) {
        const where = { ...place.where, paths: folders }
        const report = await dream({ where, policy: policy({ rules }), mode: 'live' })
        const touched = new Set(
          report.plan.folders.flatMap(folder => folder.actions.map(action => join(folder.root, action.file))),
        )
        expect(report.results.flatMap(result => result.failure ?? [])).toEqual([])
        expect(report.results.flatMap(each => each.outcomes).filter(each => each.result !== 'done')).toEqual(
          [],
        )
        expect([0, 1]).toContain(exitCode(report))
        const after = treeBelow(place.project)
        for (const [name, content] of Object.entries(before)) {
          if (!touched.has(join(place.project, name)) && content !== 'folder')
            expect(after[name], name).toBe(content)
        }
        if (touched.size > 0) await dreamAt(where).undo()
        expect(treeBelow(place.project)).toEqual(before)
      }
    },
  )
})
