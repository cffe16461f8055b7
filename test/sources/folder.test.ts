import { execFileSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { chmodSync, mkdirSync, symlinkSync, truncateSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:net'
import { describe, expect, it } from 'vitest'
import { readFolder } from '../../src/sources/folder.ts'
import { asOrdinaryUser } from './ordinary-user.ts'
import { date, found, lay, repository, sandbox } from './sandbox.ts'

const read = (root: string, layout?: 'index' | 'journal') => ({
  folder: readFolder(found(root), layout ? { layout } : {}),
})

const oddities = (root: string) => read(root).folder.oddities.map(({ name, kind }) => [name, kind])
const memories = (root: string) => read(root).folder.memories.map(memory => memory.file)

describe('D2 readFolder', () => {
  it('D2 takes every *.md beside MEMORY.md, and nothing else', () => {
    const root = lay(sandbox(), {
      'MEMORY.md': '- [B](b.md) — b\n',
      'b.md': 'b',
      'a.md': 'a',
      '.hidden.md': '',
      'notes.txt': '',
      'UPPER.MD': '',
      'team/x.md': '',
      'logs/y.md': '',
      '.git/config': '',
    })
    const { folder } = read(root)
    expect(folder.memories.map(memory => memory.file)).toEqual(['a.md', 'b.md'])
    expect(folder.subfolders).toEqual(['.git', 'logs', 'team'])
    expect(folder.index?.editable).toBe(true)
    expect(folder.oddities).toEqual([])
    expect(folder).toMatchObject({
      root,
      label: 'memory',
      title: 'memory',
      layout: 'index',
      listing: { state: 'whole' },
    })
  })

  it('keeps hash, size and time to the microsecond', () => {
    const root = lay(sandbox(), { 'a.md': '\ufeffé\r\n' })
    date(root, { 'a.md': 1_700_000_000.123456 })
    const { folder } = read(root)
    const bytes = Buffer.from('\ufeffé\r\n')
    expect(folder.memories[0]).toMatchObject({
      hash: createHash('sha256').update(bytes).digest('hex'),
      size: bytes.length,
      modified: 1_700_000_000_123_456,
    })
  })

  it('takes an empty file and one with a NUL as memories', () => {
    const root = lay(sandbox(), { 'empty.md': '', 'nul.md': 'a\0b' })
    expect(memories(root)).toEqual(['empty.md', 'nul.md'])
    expect(read(root).folder.memories[0]?.body).toBe('')
  })

  it('takes names with quotes, newlines and control characters', () => {
    const names = ['a"b.md', "a'b.md", 'a\nb.md', 'a\u001b[31mb.md', 'a b.md', '\u202eb.md']
    const root = lay(sandbox(), Object.fromEntries(names.map(name => [name, 'x'])))
    expect([...memories(root)].sort()).toEqual(names.sort())
  })
})

describe('D2 oddities', () => {
  it('reports links and follows none', () => {
    const root = lay(sandbox(), { 'real.md': 'x' })
    symlinkSync('real.md', `${root}/link.md`)
    symlinkSync('/etc/passwd', `${root}/out.md`)
    symlinkSync('nowhere', `${root}/broken.md`)
    expect(oddities(root)).toEqual([
      ['broken.md', 'symlink'],
      ['link.md', 'symlink'],
      ['out.md', 'symlink'],
    ])
    expect(memories(root)).toEqual(['real.md'])
  })

  it('does not wait on a FIFO, a socket or a folder', async () => {
    const root = sandbox()
    execFileSync('mkfifo', [`${root}/fifo.md`])
    mkdirSync(`${root}/folder.md`)
    const server = createServer().listen(`${root}/socket.md`)
    await new Promise(resolve => server.once('listening', resolve))
    try {
      expect(oddities(root)).toEqual([
        ['fifo.md', 'not-a-file'],
        ['folder.md', 'not-a-file'],
        ['socket.md', 'not-a-file'],
      ])
    } finally {
      server.close()
    }
  })

  it('reports bytes that are not UTF-8', () => {
    const root = lay(sandbox(), { 'latin.md': Buffer.from('caf\xe9', 'latin1') })
    expect(oddities(root)).toEqual([['latin.md', 'not-utf8']])
  })

  it('does not read what is larger than 5 MB, and says how large it is', () => {
    const root = lay(sandbox(), { 'big.md': '' })
    truncateSync(`${root}/big.md`, 3_000_000_000)
    const { folder } = read(root)
    expect(folder.oddities).toMatchObject([
      { kind: 'too-large', detail: expect.stringContaining('3000000000') },
    ])
  })

  it('reports names that are not valid UTF-8, by their bytes', () => {
    const root = sandbox()
    writeFileSync(Buffer.concat([Buffer.from(`${root}/caf`), Buffer.from([0xe9]), Buffer.from('.md')]), 'x')
    expect(oddities(root)).toEqual([['caf\\xe9.md', 'odd-name']])
    expect(memories(root)).toEqual([])
  })

  it('reports twins that differ in composition alone, and keeps both', () => {
    const root = lay(sandbox(), { 'caf\u00e9.md': 'x', 'cafe\u0301.md': 'y', 'other.md': '' })
    expect(oddities(root).map(([, kind]) => kind)).toEqual(['name-twin', 'name-twin'])
    expect(memories(root)).toHaveLength(3)
  })

  it('D34 never takes a file named by a date for a memory', () => {
    const root = lay(sandbox(), { 'MEMORY.md': '', '2026-01-02.md': 'x', '2026-1-2.md': 'y' })
    expect(oddities(root)).toEqual([['2026-01-02.md', 'dated-name']])
    expect(memories(root)).toEqual(['2026-1-2.md'])
  })

  it('says in words that a file may not be read', () => {
    const root = lay(sandbox(), { 'a.md': 'x' })
    chmodSync(`${root}/a.md`, 0)
    const { folder } = asOrdinaryUser(root, () => read(root))
    expect(folder.oddities).toMatchObject([
      { name: 'a.md', kind: 'unreadable', detail: 'permission denied (EACCES)' },
    ])
  })
})

describe('a folder that cannot be listed', () => {
  it('is told as such, and is not an empty one', () => {
    const root = lay(sandbox(), { file: '' })
    for (const path of [`${root}/gone`, `${root}/file`]) {
      const { folder } = read(path)
      expect(folder.listing).toMatchObject({ state: 'failed' })
      expect(folder.memories).toEqual([])
    }
    expect(read(`${root}/gone`).folder.listing).toEqual({
      state: 'failed',
      why: 'it does not exist (ENOENT)',
    })
  })
})

describe('the index', () => {
  it('is kept, and never edited, where its bytes are not UTF-8', () => {
    const root = lay(sandbox(), { 'MEMORY.md': Buffer.from('- [A](a.md) \xe9\n', 'latin1'), 'a.md': '' })
    const { folder } = read(root)
    expect(folder.index).toMatchObject({ editable: false, size: 14 })
    expect(memories(root)).toEqual(['a.md'])
  })

  it('is there and never edited where it is a link, a folder or too large', () => {
    const makers: ((path: string) => void)[] = [
      path => symlinkSync('a.md', path),
      path => mkdirSync(path),
      path => {
        writeFileSync(path, '')
        truncateSync(path, 6_000_000)
      },
    ]
    for (const make of makers) {
      const root = lay(sandbox(), { 'a.md': 'x' })
      make(`${root}/MEMORY.md`)
      const { folder } = read(root)
      expect(folder.index).toMatchObject({ editable: false, lines: [] })
      expect(folder.oddities.map(oddity => oddity.name)).toEqual(['MEMORY.md'])
    }
  })

  it('gives its bytes back, line by line', () => {
    const text = '\ufeff# X\r\n\r\n- [A](a.md) — a\n- no end'
    const root = lay(sandbox(), { 'MEMORY.md': text })
    expect(
      read(root)
        .folder.index?.lines.map(line => line.text)
        .join(''),
    ).toBe(text)
  })
})

describe('D34 the layout', () => {
  const layout = (files: Record<string, string>, option?: 'index' | 'journal') =>
    read(lay(sandbox(), files), option).folder.layout

  it('D34 is a journal where memory/ holds a dated file beside MEMORY.md or memory.md', () => {
    expect(layout({ 'MEMORY.md': '', 'memory/2026-01-02.md': '' })).toBe('journal')
    expect(layout({ 'memory.md': '', 'memory/2026-01-02.md': '' })).toBe('journal')
    expect(layout({ 'MEMORY.md': '', 'memory/notes.md': '' })).toBe('index')
    expect(layout({ 'a.md': '', 'memory/2026-01-02.md': '' })).toBe('index')
  })

  it('D34 of a journal leaves everything but the snapshot alone', () => {
    const root = lay(sandbox(), {
      'MEMORY.md': 'x',
      'AGENTS.md': '',
      '2026-01-01.md': '',
      'memory/2026-01-02.md': '',
    })
    const { folder } = read(root)
    expect(folder.memories).toEqual([])
    expect(folder.oddities).toEqual([])
    expect(folder.index?.size).toBe(1)
    expect(folder.subfolders).toEqual(['memory'])
  })

  it('D34 is unclear where a snapshot section stands in a folder of topic files', () => {
    for (const heading of ['## Current State', '## stable knowledge ##', '## 当前状态', '##  关系与背景'])
      expect(layout({ 'MEMORY.md': `# M\n\n${heading}\r\n`, 'a.md': '' })).toBe('unclear')
    expect(layout({ 'MEMORY.md': '# M\n\n## Current State\n' })).toBe('index')
    for (const other of [
      '# Current State',
      '### Current State',
      '##Current State',
      '## Currently',
      'Current State',
    ])
      expect(layout({ 'MEMORY.md': `${other}\n`, 'a.md': '' })).toBe('index')
  })

  it('D34 is what --layout says', () => {
    expect(layout({ 'MEMORY.md': '## Current State\n', 'a.md': '' }, 'index')).toBe('index')
    expect(layout({ 'MEMORY.md': '## Current State\n', 'a.md': '' }, 'journal')).toBe('journal')
    expect(layout({ 'MEMORY.md': '', 'memory/2026-01-02.md': '' }, 'index')).toBe('index')
  })

  it('takes a lower-case memory.md for a memory in an index folder', () => {
    const root = lay(sandbox(), { 'memory.md': 'x', 'a.md': '' })
    expect(memories(root)).toEqual(['a.md', 'memory.md'])
    expect(read(root).folder.index).toBeUndefined()
  })
})

describe('reading', () => {
  it('D17 changes nothing: not a byte, not a time', () => {
    const root = repository({ 'MEMORY.md': '- [A](a.md) — a\n', 'a.md': 'x' })
    const before = execFileSync('find', [root, '-printf', '%p %s %T@ %C@\n'], { encoding: 'utf8' })
    read(root)
    expect(execFileSync('find', [root, '-printf', '%p %s %T@ %C@\n'], { encoding: 'utf8' })).toBe(before)
  })
})
