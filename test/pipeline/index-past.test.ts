import { spawnSync } from 'node:child_process'
import { readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { dream } from '../../src/pipeline/pipeline.ts'
import { dreamAt } from '../dream-at.ts'
import { emptyPlace, type Place, policy } from './place.ts'

let place: Place
let day = 0
beforeEach(() => {
  place = emptyPlace()
  day = 0
})
afterEach(() => place.remove())

const write = (name: string, text: string) => writeFileSync(join(place.memory, name), text)
const note = (name: string, body = `All about ${name} and nothing else.`) =>
  write(`${name}.md`, `---\nname: ${name}\ntype: project\n---\n${body}\n`)
const index = () => readFileSync(join(place.memory, 'MEMORY.md'), 'utf8')
const remove = (name: string) => rmSync(join(place.memory, name))
const live = () => dream({ where: place.where, policy: policy(), mode: 'live' })

function commit(): void {
  day += 1
  const date = `2026-01-0${day}T12:00:00Z`
  const env = {
    ...process.env,
    GIT_AUTHOR_DATE: date,
    GIT_COMMITTER_DATE: date,
    GIT_CONFIG_GLOBAL: '/dev/null',
  }
  const who = ['-c', 'user.name=A', '-c', 'user.email=a@example.org']
  for (const args of [
    ['init', '-q', '-b', 'main'],
    ['add', '-A'],
    ['commit', '-q', '-m', 'x'],
  ]) {
    const run = spawnSync('git', [...who, ...args], { cwd: place.project, env, encoding: 'utf8' })
    if (run.status !== 0) throw new Error(run.stderr)
  }
}

const A = '- [a](a.md) — all about a\n'
const B = '- [b](b.md) — all about b\n'

describe('D36 the proof that an index line needs', () => {
  it('is a commit that removed the file, not a file that was never committed', async () => {
    note('a')
    note('b')
    write('MEMORY.md', `${A}${B}- [never](never.md) — on another machine\n`)
    commit()
    remove('b.md')
    commit()
    const { plan } = await live()
    expect(index()).toBe(`${A}- [never](never.md) — on another machine\n`)
    expect(plan.folders[0]?.findings).toMatchObject([
      { kind: 'index-entry-gone', target: 'b.md', proof: { by: 'git', date: '2026-01-02' } },
      { kind: 'index-entry-gone', target: 'never.md', proof: 'none' },
    ])
  })

  it('is no deletion that was not committed: it may be an accident', async () => {
    note('a')
    note('b')
    write('MEMORY.md', A + B)
    commit()
    remove('b.md')
    await live()
    expect(index()).toBe(A + B)
  })

  it('is an earlier look of Dream, without git', async () => {
    note('a')
    note('b')
    write('MEMORY.md', A + B)
    await live()
    remove('b.md')
    const { plan } = await live()
    expect(index()).toBe(A)
    expect(plan.folders[0]?.findings).toMatchObject([{ proof: { by: 'look' } }])
    expect((await live()).results[0]?.outcomes).toEqual([])
  })

  it('is asked for again where the last plan still seems to hold', async () => {
    note('a')
    write('MEMORY.md', A + B)
    await live()
    await live()
    expect(index()).toBe(A + B)
  })
})

describe('D43 a line that was taken out', () => {
  it('in git is not written again while the memory stays', async () => {
    note('a')
    note('b')
    write('MEMORY.md', A + B)
    commit()
    write('MEMORY.md', A)
    commit()
    const { plan } = await live()
    expect(index()).toBe(A)
    expect(plan.folders[0]?.proposals).toMatchObject([
      { finding: { kind: 'taken-out-of-index', file: 'b.md', seen: { by: 'git', date: '2026-01-02' } } },
    ])
  })

  it('in git and a memory that came later are two things: it gets its line', async () => {
    note('a')
    write('MEMORY.md', A + B)
    commit()
    write('MEMORY.md', A)
    commit()
    note('b')
    commit()
    await live()
    expect(index()).toContain('(b.md)')
  })

  it('after Dream wrote it is not written again', async () => {
    note('a')
    note('b')
    write('MEMORY.md', A)
    await live()
    expect(index()).toContain('(b.md)')
    write('MEMORY.md', A)
    const { plan } = await live()
    expect(index()).toBe(A)
    expect(plan.folders[0]?.findings).toMatchObject([{ kind: 'taken-out-of-index', seen: { by: 'look' } }])
    note('c')
    await live()
    await live()
    expect(index()).toContain('(c.md)')
    expect(index()).not.toContain('(b.md)')
  })

  it('by an undo was not taken out by its owner', async () => {
    note('a')
    note('b')
    write('MEMORY.md', A)
    const { results } = await live()
    await dreamAt(place.where).undo({ run: results[0]!.run! })
    expect(index()).toBe(A)
    await live()
    expect(index()).toContain('(b.md)')
  })
})
