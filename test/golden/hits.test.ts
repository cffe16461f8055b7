import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, describe, expect, it } from 'vitest'
import { atLevel } from '../level.ts'
import { STORES } from '../search/bilingual.ts'
import { emptyPlace, type Place } from './place.ts'
import { expectRecord, readRecord } from './record.ts'
import { runCommand, type Setting } from './run-command.ts'

// The first ten hits for 208 questions, in files alone and with MAGMA. `npm run test:slow -- test/golden -u` records all anew.

type StoreName = 'subjects' | 'days' | 'people, in English' | 'people, in Chinese'

/** The questions of a store, and the names of its notes as well where those are words. */
function questionsOf(name: StoreName): string[] {
  const { notes, questions } = STORES[name]!
  const asked = Object.values(questions).flatMap(each => each.map(({ query }) => query))
  const titles = Object.values(notes).map(text => /^name: (.*)$/m.exec(text)![1]!)
  return name.startsWith('people') ? asked : [...asked, ...titles]
}

/** `npm test` asks every fourth question. */
const STEP = atLevel({ quick: 4, slow: 1 })

let place: Place | undefined
afterEach(() => place?.remove())

/** A folder of these notes that MAGMA has taken over. */
async function storeOf(name: StoreName): Promise<Setting> {
  place = emptyPlace('2026-06-10T12:00:00Z')
  for (const [at, [file, text]] of Object.entries(STORES[name]!.notes).entries())
    place.put(
      `shop/.claude/memory/${file}`,
      text,
      new Date(Date.UTC(2026, 4, 1) - at * 3_600_000).toISOString(),
    )
  mkdirSync(join(place.top, 'vault'))
  const env = { DREAM_OBSIDIAN__VAULT: join(place.top, 'vault'), DREAM_OBSIDIAN__MODE: 'direct' }
  const setting = { ...place.setting, env: { ...place.setting.env, ...env } }
  for (const argv of [
    ['magma', 'consolidate', 'refine'],
    ['magma', 'rebuild'],
  ])
    expect((await runCommand(argv, setting)).stderr).toBe('')
  return setting
}

async function hits(setting: Setting, question: string, engine: string): Promise<string[]> {
  const argv = ['search', '--json', '--limit', '10', '--engine', engine, question]
  const { code, stdout } = await runCommand(argv, setting)
  expect(code).toBe(0)
  return JSON.parse(stdout).hits.map(({ id }: { id: string }) =>
    id.replace(/^memory-[0-9a-f]{16}\//, '').replace(/-[0-9a-f]{6}\.md$/, '-<record>.md'),
  )
}

describe('golden: the first ten hits', () => {
  it.each(Object.keys(STORES) as StoreName[])('of %s', async name => {
    const setting = await storeOf(name)
    const record = `hits/${name.replace(/\W+/g, '-')}`
    const found: Record<string, object> = {}
    for (const [at, question] of questionsOf(name).entries())
      if (at % STEP === 0)
        found[question] = {
          files: await hits(setting, question, 'ccb'),
          both: await hits(setting, question, 'both'),
        }
    // Questions that are not asked at this level keep their record.
    await expectRecord(record, STEP === 1 ? found : { ...readRecord<object>(record), ...found })
  })

  it('are those of 200 questions', () => {
    expect((Object.keys(STORES) as StoreName[]).flatMap(questionsOf).length).toBeGreaterThanOrEqual(200)
  })
})
