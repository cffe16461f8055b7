import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { isPositional, optionName } from '../../src/commands/input.ts'
import { nearest } from '../../src/model/nearest.ts'
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
    for (const command of COMMANDS) expect(stdout).toMatch(new RegExp(`^  ${command.name}\\b`, 'm'))
  })

  it.each(COMMANDS.map(command => [command.name, command] as const))(
    'I1 dream %s --help has its flags and examples',
    async (name, command) => {
      const { stdout, code } = await dream(name, '--help')
      expect(code).toBe(0)
      expect(stdout).toContain('Examples:')
      for (const [key, input] of Object.entries(command.input)) {
        expect(stdout).toContain(isPositional(input) ? key : optionName(key))
        expect(stdout.replace(/\s+/g, ' ')).toContain(input.about)
      }
      for (const example of command.examples) expect(stdout).toContain(example.line)
    },
  )

  it('I1 dream help undo is dream undo --help', async () => {
    expect((await dream('help', 'undo')).stdout).toBe((await dream('undo', '--help')).stdout)
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
