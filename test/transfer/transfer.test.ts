import {
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { projectSlug } from '../../src/sources/claude-code/places.ts'
import { runDream, type World } from '../cli/run-dream.ts'
import { type SampleWorld, sampleWorld } from '../cli/sample-project.ts'
import { contentsOf, type Machine, otherMachine } from './machines.ts'

let here: SampleWorld
let there: Machine
beforeEach(() => {
  here = sampleWorld()
  there = otherMachine()
})
afterEach(() => {
  here.remove()
  there.remove()
})

const on =
  (world: World) =>
  (argv: string, rest: Partial<World> = {}) =>
    runDream(argv.split(' ').filter(Boolean), { ...world, ...rest })
const file = () => join(here.top, 'memory.dream')
const memory = () => join(there.cwd, '.claude/memory')
const microseconds = (path: string) => statSync(path, { bigint: true }).mtimeNs / 1000n
const notes = (folder: string) => readdirSync(folder).sort()

/** A run that archived something, then the export. */
async function exported(): Promise<string> {
  expect((await on(here)('--yes')).code).toBe(0)
  const { code, stdout } = await on(here)(`export ${file()}`)
  expect(code).toBe(0)
  return stdout
}

describe('dream export and dream import', () => {
  it('I11 carry a folder to another machine, byte for byte, with times, and say that secrets are in it', async () => {
    const said = await exported()
    expect(said).toContain('The file holds your notes as they are, secrets included.')
    expect(statSync(file()).mode & 0o077).toBe(0)
    const heard = await on(there)(`import ${file()} --yes`)
    expect([heard.code, heard.stderr]).toEqual([0, ''])
    expect(contentsOf(memory())).toEqual(contentsOf(here.memory))
    for (const name of notes(here.memory))
      expect(microseconds(join(memory(), name))).toBe(microseconds(join(here.memory, name)))
  })

  it('I11 history, what was archived, undo of an exported run and doctor work there', async () => {
    const before = contentsOf(here.memory)
    await on(here)('--yes')
    const [{ run }] = JSON.parse((await on(here)('history --json')).stdout).folders[0].records
    await on(here)(`export ${file()}`)
    await on(there)(`import ${file()} --yes`)
    expect((await on(there)('history')).stdout).toContain(run)
    expect((await on(there)('history upload.md')).stdout).toContain(run)
    const versions = (await on(here)('history upload.md --json')).stdout
    expect((await on(there)('history upload.md --json')).stdout).toBe(
      versions.replaceAll(here.memory, memory()),
    )
    const checked = await on(there)('doctor --fix')
    expect([checked.code, checked.stdout]).toEqual([0, expect.not.stringContaining('missing')])
    const undo = await on(there)(`undo ${run}`)
    expect([undo.code, undo.stderr]).toEqual([0, ''])
    expect(contentsOf(memory())).toEqual(before)
  })

  it('I11 the import itself is a run, and dream undo takes it back', async () => {
    await exported()
    await on(there)(`import ${file()} --yes`)
    const { code, stdout } = await on(there)(`undo --folder ${memory()}`)
    expect([code, notes(memory())]).toEqual([0, []])
    const [, redo] = /dream undo (\S+)/.exec(stdout) ?? []
    expect((await on(there)(`undo ${redo} --folder ${memory()}`)).code).toBe(0)
    expect(notes(memory())).toEqual(notes(here.memory))
  })

  it('I11 never overwrites a file that differs: it is named and stays', async () => {
    await exported()
    mkdirSync(memory(), { recursive: true })
    writeFileSync(join(memory(), 'letters.md'), 'mine\n')
    writeFileSync(join(memory(), 'totals.md'), readFileSync(join(here.memory, 'totals.md')))
    symlinkSync('letters.md', join(memory(), 'MEMORY.md'))
    const { code, stdout } = await on(there)(`import ${file()} --yes --json`)
    expect(code).toBe(1)
    expect(JSON.parse(stdout).folders).toMatchObject([{ kept: ['MEMORY.md', 'letters.md'], same: 1 }])
    expect(readFileSync(join(memory(), 'letters.md'), 'utf8')).toBe('mine\n')
  })

  it('I11 twice is as once', async () => {
    await exported()
    await on(there)(`import ${file()} --yes`)
    const before = contentsOf(there.top)
    const { code, stdout } = await on(there)(`import ${file()} --yes`)
    expect([code, stdout]).toEqual([0, expect.stringContaining('Everything is there already.')])
    expect(contentsOf(there.top)).toEqual(before)
  })

  it('I11 shows, asks, and does nothing without a yes', async () => {
    await exported()
    for (const [argv, rest] of [
      ['', {}],
      ['--dry-run', {}],
      ['', { answers: ['no'] }],
      ['', { answers: [] }],
    ] as const) {
      const heard = await on(there)(`import ${file()} ${argv}`, rest)
      expect(heard.code).toBe(0)
      expect(heard.stdout + heard.stderr).toContain(memory())
      expect(existsSync(memory())).toBe(false)
      expect(existsSync(join(there.top, 'state'))).toBe(false)
    }
    await on(there)(`import ${file()}`, { answers: ['yes'] })
    expect(notes(memory())).toEqual(notes(here.memory))
  })

  it('I11 answers to proposals arrive', async () => {
    here.write(
      'rule.md',
      '---\nname: r\ndescription: d\ntype: feedback\n---\n\nNever call `scripts/upload.sh` at noon.\n',
    )
    const queue = (await on(here)('queue --json')).stdout
    const id = queue.match(/"id": "([^"]+)"/)?.[1]
    expect((await on(here)(`queue --never ${id}`)).code).toBe(0)
    await exported()
    await on(there)(`import ${file()} --yes`)
    const state = Object.entries(contentsOf(join(there.top, 'state')))
    expect(state.find(([path]) => path.endsWith('/decisions.jsonl'))?.[1]).toContain(id)
  })
})

describe('where a folder goes', () => {
  const target = async (argv = '', rest: Partial<World> = {}) => {
    const { code, stdout, stderr } = await on(there)(`import ${file()} --dry-run --json ${argv}`, rest)
    return code === 0
      ? JSON.parse(stdout).folders.map(({ root }: { root: string }) => root)
      : `${code} ${stdout}${stderr}`
  }
  /** The folder that Claude Code keeps for the project, below the home. */
  const claudeMemory = (world: World) =>
    join(world.home, '.claude/projects', projectSlug(world.cwd), 'memory')

  it('I11 in the project of the same name, wherever it lies', async () => {
    await exported()
    expect(await target()).toEqual([memory()])
    expect(await target(`--project ${there.cwd}`, { cwd: there.top })).toEqual([memory()])
  })

  it('I11 a folder that is named after the path of its project gets the name of the path here', async () => {
    const folder = claudeMemory(here)
    mkdirSync(folder, { recursive: true })
    writeFileSync(join(folder, 'a.md'), 'a note\n')
    await on(here)(`export ${file()} --folder ${folder} --project ${here.cwd}`)
    expect(await target()).toEqual([claudeMemory(there)])
  })

  it('I11 --to decides; several by their number', async () => {
    await exported()
    expect(await target('--to notes')).toEqual([join(there.cwd, 'notes')])
    expect(await target('--to 1=notes')).toEqual([join(there.cwd, 'notes')])
    expect(await target('--to 2=notes')).toMatch(/^2 .*--to 2=notes names no folder/s)
  })

  it('I11 where nothing tells, it is asked for', async () => {
    await exported()
    rmSync(here.cwd, { recursive: true })
    expect(await target('', { cwd: there.home })).toMatch(/^2 .*has no place on this machine/s)
  })

  it('I11 below the home it goes below the home', async () => {
    const folder = join(here.home, 'notes')
    mkdirSync(folder)
    writeFileSync(join(folder, 'a.md'), 'a note\n')
    await on(here)(`export ${file()} --folder ${folder}`, { cwd: here.home })
    expect(await target('', { cwd: there.top })).toEqual([join(there.home, 'notes')])
  })
})

describe('dream export', () => {
  it('I11 does not write over a file, into a memory folder, or where no folder is', async () => {
    writeFileSync(file(), 'mine')
    const refused = async (path: string) => (await on(here)(`export ${path}`)).code
    expect(await refused(file())).toBe(2)
    expect(readFileSync(file(), 'utf8')).toBe('mine')
    expect(await refused(join(here.memory, 'x.dream'))).toBe(2)
    expect(await refused(join(here.top, 'no/such/x.dream'))).toBe(2)
  })

  it('I11 carries bytes that are no text, follows no link, and names what it leaves', async () => {
    writeFileSync(join(here.memory, 'latin.md'), Buffer.from([0x67, 0xe9, 0x0a]))
    mkdirSync(join(here.memory, 'team'))
    writeFileSync(join(here.top, 'outside.md'), 'not yours\n')
    symlinkSync(join(here.top, 'outside.md'), join(here.memory, 'link.md'))
    const said = await exported()
    expect(said).toContain('not included, because Dream never writes there: team, link.md')
    expect(readFileSync(file(), 'utf8')).not.toContain('not yours')
    await on(there)(`import ${file()} --yes`)
    expect(readFileSync(join(memory(), 'latin.md'))).toEqual(Buffer.from([0x67, 0xe9, 0x0a]))
  })

  it('I11 changes nothing in the folder and makes no state where there was none', async () => {
    const before = contentsOf(here.memory)
    await on(here)(`export ${file()}`)
    expect(contentsOf(here.memory)).toEqual(before)
    expect(existsSync(join(here.top, 'state'))).toBe(false)
  })
})

describe('a journal workspace', () => {
  it('I11 arrives with its journals, its ledger and their history', async () => {
    const old = join(here.home, 'clawd')
    mkdirSync(old)
    const run = (argv: string) => on(here)(argv, { cwd: old })
    expect((await run('init')).code).toBe(0)
    expect((await runDream(['remember', 'I prefer tabs over spaces.'], { ...here, cwd: old })).code).toBe(0)
    for (const name of readdirSync(join(old, 'memory'))) utimesSync(join(old, 'memory', name), 1e9, 1e9)
    const made = await run(`export ${file()}`)
    expect([made.code, made.stderr]).toEqual([0, ''])
    const arrived = await on(there)(`import ${file()} --yes`, { cwd: there.top })
    expect([arrived.code, arrived.stderr]).toEqual([0, ''])
    const now = join(there.home, 'clawd')
    expect(contentsOf(now)).toEqual(contentsOf(old))
    const search = async (world: World, cwd: string) => (await on(world)('search tabs', { cwd })).stdout
    expect(await search(here, old)).toContain('tabs over spaces')
    expect(await search(there, now)).toBe(await search(here, old))
    const past = await on(there)('history --json', { cwd: now })
    const records = JSON.parse(past.stdout).folders[0].records
    expect(records.every(({ vault }: { vault?: string }) => vault?.startsWith(there.home) !== false)).toBe(
      true,
    )
    expect(records.at(-1).command).toBe('import')
    expect((await on(there)(`undo ${records.at(-1).run}`, { cwd: now })).code).toBe(0)
  })
})
