import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { fits, parseQuery } from '../../src/search/query.ts'
import { runDream } from '../cli/run-dream.ts'

let top: string
let notes: string
const FILES: Record<string, string> = {
  'MEMORY.md': [
    '# Memory',
    '',
    '- [Queue](queue.md) - jobs in Redis',
    '',
    '## Printing',
    '',
    'The label printer needs 203 dpi, not 300.',
  ].join('\n'),
  'queue.md': 'We left Redis for the job queue.\n\nPostgres holds the jobs now, in one table.\n',
  'cache.md': 'The cache is in Redis and may be lost.\n',
  'gone.md': 'The kiosk firmware was signed with the Zurich key.\n',
  'kiosk.md': 'The kiosk reboots at four.\n',
  '2026-03-04.md': 'Met the landlord about the roof.\n',
  'team/harbour.md': 'The harbour crane is booked on Tuesdays.\n',
  'team/.secret/x.md': 'The harbour password is elsewhere.\n',
}

beforeAll(() => {
  top = mkdtempSync(join(tmpdir(), 'dream-query-'))
  notes = join(top, 'notes')
  for (const [file, text] of Object.entries(FILES)) {
    mkdirSync(join(notes, file, '..'), { recursive: true })
    writeFileSync(join(notes, file), text)
  }
})
afterAll(() => rmSync(top, { recursive: true }))

const dream = (...words: string[]) =>
  runDream([...words, '--folder', notes], { cwd: top, home: top, env: { DREAM_MAGMA__ENABLED: 'false' } })
async function found(...words: string[]) {
  const { stdout } = await dream('search', ...words, '--json')
  const answer = JSON.parse(stdout)
  return { ...answer, files: answer.hits.map((hit: { file: string }) => hit.file) }
}

describe('where search looks', () => {
  it.each([
    ['harbour crane', 'team/harbour.md', 'notes/team/harbour.md:1'],
    ['landlord roof', '2026-03-04.md', 'notes/2026-03-04.md:1'],
    ['label printer dpi', 'MEMORY.md', 'notes/MEMORY.md:7'],
  ])('M15 finds %s in %s and names the line', async (query, file, source) => {
    const { hits } = await found(query)
    expect(hits[0]).toMatchObject({ file, source: expect.stringContaining(source) })
  })

  it('M15 leaves hidden folders out, and lines of the index that only lead to notes', async () => {
    expect((await found('harbour password')).files).not.toContain('team/.secret/x.md')
    expect((await found('jobs in redis')).files).not.toContain('MEMORY.md')
  })

  it('M15 finds what was archived, labelled and behind what is as good and there, until it comes back or is purged', async () => {
    expect((await dream('forget', 'gone.md')).code).toBe(0)
    const { hits } = await found('the kiosk')
    expect(hits.slice(0, 2).map(({ part }: { part: string }) => part)).toEqual(['memory', 'archive'])
    expect(hits[1]).toMatchObject({ file: 'gone.md', text: expect.stringContaining('Zurich key') })
    expect((await dream('search', 'kiosk', 'firmware')).stdout).toMatch(/── notes, archived .*──\n· gone\.md/)
    expect((await dream('undo')).code).toBe(0)
    expect((await found('Zurich key')).hits[0]).toMatchObject({ part: 'memory', file: 'gone.md' })
    expect((await dream('forget', 'gone.md')).code).toBe(0)
    expect((await dream('purge', 'gone.md', '--yes')).code).toBe(0)
    expect((await found('Zurich key')).files).not.toContain('gone.md')
  })
})

describe('what a person types', () => {
  it('M15 "phrases" have to stand there, and -words must not', async () => {
    expect((await found('redis')).files.sort()).toEqual(['cache.md', 'queue.md'])
    expect((await found('redis -cache')).files).toEqual(['queue.md'])
    expect((await found('"in redis"')).files).toEqual(['cache.md'])
    expect((await found('"redis in"')).files).toEqual([])
    expect(parseQuery('a-b "C d" -"e f" -g -')).toEqual({
      text: 'a-b C d -',
      phrases: ['c d'],
      without: ['e f', 'g'],
    })
    expect(fits('不要用 Redis', parseQuery('-不要'))).toBe(false)
    expect(fits('redistribute', parseQuery('-redis'))).toBe(true)
  })

  it('M15 forgives one wrong letter, says so, and touches no word that the notes have', async () => {
    const answer = await found('postgers jobs')
    expect(answer.corrections).toEqual([{ typed: 'postgers', meant: 'postgres' }])
    expect(answer.files[0]).toBe('queue.md')
    expect((await dream('search', 'postgers')).stdout).toContain('Searched for "postgres".')
    expect((await found('redis')).corrections).toEqual([])
  })

  it('M15 says that it is not sure where the best hit has little of the question', async () => {
    expect((await found('kiosk invoice approval for the northern warehouse')).sureness).toBe('not-sure')
    expect((await found('when does the kiosk reboot')).sureness).toBe('sure')
    expect(await found('qqqq xxxx')).toMatchObject({ sureness: 'nothing', hits: [] })
    const { stdout } = await dream('search', 'kiosk invoice approval for the northern warehouse')
    expect(stdout).toContain('Not sure: the best result has little of the question.')
  })

  it('M15 shows the line that answers', async () => {
    expect((await found('jobs in one table')).hits[0]).toMatchObject({
      source: expect.stringContaining('queue.md:3'),
      match: 'Postgres holds the jobs now, in one table.',
    })
  })
})
