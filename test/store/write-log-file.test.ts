import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { sha256 } from '../../src/disk/sys.ts'
import { fileName } from '../../src/model/file-name.ts'
import type { Intent } from '../../src/store/write-log.ts'
import { filesIn } from '../disk/folder.ts'
import { newStore } from './stores.ts'

const intent = (run: string): Intent => ({
  run,
  at: '2024-01-01T00:00:00.000Z',
  command: 'run',
  steps: [
    {
      kind: 'archive',
      file: fileName('a.md'),
      from: { hash: 'x', size: 1, modified: 1, mode: 1 },
      reason: { why: 'forgotten' },
      needs: [],
    },
  ],
})

describe('an intent', () => {
  it('is there from its writing to its removal', () => {
    const { writeLog } = newStore()
    writeLog.write(intent('r1'))
    expect(writeLog.has('r1')).toBe(true)
    expect(writeLog.open()).toEqual([{ state: 'whole', run: 'r1', intent: intent('r1') }])
    writeLog.remove('r1')
    writeLog.remove('r1')
    expect(writeLog.has('r1')).toBe(false)
    expect(writeLog.open()).toEqual([])
  })

  it('is known to be damaged, whichever byte was cut or flipped', () => {
    const store = newStore()
    store.writeLog.write(intent('r1'))
    const path = join(store.dir.path, 'journal/r1.intent.json')
    const bytes = readFileSync(path)
    for (let at = 0; at < bytes.length - 1; at += 1) {
      const flipped = Buffer.from(bytes)
      flipped[at]! ^= 1 << (at % 8)
      for (const broken of [flipped, bytes.subarray(0, at)]) {
        writeFileSync(path, broken)
        expect(store.writeLog.open(), `at ${at}`).toEqual([{ state: 'damaged', run: 'r1' }])
      }
    }
  })

  it('under the name of another run, or of another shape, is damaged whatever its checksum says', () => {
    const store = newStore()
    const plant = (text: string) =>
      writeFileSync(join(store.dir.path, 'journal/r1.intent.json'), `${sha256(text)}\n${text}\n`)
    const odd = [{ ...intent('r1'), steps: [{ file: '../x' }] }, { ...intent('r1'), steps: 7 }, null]
    for (const other of [intent('r2'), ...odd]) {
      plant(JSON.stringify(other))
      expect(store.writeLog.open()).toEqual([{ state: 'damaged', run: 'r1' }])
    }
    plant('no JSON')
    expect(store.writeLog.open()).toEqual([{ state: 'damaged', run: 'r1' }])
  })

  it('that is damaged is set aside, with its bytes', () => {
    const store = newStore()
    writeFileSync(join(store.dir.path, 'journal/r1.intent.json'), 'nonsense')
    store.writeLog.setAside('r1')
    expect(store.writeLog.open()).toEqual([])
    expect(filesIn(join(store.dir.path, 'journal'))).toEqual({ 'r1.damaged': 'nonsense' })
  })

  it('that did not get beyond its draft goes', () => {
    const store = newStore()
    writeFileSync(join(store.dir.path, 'journal/r1.draft'), 'half')
    expect(store.writeLog.open()).toEqual([])
    store.writeLog.discardOrphans()
    expect(filesIn(join(store.dir.path, 'journal'))).toEqual({})
  })

  it('that vanishes between the list and the look counts as damaged', () => {
    const store = newStore()
    store.writeLog.write(intent('r1'))
    const dir = Object.create(store.writeLog['dir'], { read: { value: () => undefined } })
    const { writeLog } = {
      writeLog: Object.create(store.writeLog, { dir: { value: dir } }) as typeof store.writeLog,
    }
    expect(writeLog.open()).toEqual([{ state: 'damaged', run: 'r1' }])
  })
})
