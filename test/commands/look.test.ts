import { spawnSync } from 'node:child_process'
import {
  existsSync,
  mkdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  utimesSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'
import { afterEach, describe, expect, it } from 'vitest'
import { noteProjectFiles } from '../../src/app/sightings.ts'
import { rollback } from '../../src/vault/memory-versions.ts'
import { builtCommand } from '../built.ts'
import { runDream } from '../cli/run-dream.ts'
import { dreamAt } from '../dream-at.ts'
import { commitAndRemove, emptyPlace, placeOf, treeBelow } from '../pipeline/place.ts'

const removals: (() => void)[] = []
afterEach(() => {
  for (const remove of removals.splice(0)) remove()
})

function notesPlace(files: Record<string, string>) {
  const place = emptyPlace()
  removals.push(place.remove)
  for (const [name, text] of Object.entries(files)) writeFileSync(join(place.memory, name), text)
  const { cwd, home, env } = place.where
  const dream = (line: string, at = cwd) =>
    runDream(line.split(' '), { cwd: at, home, env: env as Record<string, string> })
  const state = () => treeBelow(join(place.top, 'state'), 'all')
  return { ...place, dream, state, api: dreamAt(place.where) }
}

const note = (name: string, body: string) =>
  `---\nname: ${name}\ndescription: about ${name}\ntype: project\n---\n\n${body}\n`

/** Long paths are wrapped. */
const inOneLine = (text: string) => text.replace(/\s+/g, ' ')

const TWO = {
  'a.md': note('a', 'The staging database is called blue heron.'),
  'b.md': note('b', 'Releases leave on Tuesday afternoon.'),
  'MEMORY.md': '# Memory\n\n- [a](a.md) — staging\n- [b](b.md) — releases\n',
}

describe('D41 dream look', () => {
  it('changes no file of the user, notes what it saw, and a second look writes nothing new', async () => {
    const { dream, state, memory, project } = notesPlace(TWO)
    const before = treeBelow(project, 'all')
    const first = await dream('look')
    expect(first.code).toBe(0)
    expect(first.stdout).toContain('1 memory folder, 2 notes. Only looked')
    expect(first.stdout).toContain('first look')
    expect(first.stdout).toContain('Nothing needs you')
    const noted = state()
    expect(Object.keys(noted).some(name => name.endsWith('seen.jsonl'))).toBe(true)
    const second = await dream('look')
    expect(second.stdout).not.toContain('first look')
    expect(state()).toEqual(noted)
    expect(treeBelow(project, 'all')).toEqual(before)
    expect(existsSync(join(memory, 'a.md'))).toBe(true)
  })

  it('D17 --dry-run and --check record nothing, before a look and after one', async () => {
    const { dream, state, memory } = notesPlace(TWO)
    for (const round of ['before', 'after']) {
      const before = state()
      await dream('--dry-run')
      await dream('--check')
      expect(state(), round).toEqual(before)
      await dream('look')
      rmSync(join(memory, 'a.md'), { force: true })
    }
  })

  it('tells first what vanished outside Dream, with the command that restores it byte for byte', async () => {
    const { dream, memory, where } = notesPlace(TWO)
    const path = join(memory, 'b.md')
    utimesSync(path, 1_700_000_000, 1_700_000_000)
    await dream('look')
    const bytes = readFileSync(path)
    rmSync(path)
    writeFileSync(join(memory, 'MEMORY.md'), '# Memory\n\n- [a](a.md) — staging\n')
    const { stdout } = await dream('look')
    expect(stdout).toMatch(/Vanished: 1 note removed by something other than Dream\n {4}b\.md/)
    expect(stdout).toContain('→ dream history b.md --restore 1')
    // Also where another look was told before.
    expect((await dream('look')).stdout).toContain('→ dream history b.md --restore 1')
    const { run } = await rollback(where, 'b.md', 1)
    expect(readFileSync(path)).toEqual(bytes)
    expect(readFileSync(join(memory, 'MEMORY.md'), 'utf8')).toContain('(b.md)')
    expect((await dream('look')).stdout).not.toContain('Vanished')
    await dream(`undo ${run}`)
    expect(existsSync(path)).toBe(false)
    expect(readFileSync(join(memory, 'MEMORY.md'), 'utf8')).not.toContain('(b.md)')
  })

  it('what Dream archived itself, and what has another name now, did not vanish', async () => {
    const { dream, memory } = notesPlace(TWO)
    await dream('look')
    await dream('forget a.md --yes')
    renameSync(join(memory, 'b.md'), join(memory, 'releases.md'))
    expect((await dream('look')).stdout).not.toContain('Vanished')
  })

  it('a session start notes what is there, a run tells what is new since the run before', async () => {
    const { api, dream, memory, where } = notesPlace(TWO)
    await dream('--yes')
    writeFileSync(join(memory, 'c.md'), note('c', 'The cache lives in the broom cupboard.'))
    await noteProjectFiles(where)
    rmSync(join(memory, 'c.md'))
    const { folders } = await api.look({})
    expect(folders[0]!.vanished).toMatchObject([{ file: 'c.md', version: 1, bytes: 'kept' }])
    writeFileSync(join(memory, 'd.md'), note('d', 'The mirror of the wiki is read only.'))
    await dream('look')
    const { folders: told } = await api.status({})
    expect(told[0]!.since).toMatchObject({ added: 1, edited: 0 })
  })

  it('A5 a run after a look still tells what is new since the run before, and knows it afterwards', async () => {
    const { api, dream, memory } = notesPlace(TWO)
    await dream('--yes')
    writeFileSync(join(memory, 'a.md'), note('a', 'The staging database is called grey heron.'))
    await dream('look')
    const { report } = await api.run({ yes: true })
    expect(report.since).toMatchObject([{ updated: 1, skipped: 1 }])
    expect((await api.status({})).folders[0]!.changedSince).toBe(0)
  })

  it('tells of a whole folder that vanished, and dream adopt brings it back', async () => {
    const { dream, memory } = notesPlace(TWO)
    await dream('look')
    const before = treeBelow(memory)
    rmSync(memory, { recursive: true })
    const stdout = inOneLine((await dream('look')).stdout)
    expect(stdout).toContain(`Vanished: the whole folder ${memory} (2 notes`)
    expect(stdout).toContain(`→ dream adopt ${memory}`)
    const { code, stdout: said } = await dream(`adopt ${memory} --yes`)
    expect(code).toBe(0)
    expect(said).toContain('3 files copied')
    expect(Object.keys(treeBelow(memory))).toEqual(Object.keys(before))
    expect(readFileSync(join(memory, 'b.md'), 'utf8')).toBe(TWO['b.md'])
    expect(treeBelow(memory)['b.md']).toBe(before['b.md'])
  })

  it('shows what agents cannot see and what points nowhere, with the commit and the next command', async () => {
    const place = placeOf('first-night', 'git')
    removals.push(place.remove)
    const { cwd, home, env } = place.where
    const world = { cwd, home, env: env as Record<string, string> }
    writeFileSync(join(place.memory, 'unlisted.md'), note('unlisted', 'The oven is hot.'))
    const { stdout } = await runDream(['look'], world)
    expect(stdout).toContain('not in MEMORY.md: ')
    expect(stdout).toContain('unlisted.md')
    expect(stdout).toMatch(/Points nowhere: /)
    expect(stdout).toMatch(/removed in [0-9a-f]{8} on 2026-01-15/)
    expect(stdout).toMatch(/→ dream explain \S+\.md/)
    expect(stdout.split('\n').length).toBeLessThan(45)
    const chinese = await runDream(['look', '--lang', 'zh'], world)
    expect(chinese.stdout).toContain('指向不存在的内容')
    const json = JSON.parse((await runDream(['look', '--json'], world)).stdout)
    expect(json).toMatchObject({ format: 'dream-look', version: 1, folders: [{ layout: 'index' }] })
    expect(json.totals.nowhere).toBeGreaterThan(0)
  })
})

describe('D41 a project that moved', () => {
  function moved(by: 'commit' | 'name') {
    const place = notesPlace({ 'MEMORY.md': '' })
    rmSync(join(place.project, '.claude'), { recursive: true })
    writeFileSync(join(place.project, 'shop.ts'), 'export const shop = 1\n')
    commitAndRemove(place.project)
    const { home } = place.where
    const slug = (path: string) => join(home, '.claude/projects', path.replace(/[^a-zA-Z0-9]/g, '-'))
    const old = slug(place.project)
    mkdirSync(join(old, 'memory'), { recursive: true })
    writeFileSync(join(old, 's.jsonl'), `${JSON.stringify({ type: 'user', cwd: place.project })}\n`)
    for (const [name, text] of Object.entries(TWO)) writeFileSync(join(old, 'memory', name), text)
    utimesSync(join(old, 'memory/a.md'), 1_700_000_000, 1_700_000_000)
    const to = join(place.top, by === 'name' ? 'work/shop' : 'store')
    mkdirSync(join(to, '..'), { recursive: true })
    const move = () => renameSync(place.project, to)
    return { ...place, old: join(old, 'memory'), to, here: join(slug(to), 'memory'), move }
  }

  it('is known by its first commit, and its memory adopted on a word, with a way back', async () => {
    const { dream, old, to, here, move } = moved('commit')
    await dream('look')
    move()
    const before = treeBelow(old, 'all')
    for (const line of ['look', 'status', '--dry-run'])
      expect(inOneLine((await dream(line, to)).stdout), line).toMatch(
        /memory may be at .*same first commit.*: dream adopt/s,
      )
    const shown = await dream('adopt', to)
    expect(shown.stdout).toContain('Would copy 3 files')
    expect(existsSync(here)).toBe(false)
    const { code, stdout } = await dream('adopt --yes', to)
    expect(code).toBe(0)
    expect(readFileSync(join(here, 'a.md'), 'utf8')).toBe(TWO['a.md'])
    expect(readFileSync(join(here, 'MEMORY.md'), 'utf8')).toBe(TWO['MEMORY.md'])
    expect(statSync(join(here, 'a.md')).mtimeMs).toBe(1_700_000_000_000)
    expect(treeBelow(old, 'all')).toEqual(before)
    expect((await dream('look', to)).stdout).not.toContain('dream adopt')
    const [, undo = ''] = /dream (undo \S+ --folder \S+) takes/.exec(inOneLine(stdout)) ?? []
    expect((await dream(undo.replace('~', join(here, '../../../..')), to)).code).toBe(0)
    expect(existsSync(join(here, 'a.md'))).toBe(false)
  })

  it('is guessed by its name; notes that are there already stay, and others of that name are named', async () => {
    const { dream, old, to, here, move } = moved('name')
    move()
    expect((await dream('look', to)).stdout).toContain('same folder name')
    mkdirSync(here, { recursive: true })
    writeFileSync(join(here, 'a.md'), note('a', 'Something else.'))
    writeFileSync(join(here, 'MEMORY.md'), '- [a](a.md) — else\n')
    const { stdout } = await dream(`adopt ${old} --yes`, to)
    expect(stdout).toContain('another text has that name there: a.md')
    expect(readFileSync(join(here, 'a.md'), 'utf8')).toContain('Something else')
    expect(readFileSync(join(here, 'MEMORY.md'), 'utf8')).toMatch(
      /^- \[a\]\(a\.md\) — else\n- \[b\]\(b\.md\)/,
    )
    expect((await dream(`adopt ${here}`, to)).code).toBe(2)
    expect((await dream('adopt /nowhere/at/all', to)).code).toBe(2)
  })
})

describe('D35 what was looked for', () => {
  it('finds nested settings folders, offers folders with an index, and says where it looked', async () => {
    const { dream, project } = notesPlace({ 'MEMORY.md': '' })
    rmSync(join(project, '.claude'), { recursive: true })
    const put = (path: string) => {
      mkdirSync(join(project, path), { recursive: true })
      writeFileSync(join(project, path, 'MEMORY.md'), '- [x](x.md) — x\n')
      writeFileSync(join(project, path, 'x.md'), note('x', 'The blinds are closed at noon.'))
    }
    put('docs/memory')
    put('node_modules/pkg/memory')
    // Of journals without an index their names tell; a folder of that name alone says nothing.
    for (const file of ['journals/memory/2026-03-01.md', 'skills/memory/SKILL.md']) {
      mkdirSync(join(project, file, '..'), { recursive: true })
      writeFileSync(join(project, file), '# Notes\n')
    }
    const none = await dream('--dry-run')
    expect(none.stdout).toContain('No memory directories found')
    expect(none.stdout).toMatch(/Looked in: .*\.claude/)
    expect(none.stdout).toContain('Not checked: docs/memory, journals/memory. To')
    expect(none.stdout).not.toContain('node_modules')
    put('packages/a/.claude/memory')
    put('packages/b/.claude/memory')
    const { stdout } = await dream('look')
    expect(stdout).toContain('2 memory folders')
    expect(stdout).toMatch(/packages\/a\/\.claude\/memory/)
    const given = JSON.parse((await dream('look packages/a packages/b --json')).stdout)
    expect(new Set(given.folders.map((folder: { label: string }) => folder.label)).size).toBe(2)
    for (const name of ['c', 'd', 'e']) {
      mkdirSync(join(project, `packages/${name}/.claude/memory`), { recursive: true })
      writeFileSync(join(project, `packages/${name}/.claude/memory/MEMORY.md`), '# Memory\n')
    }
    writeFileSync(join(project, 'packages/e/.claude/memory/y.md'), note('y', 'Doors close at six.'))
    const many = (await dream('look')).stdout
    expect(many).toMatch(/2 folders without notes: packages\/c\S+\s+packages\/d/)
    expect(many).toMatch(/→ dream --folder packages\/e\/\.claude\/memory\s+adds it to MEMORY\.md/)
  })

  it('npm start shows the demo where this machine has no memory', () => {
    const { project, where, top } = notesPlace({ 'MEMORY.md': '' })
    rmSync(join(project, '.claude'), { recursive: true })
    const env = { PATH: process.env['PATH'], ...where.env, HOME: join(top, 'home'), NO_COLOR: '1' }
    builtCommand()
    const script = join(import.meta.dirname, '../../scripts/start.mjs')
    const { stdout, status } = spawnSync(process.execPath, [script], { cwd: project, env, encoding: 'utf8' })
    expect(stdout).toMatch(/^No memory directories found/)
    expect(stdout).toContain('Is it really as before?')
    expect(status).toBe(0)
  })
})
