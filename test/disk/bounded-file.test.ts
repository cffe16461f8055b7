import { linkSync, mkdirSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { type BoundedFile, withBoundedFile } from '../../src/disk/read.ts'
import { makeFifo, openDir } from './folder.ts'

const sizeOf = (file: BoundedFile) => file.size

describe('a file that is read piece by piece', () => {
  it('gives the bytes that are asked for, and fewer at its end', () => {
    const dir = openDir()
    writeFileSync(join(dir.path, 'a'), 'abcdef')
    linkSync(join(dir.path, 'a'), join(dir.path, 'b'))
    const read = withBoundedFile(dir, 'a', file => ({
      pieces: [file.read(1, 3), file.read(4, 100), file.read(6, 1)].map(String),
      size: file.size,
      names: file.names,
      isDated: file.modified > 0,
    }))
    expect(read).toEqual({ result: { pieces: ['bcd', 'ef', ''], size: 6, names: 2, isDated: true } })
  })

  it('is closed also where the work with it fails', () => {
    const dir = openDir()
    writeFileSync(join(dir.path, 'a'), '')
    const work = () => {
      throw new Error('no more')
    }
    for (let times = 0; times < 3; times++) expect(() => withBoundedFile(dir, 'a', work)).toThrow('no more')
  })

  it('is no link, FIFO, folder or other place', () => {
    const dir = openDir()
    symlinkSync('/etc/hostname', join(dir.path, 'link'))
    makeFifo(join(dir.path, 'fifo'))
    mkdirSync(join(dir.path, 'folder'))
    writeFileSync(join(dir.path, 'file'), '')
    for (const name of ['link', 'fifo', 'folder'])
      expect(withBoundedFile(dir, name, sizeOf), name).toEqual({ not: 'a-file' })
    for (const name of ['..', 'folder/x', '../file', 'nowhere'])
      expect(withBoundedFile(dir, name, sizeOf), name).toEqual({ not: 'there' })
  })

  it('is told as unreadable where the system says anything else', () => {
    const dir = openDir()
    expect(withBoundedFile(dir, 'x'.repeat(300), sizeOf)).toEqual({ not: 'readable' })
  })
})
