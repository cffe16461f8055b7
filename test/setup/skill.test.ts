import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { parse } from 'yaml'
import { parse as parsed } from '../../src/cli/parse.ts'
import { allCommands } from '../cli/all-commands.ts'

const root = join(import.meta.dirname, '../..')
const text = readFileSync(join(root, 'skills/openclaw/dream/SKILL.md'), 'utf8')
const [, head = '', body = ''] = /^---\n([\s\S]*?)\n---\n([\s\S]*)$/.exec(text) ?? []

/** The fields of ClawHub's format that this skill uses: https://docs.openclaw.ai/clawhub/skill-format */
describe('the skill for OpenClaw', () => {
  const skill = parse(head) as {
    name: string
    description: string
    version: string
    license: string
    metadata: { openclaw: Record<string, unknown> }
  }
  const own = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as {
    name: string
    bin: Record<string, string>
    license: string
    os: string[]
  }

  it('I3 has the head that ClawHub reads, true to the package', () => {
    expect(Object.keys(skill).sort()).toEqual(
      ['description', 'homepage', 'license', 'metadata', 'name', 'version'].sort(),
    )
    expect(skill.name).toBe('dream')
    expect(skill.version).toMatch(/^\d+\.\d+\.\d+$/)
    expect(skill.license).toBe(own.license)
    expect(skill.description.length).toBeLessThan(1024)
    const { requires, install, os, envVars } = skill.metadata.openclaw
    expect(requires).toEqual({ bins: ['dream'] })
    expect(install).toEqual([{ kind: 'node', package: own.name, bins: expect.arrayContaining(['dream']) }])
    for (const { bins } of install as { bins: string[] }[])
      for (const bin of bins) expect(own.bin).toHaveProperty([bin])
    expect(os).toEqual(own.os)
    // ClawHub's scan compares what is declared with what the text names.
    const named = new Set(text.match(/\b[A-Z]+(?:_[A-Z]+)+\b/g))
    expect([...named]).toEqual((envVars as { name: string }[]).map(({ name }) => name))
  })

  it('I3 J26 answers to what people say, and has the agent write the file itself', () => {
    for (const words of ['"dream"', '复盘', '整理记忆', '你记得我什么', 'filed in the index'])
      expect(skill.description).toContain(words)
    expect(body).toContain('write the same text back with your own file tool')
    for (const name of ['DREAMS.md', 'memory/dreaming/', 'memory/.dreams/']) expect(body).toContain(name)
  })

  it('I3 names commands and options that there are', async () => {
    const commands = await allCommands()
    const lines = [
      ...body.matchAll(
        /`dream ((?:brief|submit|load|search|remember|forget|index --topic|history|undo|journal|doctor|queue)[^`]*)`/g,
      ),
    ]
    expect(lines.length).toBeGreaterThan(8)
    for (const [, line] of lines) {
      const words = line!.split(/\s+(?=(?:[^"]*"[^"]*")*[^"]*$)/)
      const fits = commands
        .filter(({ name }) => name === words.slice(0, name.split(' ').length).join(' '))
        .sort((a, b) => b.name.length - a.name.length)[0]
      expect(fits, line).toBeDefined()
      const rest = words.slice(fits!.name.split(' ').length)
      expect(() => parsed(fits!, rest, () => {}), line).not.toThrow()
    }
  })
})
