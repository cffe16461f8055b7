import { rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { sha256 } from '../../src/disk/sys.ts'
import { fsckStore } from '../../src/store/fsck.ts'
import { change, newStore, record } from './stores.ts'

describe('fsck', () => {
  it('finds nothing wrong with what is right', () => {
    const store = newStore()
    const hash = store.objects.put(Buffer.from('alpha'))
    store.log.append(record('r1', { changes: [change('a.md', hash), change('b.md', null)] }))
    expect(fsckStore(store)).toEqual({ objects: 1, records: 1, bytes: 5, problems: [] })
  })

  it('tells what is missing, and which runs cannot be undone for it', () => {
    const store = newStore()
    store.log.append(record('r1', { changes: [change('a.md', sha256('alpha'))] }))
    store.log.append(record('r2', { changes: [change('b.md', sha256('beta'), { result: 'failed' })] }))
    expect(fsckStore(store).problems).toEqual([
      {
        severity: 'damage',
        what: `object ${sha256('alpha')} is missing`,
        now: expect.stringContaining('r1 cannot be undone completely'),
      },
    ])
  })

  it('does not miss what was purged', () => {
    const store = newStore()
    const hash = sha256('alpha')
    store.log.append(record('r1', { changes: [change('a.md', hash)] }))
    store.log.append(record('p1', { command: 'purge', purged: [hash] }))
    expect(fsckStore(store).problems).toEqual([])
  })

  it('tells a damaged object that nobody needs from one that somebody does', () => {
    const store = newStore()
    const needed = store.objects.put(Buffer.from('alpha'))
    const other = store.objects.put(Buffer.from('beta'))
    store.log.append(record('r1', { changes: [change('a.md', needed)] }))
    for (const hash of [needed, other]) {
      const path = join(store.dir.path, 'objects', hash.slice(0, 2), hash.slice(2))
      rmSync(path)
      writeFileSync(path, 'else')
    }
    const problems = fsckStore(store).problems
    expect(problems.map(each => each.severity)).toEqual(['damage', 'damage'])
    expect(problems.map(each => each.now).sort()).toEqual([
      'no recorded run needs it',
      expect.stringContaining('r1 cannot be undone completely'),
    ])
  })

  it('tells traces of what was cut off from damage', () => {
    const store = newStore()
    store.writeLog.write({ run: 'r1', at: '', command: 'run', steps: [] })
    writeFileSync(join(store.dir.path, 'journal/r2.intent.json'), 'nonsense')
    writeFileSync(join(store.dir.path, 'history.jsonl'), 'half a line')
    writeFileSync(join(store.dir.path, 'objects/odd'), '')
    const found = fsckStore(store).problems.map(each => `${each.severity}: ${each.what}`)
    expect(found.sort()).toEqual([
      'damage: the record of the interrupted run r2 is damaged',
      'leftover: objects/odd is not an object',
      'leftover: run r1 was interrupted',
      'leftover: the last 11 bytes of history.jsonl are half a line',
    ])
  })

  it('tells damaged lines', () => {
    const store = newStore()
    writeFileSync(join(store.dir.path, 'history.jsonl'), 'nonsense\n')
    expect(fsckStore(store).problems).toMatchObject([
      { severity: 'damage', what: expect.stringContaining('line 1') },
    ])
  })

  it('tells a note of whose state this is that names another folder, or none', () => {
    const store = newStore()
    const noted = (text: string) => {
      writeFileSync(join(store.dir.path, 'root.json'), text)
      return fsckStore(store).problems.map(each => each.what)
    }
    const wrong = ['root.json does not name the folder of this state']
    expect(noted(JSON.stringify({ root: '/home/ann/notes' }))).toEqual([])
    for (const text of [JSON.stringify({ root: '/home/bob/notes' }), 'null', 'no JSON'])
      expect(noted(text), text).toEqual(wrong)
    expect(noted(JSON.stringify({ root: '/home/ann/notes', version: 1, sum: 'another' }))).toEqual([
      'root.json is damaged',
    ])
  })

  it('tells a damaged answer, which is asked for again', () => {
    const store = newStore()
    writeFileSync(join(store.dir.path, 'decisions.jsonl'), 'nonsense\n')
    expect(fsckStore(store).problems).toMatchObject([
      { severity: 'damage', now: 'that question is asked again' },
    ])
  })
})
