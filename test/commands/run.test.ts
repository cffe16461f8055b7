import { existsSync, readFileSync, symlinkSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { reportSchema } from '../../scripts/report-schema.ts'
import { storeContext } from '../../src/app/app.ts'
import { differences, treeOf } from '../../src/cli/demo/tree.ts'
import { planSchema } from '../../src/plan/schema.ts'
import { takeLease } from '../../src/store/lease.ts'
import { runDream, type World } from '../cli/run-dream.ts'
import { type SampleWorld, sampleWorld } from '../cli/sample-project.ts'

let world: SampleWorld
beforeEach(() => {
  world = sampleWorld()
})
afterEach(() => world.remove())

const dream = (argv: string, rest: Partial<World> = {}) =>
  runDream(argv.split(' ').filter(Boolean), { ...world, ...rest })

const changed = async (argv: string, rest: Partial<World> = {}) => {
  const before = treeOf(world.memory)
  const heard = await dream(argv, rest)
  return { ...heard, files: differences(before, treeOf(world.memory)) }
}

describe('dream run', () => {
  it.each(['--dry-run', '--check', 'plan', '--dry-run --json', '--rules propose'])(
    'D17 D26 dream %s leaves every file and its time alone',
    async argv => {
      expect((await changed(argv)).files).toEqual([])
    },
  )

  it.each(['--dry-run', '--check', 'plan', 'status', 'history', 'explain upload.md', 'load', 'doctor'])(
    'D17 dream %s makes no state',
    async argv => {
      await dream(argv)
      expect(existsSync(join(world.top, 'state'))).toBe(false)
    },
  )

  it('D26 --check exits 3 while there is work and 0 after it was done', async () => {
    expect((await dream('--check')).code).toBe(3)
    expect((await dream('--yes')).code).toBe(0)
    expect((await dream('--check')).code).toBe(0)
  })

  it('I7 dream is dream run, and a path may be given', async () => {
    const plain = (await dream('--dry-run')).stdout
    expect((await dream('run --dry-run')).stdout).toBe(plain)
    expect((await dream('--dry-run .claude/memory')).stdout).toContain(
      'Would archive: .claude/memory/upload.md',
    )
  })

  it('names the folder in what to run next, where one was given', async () => {
    const { stdout } = await dream('run .claude/memory --yes')
    const [, line] = /^(dream undo --folder \S+)/m.exec(stdout) ?? []
    expect(line).toBe('dream undo --folder .claude/memory')
    expect((await dream(line!.replace('dream ', ''))).code).toBe(0)
  })

  it('asks only where someone is there and something would be applied', async () => {
    expect((await dream('--rules propose', { tty: true })).asked).toEqual([])
    expect((await dream('--dry-run', { tty: true })).asked).toEqual([])
    expect((await changed('', { answers: ['not-now'] })).files).toEqual([])
    expect((await dream('--yes', { tty: true })).asked).toEqual([])
    expect((await dream('', { tty: true })).asked).toEqual([])
  })

  it('an interrupted question changes nothing and exits 130', async () => {
    expect(await changed('', { answers: [] })).toMatchObject({ code: 130, files: [] })
    expect(await changed('', { answers: ['one-by-one'] })).toMatchObject({ code: 130, files: [] })
  })

  it('one by one archives exactly what was accepted, and the index follows', async () => {
    const { files } = await changed('', { answers: ['one-by-one', 'archive', 'keep', 'apply'] })
    expect(files).toEqual(['MEMORY.md', 'cents.md'])
    const index = readFileSync(join(world.memory, 'MEMORY.md'), 'utf8')
    expect(index).toContain('upload.md')
    expect(index).not.toContain('(cents.md)')
  })

  it('D40 one by one asks about the index too, with its difference, and a no leaves it as it is', async () => {
    await dream('--yes')
    world.write('late.md', '---\nname: late\ndescription: came late\ntype: project\n---\nA late note.\n', 50)
    const heard = await changed('', { answers: ['one-by-one', 'skip'] })
    expect(heard.asked).toHaveLength(2)
    expect(heard.asked[1]).toContain('MEMORY.md')
    expect(heard.stderr).toContain('+ - [late](late.md)')
    expect(heard.files).toEqual([])
    expect((await changed('', { answers: ['one-by-one', 'apply'] })).files).toEqual(['MEMORY.md'])
  })

  it('D40 one by one shows each text that would go, and a no to all changes nothing', async () => {
    const heard = await changed('', { answers: ['one-by-one', 'keep', 'keep', 'skip'] })
    expect(heard.stderr).toContain('would be archived')
    expect(heard.files).toEqual([])
    expect(heard).toMatchObject({ code: 0, files: [] })
    expect(heard.asked).toHaveLength(4)
  })

  it.each(['', '--rules propose', '--json', '-o ../report.md'])(
    'D40 dream %s with no terminal shows the plan, changes nothing and says so',
    async argv => {
      const { code, files, stdout, stderr } = await changed(argv)
      expect({ code, files }).toEqual({ code: 0, files: [] })
      const out = argv === '--json' ? stderr : stdout
      if (argv !== '--rules propose')
        expect(out.trimEnd().split('\n').at(-1)).toBe('Nothing was changed. Run with --yes to apply.')
      if (argv === '--json') expect(JSON.parse(stdout)).toMatchObject({ mode: 'plan' })
      expect(existsSync(join(world.top, 'state'))).toBe(false)
    },
  )

  it.each(['--rules seed', '--scheduled', '--yes'])(
    'D40 dream %s with no terminal goes ahead',
    async argv => {
      expect((await changed(argv)).files).toContain('upload.md')
    },
  )

  it('A3 D26 another run at work exits 4 with its name, and 0 on a schedule', async () => {
    const where = { ...world, env: { ...world.env, HOME: world.home }, paths: [], allProjects: false }
    const lease = await takeLease(storeContext(where), world.memory, 'run')
    try {
      const heard = await changed('--yes')
      expect(heard).toMatchObject({ code: 4, files: [] })
      expect(heard.stdout).toContain(`process ${process.pid}`)
      expect((await dream('--scheduled')).code).toBe(0)
    } finally {
      lease.release()
    }
  })

  it('--scheduled asks nothing and keeps quiet once there is nothing to do', async () => {
    const first = await dream('--scheduled', { tty: true })
    expect(first.asked).toEqual([])
    expect(first.stdout.split('\n')).toHaveLength(2)
    expect(await dream('--scheduled')).toMatchObject({ code: 0, stdout: '', stderr: '' })
  })
})

describe('output', () => {
  it('D24 -o writes the report as Markdown, with --json as JSON', async () => {
    await dream('--dry-run -o ../report.md')
    expect(readFileSync(join(world.top, 'report.md'), 'utf8')).toMatch(/^\[DRY RUN\] No files were modified/)
    await dream('--check --json -o ../report.json')
    const text = readFileSync(join(world.top, 'report.json'), 'utf8')
    expect(reportSchema.safeParse(JSON.parse(text)).error).toBeUndefined()
  })

  it('D19 the plan on stdout fits its schema', async () => {
    const { stdout } = await dream('plan --json')
    expect(planSchema.safeParse(JSON.parse(stdout)).error).toBeUndefined()
  })

  it.each([
    '-o .claude/memory/MEMORY.md',
    '-o .claude/memory/report.md --yes',
    'plan -o .claude/memory/p.json',
    'plan -o way/p.json',
    'plan -o linked.md',
    '--check --format sarif -o way/MEMORY.md',
    'magma graph -o .claude/memory/MEMORY.md',
    'magma graph -o way/upload.md',
  ])('D1 A4 dream %s is refused before anything changes', async argv => {
    symlinkSync('.claude/memory', join(world.cwd, 'way'))
    symlinkSync('.claude/memory/MEMORY.md', join(world.cwd, 'linked.md'))
    expect(await changed(argv)).toMatchObject({ code: 2, files: [] })
  })

  it('a report that cannot be written is shown instead', async () => {
    const { code, stdout, stderr } = await dream('--yes -o ../nowhere/report.md')
    expect(code).toBe(2)
    expect(stdout).toContain('upload.md')
    expect(stderr).toMatch(/^dream: cannot write .*report\.md: it does not exist \(ENOENT\)\n$/)
  })

  it.each(['status', 'history', 'explain upload.md', 'load', 'doctor --fix', 'purge upload.md --dry-run'])(
    'I1 dream %s --json names its format',
    async argv => {
      const { stdout } = await dream(`${argv} --json`)
      expect(JSON.parse(stdout)).toMatchObject({ format: expect.stringMatching(/^dream-/), version: 1 })
    },
  )

  it('I1 colours only on a terminal, unless told otherwise', async () => {
    const painted = async (argv: string, env: Record<string, string>, tty: boolean) =>
      (
        await dream(`--dry-run ${argv}`, { tty, env: { ...world.env, NO_COLOR: '', ...env } })
      ).stdout.includes('\u001b[')
    expect(await painted('', {}, true)).toBe(true)
    expect(await painted('', {}, false)).toBe(false)
    expect(await painted('', { NO_COLOR: '1' }, true)).toBe(false)
    expect(await painted('', { TERM: 'dumb' }, true)).toBe(false)
    expect(await painted('', { FORCE_COLOR: '1' }, false)).toBe(true)
    expect(await painted('--color', { NO_COLOR: '1' }, false)).toBe(true)
    expect(await painted('--no-color', { FORCE_COLOR: '1' }, true)).toBe(false)
  })
})
