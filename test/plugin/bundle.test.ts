import { execFileSync, spawnSync } from 'node:child_process'
import {
  copyFileSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'

const plugin = join(import.meta.dirname, '../../plugin')
const read = (path: string): string => readFileSync(join(plugin, path), 'utf8')
const BUILT = ['dream.js', 'program.js', 'LICENSES.txt']

describe('I3 what the plugin runs', () => {
  let again: string
  beforeAll(() => {
    again = mkdtempSync(join(tmpdir(), 'dream-plugin-'))
    execFileSync(process.execPath, ['scripts/build-plugin.mjs', again], { stdio: 'pipe' })
  })
  afterAll(() => rmSync(again, { recursive: true, force: true }))

  it.each(BUILT)('%s is what npm run build:plugin makes of these sources', name => {
    expect(readdirSync(again).sort()).toEqual([...BUILT].sort())
    // Compared as a whole: a difference of two megabytes tells nobody anything.
    expect(readFileSync(join(again, name)).equals(readFileSync(join(plugin, name)))).toBe(true)
  })

  it('is small, names no folder of whoever built it, and of packages only those that are left out', () => {
    expect(read('dream.js').length).toBeLessThan(200_000)
    expect(read('program.js').length).toBeLessThan(2_750_000)
    const imported = BUILT.slice(0, 2).flatMap(name =>
      [
        ...read(name).matchAll(
          /(?:^|;|\n)import(?:[\w$*{][^"`';()]*?from)?\s*["'`]([^"'`]+)["'`]|\bimport\(["'`]([^"'`]+)["'`]\)/g,
        ),
      ].map(([, fixed, later]) => fixed ?? later!),
    )
    expect(imported.length).toBeGreaterThan(10)
    const outside = new Set(imported.filter(path => !/^node:|^\.\/program\.js$/.test(path)))
    expect([...outside].sort()).toEqual([
      '@ai-sdk/anthropic',
      '@ai-sdk/openai-compatible',
      '@lancedb/lancedb',
      'apache-arrow',
      'graphile-worker',
      'pg',
    ])
    for (const name of BUILT) expect(read(name)).not.toContain(join(import.meta.dirname, '../..'))
  })

  it('comes with the licence of every package that is in it', () => {
    const { dependencies } = JSON.parse(readFileSync('package.json', 'utf8'))
    const named = Object.keys(dependencies).filter(name => !name.startsWith('@ai-sdk/'))
    for (const name of named) expect(read('LICENSES.txt')).toMatch(new RegExp(`^${name} \\d`, 'm'))
    expect(read('LICENSES.txt')).toContain(readFileSync('LICENSE', 'utf8').trim())
  })
})

describe('I3 the files of the plugin', () => {
  it('start node with a list of arguments and no shell line', () => {
    const { hooks } = JSON.parse(read('hooks/hooks.json'))
    expect(Object.keys(hooks)).toEqual(['SessionStart', 'SessionEnd'])
    const { mcpServers } = JSON.parse(read('.mcp.json'))
    const started = Object.values(hooks as Record<string, [{ hooks: [object] }]>).map(
      ([{ hooks }]) => hooks[0],
    )
    for (const one of [...started, mcpServers.dream])
      expect(one).toMatchObject({
        command: 'node',
        args: expect.arrayContaining([`${'$'}{CLAUDE_PLUGIN_ROOT}/dream.js`]),
      })
  })

  it('have the version of the package', () => {
    const { version } = JSON.parse(readFileSync('package.json', 'utf8'))
    expect(JSON.parse(read('.claude-plugin/plugin.json')).version).toBe(version)
    expect(
      execFileSync(process.execPath, [join(plugin, 'dream.js'), '--version'], { encoding: 'utf8' }),
    ).toBe(`${version}\n`)
  })

  it('I8 leave every command to the user, each for one command of Dream alone', () => {
    for (const name of readdirSync(join(plugin, 'commands'))) {
      const text = read(`commands/${name}`)
      const command = name.replace('.md', '')
      expect(text).toContain('disable-model-invocation: true')
      expect(text).toContain(`allowed-tools: Bash(node "\${CLAUDE_PLUGIN_ROOT}/dream.js" ${command}:*)\n`)
      expect(text).toContain(`!\`node "\${CLAUDE_PLUGIN_ROOT}/dream.js" ${command} $ARGUMENTS 2>&1\``)
    }
  })
})

describe('what is left out of the plugin', () => {
  let home: string
  beforeAll(() => {
    home = mkdtempSync(join(tmpdir(), 'dream-plugin-'))
    for (const name of BUILT) copyFileSync(join(plugin, name), join(home, name))
    const settings = { llm: { agents: { endpoint: 'http://127.0.0.1:9/v1', model: 'm' } } }
    mkdirSync(join(home, '.config/dream'), { recursive: true })
    writeFileSync(join(home, '.config/dream/config.json'), JSON.stringify(settings))
    mkdirSync(join(home, 'work'))
  })
  afterAll(() => rmSync(home, { recursive: true, force: true }))
  const dream = (...args: string[]) => {
    const { stdout, stderr } = spawnSync(process.execPath, [join(home, 'dream.js'), ...args], {
      cwd: join(home, 'work'),
      env: { PATH: process.env['PATH'], HOME: home, XDG_STATE_HOME: join(home, 'state') },
      encoding: 'utf8',
    })
    return `${stdout}${stderr}`.replace(/\s+/g, ' ')
  }

  it('says how to get it, where a model by key is asked', () => {
    dream('journal', 'init')
    mkdirSync(join(home, 'work/memory'), { recursive: true })
    writeFileSync(
      join(home, 'work/memory/2026-02-01.md'),
      '# 2026-02-01\n\n- Decided: Postgres 16 on port 5433\n',
    )
    expect(dream('submit', '--by', 'model', '--kind', 'journal')).toContain('npm install --global dream')
    expect(dream('submit', '--by', 'rules', '--kind', 'journal')).toContain('2 accepted')
  })

  it('says how to get the page', () => {
    expect(dream('serve', '--no-open')).toContain('npm install --global dream')
  })

  it('finds by words where there is no model for meanings', () => {
    expect(dream('search', 'Postgres')).toContain('port 5433')
  })
})
