import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import fc from 'fast-check'
import { afterEach, describe, expect, it } from 'vitest'
import { trustableOf, trustProject } from '../../src/config/in-force.ts'
import { loadParts } from '../../src/config/load.ts'
import { settingsOf, type Where } from '../../src/index.ts'
import { forget } from '../../src/journal/forget.ts'
import { initJournals } from '../../src/journal/init.ts'
import { remember } from '../../src/journal/remember.ts'
import { review } from '../../src/journal/review.ts'
import { journalStatus } from '../../src/journal/status.ts'
import { configPlace } from './place.ts'

type Place = ReturnType<typeof configPlace>

let open: Place[] = []
afterEach(() => {
  for (const each of open) each.remove()
  open = []
})

/** A project whose agent keeps journals; nothing about it stands in the environment. */
function journalProject(): { place: Place; where: Where; vault: string } {
  const place = configPlace()
  open.push(place)
  mkdirSync(join(place.project, 'memory'))
  writeFileSync(join(place.project, 'MEMORY.md'), '## Current\n\n## Stable\n')
  writeFileSync(join(place.project, 'memory/2026-01-31.md'), '- 10:00 — hello\n')
  const env = { PATH: '', XDG_STATE_HOME: join(place.top, 'state') }
  const where = { cwd: place.project, home: place.home, env, paths: [place.project], allProjects: false }
  return { place, where, vault: join(place.top, 'my-vault') }
}

const NOON_UTC = Date.UTC(2026, 1, 1, 12)

/** Forgets a line, hears it again and reviews: what became of it. */
async function saidAgain(where: Where, root: string) {
  writeFileSync(join(root, 'memory/2026-02-01.md'), '- User prefers short answers\n')
  await forget({ where, description: 'short answers', epochMs: NOON_UTC })
  writeFileSync(join(root, 'memory/2026-02-02.md'), '- User prefers short answers\n')
  return review({ where, epochMs: NOON_UTC + 86_400_000 })
}

const statusOf = (where: Where) => journalStatus(where, where.paths[0]!)!

describe('A6 the library follows the settings of the configuration', () => {
  it('A6 J3 journal.vault and journal.limits', async () => {
    const { place, where, vault } = journalProject()
    const limits = { target: 4000, compress: 5000, hard: 6000, cut: 9000 }
    place.user({ journal: { vault, limits } })
    expect((await initJournals({ where })).vault).toBe(vault)
    expect(existsSync(join(place.project, 'dream-vault'))).toBe(false)
    expect(statusOf(where)).toMatchObject({
      vault: { path: vault, state: 'there' },
      limits: { target: 4000, hard: 6000, cut: 9000 },
      cutFrom: 'configured',
    })
  })

  it('A6 J14 forget.reemerge', async () => {
    const { place, where, vault } = journalProject()
    place.user({ journal: { vault }, forget: { reemerge: 'auto' } })
    await initJournals({ where, epochMs: NOON_UTC })
    expect((await saidAgain(where, place.project)).counts['re-emerged']).toBe(1)
  })

  it('A6 schedule.timeZone, before the TZ of the environment', async () => {
    const { place, where, vault } = journalProject()
    place.user({ journal: { vault }, schedule: { timeZone: 'Pacific/Kiritimati' } })
    const here = { ...where, env: { ...where.env, TZ: 'UTC' } }
    await initJournals({ where: here, epochMs: NOON_UTC })
    await remember({ where: here, text: 'The shop opens at nine', epochMs: NOON_UTC })
    const tomorrow = readFileSync(join(place.project, 'memory/2026-02-02.md'), 'utf8')
    expect(tomorrow).toMatch(/02:00.*The shop opens at nine/)
  })

  it('A6 a variable overrides the file, and is a layer of the configuration', () => {
    const { place, where, vault } = journalProject()
    place.user({ journal: { vault: join(place.top, 'other'), limits: { hard: 16_500 } } })
    const env = { ...where.env, DREAM_VAULT_PATH: vault, DREAM_JOURNAL__LIMITS__TARGET: '3000' }
    expect(statusOf({ ...where, env })).toMatchObject({
      vault: { path: vault },
      limits: { target: 3000, hard: 16_500 },
    })
  })

  it('A6 settings that are given come instead of the configuration', async () => {
    const { place, where, vault } = journalProject()
    place.user({ journal: { vault: join(place.top, 'other') }, forget: { reemerge: 'auto' } })
    const { config } = await settingsOf(where)
    const settings = {
      ...config,
      journal: { ...config.journal, vault },
      forget: { reemerge: 'ask' as const },
    }
    const own = { ...where, settings }
    await initJournals({ where: own, epochMs: NOON_UTC })
    expect(existsSync(vault)).toBe(true)
    expect((await saidAgain(own, place.project)).waiting).toEqual(['User prefers short answers'])
    expect(existsSync(join(place.top, 'other'))).toBe(false)
  })

  it("A6 a project's own file names no vault until it is trusted", async () => {
    const { place, where, vault } = journalProject()
    place.own({ journal: { vault }, schedule: { timeZone: 'Pacific/Kiritimati' } })
    expect(statusOf(where).vault.path).toBe(join(place.project, 'dream-vault'))
    trustProject(where, trustableOf(where, await settingsOf(where)), NOON_UTC)
    expect(statusOf(where).vault.path).toBe(vault)
  })

  it('A6 what cannot be read stops a write and no status', async () => {
    const { place, where } = journalProject()
    await initJournals({ where })
    place.user('{ "journal": ')
    await expect(remember({ where, text: 'The shop opens at nine' })).rejects.toThrow(/is not JSON/)
    expect(statusOf(where).vault.path).toBe(join(place.project, 'dream-vault'))
    place.user({ journal: { vault: 'relative' } })
    await expect(initJournals({ where })).rejects.toThrow(/journal\.vault cannot be used/)
  })

  it('A6 the quick way gives the same values as the whole way', async () => {
    const { place } = journalProject()
    const limit = fc.oneof(fc.integer({ min: 100, max: 400 }), fc.constant(null), fc.constant(undefined))
    const zone = fc.constantFrom(undefined, null, 'UTC', 'Asia/Tokyo')
    const word = fc.constantFrom(undefined, 'ask', 'auto')
    await fc.assert(
      fc.asyncProperty(limit, limit, zone, zone, word, word, async (user, variable, zoneA, zoneB, a, b) => {
        const given = (cut: unknown, timeZone: unknown, reemerge: unknown) => ({
          ...(cut !== undefined && { 'journal.limits.cut': cut }),
          ...(timeZone !== undefined && { schedule: { timeZone } }),
          ...(reemerge !== undefined && { 'forget.reemerge': reemerge }),
        })
        place.user(given(user, zoneA, a))
        place.own(given(undefined, zoneB, b))
        const env: Record<string, string> =
          variable === undefined ? {} : { DREAM_JOURNAL__LIMITS__CUT: String(variable) }
        const { journal, forget: own, schedule } = (await place.load(env)).config
        const asked = { project: place.project, home: place.home, env }
        const read = loadParts(asked, place.state, ['journal', 'forget', 'schedule'])
        expect(JSON.stringify(read)).toBe(JSON.stringify({ journal, forget: own, schedule }))
      }),
      { numRuns: 40 },
    )
  })
})
