import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { isPositional, optionHelp, optionName } from '../../src/commands/command.ts'
import { say } from '../../src/languages/index.ts'
import { nearest } from '../../src/text/spelling.ts'
import { VERSION } from '../../src/version.ts'
import { allCommands } from './all-commands.ts'
import { runDream } from './run-dream.ts'

const COMMANDS = await allCommands()

const nowhere = { cwd: '/nowhere', home: '/nowhere' }
const dream = (...argv: string[]) => runDream(argv, nowhere)

describe('help', () => {
  it('I1 lists every command with its line', async () => {
    const { stdout, code } = await dream('--help')
    expect(code).toBe(0)
    for (const { name, group } of COMMANDS)
      if (group === 'unlisted' || name.includes(' '))
        expect(stdout).not.toMatch(new RegExp(`^  dream ${name}\\b`, 'm'))
      else expect(stdout).toMatch(new RegExp(name === 'run' ? '^  dream  ' : `^  dream ${name}\\b`, 'm'))
  })

  it.each(COMMANDS.map(command => [command.name, command] as const))(
    'I1 dream %s --help has its flags and examples',
    async (name, command) => {
      const { stdout, code } = await dream(...name.split(' '), '--help')
      expect(code).toBe(0)
      expect(stdout).toContain('Examples:')
      for (const [key, input] of Object.entries(command.input)) {
        expect(stdout).toContain(isPositional(input) ? key : optionName(key))
        expect(stdout.replace(/\s+/g, ' ')).toContain(optionHelp(command, key, say()))
      }
      for (const line of command.examples) expect(stdout).toContain(line)
    },
  )

  it('I1 dream help undo is dream undo --help', async () => {
    expect((await dream('help', 'undo')).stdout).toBe((await dream('undo', '--help')).stdout)
  })

  it('I7 shows the ten of every day first, in this order, then the groups', async () => {
    const { stdout } = await dream('--help')
    const titles = [...stdout.matchAll(/^(\S[^:\n]*)\n(?= {2}dream)/gm)].map(([, title]) => title)
    expect(titles).toEqual([
      'Every day',
      'Notes and plans',
      'Models',
      ...(stdout.includes('Connections') ? ['Connections'] : []),
      'Automatic runs and settings',
      'Search engines',
      'Moving and keeping',
      'Shell',
    ])
    const first = stdout.slice(stdout.indexOf('Every day'), stdout.indexOf('Notes and plans'))
    const names = [...first.matchAll(/^ {2}dream ?(\S*)/gm)].map(([, name]) => name)
    const ten = ['', 'look', 'queue', 'explain', 'undo', 'history', 'search', 'journal', 'status', 'doctor']
    expect(names).toEqual(ten.filter(name => names.includes(name)))
    expect(names.length).toBeGreaterThanOrEqual(9)
  })

  it('I7 a command tells of the commands that belong to it', async () => {
    const { stdout } = await dream('journal', '--help')
    for (const part of ['init', 'review', 'wakeup', 'status'])
      expect(stdout).toMatch(new RegExp(`^  dream journal ${part}  `, 'm'))
    expect((await dream('help', 'journal', 'review')).stdout).toBe(
      (await dream('journal', 'review', '--help')).stdout,
    )
  })

  it.each([
    ['review', 'journal review'],
    ['init', 'journal init'],
    ['wakeup', 'journal wakeup'],
    ['rollback', 'rollback'],
    ['index', 'index'],
  ])('I7 the seed’s own name %s works, also for help', async (word, name) => {
    const { stdout, code } = await dream('help', word)
    expect(code).toBe(0)
    expect(stdout).toMatch(new RegExp(`^Usage: dream ${name} `))
    expect((await dream(word, '--help')).stdout).toBe(stdout)
  })
})

describe('version', () => {
  it('is that of the package', () => {
    const text = readFileSync(new URL('../../package.json', import.meta.url), 'utf8')
    expect(VERSION).toBe((JSON.parse(text) as { version: string }).version)
  })

  it('is printed', async () => {
    expect(await dream('--version')).toMatchObject({ stdout: `${VERSION}\n`, code: 0 })
  })
})

describe('wrong usage', () => {
  it.each([
    ['frobnicate', 'unknown command or missing folder: frobnicate. Run dream --help'],
    ['histroy', 'unknown command: histroy. Did you mean dream history?'],
    ['reviwe', 'unknown command: reviwe. Did you mean dream review?'],
    ['fsck', 'unknown command: fsck. Did you mean dream doctor --fix?'],
    ['recover', 'unknown command: recover. Did you mean dream doctor --fix?'],
    ['diff a.md', 'unknown command: diff. Did you mean dream history MEMORY --diff?'],
    ['check', 'unknown command: check. Did you mean dream magma check?'],
    ['graph', 'unknown command: graph. Did you mean dream magma graph?'],
    ['session', 'unknown command: session. Did you mean dream auto session?'],
    ['daemon', 'unknown command: daemon. Did you mean dream auto daemon?'],
    ['trust', 'unknown command: trust. Did you mean dream config trust?'],
    ['help fsck', 'unknown command: fsck. Did you mean dream doctor --fix?'],
    ['help frobnicate', 'unknown command or missing folder: frobnicate. Run dream --help'],
    ['journalInit', 'unknown command: journalInit. Did you mean dream journal init?'],
    [
      'magma chek',
      'dream magma has no command chek, only check, graph, rebuild, consolidate. Did you mean dream magma check?',
    ],
    ['auto dance', 'dream auto has no command dance, only session, daemon'],
  ])('I7 dream %s says: %s', async (line, sentence) => {
    expect(await dream(...line.split(' '))).toMatchObject({
      code: 2,
      stdout: '',
      stderr: `dream: ${sentence}\n`,
    })
  })

  it('I7 says so in Chinese too', async () => {
    expect((await dream('frobnicate', '--lang', 'zh')).stderr).toBe(
      'dream: 未知命令或目录不存在：frobnicate。请运行 dream --help\n',
    )
    expect((await dream('fsck', '--lang', 'zh')).stderr).toContain('你是不是想用 dream doctor --fix？')
  })

  it('I7 a folder that is named like an old command needs ./', async () => {
    const { mkdtempSync, mkdirSync, rmSync } = await import('node:fs')
    const { tmpdir } = await import('node:os')
    const cwd = mkdtempSync(`${tmpdir()}/dream-`)
    mkdirSync(`${cwd}/graph`)
    const at = { cwd, home: cwd }
    expect((await runDream(['graph'], at)).stderr).toContain('For the folder: dream ./graph')
    expect((await runDream(['./graph', '--dry-run'], at)).stderr).not.toContain('unknown command')
    rmSync(cwd, { recursive: true })
  })

  it.each([
    [['--dryrun'], '--dry-run'],
    [['run', '--jsno'], '--json'],
    [['undo', '--forlder', 'x'], '--folder'],
    [['completion', 'bahs'], 'bash'],
    [['--rules', 'bold'], 'careful'],
  ])('D26 dream %j exits 2 and names what was meant', async (argv, meant) => {
    const { code, stderr, stdout } = await dream(...argv)
    expect(code).toBe(2)
    expect(stdout).toBe('')
    expect(stderr).toMatch(/^dream: .*\n$/)
    expect(stderr).toContain(meant)
  })

  it.each([
    [['--recent-days', 'soon']],
    [['--recent-days', '-1']],
    [['load', '--budget', '1e9']],
    [['search', 'x', '--limit', '0']],
    [['apply']],
    [['explain']],
    [['undo', 'a', 'b']],
    [['--json', '--markdown']],
  ])('D26 dream %j exits 2', async argv => {
    expect(await dream(...argv)).toMatchObject({ code: 2 })
  })

  it('I1 is JSON too where JSON is asked for', async () => {
    const { code, stdout, stderr } = await dream('--json', '--dryrun')
    expect(code).toBe(2)
    expect(stderr).toBe('')
    expect(JSON.parse(stdout)).toEqual({
      error: { message: "unknown option '--dryrun' (Did you mean --dry-run?)", kind: 'usage', exitCode: 2 },
    })
  })

  it('Windows is refused with a sentence', async () => {
    const { code, stderr } = await runDream(['--dry-run'], { ...nowhere, platform: 'win32' })
    expect(code).toBe(1)
    expect(stderr).toMatch(/^dream: Windows is not supported.*\n$/)
  })
})

describe('nearest', () => {
  it('finds a slip of the finger and refuses a guess', () => {
    const names = COMMANDS.map(command => command.name)
    expect(nearest('histroy', names)).toBe('history')
    expect(nearest('udno', names)).toBe('undo')
    expect(nearest('notes', names)).toBeUndefined()
    expect(nearest('x'.repeat(10_000), names)).toBeUndefined()
  })
})

describe('the language', () => {
  const said = async (argv: string[], env: Record<string, string> = {}) =>
    (await runDream([...argv, 'status'], { ...nowhere, env })).stdout
  it('I9 is that of the flag, else of the setting, else of the locale; programs read English', async () => {
    const chinese = /没有找到记忆目录/
    const status = async (...argv: string[]) => (await runDream(['status', ...argv], nowhere)).stdout
    expect(await status()).toContain('No memory folder found')
    expect(await status('--lang', 'zh')).toMatch(chinese)
    expect(await said([], { LANG: 'zh_CN.UTF-8' })).toMatch(chinese)
    expect(await said([], { LANG: 'zh_CN.UTF-8', DREAM_LANGUAGE: 'en' })).toContain('No memory folder found')
    expect(await said([], { DREAM_LANGUAGE: 'zh' })).toMatch(chinese)
    expect((await dream('--lang=zh', '--help')).stdout).toMatch(/^用法：dream/)
    expect((await dream('--lang', 'zh', 'help')).stdout).toMatch(/^用法：dream/)
    expect((await dream('help', '--lang', 'zh')).stdout).toMatch(/^用法：dream/)
  })
})
