import { mkdirSync, readdirSync, realpathSync, renameSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { Worker } from 'node:worker_threads'
import { describe, expect, it, onTestFinished } from 'vitest'
import { Dir } from '../../src/disk/dir.ts'
import { realSys } from '../../src/disk/sys.ts'
import { newFolder } from './folder.ts'

/** A folder `parent`, and beside it what nobody may write to. */
function scene() {
  const top = newFolder()
  const [parent, outside] = [join(top, 'parent'), join(top, 'outside')]
  mkdirSync(parent)
  mkdirSync(outside)
  return { top, parent, outside, escaped: () => readdirSync(outside).length }
}

type Scene = ReturnType<typeof scene>
type Writer = (scene: Scene, name: string, meanwhile: () => void) => void

/** What most programs do: look where the path leads, find it good, and write. */
const naive: Writer = ({ parent, top }, name, meanwhile) => {
  const real = realpathSync(parent)
  if (!real.startsWith(`${top}/`) || real.endsWith('outside')) throw new Error('leads away')
  meanwhile()
  writeFileSync(join(parent, name), 'text')
}

const careful: Writer = ({ parent }, name, meanwhile) => {
  const dir = Dir.open(realSys, parent)
  try {
    meanwhile()
    dir.create(name, Buffer.from('text'), { mode: 0o600 })
  } finally {
    dir.close()
  }
}

function swap({ top, parent, outside }: Scene): void {
  renameSync(parent, join(top, 'moved'))
  symlinkSync(outside, parent)
}

/** Swaps the folder for a link and back, as fast as it can. */
const ADVERSARY = `
  const { renameSync, symlinkSync, unlinkSync } = require('node:fs')
  const top = require('node:worker_threads').workerData
  for (;;) {
    renameSync(top + '/parent', top + '/moved')
    symlinkSync('outside', top + '/parent')
    unlinkSync(top + '/parent')
    renameSync(top + '/moved', top + '/parent')
  }
`

describe('a parent that is swapped for a link between the look and the write', () => {
  it('leads nowhere', () => {
    const place = scene()
    careful(place, 'x', () => swap(place))
    expect(place.escaped()).toBe(0)
    expect(readdirSync(join(place.top, 'moved'))).toEqual(['x'])
  })

  it('leads out for a program that looks at paths: the test can tell the difference', () => {
    const place = scene()
    naive(place, 'x', () => swap(place))
    expect(place.escaped()).toBe(1)
  })

  it('the same with a real adversary: the naive one is led out, ours is not', async () => {
    const place = scene()
    const adversary = new Worker(ADVERSARY, { eval: true, workerData: place.top })
    onTestFinished(async () => void (await adversary.terminate()))
    const tries = await attempts(place, naive, 'until it escapes')
    expect(place.escaped()).toBeGreaterThan(0)
    for (const name of readdirSync(place.outside)) rmSync(join(place.outside, name))
    await attempts(place, careful, Math.max(300, tries))
    expect(place.escaped()).toBe(0)
  })
})

async function attempts(place: Scene, write: Writer, count: number | 'until it escapes'): Promise<number> {
  for (let tried = 1; ; tried += 1) {
    try {
      write(place, `file-${tried}`, () => undefined)
    } catch {
      // The folder was away for a moment.
    }
    if (count === 'until it escapes' ? place.escaped() > 0 : tried >= count) return tried
    if (tried % 50 === 0) await new Promise(resolve => setImmediate(resolve))
  }
}
