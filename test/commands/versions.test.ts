import { existsSync, readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { runDream } from '../cli/run-dream.ts'
import { type SampleWorld, sampleWorld } from '../cli/sample-project.ts'

const note = (body: string) => `---\nname: tea\ndescription: how tea is made\ntype: user\n---\n\n${body}\n`

let world: SampleWorld
const dream = (...argv: string[]) => runDream(argv, world)
const text = (name = 'tea.md') => readFileSync(join(world.memory, name), 'utf8')

beforeEach(() => {
  world = sampleWorld()
})
afterEach(() => world.remove())

describe('M9 versions', () => {
  it('edits of others between dreams are versions, with their text', async () => {
    world.write('tea.md', note('Green tea.'), 30)
    await dream('--yes')
    world.write('tea.md', note('Black tea.'), 20)
    await dream('--yes')

    const life = JSON.parse((await dream('history', 'tea.md', '--json')).stdout).memories[0]
    expect(life).toMatchObject({ version: 2, state: 'there', id: '.claude/memory/tea.md' })
    expect(life.previousVersions).toHaveLength(1)
    expect(life.createdAt < life.updatedAt).toBe(true)
    expect(life.changeLog.map((entry: { by: string }) => entry.by)).toEqual(['outside', 'outside'])
    expect((await dream('history', 'tea.md')).stdout).toContain('changed outside Dream')

    const difference = await dream('history', 'tea.md', '--diff')
    expect(difference.stdout).toContain('- Green tea.')
    expect(difference.stdout).toContain('+ Black tea.')
  })

  it('dream rollback writes an earlier version, as one more version, and undo takes it back', async () => {
    world.write('tea.md', note('Green tea.'), 30)
    await dream('--yes')
    world.write('tea.md', note('Black tea.'), 20)
    await dream('--yes')

    expect((await dream('rollback', 'tea', '1')).stdout).toContain('tea.md  written')
    expect(text()).toBe(note('Green tea.'))
    const life = JSON.parse((await dream('history', 'tea.md', '--json')).stdout).memories[0]
    expect(life.version).toBe(3)
    expect(life.changeLog.at(-1)).toMatchObject({ by: 'dream', reason: { why: 'restored' } })
    await dream('undo')
    expect(text()).toBe(note('Black tea.'))
  })

  it('a memory that is gone can come back, with its line in the index', async () => {
    world.write('tea.md', note('Green tea.'), 30)
    await dream('--yes')
    expect(text('MEMORY.md')).toContain('(tea.md)')
    rmSync(join(world.memory, 'tea.md'))
    await dream('--yes')
    expect(text('MEMORY.md')).not.toContain('(tea.md)')
    expect((await dream('history', 'tea.md')).stdout).toContain('removed outside Dream')

    await dream('rollback', 'tea.md', '1')
    expect(text()).toBe(note('Green tea.'))
    expect(text('MEMORY.md')).toContain('(tea.md)')
    await dream('undo')
    expect(existsSync(join(world.memory, 'tea.md'))).toBe(false)
    expect(text('MEMORY.md')).not.toContain('(tea.md)')
  })

  it('an unknown version is told with those that there are', async () => {
    world.write('tea.md', note('Green tea.'), 30)
    await dream('--yes')
    const heard = await dream('rollback', 'tea.md', '7')
    expect(heard.code).toBe(2)
    expect(heard.stderr).toContain('Version 7 does not exist; .claude/memory/tea.md has 1')
    expect((await dream('history', 'tea.md', '--diff', 'x')).stderr).toContain('a version is a number')
    expect((await dream('history', 'coffee.md', '--diff')).stderr).toContain(
      'no version of coffee.md is known',
    )
  })

  it('purge erases the text of versions that were only seen', async () => {
    world.write('tea.md', note('The password is swordfish.'), 30)
    await dream('--yes')
    world.write('tea.md', note('Green tea.'), 20)
    await dream('--yes')
    await dream('purge', 'tea.md', '--yes')
    const heard = await dream('history', 'tea.md', '--diff')
    expect(heard.stderr).toContain('is not stored, or was erased')
    const { memories } = JSON.parse((await dream('history', 'tea.md', '--json')).stdout)
    expect(memories[0].version).toBe(2)
    expect((await dream('doctor', '--fix')).code).toBe(0)
  })

  it('nothing is noted twice, and nothing by a dry run', async () => {
    world.write('tea.md', note('Green tea.'), 30)
    await dream('--dry-run')
    expect((await dream('history', 'tea.md')).code).toBe(2)
    await dream('--yes')
    await dream('--yes', '--rules', 'seed')
    await dream('--yes')
    const { memories } = JSON.parse((await dream('history', 'tea.md', '--json')).stdout)
    expect(memories[0].changeLog).toHaveLength(1)
  })
})
