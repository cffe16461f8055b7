import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { auto } from '../../src/automation/auto.ts'
import { noteSession } from '../../src/automation/hook.ts'
import { autoHome, ownFolder, sessionsFolder } from '../../src/sources/target.ts'
import { stateHome } from '../../src/state/state-roots.ts'
import { rootId } from '../../src/store/store.ts'
import { runDream } from '../cli/run-dream.ts'
import { dreamAt } from '../dream-at.ts'
import { desk } from './auto-place.ts'

let place: ReturnType<typeof desk>
beforeEach(() => {
  place = desk()
})
afterEach(() => place.remove())

const HOUR = 3_600_000
const dream = (...argv: string[]) => runDream(argv, { cwd: place.cwd, home: place.home, env: place.env })
const ask = (more: Partial<Parameters<typeof auto>[0]> = {}) => {
  const started: string[] = []
  return auto({
    cwd: place.cwd,
    home: place.home,
    env: place.env,
    paths: [],
    now: Date.now(),
    pause: 'ignore',
    start: order => started.push(order.token),
    ...more,
  }).then(answer => ({ ...answer, started: started.length }))
}

describe('dream auto', () => {
  it('A1 is closed without sessions, and opens with the fifth', async () => {
    place.dreamed(30)
    place.sessions(4)
    expect(await ask()).toMatchObject({
      did: 'nothing',
      started: 0,
      words: expect.stringContaining('4 of 5 sessions since'),
    })
    place.sessions(5)
    expect(await ask()).toMatchObject({
      did: 'started',
      started: 1,
      words: expect.stringContaining('5 of 5 sessions'),
    })
  })

  it('A1 is closed within 24 hours of a dream, whoever dreamed', async () => {
    place.sessions(9)
    expect((await dream('--yes')).code).toBe(0)
    expect(await ask()).toMatchObject({ gate: 'time', started: 0 })
  })

  it('A1 past 168 hours what Dream itself wrote is no change', async () => {
    place.dreamed(170)
    expect(await ask()).toMatchObject({
      gate: 'sessions',
      words: expect.stringContaining('and nothing changed'),
    })
    place.put(join(place.memory, 'new.md'), 'a new one', 100)
    expect(await ask()).toMatchObject({ gate: 'open' })
  })

  it('A1 asks the cheapest first: with the time gate closed no session is looked at', async () => {
    place.dreamed(30)
    place.sessions(3)
    await ask()
    expect(place.state().scanned?.words).toContain('3 of 5')
    place.sessions(5)
    expect(await ask({ pause: 'keep' })).toMatchObject({
      gate: 'pause',
      words: expect.stringContaining('3 of 5'),
    })
    expect(await ask({ pause: 'keep', now: Date.now() + 11 * 60_000 })).toMatchObject({ gate: 'open' })
  })

  it('A2 in a work tree it is the memory of the repository, and its sessions count there', async () => {
    const tree = join(place.top, 'tree')
    mkdirSync(join(place.cwd, '.git/worktrees/tree'), { recursive: true })
    mkdirSync(tree)
    writeFileSync(join(tree, '.git'), `gitdir: ${place.cwd}/.git/worktrees/tree\n`)
    writeFileSync(join(place.cwd, '.git/worktrees/tree/commondir'), '../..\n')
    writeFileSync(join(place.cwd, '.git/worktrees/tree/gitdir'), `${tree}/.git\n`)
    place.dreamed(30)
    noteSession({
      cwd: tree,
      home: place.home,
      env: place.env,
      paths: [],
      session: 'in-the-tree',
      now: Date.now(),
    })
    const there = await ask({ cwd: tree, session: 'none' })
    expect(there.words).toContain('1 of 5 sessions')
    expect((await ask({ session: 'none' })).words).toBe(there.words)
  })

  it('A2 Dream neither counts nor starts anything from inside one of its own runs', async () => {
    place.sessions(9)
    const env = { ...place.env, DREAMING: 'token' }
    expect(await ask({ env })).toMatchObject({ gate: 'own-run', started: 0 })
    expect(
      noteSession({
        cwd: place.cwd,
        home: place.home,
        env,
        paths: [],
        session: 'session-2-0',
        now: Date.now(),
      }),
    ).toBe('own')
    place.dreamed(30)
    expect(
      (await ask({ env: { ...place.env, DREAM_AUTODREAM__SESSIONGATE__MINSESSIONSFORDREAM: '9' } })).words,
    ).toContain('8 of 9')
  })

  it('A2 a session id that is a path is not followed', () => {
    const note = (session: string) =>
      noteSession({ cwd: place.cwd, home: place.home, env: place.env, paths: [], session, now: Date.now() })
    for (const id of ['../x', 'a/b', '', '.', '..', 'x\0', 'x'.repeat(200)]) expect(note(id)).toBe('no-name')
    expect(note('298c09b0-411e-4859')).toBe('counted')
    expect(sessionsFolder(place.target).startsWith(place.auto)).toBe(true)
    expect(ownFolder(place.env, place.home).startsWith(place.auto)).toBe(true)
  })

  it('lies beside all other state', () => {
    for (const env of [{}, { XDG_STATE_HOME: '/x/y' }, { XDG_STATE_HOME: 'relative' }])
      expect(autoHome(env, '/home/me')).toBe(`${stateHome(env, '/home/me')}/auto`)
  })

  it("A3 waits for a live holder of the agent's own lock", async () => {
    place.sessions(9)
    place.put(join(place.memory, '.consolidate-lock'), String(process.pid))
    expect(await ask()).toMatchObject({
      gate: 'busy',
      started: 0,
      words: expect.stringContaining('own dream is running'),
    })
  })

  it('A8 a broken configuration is told, never with the number that makes an agent stop', async () => {
    writeFileSync(join(place.cwd, 'dream.config.json'), '{')
    const { code, stderr } = await dream('auto')
    expect(stderr).toContain('is not JSON')
    expect(code).toBe(1)
    expect((await dream('status')).stdout).toContain('next: not yet:')
  })
})

describe('a night', () => {
  it('A8 --foreground dreams, notes it, and the next one waits', async () => {
    place.sessions(5)
    const { stdout, code } = await dream('auto', '--foreground')
    expect([code, stdout]).toEqual([0, 'open: 5 of 5 sessions so far\n'])
    expect(readFileSync(join(place.memory, 'MEMORY.md'), 'utf8')).toContain('(letters.md)')
    expect(place.state()).toMatchObject({ night: { result: 'done', words: '1 change' } })
    expect(place.state()).not.toHaveProperty('started')
    expect((await dream('auto')).stdout).toMatch(/^not yet: 0 of 24 hours since the last dream/)
    const shown = (await dream('status')).stdout
    expect(shown).toMatch(/last: done, .* UTC: 1 change/)
    expect(shown).toMatch(/next: not yet: 0 of 24 hours since the last dream\n +not before/)
  })

  it('A8 one that failed says failed, when and why, is tried again, and is no dream', async () => {
    place.sessions(5)
    place.put(
      join(place.stateHome, rootId(place.memory), 'journal/20260101T000000-abcdef.intent.json'),
      'not what was written',
    )
    for (const part of ['objects', 'trash', 'lock'])
      mkdirSync(join(place.stateHome, rootId(place.memory), part), { recursive: true })
    await dream('auto', '--foreground')
    // Where lines break depends on how long the path is.
    const shown = (await dream('status')).stdout.replace(/\s+/g, ' ')
    expect(shown).toMatch(/last: failed, .* UTC: .*was interrupted and its record is damaged/)
    expect(shown).toMatch(/next: not yet: it failed/)
    expect(place.state()).not.toHaveProperty('lastDream')
  })

  it('A8 a configuration that cannot be used is a failed night with its reason', async () => {
    place.sessions(5)
    writeFileSync(join(place.cwd, 'dream.config.json'), JSON.stringify({ rules: 'sed' }))
    const { code, stderr } = await dream('auto', '--foreground')
    expect([code, stderr]).toEqual([1, expect.stringContaining('the automatic run failed')])
    const shown = (await dream('status')).stdout.replace(/\s+/g, ' ')
    expect(shown).toMatch(/last: failed, .*rules is "sed"; expected one of careful/)
    expect(shown).toMatch(/next: not yet: it failed/)
    const json = JSON.parse((await dream('status', '--json')).stdout)
    expect(json.auto).toMatchObject({
      last: { result: 'failed' },
      next: expect.stringContaining('tried again'),
    })
    expect(await ask({ now: Date.now() + 1.1 * HOUR })).toMatchObject({ gate: 'open' })
  })

  it('A8 one that never came back counts as cut off, not as done, and not as another dream', async () => {
    place.sessions(5)
    expect(await ask()).toMatchObject({ started: 1 })
    expect(await ask()).toMatchObject({
      started: 0,
      gate: 'busy',
      words: expect.stringContaining('was started'),
    })
    const later = Date.now() + 2 * 60_000
    expect(await ask({ now: later })).toMatchObject({
      started: 0,
      gate: 'retry',
      words: expect.stringContaining('cut off'),
    })
    expect((await dream('status')).stdout).not.toContain('last night: done')
    expect(await ask({ now: later + HOUR })).toMatchObject({ started: 1 })
    expect(place.state().failed).toMatchObject({ times: 1 })
  })

  it('A8 whoever comes with an old token leaves again', async () => {
    place.sessions(5)
    await ask()
    const env = { ...place.env, DREAMING: 'another' }
    const heard = await runDream(['auto', '--foreground'], { cwd: place.cwd, home: place.home, env })
    expect(heard.code).toBe(0)
    expect(place.dreams()).toEqual([])
  })

  it('metrics are kept where they are wanted, with no text of a memory, and nowhere else', async () => {
    place.sessions(5)
    await dream('--yes')
    const file = join(place.stateHome, 'metrics.jsonl')
    expect(() => readFileSync(file)).toThrow()
    writeFileSync(join(place.cwd, 'dream.config.json'), JSON.stringify({ metrics: { enabled: true } }))
    await dream('--yes')
    place.dreamed(30)
    await dream('auto', '--foreground')
    const lines = readFileSync(file, 'utf8')
      .trim()
      .split('\n')
      .map(line => JSON.parse(line))
    expect(lines.map(line => line.command)).toEqual(['run', 'auto'])
    expect(lines[0]).toMatchObject({ folders: 1, memories: 1, failed: 0, seconds: expect.any(Number) })
    expect(readFileSync(file, 'utf8')).not.toContain('letters')
  })

  it('a folder knows its own last night, also of a dream by hand', async () => {
    await dream('--yes')
    const nights = JSON.parse(readFileSync(join(place.stateHome, rootId(place.memory), 'night.json'), 'utf8'))
    expect(nights.done).toMatchObject({ result: 'done', words: expect.stringContaining('1 change') })
    expect((await dreamAt({ ...place, paths: [], allProjects: false }).status()).folders).toHaveLength(1)
  })
})
