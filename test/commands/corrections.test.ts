import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, describe, expect, it } from 'vitest'
import { dreamAt } from '../dream-at.ts'
import { emptyPlace, type Place } from '../pipeline/place.ts'

const closing: (() => void)[] = []
afterEach(() => {
  for (const close of closing.splice(0)) close()
})

const MONDAY = Date.UTC(2026, 10, 16, 9)
const DAY = 86_400_000

function folder(): Place {
  const place = emptyPlace()
  closing.push(() => place.remove())
  writeFileSync(join(place.memory, 'MEMORY.md'), '# notes\n\n')
  return place
}

async function tell(place: Place, text: string, days = 0) {
  const where = { ...place.where, env: { ...place.where.env, TZ: 'UTC' } }
  const told = await dreamAt(where, MONDAY + days * DAY).remember({ text: [text] })
  if (!('layout' in told)) throw new Error('it went into a journal')
  return told
}

async function found(place: Place, query: string) {
  const { hits } = await dreamAt(place.where).search({ words: query.split(' ') })
  return hits
}

const CASES = [
  [
    'The metrics server listens on port 8080',
    'The metrics server listens on port 9090 now',
    'metrics server port',
    '9090',
  ],
  [
    'The ledger is stored in Postgres',
    'We switched the ledger from Postgres to MySQL',
    'ledger stored',
    'MySQL',
  ],
  ['Standup is at nine', "Standup isn't at nine any more, it is at 10:30", 'when is standup', '10:30'],
  ['监控服务的端口是 8080', '监控服务的端口改成 9090', '监控服务 端口', '9090'],
  ['早会在九点', '早会不在九点了，挪到十点一刻', '早会', '十点一刻'],
] as const

describe('a correction by a person', () => {
  it.each(CASES)('M20 %s, then: %s', async (first, second, question, value) => {
    const place = folder()
    const older = await tell(place, first)
    await tell(place, 'The cafeteria closes at six')
    const before = readFileSync(join(place.memory, older.file), 'utf8')
    const newer = await tell(place, second, 60)
    expect(newer.corrects.map(({ file }) => file)).toEqual([older.file])
    expect(readFileSync(join(place.memory, older.file), 'utf8')).toBe(before)
    const hits = await found(place, question)
    expect(hits[0]?.text).toContain(value)
    const place1 = hits.findIndex(({ file }) => file === newer.file)
    const place2 = hits.findIndex(({ file }) => file === older.file)
    expect(place1).toBe(0)
    expect(place2).toBeGreaterThan(0)
    expect(hits[place2]?.supersededBy).toBe(newer.file)
  })

  it('M20 a reversal of a reversal leads to the last word', async () => {
    const place = folder()
    const first = await tell(place, 'The queue runs on RabbitMQ')
    const second = await tell(place, 'The queue runs on NATS now', 60)
    const third = await tell(place, 'We went back: the queue runs on RabbitMQ, not on NATS', 120)
    expect(third.corrects.map(({ file }) => file)).toContain(second.file)
    const hits = await found(place, 'queue runs on')
    expect(hits[0]?.file).toBe(third.file)
    expect(hits.find(({ file }) => file === second.file)?.supersededBy).toBe(third.file)
    expect(hits.find(({ file }) => file === first.file)?.supersededBy).toBe(third.file)
  })

  it('M20 what is loaded names the newer first, and says which is superseded', async () => {
    const place = folder()
    const older = await tell(place, 'Releases go out on Tuesday')
    const newer = await tell(place, 'Releases go out on Thursday now', 60)
    const { text } = await dreamAt(place.where).load({})
    expect(text.indexOf(newer.file)).toBeLessThan(text.indexOf(`superseded by ${newer.file}`))
    expect(text).toMatch(new RegExp(`${older.file}.*superseded by ${newer.file}`))
  })

  it('M20 an older note that is written anew is no longer behind', async () => {
    const place = folder()
    const older = await tell(place, 'Releases go out on Tuesday')
    await tell(place, 'Releases go out on Thursday now', 60)
    writeFileSync(
      join(place.memory, older.file),
      '---\nname: r\ntype: project\n---\nReleases go out on Tuesday, and that is final.\n',
    )
    const hits = await found(place, 'Releases go out')
    expect(hits.every(({ supersededBy }) => supersededBy === null)).toBe(true)
  })

  it('M20 a new value needs no words of correction, and undo takes it back', async () => {
    const place = folder()
    const older = await tell(place, 'The metrics server listens on port 8080')
    const newer = await tell(place, 'The metrics server listens on port 9090', 60)
    expect(newer.corrects.map(({ file }) => file)).toEqual([older.file])
    await dreamAt(place.where).undo({ run: newer.run! })
    const hits = await found(place, 'metrics server port')
    expect(hits.find(({ file }) => file === older.file)).toMatchObject({ supersededBy: null })
  })

  it('M20 an agent that corrects what a person said waits for the person', async () => {
    const place = folder()
    const older = await tell(place, 'The metrics server listens on port 8080')
    const said = await dreamAt(place.where).remember({
      text: ['The metrics server listens on port 9090 now'],
      origin: 'assistant',
    })
    expect(said).toMatchObject({ did: 'waits', corrects: [] })
    const hits = await found(place, 'metrics server port')
    expect(hits.map(({ file, supersededBy }) => [file, supersededBy])).toEqual([[older.file, null]])
  })

  it('M20 what was corrected is proposed for the archive, and its file stays until then', async () => {
    const place = folder()
    const older = await tell(place, 'The queue runs on RabbitMQ')
    const newer = await tell(place, 'We moved the queue from RabbitMQ to NATS', 60)
    const waiting = JSON.stringify(await dreamAt(place.where).queue({}))
    expect(waiting).toContain('value-changed')
    expect(waiting).toContain(newer.file)
    expect(readFileSync(join(place.memory, older.file), 'utf8')).toContain('RabbitMQ')
  })

  it('M21 what a person had forgotten is told when they remember it again', async () => {
    const place = folder()
    const first = await tell(place, 'The gym membership costs forty euros')
    await dreamAt(place.where, MONDAY).forget({ description: [first.file] })
    const again = await tell(place, 'The gym membership costs forty euros', 60)
    expect(again).toMatchObject({ did: 'remembered' })
    expect(again.warnings.join()).toContain('You had this forgotten on')
  })

  it('M20 what only comes near corrects nothing', async () => {
    const place = folder()
    await tell(place, 'The Lyon store opens at eight')
    expect((await tell(place, 'The Metz store opens at nine', 60)).corrects).toEqual([])
    await tell(place, 'Unit tests may mock the network')
    expect((await tell(place, 'Integration tests never mock the network', 60)).corrects).toEqual([])
  })
})
