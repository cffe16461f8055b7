import { symlinkSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import {
  jsonObject,
  packageFile,
  readRegularFile,
  readSmallText,
  settledBefore,
  stampOf,
} from '../../src/disk/read.ts'
import { lay, sandbox } from '../sources/sandbox.ts'

describe('readRegularFile', () => {
  it('gives the bytes of a file up to the limit', () => {
    const root = lay(sandbox(), { a: 'four', empty: '' })
    expect(readRegularFile(`${root}/a`, 4)).toMatchObject({ kind: 'read', bytes: Buffer.from('four') })
    expect(readRegularFile(`${root}/a`, 3)).toMatchObject({ kind: 'too-large' })
    expect(readRegularFile(`${root}/empty`, 0)).toMatchObject({ kind: 'read', bytes: Buffer.alloc(0) })
  })

  it('says what stands in the way', () => {
    const root = lay(sandbox(), { a: 'x' })
    symlinkSync('a', `${root}/link`)
    expect(readRegularFile(`${root}/none`, 9)).toEqual({ kind: 'gone' })
    expect(readRegularFile(`${root}/link`, 9)).toEqual({ kind: 'symlink' })
    expect(readRegularFile(`${root}/link`, 9, 'follow')).toMatchObject({ kind: 'read' })
    expect(readRegularFile(root, 9)).toEqual({ kind: 'not-a-file' })
    expect(readRegularFile('/dev/zero', 9)).toEqual({ kind: 'not-a-file' })
    expect(readRegularFile(`${root}/a/b`, 9)).toEqual({
      kind: 'unreadable',
      why: 'a part of its path is not a folder (ENOTDIR)',
    })
    expect(readRegularFile(`${root}/\0`, 9)).toMatchObject({ kind: 'unreadable' })
  })

  it.runIf(process.platform === 'linux')('tells a file that opens and cannot be read', () => {
    expect(readRegularFile('/proc/self/mem', 9)).toEqual({
      kind: 'unreadable',
      why: 'the disk reported an error (EIO)',
    })
  })

  it.runIf(process.platform === 'linux')('reads files that tell no size, and stops at the limit', () => {
    expect(readRegularFile('/proc/self/status', 100_000)).toMatchObject({ kind: 'read' })
    expect(readRegularFile('/proc/self/status', 100)).toMatchObject({ kind: 'too-large' })
  })
})

describe('readSmallText', () => {
  it('is nothing where there is no such small file', () => {
    const root = lay(sandbox(), { a: 'text', big: 'x'.repeat(20) })
    expect(readSmallText(`${root}/a`)).toBe('text')
    expect(readSmallText(`${root}/big`, 10)).toBeUndefined()
    expect(readSmallText(root)).toBeUndefined()
  })
})

describe('what is small', () => {
  it('a JSON text is an object or nothing', () => {
    expect(jsonObject('{"a":1}')).toEqual({ a: 1 })
    for (const text of [undefined, '', '{', '[]', 'null', '1']) expect(jsonObject(text)).toBeUndefined()
  })

  it('a file of the package is found above the sources', () => {
    expect(packageFile('package.json')?.toString()).toContain('"name": "dream"')
    expect(packageFile('no-such-file')).toBeUndefined()
  })

  it('a regular file has a stamp, and nothing else has', () => {
    const root = lay(sandbox(), { a: 'four' })
    const stamp = stampOf(`${root}/a`)
    expect(stamp?.size).toBe(4)
    expect(BigInt(stamp!.changed) * 1000n).toBeGreaterThan(settledBefore())
    expect([stampOf(root), stampOf(`${root}/none`)]).toEqual([undefined, undefined])
  })
})
