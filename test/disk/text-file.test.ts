import { execFileSync, spawn } from 'node:child_process'
import {
  closeSync,
  constants,
  mkdirSync,
  openSync,
  readFileSync,
  symlinkSync,
  truncateSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { readStandardInput, readTextFile, writeTextFile } from '../../src/disk/files.ts'
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

describe('what is piped in', () => {
  it('is read to its end, also where the other program writes late', () => {
    const path = join(newFolder(), 'pipe')
    execFileSync('mkfifo', [path])
    const descriptor = openSync(path, constants.O_RDONLY | constants.O_NONBLOCK)
    // Both ends of a pipe, so that there is a writer before the first read.
    const held = openSync(path, constants.O_RDWR | constants.O_NONBLOCK)
    const writer = spawn('sh', ['-c', 'exec 4>&3; exec 3>&-; sleep 0.3; printf late >&4'], {
      stdio: ['ignore', 'ignore', 'ignore', held],
    })
    closeSync(held)
    expect(readStandardInput(descriptor)).toBe('late')
    closeSync(descriptor)
    writer.kill()
  })

  it('is asked for where there is only a terminal or nothing', () => {
    const descriptor = openSync('/dev/null', 'r')
    expect(() => readStandardInput(descriptor)).toThrow(
      'cannot read the standard input: nothing is piped into it',
    )
    closeSync(descriptor)
  })
})
