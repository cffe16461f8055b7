import { execFileSync } from 'node:child_process'
import {
  appendFileSync,
  chmodSync,
  existsSync,
  lstatSync,
  readFileSync,
  rmSync,
  utimesSync,
  writeFileSync,
} from 'node:fs'
import fc from 'fast-check'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { settledBefore } from '../../src/disk/read.ts'
import { wordStampOf, workTreeStamp } from '../../src/project/git-tree.ts'
import { openProject } from '../../src/project/open-project.ts'
import type { ProjectContext } from '../../src/project/project.ts'
import { type CacheFile, kept as keptIn } from '../../src/state/cache.ts'
import { atLevel } from '../level.ts'
import { commit, git, lay, repository, sandbox } from '../sources/sandbox.ts'

/** What changed just now is never trusted: for these tests all of it happened a while ago. */
beforeEach(() => {
  const real = Date.now.bind(Date)
  vi.spyOn(Date, 'now').mockImplementation(() => real() + 10_000)
})

afterEach(() => {
  vi.restoreAllMocks()
  vi.unstubAllEnvs()
})

function memoryCache(): CacheFile & { loads: number } {
  let kept: Buffer | undefined
  return {
    loads: 0,
    load() {
      this.loads++
      return kept
    },
    store(bytes) {
      kept = Buffer.from(bytes)
    },
  }
}

/** A project with caches of its own: its stamp, and whether every file had to be looked at for it. */
function projectAt(root: string) {
  const cache = memoryCache()
  const wordStamp = keptIn<string>(memoryCache(), 'test')
  const context: ProjectContext = { home: '/home/nobody', memoryFolders: [] }
  return (memoryFolders: readonly string[] = []) => {
    cache.loads = 0
    const stamp = openProject({ path: root }, { ...context, memoryFolders, cache, wordStamp }).wordStamp()
    const fresh = openProject({ path: root }, { ...context, memoryFolders }).wordStamp()
    expect(stamp).toBe(fresh)
    return { stamp, how: cache.loads === 0 ? 'by the list' : 'by a look' }
  }
}

const pause = (ms: number) => Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, ms)

/** Longer than the clock of any file system takes for a tick. */
const tick = () => pause(15)

/** As it is some time after a checkout: git trusts the times of files that are older than its index. */
function settleIndex(root: string, version: 2 | 4): void {
  pause(1100)
  git(root, 'update-index', '--index-version', String(version))
}

/** Writes other bytes of the same length and puts the old time back, as a careless tool does. */
function changeUnseen(path: string): void {
  const { atime, mtime } = lstatSync(path)
  writeFileSync(
    path,
    readFileSync(path, 'utf8').replace(/\w/g, letter => (letter === 'x' ? 'y' : 'x')),
  )
  utimesSync(path, atime, mtime)
}

const FILES = { 'src/a.ts': 'function alpha() {}', 'src/b.ts': 'const beta = 1', 'docs/c.md': 'gamma' }

describe('A5 the stamp of a project’s words', () => {
  it('is known from git’s list where nothing changed, and found by a look where something did', () => {
    const root = repository(FILES)
    const stampOf = projectAt(root)
    const first = stampOf()
    expect(first.how).toBe('by a look')
    expect(stampOf()).toEqual({ stamp: first.stamp, how: 'by the list' })
    tick()
    appendFileSync(`${root}/src/a.ts`, ' class Delta {}')
    const second = stampOf()
    expect(second.how).toBe('by a look')
    expect(second.stamp).not.toBe(first.stamp)
    expect(stampOf()).toEqual({ stamp: second.stamp, how: 'by the list' })
  })

  it('is known from the list also where git’s folder lies elsewhere', () => {
    const root = repository(FILES)
    git(root, 'init', '-q', `--separate-git-dir=${sandbox()}/elsewhere`)
    expect(lstatSync(`${root}/.git`).isFile()).toBe(true)
    const stampOf = projectAt(root)
    stampOf()
    expect(stampOf().how).toBe('by the list')
  })

  it.each<[string, (root: string) => void]>([
    ['a changed file with its old size and time', root => changeUnseen(`${root}/src/a.ts`)],
    ['a new file', root => lay(root, { 'new.ts': 'let fresh' })],
    ['a deleted file', root => rmSync(`${root}/src/b.ts`)],
    ['another name', root => git(root, 'mv', 'src/b.ts', 'src/z.ts')],
  ])('tells of %s', (_, change) => {
    const root = repository(FILES)
    const stampOf = projectAt(root)
    const first = stampOf()
    tick()
    change(root)
    expect(stampOf()).toMatchObject({ how: 'by a look', stamp: expect.not.stringMatching(first.stamp ?? '') })
  })

  it('tells of changes that git was told not to look for', () => {
    const root = repository(FILES)
    git(root, 'update-index', '--assume-unchanged', 'src/a.ts')
    const stampOf = projectAt(root)
    const first = stampOf()
    expect(stampOf().how).toBe('by the list')
    tick()
    lay(root, { 'src/a.ts': 'function omega() {}' })
    expect(stampOf().stamp).not.toBe(first.stamp)
  })

  it('tells of changes in untracked files and in repositories inside this one', () => {
    const root = repository(FILES)
    repository({ 'inner.ts': 'let inner' }, `${root}/vendor-copy`)
    lay(root, { 'loose.ts': 'let loose' })
    const stampOf = projectAt(root)
    const first = stampOf()
    expect(stampOf().how).toBe('by the list')
    tick()
    changeUnseen(`${root}/loose.ts`)
    const second = stampOf()
    expect(second.stamp).not.toBe(first.stamp)
    tick()
    changeUnseen(`${root}/vendor-copy/inner.ts`)
    expect(stampOf().stamp).not.toBe(second.stamp)
  })

  it('tells of files that a filter wrote anew, though they are the same to git', () => {
    const root = repository({ '.gitattributes': '*.ts filter=lock', ...FILES })
    git(root, 'config', 'filter.lock.clean', 'tr A-Z a-z')
    git(root, 'config', 'filter.lock.smudge', 'tr a-z A-Z')
    settleIndex(root, 4)
    const stampOf = projectAt(root)
    const first = stampOf()
    expect(stampOf().how).toBe('by the list')
    rmSync(`${root}/src/a.ts`)
    git(root, 'checkout', '--', 'src/a.ts')
    settleIndex(root, 2)
    expect(readFileSync(`${root}/src/a.ts`, 'utf8')).toContain('FUNCTION')
    expect(stampOf().stamp).not.toBe(first.stamp)
  })

  it.each(['evil', 'e=vil'])('starts no program of the repository to find out: filter %s', driver => {
    const root = repository({ '.gitattributes': `*.ts filter=${driver}`, ...FILES })
    const trace = `${sandbox()}/started`
    git(root, 'config', `filter.${driver}.clean`, `touch '${trace}'; cat`)
    git(root, 'config', `filter.${driver}.required`, 'true')
    const stampOf = projectAt(root)
    tick()
    changeUnseen(`${root}/src/a.ts`)
    stampOf()
    stampOf()
    expect(existsSync(trace)).toBe(false)
    // Git alone would have started it.
    execFileSync('git', ['-C', root, 'ls-files', '-m'])
    expect(existsSync(trace)).toBe(true)
  })

  it('is found by the times of all files where git cannot say what changed', () => {
    const root = repository(FILES)
    const program = execFileSync('sh', ['-c', 'command -v git'], { encoding: 'utf8' }).trim()
    const folder = lay(sandbox(), {
      git: `#!/bin/sh\ncase " $* " in *" -m "*) exit 128;; esac\nexec ${program} "$@"\n`,
    })
    chmodSync(`${folder}/git`, 0o755)
    vi.stubEnv('PATH', `${folder}:${process.env['PATH']}`)
    const stampOf = projectAt(root)
    const first = stampOf()
    expect(stampOf()).toEqual({ stamp: first.stamp, how: 'by the list' })
    tick()
    changeUnseen(`${root}/src/a.ts`)
    expect(stampOf().stamp).not.toBe(first.stamp)
  })

  it('is another where other folders hold memories, and is not trusted for what changed just now', () => {
    const root = repository(FILES)
    const stampOf = projectAt(root)
    const first = stampOf()
    expect(stampOf([`${root}/docs`]).stamp).not.toBe(first.stamp)
    expect(stampOf().stamp).toBe(first.stamp)
    vi.restoreAllMocks()
    lay(root, { 'src/a.ts': 'function moments() {}' })
    expect(stampOf().how).toBe('by a look')
    expect(stampOf().how).toBe('by a look')
  })

  it('is the same with and without what is kept, whatever happens to the work tree', () => {
    const file = fc.constantFrom('src/a.ts', 'src/b.ts', 'docs/c.md', 'new.ts', 'src/new.ts')
    const deed = fc.tuple(
      fc.constantFrom('write', 'unseen', 'touch', 'remove', 'add', 'commit', 'restore', 'assume', 'nothing'),
      file,
    )
    let byList = 0
    fc.assert(
      fc.property(fc.array(deed, { minLength: 2, maxLength: 7 }), deeds => {
        const root = repository(FILES)
        const stampOf = projectAt(root)
        stampOf()
        deeds.forEach((one, at) => {
          tick()
          carryOut(root, one, at)
          if (stampOf().how === 'by the list') byList++
        })
      }),
      { numRuns: atLevel({ quick: 4, slow: 40 }) },
    )
    expect(byList).toBeGreaterThan(0)
  })
})

describe('what changed while it was looked at', () => {
  const listing = { stamp: 'list', settled: 100_000_000_000n, index: 'index' }
  const wordsOf = (newest: bigint | undefined) => () => ({ answer: () => new Map(), stamp: 'words', newest })

  it('is what changed within the last two seconds', () => {
    vi.mocked(Date.now).mockReturnValue(100_000)
    expect(settledBefore()).toBe(98_000_000_000n)
  })

  it('is not kept as what the list told of', () => {
    const keeps = (newest: bigint | undefined): boolean => {
      const cache = memoryCache()
      wordStampOf('tree', listing.settled, keptIn(cache, 'test'), wordsOf(newest))
      return cache.load() !== undefined
    }
    expect(keeps(1n)).toBe(true)
    expect(keeps(listing.settled)).toBe(false)
    expect(keeps(listing.settled + 1n)).toBe(false)
    expect(keeps(undefined)).toBe(false)
  })

  it('has no stamp', () => {
    const root = lay(sandbox(), { 'loose.ts': '' })
    const changed = lstatSync(`${root}/loose.ts`, { bigint: true }).ctimeNs
    const stampAt = (settled: bigint) => workTreeStamp(root, { ...listing, settled }, ['loose.ts'], [])
    expect(stampAt(changed)).toBeUndefined()
    expect(stampAt(changed - 1n)).toBeUndefined()
    expect(stampAt(changed + 1n)).toMatch(/^[0-9a-f]{64}$/)
    expect(workTreeStamp(root, listing, ['gone.ts'], [])).toBeUndefined()
    expect(workTreeStamp(root, { ...listing, index: undefined }, [], [])).toBeUndefined()
  })
})

function carryOut(root: string, [what, file]: readonly [string, string], at: number): void {
  const path = `${root}/${file}`
  const isThere = existsSync(path)
  if (what === 'write') lay(root, { [file]: `word${at}` })
  if (what === 'unseen' && isThere) changeUnseen(path)
  if (what === 'touch' && isThere) utimesSync(path, at, at)
  if (what === 'remove') rmSync(path, { force: true })
  if (what === 'add') git(root, 'add', '-A')
  if (what === 'commit') commit(root, `number ${at}`)
  if (what === 'restore') git(root, 'checkout', '-q', '--', '.')
  if (what === 'assume' && git(root, 'ls-files', '--', file) !== '')
    git(root, 'update-index', '--assume-unchanged', file)
}
