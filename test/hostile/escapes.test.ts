import {
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  realpathSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest'
import { Dir } from '../../src/disk/dir.ts'
import { realSys } from '../../src/disk/sys.ts'
import { asFileName, asStoredName, fileName, folderPart, storedName } from '../../src/model/file-name.ts'
import { readFrontmatter } from '../../src/text/memory-file.ts'
import { showText } from '../../src/text/text.ts'
import { type Heard, runDream } from '../cli/run-dream.ts'
import { type SampleWorld, sampleWorld } from '../cli/sample-project.ts'

/** Colour, title, clear, a link, a hidden tail, right-to-left, isolates, zero width, tags, C1 and a lone surrogate. */
const NASTY =
  '\u001b[31m\u001b]0;title\u0007\u001b[2J\u001b]8;;http://evil.example\u0007\u009b31m\u202etxt.exe\u2066\u2069\u200b\u200f\ufeff\u{e0041}'

/** What can lie to a reader or drive a terminal; a line end is what lines end with. */
const UNSAFE =
  /[\u0000-\u0009\u000b-\u001f\u007f-\u009f\u00ad\u061c\u180e\u200b-\u200f\u2028-\u202e\u2060-\u206f\ufeff\ufff9-\ufffb]|[\u{e0000}-\u{e007f}]|\p{Surrogate}/u

/** A colour of our own palette. */
const PAINT = /\u001b\[(?:[0-9]|[1-9][0-9])m/g

const name = `esc-${NASTY.replaceAll('/', '')}.md`

function nastyWorld(): SampleWorld {
  const world = sampleWorld()
  const note = (title: string, body: string, type = 'project') =>
    `---\nname: "${title}"\ndescription: about ${NASTY}\ntype: ${type}\n---\n${body}\n`
  const escaped = NASTY.replaceAll('\u001b', '\\e').replaceAll('\u0007', '\\a')
  const body = `Run \`scripts/upload.sh\` ${NASTY} and \`src/${NASTY}.ts\`, then [[${NASTY}]] and [x](${NASTY}.md).`
  world.write(name, note(escaped, body), 50)
  world.write(`copy-${name}`, note(`${escaped} again`, body), 55)
  world.write('latin.md', note('x', `never use ${NASTY} mocks`, 'feedback'), 45)
  world.write('bad.md', `---\n: : [${NASTY}\n---\nx`, 45)
  mkdirSync(join(world.memory, `sub-${NASTY.replaceAll('/', '')}`))
  const index = readFileSync(join(world.memory, 'MEMORY.md'), 'utf8')
  world.write('MEMORY.md', `${index}- [${NASTY}](nowhere-${NASTY}.md) — ${NASTY}\n`)
  return world
}

let world: SampleWorld
beforeAll(() => {
  world = nastyWorld()
})
afterAll(() => world.remove())

/** In this order: looking, then doing, then looking back. */
const LINES: readonly (readonly string[])[] = [
  ['--dry-run'],
  ['--dry-run', '--verbose'],
  ['--dry-run', '--json'],
  ['--dry-run', '--markdown'],
  ['--check', '--rules', 'seed', '--verbose'],
  ['--rules', 'propose', '--verbose'],
  ['plan', '-o', 'plan.json'],
  ['plan', '--json'],
  ['explain', name],
  ['explain', name, '--json'],
  ['explain', `no-such-${NASTY}`],
  ['status'],
  ['status', '--json'],
  ['--yes', '--verbose', '--allow-large', '--rules', 'seed'],
  ['history'],
  ['history', '--json'],
  ['history', name],
  ['status'],
  ['doctor', '--fix'],
  ['doctor', '--fix', '--json'],
  ['undo'],
  ['undo', `no-such-${NASTY}`],
  ['--yes', '--json', '--allow-large', '--rules', 'seed'],
  ['undo', '--json'],
  ['apply', 'plan.json', '--verbose', '--yes'],
  ['purge', name, '--dry-run'],
  ['purge', name, '--yes', '--json'],
  ['history'],
  ['--dry-run', `no-such-${NASTY}`],
  [`no-such-${NASTY}`, '--json'],
]

const safe = ({ stdout, stderr }: Heard, paint: 'colour' | 'plain') => {
  for (const text of [stdout, stderr])
    expect(paint === 'colour' ? text.replace(PAINT, '') : text).not.toMatch(UNSAFE)
}

describe('what can drive a terminal or turn a line around', () => {
  it.each(LINES.map(line => [line.map(showText).join(' '), line] as const))(
    'I1 never leaves Dream: dream %s',
    async (_, line) => {
      const heard = await runDream(line, world)
      expect(heard.stdout + heard.stderr).not.toBe('')
      safe(heard, 'plain')
    },
  )

  it('I1 nor beside its own colours', async () => {
    // A colour of a file name would pass for one of ours, so there is none in this one.
    for (const line of [
      ['--dry-run', '--verbose', '--color'],
      ['status', '--color'],
      ['history', '--color'],
    ]) {
      const heard = await runDream(line, { ...world, tty: true })
      expect(heard.stdout).toMatch(PAINT)
      safe(heard, 'colour')
      expect(heard.stdout).not.toContain('\u001b[31m\u001b')
    }
  })

  it('the test can tell: the names are there, shown for what they are', async () => {
    const { stdout } = await runDream(['--dry-run', '--verbose'], world)
    expect(readdirSync(world.memory).some(each => UNSAFE.test(each))).toBe(true)
    expect(stdout).toContain('\\u{202e}')
  })
})

describe('names that climb', () => {
  const CLIMBING = [
    '',
    '.',
    '..',
    '../x.md',
    '/etc/passwd',
    'a/b.md',
    '../notes-evil/x.md',
    'a\0.md',
    './x.md',
    'x/../../y.md',
  ]

  it('D2 are no file names, whoever says so', () => {
    for (const text of CLIMBING) {
      expect(asFileName(text), text).toBeUndefined()
      expect(() => fileName(text), text).toThrow('not a plain file name')
    }
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), text => {
        const accepted = asFileName(text)
        if (accepted === undefined) return
        const below = resolve('/home/ann/notes', accepted)
        expect(below.slice(0, below.lastIndexOf('/'))).toBe('/home/ann/notes')
        expect(below.length).toBeGreaterThan('/home/ann/notes/'.length)
      }),
    )
  })

  it('in a journal workspace lead to a few fixed places and nowhere else', () => {
    for (const text of ['a.md', 'memory/2026-02-27.md', '@vault/meta/x.json'])
      expect(storedName(text)).toBe(text)
    for (const text of [...CLIMBING, 'memory/..', 'memory/', 'memory/a/b.md', '@vault/../x', 'src/a.md']) {
      expect(asStoredName(text), text).toBeUndefined()
      expect(() => storedName(text), text).toThrow('not a place in a memory folder')
    }
    expect([folderPart('memory/a.md'), folderPart('a.md')]).toEqual(['memory/', ''])
  })

  it('are refused by the directory itself; a program that compares paths is led to the twin next door', () => {
    const top = realpathSync(mkdtempSync(join(tmpdir(), 'dream-climb-')))
    onTestFinished(() => rmSync(top, { recursive: true, force: true }))
    const [root, twin] = [join(top, 'notes'), join(top, 'notes-evil')]
    mkdirSync(root)
    mkdirSync(twin)
    const naive = (text: string) => {
      const path = resolve(root, text)
      if (path.startsWith(root)) writeFileSync(path, 'x')
    }
    naive('../notes-evil/x.md')
    expect(readdirSync(twin)).toEqual(['x.md'])
    rmSync(join(twin, 'x.md'))
    const dir = Dir.open(realSys, root)
    onTestFinished(() => dir.close())
    for (const text of CLIMBING) {
      expect(() => dir.create(text, Buffer.from('x'), { mode: 0o600 }), text).toThrow()
      expect(() => dir.rename('x', text), text).toThrow()
    }
    expect([readdirSync(root), readdirSync(twin)]).toEqual([[], []])
  })
})

describe('YAML', () => {
  it('D2 bombs, code and prototypes are nothing but text', () => {
    const laughs = [
      'a: &a [x, x]',
      ...'bcdefghij'.split('').map((key, at) => `${key}: &${key} [${`*${'abcdefghi'[at]}, `.repeat(9)}*a]`),
    ]
    const texts = [
      `---\n${laughs.join('\n')}\n---\n`,
      `---\n${'['.repeat(20_000)}\n---\n`,
      `---\n${'- '.repeat(20_000)}\n---\n`,
      `---\na: ${'{a: '.repeat(5000)}\n---\n`,
      '---js\nprocess.exit(9)\n---\n',
      '---\n__proto__: {polluted: yes}\nconstructor: {prototype: {polluted: yes}}\n---\n',
      '---\nx: !!js/function "function () { return 1 }"\ny: !!binary aGk=\n---\n',
      '---\n<<: {polluted: yes}\n---\n',
    ]
    for (const text of texts) {
      const { fields } = readFrontmatter(text)
      expect(JSON.stringify(fields).length).toBeLessThan(5000)
      expect(Object.getPrototypeOf(fields)).toBeNull()
    }
    expect(({} as Record<string, unknown>)['polluted']).toBeUndefined()
  })
})
