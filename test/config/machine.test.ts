import { chmodSync, existsSync, mkdirSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import fc from 'fast-check'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { loadConfig, loadParts, partsFromVariables } from '../../src/config/load.ts'
import { DEFAULTS, mayUntrustedSet } from '../../src/config/settings.ts'
import { leavesOf } from '../../src/config/tree.ts'
import { trustText } from '../../src/config/trust.ts'
import { runDream } from '../cli/run-dream.ts'
import { type SampleWorld, sampleWorld } from '../cli/sample-project.ts'
import { configPlace } from './place.ts'

let place: ReturnType<typeof configPlace>
let machineFile: string
beforeEach(() => {
  place = configPlace()
  machineFile = join(place.top, 'etc/dream/config.json')
})
afterEach(() => place.remove())

const machine = (data: unknown) => {
  mkdirSync(dirname(machineFile), { recursive: true })
  writeFileSync(machineFile, typeof data === 'string' ? data : JSON.stringify(data))
}
const load = (env: Record<string, string> = {}, environment?: string) => {
  const { project, home, state } = place
  const where = { project, home, env, machineFile, ...(environment !== undefined && { environment }) }
  return loadConfig(where, state)
}
const setting = (path: string, loaded = load()) => loaded.settings.find(each => each.path === path)

const STRICT = { rules: 'propose', policy: { recentDays: 10 }, autoDream: { enabled: false } }
const LOOSE = { rules: 'seed', policy: { recentDays: 1 }, autoDream: { enabled: true } }

describe('the rules of a machine', () => {
  it('I12 A6 hold where nobody says anything, and are named as the source', () => {
    machine({ $schema: 'x', ...STRICT })
    expect(setting('rules')).toEqual({
      path: 'rules',
      value: 'propose',
      origin: 'machine',
      from: machineFile,
    })
    expect(load().config.policy.recentDays).toBe(10)
  })

  it.each<[string, () => ReturnType<typeof load>]>([
    [
      'the user’s file',
      () => {
        place.user(LOOSE)
        return load()
      },
    ],
    [
      'a trusted project',
      () => {
        place.own(LOOSE)
        trustText(place.state, join(place.project, 'dream.config.json'), JSON.stringify(LOOSE), 0)
        return load()
      },
    ],
    [
      'an environment of the user',
      () => {
        place.user({
          environments: { ci: { rules: 'seed', 'policy.recentDays': 1, 'autoDream.enabled': true } },
        })
        return load({}, 'ci')
      },
    ],
    [
      'variables',
      () => load({ DREAM_RULES: 'seed', DREAM_POLICY__RECENTDAYS: '1', DREAM_AUTODREAM__ENABLED: 'true' }),
    ],
  ])('I12 %s cannot loosen them, and is told so', (_, loosen) => {
    machine(STRICT)
    const loaded = loosen()
    expect(loaded.config.rules).toBe('propose')
    expect(loaded.config.policy.recentDays).toBe(10)
    expect(loaded.config.autoDream.enabled).toBe(false)
    expect(loaded.overruled.map(({ path, value, rule }) => [path, value, rule])).toEqual(
      expect.arrayContaining([
        ['rules', 'seed', 'propose'],
        ['policy.recentDays', 1, 10],
        ['autoDream.enabled', true, false],
      ]),
    )
    expect(loaded.overruled).toHaveLength(3)
  })

  it('I12 every layer may be stricter, measured by the machine and not by the layer below', () => {
    machine({ rules: 'careful', policy: { recentDays: 5 } })
    place.user({ rules: 'propose', policy: { recentDays: 30 } })
    const loaded = load({ DREAM_POLICY__RECENTDAYS: '7' })
    expect([loaded.config.rules, loaded.config.policy.recentDays]).toEqual(['propose', 7])
    expect(loaded.overruled).toEqual([])
  })

  it('I12 what has no order is as the machine says or not at all; what is free is only a default', () => {
    machine({ llm: { agents: { endpoint: null } }, language: 'en' })
    place.user({ llm: { agents: { endpoint: 'https://example.org/v1', model: 'm' } }, language: 'zh' })
    const loaded = load()
    expect(loaded.config.llm.agents.endpoint).toBeNull()
    expect(loaded.overruled.map(({ path }) => path)).toEqual(['llm.agents.endpoint'])
    expect(loaded.config.language).toBe('zh')
  })

  it('I12 no value that any layer sets is looser than the machine’s', () => {
    const leaves = leavesOf(DEFAULTS).filter(({ name }) => name !== 'environments')
    const values = fc.constantFrom<unknown>(true, false, 0, 1, 10, 200, null, 'seed', 'careful', 'propose')
    fc.assert(
      fc.property(fc.constantFrom(...leaves), values, values, ({ name }, rule, asked) => {
        const tree = (value: unknown) => JSON.stringify({ [name]: value })
        machine(tree(rule))
        place.user(tree(asked))
        const loaded = (() => {
          try {
            return load()
          } catch {
            // Not a value of that setting.
            return undefined
          }
        })()
        const now = loaded && setting(name, loaded)!.value
        return loaded === undefined || mayUntrustedSet(name, now, rule) === 'follow'
      }),
      { numRuns: 300 },
    )
  })

  it('I12 hooks and journals follow them too, also where the user’s file cannot be read', () => {
    machine({ forget: { reemerge: 'ask' }, schedule: { enabled: false } })
    place.user('{')
    const { project, home, state } = place
    const env = { DREAM_FORGET__REEMERGE: 'auto', DREAM_SCHEDULE__ENABLED: 'true' }
    const parts = ['forget', 'schedule'] as const
    const anyway = partsFromVariables({ env, machineFile }, parts)
    expect([anyway.forget.reemerge, anyway.schedule.enabled]).toEqual(['ask', false])
    place.user({ schedule: { enabled: true } })
    expect(loadParts({ project, home, env, machineFile }, state, parts).schedule.enabled).toBe(false)
  })
})

describe('a wrong file of the machine', () => {
  const message = () => {
    try {
      load()
      return ''
    } catch (error) {
      return (error as Error).message
    }
  }

  it.each([
    ['no JSON', '{', 'is not JSON'],
    ['a list', '[]', 'holds a list'],
    ['an unknown key', { rulez: 'seed' }, 'rulez is not a setting (did you mean rules?)'],
    ['a wrong value', { rules: 'none' }, 'rules is "none"; expected one of'],
    ['environments', { environments: { ci: {} } }, 'environments cannot be set here'],
  ])('I12 A6 %s is named with its path', (_, data, words) => {
    machine(data)
    expect(message()).toContain(machineFile)
    expect(message()).toContain(words)
  })

  it('I12 one that cannot be read stops Dream: to go on would be to loosen it', () => {
    mkdirSync(machineFile, { recursive: true })
    expect(message()).toContain(`${machineFile} holds the rules of this machine and cannot be read`)
  })

  it.skipIf(process.getuid?.() === 0)('I12 also where the user may not read it', () => {
    machine(STRICT)
    chmodSync(machineFile, 0)
    expect(message()).toContain('cannot be read')
  })
})

describe('commands on such a machine', () => {
  let world: SampleWorld
  beforeEach(() => {
    world = sampleWorld()
  })
  afterEach(() => world.remove())
  const dream = (argv: string) =>
    runDream(argv.split(' '), { ...world, machineFile, env: { ...world.env, XDG_CONFIG_HOME: place.home } })

  it.each([
    ['--check --rules seed', '--rules'],
    ['--yes --allow-large', '--allow-large'],
    ['--check --rebuild-index', '--rebuild-index'],
    ['--check --merge append', '--merge'],
    ['--check --recent-days 1', '--recent-days'],
    ['--check --check-links', '--check-links'],
    ['forget upload.md --allow-large', '--allow-large'],
    ['config --rules seed', '--rules'],
  ])('I12 dream %s is refused with the rule and its file', async (argv, flag) => {
    machine({
      rules: 'careful',
      policy: { recentDays: 3, large: 'refuse', index: 'edit', merge: 'list' },
      expiry: { reference: { checkLinks: false } },
    })
    const { code, stderr } = await dream(argv)
    expect(code).toBe(2)
    expect(stderr).toContain(`${flag} is looser than the rules of this machine allow: ${machineFile} says`)
    expect(existsSync(join(world.memory, 'upload.md'))).toBe(true)
  })

  it('I12 stricter flags are followed', async () => {
    machine({ rules: 'careful' })
    expect((await dream('--check --rules propose --json')).stdout).toContain('"rules": "propose"')
  })

  it('I12 dream config shows the machine as the source, and what is ignored because of it', async () => {
    machine(STRICT)
    mkdirSync(join(place.home, 'dream'))
    writeFileSync(join(place.home, 'dream/config.json'), JSON.stringify({ rules: 'seed' }))
    const { code, stdout } = await dream('config')
    expect(code).toBe(0)
    expect(stdout).toContain(`propose  (machine: ${machineFile})`)
    expect(stdout).toMatch(/Ignored, because the rules of this machine are stricter:\n +rules\s+seed/)
    expect(JSON.parse((await dream('config --json')).stdout).overruled).toMatchObject([
      { path: 'rules', value: 'seed', rule: 'propose' },
    ])
  })

  it('I12 a plan that was made under looser rules is not applied', async () => {
    await dream('plan --rules seed -o plan.json')
    machine({ rules: 'careful' })
    const { code, stderr } = await dream('apply plan.json --yes')
    expect([code, stderr]).toEqual([2, expect.stringContaining('made under the rules seed')])
    expect(existsSync(join(world.memory, 'upload.md'))).toBe(true)
  })
})
