import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { Ajv2020 } from 'ajv/dist/2020.js'
import fc from 'fast-check'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { withConfigTable } from '../../scripts/config-table.ts'
import { checkLayers } from '../../src/config/check.ts'
import { aboutSetting, configJsonSchema } from '../../src/config/editors.ts'
import { variableOf } from '../../src/config/layers.ts'
import { loadParts } from '../../src/config/load.ts'
import { llmRoles, PRESETS, roleWords } from '../../src/config/roles.ts'
import { DEFAULTS, mayUntrustedSet, NAMES, settingNamed } from '../../src/config/settings.ts'
import { leavesOf, treeOf, valueAt } from '../../src/config/tree.ts'
import { listTrusted, trustText } from '../../src/config/trust.ts'
import { runDream } from '../cli/run-dream.ts'
import { configPlace, SEED, SEED_ENVIRONMENTS } from './place.ts'

let place: ReturnType<typeof configPlace>
beforeEach(() => {
  place = configPlace()
})
afterEach(() => place.remove())

const setting = (loaded: Awaited<ReturnType<typeof place.load>>, path: string) =>
  loaded.settings.find(each => each.path === path)
const refused = async (load: Promise<unknown>) => {
  const error = await load.then(
    () => undefined,
    reason => reason as Error & { exit?: number },
  )
  expect(error?.exit).toBe(2)
  return error!.message
}

describe('the defaults', () => {
  it('A6 are those of the seed, value by value', () => {
    for (const { name, value } of leavesOf(SEED))
      expect([name, valueAt(DEFAULTS, name)]).toEqual([name, value])
  })

  it('A6 with nothing configured they are all there is, each with its origin', async () => {
    const loaded = await place.load()
    expect(loaded.config).toBe(DEFAULTS)
    expect(new Set(loaded.settings.map(each => each.origin))).toEqual(new Set(['default']))
    expect(loaded.settings).toHaveLength(leavesOf(DEFAULTS).length)
  })
})

describe('a file of 0.1.0', () => {
  it('I13 A6 that spells every setting of it, as it was by default, says the same today', async () => {
    const text = readFileSync(join(import.meta.dirname, 'settings-0.1.0.json'), 'utf8')
    place.user(text)
    place.own(text)
    const { config, waiting } = await place.load()
    expect(config).toEqual(DEFAULTS)
    expect(waiting).toEqual([])
  })

  it('I13 the list of what is trusted is refused where a newer version wrote it', () => {
    trustText(place.state, '/a', 'x', 0)
    const file = join(place.state, 'trust.json')
    writeFileSync(file, readFileSync(file, 'utf8').replace('"version": 1', '"version": 2'))
    expect(() => listTrusted(place.state)).toThrow(
      'trust.json was written by a newer Dream (format 2; this one knows 1)',
    )
  })
})

describe('the order', () => {
  it('A6 the file of the seed works as it stands, environments and all', async () => {
    place.user({ ...SEED, environments: SEED_ENVIRONMENTS })
    const plain = await place.load()
    expect(plain.config.autoDream).toEqual({
      ...SEED.autoDream,
      exclude: [],
      model: DEFAULTS.autoDream.model,
    })
    const production = await place.load({}, 'production')
    expect(production.config.autoDream.timeGate.minHoursBetweenDream).toBe(48)
    expect(production.config.metrics.enabled).toBe(true)
    const development = await place.load({ DREAM_ENV: 'development' })
    expect(development.config.autoDream.timeGate.minHoursBetweenDream).toBe(1)
    expect(development.config.retrieval.intentAnalysis.cacheEnabled).toBe(false)
    expect(development.config.retrieval.progressiveSearch.enabled).toBe(false)
    expect(setting(development, 'retrieval.progressiveSearch.enabled')).toMatchObject({
      origin: 'environment',
    })
  })

  it('A6 default, user, project, environment block, variable: the later wins, and says who it was', async () => {
    const hours = 'autoDream.timeGate.minHoursBetweenDream'
    expect(setting(await place.load(), hours)).toMatchObject({ value: 24, origin: 'default' })
    place.user({ [hours]: 25 })
    expect(setting(await place.load(), hours)).toMatchObject({ value: 25, origin: 'user' })
    place.own({ [hours]: 26, environments: { ci: { [hours]: 27 } } })
    expect(setting(await place.load(), hours)).toMatchObject({ value: 26, origin: 'project' })
    expect(setting(await place.load({}, 'ci'), hours)).toMatchObject({ value: 27, origin: 'environment' })
    const variable = variableOf(hours)
    expect(variable).toBe('DREAM_AUTODREAM__TIMEGATE__MINHOURSBETWEENDREAM')
    expect(setting(await place.load({ [variable]: '28' }, 'ci'), hours)).toMatchObject({
      value: 28,
      origin: 'variable',
      from: variable,
    })
  })

  it('A6 --env comes before DREAM_ENV', async () => {
    place.user({ environments: SEED_ENVIRONMENTS })
    const loaded = await place.load({ DREAM_ENV: 'development' }, 'production')
    expect(loaded.environment).toBe('production')
    expect(loaded.config.autoDream.timeGate.minHoursBetweenDream).toBe(48)
  })

  it('A6 variables are read in any case, as what the setting is', async () => {
    const { config } = await place.load({
      DREAM_autoDream__enabled: 'false',
      DREAM_RULES: 'propose',
      DREAM_LLM__VERIFICATION__CONCURRENCY: 'null',
      DREAM_LLM__AGENTS__MODEL: '42',
      DREAM_RETRIEVAL__PROGRESSIVESEARCH__STAGES: '[{"name":"ccb-fast","timeout":9}]',
      DREAM_VAULT_PATH: '~/vault',
    })
    expect(config.autoDream.enabled).toBe(false)
    expect(config.rules).toBe('propose')
    expect(config.llm.verification.concurrency).toBeNull()
    expect(config.llm.agents.model).toBe('42')
    expect(config.retrieval.progressiveSearch.stages).toEqual([{ name: 'ccb-fast', timeout: 9 }])
    expect(config.journal.vault).toBe('~/vault')
  })

  it('A6 the quick way of dream auto gives the same gates as the whole way', async () => {
    const value = fc.oneof(fc.integer({ min: 0, max: 400 }), fc.constant(undefined))
    await fc.assert(
      fc.asyncProperty(value, value, value, fc.boolean(), async (user, own, variable, enabled) => {
        place.user({
          'autoDream.enabled': enabled,
          ...(user !== undefined && { 'autoDream.sessionGate.minSessionsForDream': user }),
        })
        place.own(own === undefined ? {} : { 'autoDream.sessionGate.minSessionsForDream': own })
        const env: Record<string, string> =
          variable === undefined
            ? {}
            : { DREAM_AUTODREAM__SESSIONGATE__MINSESSIONSFORDREAM: String(variable) }
        const whole = (await place.load(env)).config.autoDream
        const asked = { project: place.project, home: place.home, env }
        expect(loadParts(asked, place.state, ['autoDream']).autoDream).toEqual(whole)
      }),
      { numRuns: 40 },
    )
  })
})

describe('a mistake', () => {
  it.each([
    [
      { autoDream: { timegate: {} } },
      'autoDream.timegate is not a setting (did you mean autoDream.timeGate?)',
    ],
    [{ autodream: {} }, 'autodream is not a setting (did you mean autoDream?)'],
    [{ minHoursBetweenDream: 3 }, 'did you mean autoDream.timeGate.minHoursBetweenDream?'],
    [
      { rules: 'carefull' },
      'rules is "carefull"; expected one of careful, seed, propose (did you mean "careful"?)',
    ],
    [{ cache: { ttlHours: 'soon' } }, 'cache.ttlHours is "soon"; expected a number from 0 to 8760'],
    [{ cache: { maxSize: 1.5 } }, 'cache.maxSize is 1.5; expected a whole number from 0 to 10000000'],
    [{ cache: 7 }, 'cache is 7; expected an object'],
    [{ store: { kind: 'redis' } }, 'expected one of files, postgres'],
    [
      { magma: { embeddings: { from: 'onnx' } } },
      'magma.embeddings.from is "onnx": ONNX models are no longer read. Use local',
    ],
    [
      { magma: { embeddings: { folder: '/models/small' } } },
      'magma.embeddings.folder is no setting any more: it was for ONNX models',
    ],
    [
      { obsidian: { direct: { atomicWrites: false } } },
      'obsidian.direct.atomicWrites is false; expected true: a note is written whole or not at all',
    ],
    [
      { retrieval: { progressiveSearch: { stages: [{ name: 'ccb-fast', timeout: -1 }] } } },
      'retrieval.progressiveSearch.stages[0].timeout is -1',
    ],
    [{ journal: { vault: 'notes' } }, 'journal.vault is "notes"; expected an absolute path'],
    [{ schedule: { timeZone: 'Mars/Base' } }, 'expected a time zone such as Europe/Vienna'],
    [{ environments: { ci: { 'cache.ttlHours': 'x' } } }, 'environments.ci: cache.ttlHours is "x"'],
    [{ environments: { ci: { 'cache.ttlHour': 1 } } }, 'did you mean cache.ttlHours?'],
    [{ __proto__: null, constructor: 1 }, 'constructor is not a setting'],
    [
      { autoDream: { timeGate: { minHoursBetweenDream: 200 } } },
      'expected the first to be no more than the second',
    ],
    [
      { llm: { intent: { endpoint: 'http://localhost:1/v1' } } },
      'llm.intent.model is not; expected both, or a preset',
    ],
    ['{"cache": }', 'is not JSON'],
    ['[]', 'holds a list; expected an object'],
  ])('A6 %j is named with its path, its value and what was expected', async (data, words) => {
    place.user(data)
    const message = await refused(place.load())
    expect(message).toContain(words)
    if (!message.startsWith('autoDream') && !message.startsWith('llm'))
      expect(message).toContain('config.json')
  })

  it('A6 every mistake of a file is in the one message', async () => {
    place.user({ cache: { ttlHours: 'x', maxSize: 'y' }, rule: 'seed' })
    expect((await refused(place.load())).split('\n')).toHaveLength(3)
  })

  it('A6 a mistyped variable is named, one of another program is let be', async () => {
    expect(await refused(place.load({ DREAM_AUTODREAM__ENABLE: 'false' }))).toContain(
      'did you mean DREAM_AUTODREAM__ENABLED?',
    )
    expect(await refused(place.load({ DREAM_CACHE__NONSENSE: '1' }))).toContain(
      'DREAM_CACHE__NONSENSE is not a setting',
    )
    expect(await refused(place.load({ DREAM_MAGMA__EMBEDDINGS__FOLDER: '/models' }))).toContain(
      'DREAM_MAGMA__EMBEDDINGS__FOLDER is no setting any more',
    )
    expect(
      (await place.load({ DREAM_STORE__KIND: 'files', DREAM_DATABASE_URL: 'x' })).unknownVariables,
    ).toEqual([])
    const loaded = await place.load({ DREAM_CATCHER_URL: 'x' })
    expect(loaded.unknownVariables).toEqual(['DREAM_CATCHER_URL'])
  })

  it('A6 an environment that nobody wrote is a mistake', async () => {
    place.user({ environments: SEED_ENVIRONMENTS })
    expect(await refused(place.load({}, 'prod'))).toContain('known: development, production')
  })

  it('A7 a key that was put where its name belongs is not repeated', async () => {
    place.user({ llm: { intent: { keyVariable: 'sk-live-0123456789' } } })
    const message = await refused(place.load())
    expect(message).toContain('llm.intent.keyVariable')
    expect(message).not.toContain('sk-live')
    place.user({ llm: { intent: { endpoint: 'https://me:secret@example.org/v1' } } })
    expect(await refused(place.load())).not.toContain('secret')
    place.user({ llm: { intent: { apiKey: 'sk-live-0123456789' } } })
    expect(await refused(place.load())).not.toContain('sk-live')
  })
})

describe('the JSON Schema', () => {
  it('A6 accepts what Dream accepts, and refuses what it refuses', () => {
    const accepts = new Ajv2020({ strict: false }).compile(configJsonSchema())
    const words = NAMES.flatMap(name => settingNamed(name)!.schema.enum ?? [])
    const value = fc.oneof(
      fc.constantFrom<unknown>(...words, ...NAMES.map(name => settingNamed(name)!.default)),
      fc.constantFrom<unknown>('', '/a', '~/a', 'https://example.org/v1', 'A_KEY', 'UTC', [], {}, null),
      fc.oneof(fc.integer({ min: -2, max: 200 }), fc.double({ noNaN: true }), fc.boolean(), fc.string()),
      fc.constantFrom<unknown>([['Anna', 'she']], ['~/old'], [1], [{ name: 'ccb-fast', timeout: 5 }]),
    )
    // What JSON Schema has no word for: which time zones there are.
    const named = NAMES.filter(name => name !== 'schedule.timeZone' && name !== 'environments')
    fc.assert(
      fc.property(fc.constantFrom(...named), value, (name, given) => {
        const leaf = { name, value: given }
        const mistakes = () => checkLayers([{ origin: 'user', from: 'x', leaves: [leaf] }])
        const tree: unknown = JSON.parse(JSON.stringify(treeOf([leaf])))
        if (accepts(tree)) mistakes()
        else expect(mistakes).toThrow()
      }),
      { numRuns: 3000 },
    )
  })
})

describe("a project's own file", () => {
  const waits = async () => (await place.load()).waiting.map(each => each.path)

  it.each([
    ['rules', 'propose', 'follow'],
    ['rules', 'seed', 'wait-for-trust'],
    ['policy.recentDays', 10, 'follow'],
    ['policy.recentDays', 0, 'wait-for-trust'],
    ['policy.large', 'allow', 'wait-for-trust'],
    ['policy.merge', 'append', 'wait-for-trust'],
    ['forget.reemerge', 'auto', 'wait-for-trust'],
    ['autoDream.enabled', false, 'follow'],
    ['autoDream.timeGate.minHoursBetweenDream', 1, 'wait-for-trust'],
    ['autoDream.sessionGate.minSessionsForDream', 0, 'wait-for-trust'],
    ['cache.maxSize', 5, 'follow'],
    ['llm.intent.endpoint', 'https://example.org/v1', 'wait-for-trust'],
    ['llm.agents.preset', 'zhipu', 'wait-for-trust'],
    ['obsidian.vault', '/', 'wait-for-trust'],
    ['obsidian.mode', 'cli', 'wait-for-trust'],
    ['journal.vault', '/etc', 'wait-for-trust'],
    ['expiry.reference.checkLinks', true, 'wait-for-trust'],
    ['magma.embeddings.from', 'endpoint', 'wait-for-trust'],
    ['something.new', 1, 'wait-for-trust'],
  ] as const)('A6 may a stranger set %s to %j? %s', (path, value, may) => {
    expect(mayUntrustedSet(path, value, valueAt(DEFAULTS, path))).toBe(may)
  })

  it('A6 never makes a rule looser than the user has it', async () => {
    place.user({ rules: 'propose', policy: { recentDays: 30 } })
    place.own({ rules: 'careful', policy: { recentDays: 7 } })
    const loaded = await place.load()
    expect([loaded.config.rules, loaded.config.policy.recentDays]).toEqual(['propose', 30])
    expect(await waits()).toEqual(['rules', 'policy.recentDays'])
  })

  it('A6 is followed to the letter once it is trusted, and a stranger again after one byte', async () => {
    const file = {
      rules: 'seed',
      llm: { intent: { preset: 'zhipu' } },
      environments: { ci: { rules: 'seed' } },
    }
    place.own(file)
    expect(await waits()).toEqual(['rules', 'llm.intent.preset'])
    trustText(place.state, `${place.project}/dream.config.json`, JSON.stringify(file), Date.now())
    expect(await waits()).toEqual([])
    expect((await place.load()).config.rules).toBe('seed')
    place.own({ ...file, cache: {} })
    expect(await waits()).toEqual(['rules', 'llm.intent.preset'])
    expect((await place.load()).config.rules).toBe('careful')
  })

  it('A6 cannot loosen by way of an environment block either', async () => {
    place.own({ environments: { ci: { rules: 'seed' } } })
    const loaded = await place.load({}, 'ci')
    expect(loaded.config.rules).toBe('careful')
    expect(loaded.waiting).toMatchObject([{ path: 'rules', value: 'seed' }])
  })
})

describe('dream config and dream config trust', () => {
  const dream = (argv: string[], more: { env?: Record<string, string>; answers?: string[] } = {}) =>
    runDream(argv, {
      cwd: place.project,
      home: place.home,
      ...more,
      env: { XDG_STATE_HOME: place.state.replace(/\/dream$/, ''), ...more.env },
    })

  it('A6 prints every value with its origin, flags last', async () => {
    place.user({ 'cache.ttlHours': 3 })
    const { stdout, code } = await dream(['config', '--recent-days', '9'])
    expect(code).toBe(0)
    expect(stdout).toMatch(/^cache\.ttlHours\s+3 {2}\(user: /m)
    expect(stdout).toContain('cache.maxSize  10000  (default)')
    expect(stdout).toContain('policy.recentDays  9  (flag: --recent-days)')
    for (const { name } of leavesOf(DEFAULTS)) expect(stdout).toContain(name)
    const json = JSON.parse((await dream(['config', 'cache', '--json'])).stdout)
    expect(json).toMatchObject({
      format: 'dream-config',
      settings: [{ path: 'cache.enabled' }, { value: 3 }, {}, {}],
    })
  })

  it('A6 says in both languages what the settings of a part are for', async () => {
    const english = await dream(['config', 'policy.recentDays', '--lang', 'en'])
    expect(english.stdout).toContain('Notes that changed within so many days are left alone.')
    const chinese = await dream(['config', 'policy', '--lang', 'zh'])
    expect(chinese.stdout).toContain('这么多天内改动过的笔记不动。')
    expect((await dream(['config'])).stdout).not.toContain('left alone')
    const names = NAMES.map(name => aboutSetting(name))
    expect(names.filter(text => !text)).toEqual([])
  })

  it('A6 prints the JSON Schema also where the file is broken, and names a part that is none', async () => {
    place.user('{')
    const schema = JSON.parse((await dream(['config', 'schema'])).stdout)
    expect(schema.properties.autoDream.properties.timeGate.properties.minHoursBetweenDream).toMatchObject({
      default: 24,
      description: expect.any(String),
    })
    expect((await dream(['config'])).code).toBe(1)
    place.user({})
    expect(await dream(['config', 'autoDrem'])).toMatchObject({
      code: 2,
      stderr: expect.stringContaining('autoDream?'),
    })
  })

  it.each([
    ['{\n  "rules": "seed",\n}', 'line 3, column 1: expected a key in double quotes'],
    ['{\n  // mine\n  "rules": "seed" }', 'line 2, column 3: expected JSON, which has no comments'],
    ['{ "rules" "seed" }', 'line 1, column 11: expected a colon'],
    ['{ "rules": seed }', 'line 1, column 12: expected a value'],
    ['{ "rules": "seed" "cache": {} }', 'line 1, column 19: expected a comma or the closing bracket'],
    ['{} {}', 'line 1, column 4: expected the end of the file'],
    ['{ "rulez": "seed" }', 'rulez is not a setting (did you mean rules?)'],
  ])('A6 explains a file that cannot be used and shows the defaults: %s', async (text, said) => {
    place.user(text)
    const { code, stdout, stderr } = await dream(['config'])
    expect([code, stderr]).toEqual([1, ''])
    expect(stdout.replace(/\s+/g, ' ')).toContain(said)
    expect(stdout).toContain('rules  careful  (default)')
    expect((await dream(['config', '--lang', 'zh'])).stdout).toContain('配置无法使用')
    expect(JSON.parse((await dream(['config', '--json'])).stdout)).toMatchObject({
      problems: [expect.any(String)],
    })
  })

  it('A6 config path lists the files, the one that wins first, and whether they exist', async () => {
    place.user({})
    const { stdout, code } = await dream(['config', 'path'])
    expect(code).toBe(0)
    expect(stdout).toMatch(
      /dream\.config\.json {2}\(this project’s, does not exist\)\n.*config\.json {2}\(yours, exists\)/,
    )
    const { files } = JSON.parse((await dream(['config', 'path', '--json'])).stdout)
    expect(files.map(({ origin }: { origin: string }) => origin)).toEqual(['machine', 'project', 'user'])
    expect((await dream(['config'])).stdout).toContain(`${place.project}/dream.config.json`)
  })

  describe('config set', () => {
    const own = () => readFileSync(join(place.home, '.config/dream/config.json'), 'utf8')
    const set = (...argv: string[]) => dream(['config', 'set', ...argv])

    it.each([
      ['{}\n', 'rules', 'propose', '{\n  "rules": "propose"\n}\n'],
      ['{ "rules":  "seed" }', 'rules', 'careful', '{ "rules":  "careful" }'],
      ['{"a.b":1}'.replace('a.b', 'policy.recentDays'), 'policy.recentDays', '7', '{"policy.recentDays":7}'],
      [
        '{\n\t"policy": {\n\t\t"merge": "list"\n\t}\n}\n',
        'policy.recentDays',
        '7',
        '{\n\t"policy": {\n\t\t"merge": "list",\n\t\t"recentDays": 7\n\t}\n}\n',
      ],
      [
        '{ "rules": "seed" }',
        'llm.agents.model',
        'x',
        '{ "rules": "seed", "llm": { "agents": { "model": "x" } } }',
      ],
      [
        '{\r\n    "rules": "seed"\r\n}',
        'cache.enabled',
        'false',
        '{\r\n    "rules": "seed",\r\n    "cache": {\r\n        "enabled": false\r\n    }\r\n}',
      ],
      [
        '{ "llm": {} }',
        'llm.agents.budget.usd',
        'null',
        '{ "llm": {\n  "agents": {\n    "budget": {\n      "usd": null\n    }\n  }\n} }',
      ],
    ])('A6 changes %j and leaves every other byte', async (before, key, value, after) => {
      place.user(before)
      expect(await set(key, value)).toMatchObject({ code: 0, stderr: '' })
      expect(own()).toBe(after)
      expect((await set(key, value)).stdout.replace(/\s+/g, ' ')).toContain('already in')
      expect(own()).toBe(after)
    })

    it('A6 makes the file, says what was before, and what is in force', async () => {
      expect((await set('rules', 'propose')).stdout).toContain('(new file)')
      expect((await dream(['config', 'rules'])).stdout).toContain('rules  propose  (user: ')
      expect((await set('rules', 'careful')).stdout).toContain('before: "propose"')
      const other = await dream(['config', 'set', 'rules', 'seed'], { env: { DREAM_RULES: 'propose' } })
      expect(other.stdout.replace(/\s+/g, ' ')).toContain('DREAM_RULES sets it to "propose"')
    })

    it('A6 with --project it writes the file of the project, which waits for trust where it loosens', async () => {
      expect((await set('rules', 'seed', '--project')).stdout).toContain(
        'takes effect after dream config trust',
      )
      expect(JSON.parse(readFileSync(join(place.project, 'dream.config.json'), 'utf8'))).toEqual({
        rules: 'seed',
      })
    })

    it.each([
      ['{', 'rules', 'seed', 'expected a key'],
      ['// mine\n{}', 'rules', 'seed', 'no comments'],
      ['[]', 'rules', 'seed', 'no JSON object'],
      ['{}', 'rulse', 'seed', 'did you mean rules?'],
      ['{}', 'rules', 'bold', 'expected one of careful, seed, propose'],
      ['{}', 'policy', '3', 'a group of settings'],
      ['{}', 'environments', '{}', 'a group of settings'],
      ['{ "policy": 3 }', 'policy.recentDays', '3', 'has to be a group of settings'],
    ])('A6 refuses over %j: %s %s', async (before, key, value, said) => {
      place.user(before)
      const { code, stderr } = await set(key, value)
      expect(code).toBe(2)
      expect(stderr).toContain(said)
      expect(own()).toBe(before)
    })
  })

  it('A12 development and production exist with the values of the seed; a block of a file overrides them', async () => {
    const inForce = async (env: string, key: string) =>
      (
        JSON.parse((await dream(['config', key, '--env', env, '--json'])).stdout) as {
          settings: { value: unknown }[]
        }
      ).settings[0]!.value
    const hours = 'autoDream.timeGate.minHoursBetweenDream'
    const [intents, stages] = ['retrieval.intentAnalysis.cacheEnabled', 'retrieval.progressiveSearch.enabled']
    expect(await Promise.all([hours, intents, stages].map(key => inForce('development', key)))).toEqual([
      1,
      false,
      false,
    ])
    const production = await Promise.all(
      [hours, intents, stages, 'metrics.enabled'].map(key => inForce('production', key)),
    )
    expect(production).toEqual([48, true, true, true])
    place.user({ [hours]: 12, environments: { production: { [hours]: 30 } } })
    expect([await inForce('production', hours), await inForce('production', 'metrics.enabled')]).toEqual([
      30,
      true,
    ])
    expect(await inForce('development', hours)).toBe(1)
  })

  it('A6 trust asks a person, lists, and is taken back', async () => {
    expect(await dream(['config', 'trust', '--yes'])).toMatchObject({
      code: 2,
      stderr: expect.stringContaining('nothing to trust'),
    })
    place.own({ rules: 'seed' })
    expect((await dream(['config', 'trust'])).code).toBe(2)
    const no = await dream(['config', 'trust'], { answers: ['no'] })
    expect(no.stderr).toContain('rules: "seed"')
    expect(no.stdout).toContain('is not trusted')
    expect((await dream(['config', 'trust'], { answers: ['yes'] })).stdout).toContain('is trusted now')
    expect((await dream(['config', 'rules'])).stdout).toContain('rules  seed  (project: ')
    expect((await dream(['config', 'trust', '--list'])).stdout).toContain(
      `${place.project}/dream.config.json`,
    )
    expect((await dream(['config', 'trust', '--revoke'])).stdout).toContain('is no longer trusted')
    expect((await dream(['config', 'rules'])).stdout).toContain('rules  careful  (default)')
  })

  it('A6 the commands follow it, and say what waits', async () => {
    place.own({ rules: 'seed' })
    const waiting = await dream(['--dry-run'])
    expect(waiting.stderr).toContain('rules in dream.config.json of this project')
    place.own({ rules: 'propose' })
    const plan = JSON.parse((await dream(['plan', '--json'])).stdout)
    expect(plan.rules).toBe('propose')
    expect(JSON.parse((await dream(['plan', '--json', '--rules', 'careful'])).stdout).rules).toBe('careful')
    place.user({ rules: 'sed' })
    expect(await dream(['--dry-run'])).toMatchObject({
      code: 2,
      stderr: expect.stringContaining('did you mean "seed"?'),
    })
    expect((await dream(['history'])).code).toBe(0)
  })
})

describe('the documents', () => {
  const read = (path: string) => readFileSync(join(import.meta.dirname, '../..', path), 'utf8')

  it('A6 docs/configuration.md has the table of settings made from the schema (npm run docs writes it)', () => {
    const page = read('docs/configuration.md')
    expect(page).toBe(withConfigTable(page))
    for (const { name } of leavesOf(DEFAULTS)) expect(page).toContain(`| \`${name}\` |`)
  })

  it('A7 it names the presets as they are', () => {
    for (const { endpoint, model, keyVariable } of Object.values(PRESETS))
      expect(read('docs/configuration.md')).toContain(
        `\`${endpoint}\` | \`${model}\` | ${keyVariable === null ? 'none' : `\`${keyVariable}\``}`,
      )
  })

  it('A6 every example in it is a configuration that works', async () => {
    const samples = [...read('docs/configuration.md').matchAll(/```json config\n([\s\S]*?)```/g)].map(
      match => match[1]!,
    )
    expect(samples.length).toBeGreaterThan(1)
    for (const sample of samples.filter(text => !text.includes('"hooks"'))) {
      place.user(sample)
      await expect(place.load()).resolves.toBeDefined()
    }
  })
})

describe('the models', () => {
  it('A7 with none set, rules do the work and say so', () => {
    const roles = llmRoles(DEFAULTS, {})
    expect(roles.map(role => [role.role, role.state])).toEqual([
      ['intent', 'not-set'],
      ['verification', 'not-set'],
      ['agents', 'not-set'],
    ])
    expect(roleWords(roles[0]!)).toBe('no model is set: rules do the work')
  })

  it('A7 intent asks one at a time, two seconds apart; verification has no limit', () => {
    expect(DEFAULTS.llm.intent).toMatchObject({ concurrency: 1, intervalMs: 2000 })
    expect(DEFAULTS.llm.verification).toMatchObject({ concurrency: null, intervalMs: 0 })
  })

  it('A7 the two presets fill in what is not set; no key is ever held, only its name', async () => {
    place.user({
      llm: { intent: { preset: 'zhipu' }, verification: { preset: 'siliconflow', model: 'other' } },
    })
    const { config, settings } = await place.load()
    const [intent, verification] = llmRoles(config, { ZHIPU_API_KEY: 'sk-live' })
    expect(intent).toMatchObject({ state: 'ready', model: 'glm-4.7-flash', endpoint: PRESETS.zhipu.endpoint })
    expect(verification).toMatchObject({
      state: 'no-key',
      model: 'other',
      keyVariable: 'SILICONFLOW_API_KEY',
    })
    expect(JSON.stringify([intent, settings])).not.toContain('sk-live')
    const { stdout } = await runDream(['config', 'llm'], {
      cwd: place.project,
      home: place.home,
      env: { ZHIPU_API_KEY: 'sk-live' },
    })
    expect(stdout).toContain(
      'glm-4.7-flash at https://open.bigmodel.cn/api/paas/v4, 1 at a time, 2000 ms apart',
    )
    expect(stdout).toContain('SILICONFLOW_API_KEY is empty, so')
    expect(stdout).not.toContain('sk-live')
  })
})
