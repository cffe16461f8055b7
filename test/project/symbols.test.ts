import { appendFileSync, chmodSync, mkdirSync, rmSync, symlinkSync, truncateSync } from 'node:fs'
import fc from 'fast-check'
import { describe, expect, it, onTestFinished, vi } from 'vitest'
import { decodeTable, encodeTable, indexWords } from '../../src/project/words.ts'
import type { CacheFile } from '../../src/state/index.ts'
import { asOrdinaryUser } from '../sources/ordinary-user.ts'
import { lay, sandbox, type Tree } from '../sources/sandbox.ts'

function words(files: Tree, ...asked: string[]): Record<string, string> {
  const root = lay(sandbox(), files)
  return Object.fromEntries(indexWords(root, Object.keys(files), undefined).answer(new Set(asked)))
}

/** A cache in memory that counts how often it is written. */
function memoryCache(): CacheFile & { bytes: Buffer | undefined; stores: number } {
  return {
    bytes: undefined,
    stores: 0,
    load() {
      return this.bytes
    },
    store(bytes) {
      this.bytes = Buffer.from(bytes)
      this.stores++
    },
  }
}

/** Files of a second ago count as unsettled: from here on it is a while later. */
function settle(): void {
  const real = Date.now.bind(Date)
  const later = vi.spyOn(Date, 'now').mockImplementation(() => real() + 10_000)
  onTestFinished(() => later.mockRestore())
}

describe('D5 a symbol', () => {
  it('D5 exists when it occurs as a whole word', () => {
    const files = {
      'a.ts': 'function login(user) { return refresh_token(user.id) }',
      'b.py': 'class Session:\n',
    }
    expect(
      words(files, 'login', 'Session', 'refresh_token', 'log', 'refresh', 'ogin', 'session', 'idx'),
    ).toEqual({
      login: 'present',
      Session: 'present',
      refresh_token: 'present',
      log: 'missing',
      refresh: 'missing',
      ogin: 'missing',
      session: 'missing',
      idx: 'missing',
    })
  })

  it('may stand at either end of a file, alone, or between any signs', () => {
    const files = { a: 'first middle', b: 'only', c: '<tag>(call)[key]{x}"str"-dash', d: '' }
    const asked = ['first', 'middle', 'only', 'tag', 'call', 'key', 'str', 'dash']
    expect(new Set(Object.values(words(files, ...asked)))).toEqual(new Set(['present']))
  })

  it('is found behind a dollar sign and beside Chinese text', () => {
    const files = { 'a.php': '$this->userName; $HOME_DIR $$store', 'b.md': '调用loadUser函数，然后' }
    expect(words(files, 'userName', 'HOME_DIR', 'store', '$$store', '$this', 'loadUser', 'User')).toEqual({
      userName: 'present',
      HOME_DIR: 'present',
      store: 'present',
      $$store: 'present',
      $this: 'present',
      loadUser: 'present',
      User: 'missing',
    })
  })

  it('may be written in any script, and in parts', () => {
    const files = { a: 'def größe(): pass', b: 'let 计算 = 1', c: 'def empty?\n  save!' }
    expect(words(files, 'größe', '计算', 'empty?', 'save!', 'größer', 'foo.empty')).toEqual({
      größe: 'present',
      计算: 'present',
      'empty?': 'present',
      'save!': 'present',
      größer: 'missing',
      'foo.empty': 'missing',
    })
  })

  it('that holds no word cannot be asked about', () => {
    expect(words({ a: 'x' }, '123', '--', '')).toEqual({ '123': 'unknown', '--': 'unknown', '': 'unknown' })
  })

  it('agrees with a regular expression on ASCII text', () => {
    const text = fc.string({ unit: fc.constantFrom('a', 'b', '1', '_', ' ', '.', '\n'), maxLength: 40 })
    const word = fc.stringMatching(/^[ab_][ab1_]{0,3}$/)
    fc.assert(
      fc.property(text, fc.uniqueArray(word, { maxLength: 8 }), (content, asked) => {
        const answers = words({ f: content }, ...asked)
        for (const one of asked)
          expect(answers[one] === 'present').toBe(new RegExp(`\\b${one}\\b`).test(content))
      }),
      { numRuns: 200 },
    )
  })

  it('is not looked for in binary files, large files and behind links', () => {
    const root = lay(sandbox(), {
      'binary.png': 'hidden1\0',
      'late-nul.txt': `${' '.repeat(8192)}found1 \0`,
      'large.js': 'hidden2 ',
      'outside.txt': 'hidden3',
      'edge.js': 'found2 ',
    })
    truncateSync(`${root}/large.js`, 2_000_001)
    lay(root, { 'edge.js': `${'x '.repeat(999_997)}found2` })
    symlinkSync('outside.txt', `${root}/link.txt`)
    const files = ['binary.png', 'late-nul.txt', 'large.js', 'link.txt', 'edge.js', 'never-there.ts']
    const asked = new Set(['hidden1', 'hidden2', 'hidden3', 'found1', 'found2'])
    expect(Object.fromEntries(indexWords(root, files, undefined).answer(asked))).toEqual({
      hidden1: 'missing',
      hidden2: 'missing',
      hidden3: 'missing',
      found1: 'present',
      found2: 'present',
    })
  })

  it('is unknown where a file could not be read', () => {
    const root = lay(sandbox(), { 'a.ts': 'here' })
    const files = ['a.ts', 'na\ufffdme.ts']
    const cache = memoryCache()
    for (let run = 0; run < 2; run++) {
      const answers = indexWords(root, files, cache).answer(new Set(['here', 'nowhere']))
      expect(Object.fromEntries(answers)).toEqual({ here: 'present', nowhere: 'unknown' })
    }
  })

  it('is unknown where a file may not be read, run after run', () => {
    const root = lay(sandbox(), { 'a.ts': 'here', 'b.ts': 'secret' })
    chmodSync(`${root}/b.ts`, 0)
    const cache = memoryCache()
    const look = () => indexWords(root, ['a.ts', 'b.ts'], cache).answer(new Set(['nowhere']))
    for (let run = 0; run < 2; run++) expect(asOrdinaryUser(root, look).get('nowhere')).toBe('unknown')
  })

  it('is found among very many different words in one file', () => {
    const many = Array.from({ length: 100_000 }, (_, at) => `word${at}`)
    const answers = words({ f: many.join(' ') }, 'word0', 'word99999', 'word54321', 'word100000')
    expect(Object.values(answers)).toEqual(['present', 'present', 'present', 'missing'])
  })
})

describe('the stored words', () => {
  const asked = new Set(['one', 'two', 'three'])
  const ask = (root: string, files: string[], cache: CacheFile) =>
    Object.values(Object.fromEntries(indexWords(root, files, cache).answer(asked)))

  it('are written once, read again, and written anew only where something changed', () => {
    const root = lay(sandbox(), { a: 'one', b: 'two', c: '' })
    settle()
    const cache = memoryCache()
    expect(ask(root, ['a', 'b', 'c'], cache)).toEqual(['present', 'present', 'missing'])
    expect(ask(root, ['a', 'b', 'c'], cache)).toEqual(['present', 'present', 'missing'])
    expect(cache.stores).toBe(1)
    appendFileSync(`${root}/c`, 'three')
    expect(ask(root, ['a', 'b', 'c'], cache)).toEqual(['present', 'present', 'present'])
    expect(cache.stores).toBe(2)
    rmSync(`${root}/a`)
    expect(ask(root, ['a', 'b', 'c'], cache)).toEqual(['missing', 'present', 'present'])
    expect(cache.stores).toBe(3)
    lay(root, { 'aa/x': 'one' })
    expect(ask(root, ['aa/x', 'b', 'c'], cache)).toEqual(['present', 'present', 'present'])
  })

  it('are trusted: a file that did not change is not read', () => {
    const root = lay(sandbox(), { a: 'one', b: 'two' })
    settle()
    const cache = memoryCache()
    ask(root, ['a', 'b'], cache)
    const table = decodeTable(cache.bytes as Uint8Array)!
    cache.bytes = encodeTable({ ...table, hashes: table.hashes.map(() => 0) })
    expect(ask(root, ['a', 'b'], cache)).toEqual(['missing', 'missing', 'missing'])
  })

  it('have a stamp that changes with them, and not with the times of the files', () => {
    const root = lay(sandbox(), { a: 'one', b: 'two' })
    const cache = memoryCache()
    const stamp = (files = ['a', 'b']) => indexWords(root, files, cache).stamp
    const first = stamp()
    lay(root, { a: 'one' })
    expect([stamp(), indexWords(root, ['a', 'b'], undefined).stamp]).toEqual([first, first])
    lay(root, { a: 'three' })
    const second = stamp()
    expect(second).not.toBe(first)
    expect(stamp(['b'])).not.toBe(second)
    expect(stamp(['a', 'b'])).toBe(second)
    chmodSync(`${root}/b`, 0o000)
    expect(asOrdinaryUser(root, stamp)).toMatch(/^unknown /)
    lay(root, { c: '' })
    expect(stamp(['a', 'c'])).toMatch(/^missing /)
  })

  it('of a file that changed a moment ago are not trusted: it may change again unseen', () => {
    const root = lay(sandbox(), { a: 'one' })
    const cache = memoryCache()
    ask(root, ['a'], cache)
    ask(root, ['a'], cache)
    expect(cache.stores).toBe(1)
    expect([...decodeTable(cache.bytes as Uint8Array)!.keys]).toEqual([0n, 0n, 0n])
  })

  it('are passed over where they are damaged, cut, of another kind, or lie at an odd address', () => {
    const root = lay(sandbox(), { a: 'one', b: 'two' })
    const cache = memoryCache()
    ask(root, ['a', 'b'], cache)
    const whole = cache.bytes as Uint8Array
    expect(decodeTable(whole)?.names).toEqual(['a', 'b'])
    for (let at = 0; at < whole.length; at++) {
      if (at >= 24 && at < 32) continue
      const damaged = Uint8Array.from(whole)
      damaged[at]! ^= 1
      expect(decodeTable(damaged)).toBeUndefined()
      expect(decodeTable(whole.subarray(0, at))).toBeUndefined()
    }
    const shifted = new Uint8Array(whole.length + 3).subarray(3)
    shifted.set(whole)
    expect(decodeTable(shifted)?.names).toEqual(['a', 'b'])
    for (const bytes of [Buffer.alloc(0), Buffer.from('nonsense '.repeat(20))]) {
      cache.bytes = bytes
      expect(ask(root, ['a', 'b'], cache)).toEqual(['present', 'present', 'missing'])
    }
  })

  it('give the same answers as a fresh look, whatever changed in between', () => {
    const name = fc.constantFrom('a', 'b', 'c/d', 'c/e', 'f')
    const content = fc.constantFrom('one', 'two', 'one two', 'three$one', '')
    const step = fc.dictionary(name, fc.option(content), { maxKeys: 3 })
    fc.assert(
      fc.property(fc.array(step, { maxLength: 4 }), steps => {
        const root = sandbox()
        mkdirSync(`${root}/c`)
        const cache = memoryCache()
        for (const changes of steps) {
          for (const [path, text] of Object.entries(changes))
            if (text === null) rmSync(`${root}/${path}`, { force: true })
            else lay(root, { [path]: text })
          const all = ['a', 'b', 'c/d', 'c/e', 'f']
          expect(ask(root, all, cache)).toEqual(ask(root, all, memoryCache()))
        }
      }),
      { numRuns: 40 },
    )
  })
})
