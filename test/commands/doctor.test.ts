import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { projectSlug } from '../../src/sources/claude-code/places.ts'
import { rootId } from '../../src/store/store.ts'
import { desk } from '../automation/auto-place.ts'
import { runDream } from '../cli/run-dream.ts'

let place: ReturnType<typeof desk>
beforeEach(() => {
  place = desk()
})
afterEach(() => place.remove())

const dream = (argv: string[], env: Record<string, string> = {}) =>
  runDream(argv, { cwd: place.cwd, home: place.home, env: { ...place.env, ...env } })
const doctor = async (env: Record<string, string> = {}) => {
  const { stdout, code } = await dream(['doctor', '--json'], env)
  const { problems } = JSON.parse(stdout) as {
    problems: { what: string; where: string; fix: string; severity: string }[]
  }
  expect(code).toBe(problems.some(problem => problem.severity === 'wrong') ? 1 : 0)
  for (const problem of problems) expect(problem.fix).not.toBe('')
  return problems.filter(({ what }) => !what.startsWith(NOTHING))
}
/** On this machine there is no hook and no timer; two cases ask for that. */
const NOTHING = 'Nothing starts Dream by itself'

describe('dream doctor', () => {
  it('A8 finds nothing wrong with a healthy installation, and says what it looked at', async () => {
    place.sessions(1)
    await dream(['--yes'])
    expect(await doctor()).toEqual([])
    expect((await dream(['setup', 'claude-code', '--yes'])).code).toBe(0)
    expect((await dream(['doctor'])).stdout).toContain('No problems found (configuration, state directory,')
  })

  it('A11 doctor and status say when nothing will ever start Dream, and what does', async () => {
    place.sessions(1)
    expect((await dream(['doctor'])).stdout).toContain(NOTHING)
    expect((await dream(['status'])).stdout).toContain(NOTHING)
    expect((await dream(['doctor'])).code).toBe(0)
    await dream(['setup', 'claude-code', '--yes'])
    expect((await dream(['status'])).stdout).not.toContain(NOTHING)
    expect(JSON.parse((await dream(['status', '--json'])).stdout).auto.startedBy).toEqual(['hooks'])
    await dream(['setup', '--undo', '--yes'])
    expect((await dream(['doctor'])).stdout).toContain(NOTHING)
  })

  it('A8 a configuration that cannot be used, each mistake with its place', async () => {
    writeFileSync(join(place.cwd, 'dream.config.json'), JSON.stringify({ rules: 'sed', cach: {} }))
    const problems = await doctor()
    expect(problems.map(problem => problem.where)).toEqual([
      expect.stringContaining('rules is "sed"'),
      expect.stringContaining('cach is not a setting'),
    ])
    writeFileSync(join(place.cwd, 'dream.config.json'), JSON.stringify({ rules: 'seed' }))
    expect(await doctor()).toMatchObject([
      { severity: 'worth-knowing', fix: expect.stringContaining('dream config trust') },
    ])
  })

  it('A8 the memory of a project that was moved, and where it may be now', async () => {
    place.sessions(1)
    const old = join(place.top, 'old/kitchen')
    const now = join(place.top, 'new/kitchen')
    const slug = join(place.home, '.claude/projects', projectSlug(old))
    place.put(join(slug, 'memory/MEMORY.md'), '# Kitchen\n')
    place.put(join(slug, 'a.jsonl'), `${JSON.stringify({ cwd: old })}\n`)
    expect(await doctor()).toMatchObject([
      { what: expect.stringContaining(old), where: join(slug, 'memory') },
    ])
    mkdirSync(now, { recursive: true })
    place.put(join(place.home, '.claude.json'), JSON.stringify({ projects: { [now]: {} } }))
    const [problem] = await doctor()
    expect(problem!.fix).toContain(`it may be ${now} now`)
    expect(problem!.fix).toContain(projectSlug(now))
  })

  it('A8 locks left over, runs that were cut off, state of folders that are gone', async () => {
    await dream(['--yes'])
    const state = join(place.stateHome, rootId(place.memory))
    const holder = {
      pid: 4_194_297,
      host: 'here',
      boot: 'x',
      space: '',
      born: '',
      since: '2026-01-01',
      command: 'run',
    }
    place.put(join(state, 'lock/dream.99'), JSON.stringify(holder), 5)
    place.put(join(state, 'journal/20260101T000000-abcdef.intent.json'), 'half')
    place.put(join(place.stateHome, 'gone-1/root.json'), JSON.stringify({ root: join(place.top, 'gone') }))
    const problems = await doctor()
    expect(problems.map(problem => problem.what)).toEqual([
      expect.stringContaining('a folder that no longer exists'),
      expect.stringContaining('ended without releasing its lock'),
      expect.stringContaining('20260101T000000-abcdef was interrupted'),
    ])
    expect(problems[2]!.fix).toBe('dream doctor --fix finishes it')
  })

  it('A8 hooks that point nowhere, in either form', async () => {
    const hook = (command: string, args?: string[]) => ({
      hooks: [{ type: 'command', command, ...(args && { args }) }],
    })
    place.put(
      join(place.home, '.claude/settings.json'),
      JSON.stringify({
        hooks: {
          SessionStart: [hook('/nowhere/dream auto --hook'), hook('prettier --check .')],
          SessionEnd: [hook('node', ['/nowhere/bin.js', 'auto', '--hook']), hook('sh', ['-c', 'true'])],
          Stop: [hook('$CLAUDE_PLUGIN_ROOT/bin/dream auto session')],
        },
      }),
    )
    const problems = await doctor()
    expect(problems.map(problem => problem.what)).toEqual([
      'A hook cannot start: /nowhere/dream does not exist',
      'A hook cannot start: /nowhere/bin.js does not exist',
    ])
  })

  it('A8 a state directory that cannot be written, a unit that starts nothing, a night that failed', async () => {
    writeFileSync(join(place.top, 'file'), '')
    const problems = await doctor({ XDG_STATE_HOME: join(place.top, 'file') })
    expect(problems[0]).toMatchObject({
      what: expect.stringContaining('cannot write its own state'),
      severity: 'wrong',
    })
    place.put(join(place.home, '.config/systemd/user/dream.timer'), '')
    place.put(
      join(place.home, '.config/systemd/user/dream.service'),
      '[Service]\nExecStart=/usr/bin/node /gone/bin.js daemon --once\n',
    )
    expect(await doctor()).toMatchObject([{ what: expect.stringContaining('/gone/bin.js') }])
    await dream(['setup', '--undo', '--yes'], { PATH: '/nowhere' })
    place.sessions(5)
    writeFileSync(join(place.cwd, 'dream.config.json'), JSON.stringify({ rules: 'sed' }))
    await dream(['auto', '--foreground'])
    writeFileSync(join(place.cwd, 'dream.config.json'), '{}')
    expect(await doctor()).toMatchObject([{ what: expect.stringContaining('The last automatic run failed') }])
  })
})
