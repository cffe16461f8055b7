import { execFileSync, spawn } from 'node:child_process'
import { mkdirSync, readFileSync, symlinkSync, truncateSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { readTextFile, writeTextFile } from '../../src/disk/files.ts'
import { newFolder } from './folder.ts'

describe('a file that the user names', () => {
  it('is read and written', () => {
    const path = join(newFolder(), 'plan.json')
    writeTextFile(path, '{}')
    expect(readTextFile(path)).toBe('{}')
    expect(readFileSync(path, 'utf8')).toBe('{}')
  })

  it('is refused in words where it cannot be had', () => {
    const folder = newFolder()
    writeFileSync(join(folder, 'file'), '')
    mkdirSync(join(folder, 'sub'))
    expect(() => readTextFile(join(folder, 'none'))).toThrow('it does not exist')
    expect(() => readTextFile(join(folder, 'file', 'below'))).toThrow('a part of its path is not a folder')
    expect(() => readTextFile(join(folder, 'sub'))).toThrow('it is a folder')
    expect(() => writeTextFile(join(folder, 'x'.repeat(300)), '')).toThrow('ENAMETOOLONG')
  })

  it('D26 a full disk is a failure of the run, the rest is wrong usage', () => {
    expect(() => writeTextFile('/dev/full', 'x')).toThrow(expect.objectContaining({ exit: 1 }))
    expect(() => readTextFile('/nowhere/at/all')).toThrow(expect.objectContaining({ exit: 2 }))
  })

  it('is not read where it is far too large for a plan', () => {
    const path = join(newFolder(), 'huge')
    writeFileSync(path, '')
    truncateSync(path, 256_000_001)
    expect(() => readTextFile(path)).toThrow('too large')
  })

  it('is no device, which would never end', () => {
    const path = join(newFolder(), 'plan.json')
    symlinkSync('/dev/zero', path)
    expect(() => readTextFile(path)).toThrow('it is a device')
  })

  it.each([
    ['{}', () => '{}'],
    ['more than is read', () => /too large/],
  ])('may come through a pipe: %s', (said, expected) => {
    const path = join(newFolder(), 'pipe')
    execFileSync('mkfifo', [path])
    const writer = said === '{}' ? 'printf {} > "$0"' : 'exec cat /dev/zero > "$0" 2> /dev/null'
    const child = spawn('sh', ['-c', writer, path], { stdio: 'ignore' })
    const heard = () => readTextFile(path)
    const wanted = expected()
    if (typeof wanted === 'string') expect(heard()).toBe(wanted)
    else expect(heard).toThrow(wanted)
    child.kill()
  })
})
