import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { checkout, freshMachine } from './claude.ts'

let machine: ReturnType<typeof freshMachine>
beforeAll(() => {
  machine = freshMachine()
})
afterAll(() => machine.remove())

describe('I3 the real claude, offline, on a fresh home', () => {
  it('finds nothing wrong with marketplace and plugin', () => {
    for (const path of [checkout, join(checkout, 'plugin')]) {
      const { status, said } = machine.claude(['plugin', 'validate', '--strict', path])
      expect([status, said]).toEqual([0, expect.stringContaining('Validation passed')])
    }
  })

  it('installs it with two commands', () => {
    expect(machine.claude(['plugin', 'marketplace', 'add', checkout])).toMatchObject({
      status: 0,
      said: expect.stringContaining('added marketplace: dream'),
    })
    expect(machine.claude(['plugin', 'install', 'dream@dream'])).toMatchObject({
      status: 0,
      said: expect.stringContaining('installed plugin: dream@dream'),
    })
    const settings = JSON.parse(readFileSync(join(machine.home, '.claude/settings.json'), 'utf8'))
    expect(settings.enabledPlugins).toEqual({ 'dream@dream': true })
  })

  it('takes under 100 tokens of every conversation', () => {
    const { said } = machine.claude(['plugin', 'details', 'dream'])
    expect(said).toContain('consolidate, look, queue, undo')
    expect(said).toContain('SessionStart, SessionEnd')
    expect(said).toMatch(/MCP servers \(1\)\s+dream/)
    const [, tokens] = /Always-on:\s+~(\d+) tok/.exec(said)!
    expect(Number(tokens)).toBeGreaterThan(0)
    expect(Number(tokens)).toBeLessThan(100)
  })
})
