import {
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'
import fc from 'fast-check'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { sha256 } from '../../src/disk/sys.ts'
import { readContainer } from '../../src/transfer/container.ts'
import { runDream } from '../cli/run-dream.ts'
import { sampleWorld } from '../cli/sample-project.ts'
import { contentsOf, forged, type Machine, otherMachine } from './machines.ts'

let text: string
beforeAll(async () => {
  const world = sampleWorld()
  await runDream(['--yes'], world)
  await runDream(['export', join(world.top, 'x.dream')], world)
  text = readFileSync(join(world.top, 'x.dream'), 'utf8')
  world.remove()
})
let there: Machine
beforeEach(() => {
  there = otherMachine()
})
afterEach(() => there.remove())
afterAll(() => expect(text).not.toBe(''))

const EVIL = 'evil\n'
const evil = { bytes: { hash: sha256(EVIL), text: EVIL } }
const fileOf = (file: string) => ({
  file: { file, hash: sha256(EVIL), size: 5, modified: 1e15, mode: 0o644 },
})
const record = (more: object) => ({
  record: { run: '20260101T000000-abcdef', at: '2026-01-01T00:00:00Z', command: 'run', changes: [], ...more },
})

async function imported(file: string, argv = '--yes') {
  const path = join(there.top, 'in.dream')
  writeFileSync(path, file)
  const heard = await runDream(['import', path, ...argv.split(' ')], there)
  return { ...heard, made: existsSync(join(there.cwd, '.claude')) || existsSync(join(there.top, 'state')) }
}

const refused = { code: 2, made: false }

describe('an export that is not what was written is refused whole', () => {
  it.each<[string, (text: string) => string, string]>([
    ['nothing', () => '', 'was not written by dream export'],
    ['another file', () => '{"name":"x"}\n', 'was not written by dream export'],
    ['cut off', whole => whole.slice(0, whole.length / 2), 'its end is missing'],
    [
      'without its end',
      whole => `${whole.trimEnd().split('\n').slice(0, -1).join('\n')}\n`,
      'its end is missing',
    ],
    ['a changed letter', whole => whole.replace('Shop', 'Shob'), 'its checksum is wrong'],
    ['a line more', whole => whole.replace('\n', '\n{"folder":{}}\n'), 'its checksum is wrong'],
    ['something behind its end', whole => `${whole}{}\n`, 'its end is missing'],
    [
      'a newer format',
      whole => whole.replace('"version":1', '"version":2'),
      'was written by a newer Dream (format 2; this one reads 1); update Dream on this machine',
    ],
  ])('I11 I13 %s', async (_, change, words) => {
    const heard = await imported(change(text))
    expect(heard).toMatchObject(refused)
    expect(heard.stderr).toContain(words)
    expect(heard.stderr).toContain('nothing was imported')
  })
})

describe('a hostile export with a right checksum', () => {
  it.each([
    '../escape.md',
    '../../.bashrc',
    '/etc/passwd.md',
    'team/x.md',
    'memory/x.md',
    '@vault/ledger.md',
    '.claude.md',
    '.consolidate-lock',
    '.dream-20260101T000000-abcdef-0.old',
    'run.sh',
    'a\\b.md',
    'a\nb.md',
    'a\u0000.md',
    '..',
    '',
  ])('I11 a file called %j is refused', async name => {
    const heard = await imported(forged(text, lines => [...lines, evil, fileOf(name)]))
    expect(heard).toMatchObject(refused)
    expect(heard.stderr).toContain('is not a file of a memory folder')
  })

  it.each<[string, object[], string]>([
    [
      'bytes with a wrong hash',
      [{ bytes: { hash: sha256('other'), text: EVIL } }],
      'do not match their hash',
    ],
    [
      'a file without bytes',
      [{ file: { ...fileOf('x.md').file, hash: sha256('none') } }],
      'not what was written',
    ],
    ['a file twice', [evil, fileOf('x.md'), fileOf('x.md')], 'x.md appears twice'],
    ['a link', [{ link: { file: 'x.md', to: '/etc/passwd' } }], 'unknown kind of line: link'],
    ['no folder', [{ folder: { root: 'relative', label: 'x', layout: 'index' } }], 'not what was written'],
    [
      'a run that names another place',
      [
        record({
          changes: [{ kind: 'write', file: '../x', from: null, to: null, reason: {}, result: 'done' }],
        }),
      ],
      'not what was written',
    ],
    ['a run with a path for a name', [record({ run: '../../x' })], 'impossible name or time'],
    ['a run of the future', [record({ at: '2999-01-01T00:00:00Z' })], 'impossible name or time'],
    [
      'an answer that is none',
      [{ decision: { key: 'k', id: 'i', answer: 'yes', at: 'now' } }],
      'not what was written',
    ],
  ])('I11 %s is refused', async (_, more, words) => {
    const heard = await imported(forged(text, lines => [...lines, ...(more as typeof lines)]))
    expect(heard).toMatchObject(refused)
    expect(heard.stderr).toContain(words)
  })

  it.each(['CLAUDE.md', 'claude.md', 'AGENTS.md', 'SOUL.md', 'ＣＬＡＵＤＥ.md'])(
    'I11 P6 %s, which an agent loads by itself, is refused',
    async name => {
      const heard = await imported(forged(text, lines => [...lines, evil, fileOf(name)]))
      expect(heard).toMatchObject(refused)
    },
  )

  /** Another folder in the same export; the project in it is the one we stand in. */
  const folderAt = (root: string, layout = 'index') =>
    forged(text, ([head]) => [
      { ...head!, home: there.home },
      { folder: { root, label: '.claude/memory', layout } },
      evil,
      fileOf('helper.md'),
    ])

  it.each([
    ['the settings of an agent', '.claude', 'settings.json'],
    ['the agents of the user', '.claude/agents', undefined],
    ['hidden folders', '.config/agent/notes', undefined],
    ['any folder with files in it', 'diary', 'quokka.md'],
  ])('I11 D19 %s are no place for notes, unless a person names it', async (_, place, holds) => {
    const folder = join(there.home, place)
    if (holds !== undefined) {
      mkdirSync(folder, { recursive: true })
      writeFileSync(join(folder, holds), '{}')
    }
    const heard = await imported(folderAt(folder))
    expect([heard.code, existsSync(join(folder, 'helper.md'))]).toEqual([2, false])
    expect(heard.stderr).toContain(`if it is right, write --to 1=${folder}`)
    expect((await imported(folderAt(folder), `--yes --to 1=${folder}`)).code).toBe(0)
    expect(existsSync(join(folder, 'helper.md'))).toBe(true)
  })

  it('I11 D1 a link in the project leads to no other folder', async () => {
    const diary = join(there.home, 'diary')
    mkdirSync(diary)
    mkdirSync(join(there.cwd, '.claude'))
    symlinkSync(diary, join(there.cwd, '.claude/memory'))
    expect((await imported(text)).code).toBe(2)
    expect(readdirSync(diary)).toEqual([])
  })

  it('I11 of a journal workspace only the snapshot lies beside the journals', async () => {
    const heard = await imported(folderAt(join(there.home, 'clawd'), 'journal'))
    expect([heard.code, existsSync(join(there.home, 'clawd'))]).toEqual([2, false])
  })

  describe('a run in it', () => {
    const from = { hash: sha256(EVIL), size: 5, modified: 1e15, mode: 0o644 }
    const rest = { to: null, reason: { why: 'index' }, result: 'done' }
    const gone = (file: string) => ({ kind: 'archive', file, from, ...rest })
    const importRun = (more: object) =>
      imported(forged(text, lines => [...lines, evil, record({ changes: [gone('planted.md')], ...more })]))
    const isThere = (file: string) => existsSync(join(there.cwd, '.claude/memory', file))

    it('I11 that is dated ahead is not the one that dream undo takes back', async () => {
      await importRun({ at: new Date(Date.now() + 3_600_000).toISOString() })
      expect((await runDream(['undo'], there)).stdout).toContain('totals.md  removed again')
      expect(isThere('planted.md')).toBe(false)
    })

    it('I11 P6 brings back no file that an agent loads by itself', async () => {
      await importRun({ changes: [gone('planted.md'), gone('CLAUDE.md')] })
      expect((await runDream(['undo', '20260101T000000-abcdef'], there)).code).toBe(0)
      expect([isThere('planted.md'), isThere('CLAUDE.md')]).toEqual([true, false])
    })
  })

  it('I11 deep nesting is refused, not followed', async () => {
    const deep = `{"folder":${'['.repeat(200_000)}`
    const lines = [text.split('\n')[0], deep].map(line => `${line}\n`).join('')
    const end = JSON.stringify({ end: { lines: 2, sha256: sha256(lines) } })
    expect(await imported(`${lines}${end}\n`)).toMatchObject(refused)
  })

  it('I11 nothing that it says makes a file executable or writable by others', async () => {
    await imported(
      forged(text, lines => [...lines, evil, { file: { ...fileOf('x.md').file, mode: 0o4777 } }]),
    )
    expect(statSync(join(there.cwd, '.claude/memory/x.md')).mode & 0o7777).toBe(0o644)
  })

  it('I11 a purge in it erases nothing that is kept here', async () => {
    const memory = join(there.cwd, '.claude/memory')
    mkdirSync(memory, { recursive: true })
    writeFileSync(join(memory, 'mine.md'), 'mine\n')
    writeFileSync(join(memory, 'MEMORY.md'), '- [mine](mine.md) — x\n')
    await runDream(['forget', 'mine.md'], there)
    const purge = record({ command: 'purge', purged: [sha256('mine\n')] })
    expect((await imported(forged(text, lines => [...lines, purge]))).code).toBe(1)
    await runDream(['recover'], there)
    await runDream(['recover'], there)
    const objects = Object.values(contentsOf(join(there.top, 'state')))
    expect(objects).toContain('mine\n')
  })

  it('I11 whatever is flipped in it, it is refused or says the same', () => {
    const name = 'x.dream'
    const right = JSON.stringify(readContainer(text, name, Date.now()))
    fc.assert(
      fc.property(fc.nat(text.length - 1), fc.string({ minLength: 1, maxLength: 3 }), (at, with_) => {
        const other = text.slice(0, at) + with_ + text.slice(at + with_.length)
        try {
          return JSON.stringify(readContainer(other, name, Date.now())) === right || other === text
        } catch (error) {
          return (error as { exit?: number }).exit === 2
        }
      }),
      { numRuns: 300 },
    )
  })

  it('I11 leaves nothing outside of the folder that it names', async () => {
    await imported(text)
    expect(readdirSync(there.top).sort()).toEqual(['home', 'in.dream', 'state', 'work'])
    expect(readdirSync(there.home)).toEqual([])
    expect(readdirSync(there.cwd).sort()).toEqual(['.claude', '.git'])
  })
})
