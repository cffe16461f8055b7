import { readdirSync, readFileSync, rmSync, utimesSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import fc from 'fast-check'
import { afterEach, describe, expect, it } from 'vitest'
import type { Rules } from '../../src/model/plan.ts'
import { dream } from '../../src/pipeline/pipeline.ts'
import { NO_COLOR } from '../../src/report/page.ts'
import { renderTerminal } from '../../src/report/terminal.ts'
import { cacheFile, kept } from '../../src/state/cache.ts'
import { CACHE_STEPS } from '../../src/state/names.ts'
import { VERSION } from '../../src/version.ts'
import { atLevel } from '../level.ts'
import { commitAndRemove, emptyPlace, type Place, policy } from './place.ts'

let open: Place[] = []
afterEach(() => {
  for (const each of open) each.remove()
  open = []
})

const PLAIN = { color: NO_COLOR, width: 100, place: '' }

const TOPICS = ['cache', 'login', 'invoice', 'search', 'export']
/** Sentences that repeat, oppose each other and stand in the project's documents, so that every check has something to do. */
const SENTENCES = TOPICS.flatMap(topic => [
  `Always use Redis for the ${topic} layer of the shop.`,
  `Never use Redis for the ${topic} layer of the shop.`,
  `The ${topic} page is slow on Mondays and nobody knows the reason yet.`,
  `Ask before the ${topic} service is restarted in production by anyone at all.`,
  `The code is in \`src/${topic}.ts\` and the limit is 40 a minute.`,
  `The code is in \`src/${topic}.ts\` and the limit is 60 a minute.`,
])

const note = fc.record({
  topic: fc.constantFrom(...TOPICS),
  type: fc.constantFrom('project', 'feedback'),
  said: fc.uniqueArray(fc.nat({ max: SENTENCES.length - 1 }), { minLength: 1, maxLength: 6 }),
})
type Note = typeof note extends fc.Arbitrary<infer Made> ? Made : never

const MONTHS_AGO = Date.now() / 1000 - 90 * 86_400

function write(place: Place, at: number, { topic, type, said }: Note, days = 0): void {
  const path = join(place.memory, `${type}_${at}.md`)
  const body = said.map(one => SENTENCES[one]).join('\n')
  writeFileSync(
    path,
    `---\nname: ${topic} ${at}\ndescription: about the ${topic}\ntype: ${type}\n---\n${body}\n`,
  )
  const time = MONTHS_AGO + at * 60 + days * 86_400
  utimesSync(path, time, time)
}

function placeWith(notes: readonly Note[]): Place {
  const place = emptyPlace()
  open.push(place)
  writeFileSync(join(place.project, 'CLAUDE.md'), `# Rules\n\n${SENTENCES[3]}\n${SENTENCES[9]}\n`)
  notes.forEach((each, at) => {
    write(place, at, each)
  })
  return place
}

const planOf = async (place: Place, rules: Rules, cache: string) => {
  const where = { ...place.where, env: { ...place.where.env, XDG_CACHE_HOME: join(place.top, cache) } }
  return (await dream({ where, policy: policy({ rules }), mode: 'plan' })).plan
}

describe('A5', () => {
  it('a night after few changes plans what a night that knows nothing would plan', async () => {
    const rules = fc.constantFrom<Rules>('careful', 'seed')
    const changes = fc.array(fc.tuple(fc.nat({ max: 70 }), note, fc.constantFrom('write', 'remove')), {
      minLength: 1,
      maxLength: 3,
    })
    const notes = fc.array(note, { minLength: 60, maxLength: 70 })
    await fc.assert(
      fc.asyncProperty(notes, changes, rules, async (first, later, by) => {
        const place = placeWith(first)
        // Everything stays, so that there is much to know of the night before.
        const approve = async () => 'declined' as const
        await dream({ where: place.where, policy: policy({ rules: by }), mode: 'live', approve })
        for (const [at, made, what] of later)
          if (what === 'write') write(place, at, made, 30)
          else rmSync(join(place.memory, `${made.type}_${at}.md`), { force: true })
        expect(await planOf(place, by, 'cache')).toEqual(await planOf(place, by, 'another'))
        place.remove()
      }),
      { numRuns: atLevel({ quick: 5, slow: 20 }) },
    )
  })

  it.each(['git', 'no git'])(
    'a word that came or went in the code is noticed by the next night, with %s',
    async kind => {
      const place = placeWith([{ topic: 'login', type: 'project', said: [8] }])
      const memory = join(place.memory, 'project_0.md')
      writeFileSync(
        memory,
        `${readFileSync(memory, 'utf8')}\nCall \`refreshToken()\` and \`openCart()\` first.\n`,
      )
      const code = (text: string, file = 'code.ts') => writeFileSync(join(place.project, file), text)
      code('function refreshToken() {}\nfunction openCart() {}\n')
      if (kind === 'git') commitAndRemove(place.project)
      const night = () =>
        dream({
          where: place.where,
          policy: policy(),
          mode: 'live',
          approve: async () => 'declined' as const,
        })
      const said: string[] = []
      const commit = () => {
        if (kind === 'git') commitAndRemove(place.project)
      }
      const changes = [
        () => {},
        () => code('function refreshToken() {}\n'),
        commit,
        () => code('function openCart() {}\n', 'other.ts'),
        () => code('nothing any more\n'),
        commit,
      ]
      for (const change of changes) {
        change()
        const plan = await planOf(place, 'careful', 'cache')
        expect(plan).toEqual(await planOf(place, 'careful', 'another'))
        said.push(plan.folders[0]!.verdicts[0]!.because)
        await night()
      }
      const both = '2 of 2 references found: refreshToken(), openCart()'
      const alone = (one: string) => `1 of 1 reference found: ${one}()`
      // A name is missed once history says that the code had it.
      const lost = (one: string, other: string) =>
        kind === 'git' ? `1 of 2 references missing: ${one}(); you decide about the rest` : alone(other)
      const [noCart, noToken] = [alone('refreshToken'), alone('openCart')]
      const cartLost = lost('openCart', 'refreshToken')
      expect(said).toEqual([both, noCart, cartLost, both, noToken, lost('refreshToken', 'openCart')])
    },
  )

  it('what an earlier build kept in another form is found out again', async () => {
    const of = (said: number): Note => ({ topic: 'cache', type: 'project', said: [said, said + 2] })
    const place = placeWith([of(0), of(1), of(2), of(3)])
    await dream({ where: place.where, policy: policy(), mode: 'live', approve: async () => 'declined' })
    const cache = join(place.top, 'cache')
    const file = readdirSync(cache, { recursive: true, encoding: 'utf8' }).find(name =>
      /parsed\.cache$/.test(name),
    )
    const path = cacheFile(join(cache, file!), 'read-write')
    const now = kept<{ checked: { answers: { topics: unknown[] } } }>(
      path,
      `${VERSION}, ${CACHE_STEPS.parsed.version}`,
    )
    const { checked, ...work } = now.load()!
    expect(checked.answers.topics).not.toHaveLength(0)
    const topics = checked.answers.topics.map(() => [['redis'], [], false])
    const answers = { ...checked.answers, topics }
    kept(path, VERSION).store({ ...work, checked: { ...checked, answers } })
    write(place, 1, of(3), 30)
    expect(await planOf(place, 'careful', 'cache')).toEqual(await planOf(place, 'careful', 'another'))
  })

  it('the run says what was skipped, updated, added and removed, and a first night says nothing of it', async () => {
    const of = (topic: string, said: number): Note => ({ topic, type: 'project', said: [said] })
    const place = placeWith([of('cache', 2), of('login', 8), of('invoice', 14), of('search', 20)])
    const run = () => dream({ where: place.where, policy: policy(), mode: 'live' })
    const first = await run()
    expect(first.since).toMatchObject([{ skipped: 0, updated: 0, added: 4, removed: 0 }])
    expect(renderTerminal(first, PLAIN)).not.toContain('Since the last run')
    write(place, 0, of('cache', 0), 30)
    write(place, 7, of('export', 26), 30)
    rmSync(join(place.memory, 'project_2.md'))
    const second = await run()
    expect(second.since).toMatchObject([{ skipped: 2, updated: 1, added: 1, removed: 1 }])
    expect(renderTerminal(second, PLAIN)).toContain(
      'Since the last run: 2 unchanged, 1 updated, 1 added, 1 removed',
    )
    expect((await run()).since).toMatchObject([{ skipped: 4, updated: 0, added: 0, removed: 0 }])
  })
})
