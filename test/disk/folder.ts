import { execFileSync } from 'node:child_process'
import { mkdtempSync, readdirSync, readFileSync, realpathSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { onTestFinished } from 'vitest'
import { Dir } from '../../src/disk/dir.ts'
import { realSys, type Sys } from '../../src/disk/sys.ts'

/** A folder on the real disk that goes when the test ends. */
export function newFolder(): string {
  const path = realpathSync(mkdtempSync(join(tmpdir(), 'dream-disk-')))
  onTestFinished(() => rmSync(path, { recursive: true, force: true }))
  return path
}

export function openDir(path = newFolder(), sys: Sys = realSys): Dir {
  const dir = Dir.open(sys, path)
  onTestFinished(() => dir.close())
  return dir
}

/** The real system with some of its calls done otherwise. */
export function sysWith(calls: Partial<Sys>, inner: Sys = realSys): Sys {
  return { ...inner, ...calls }
}

export function refusal(code: string): Error {
  return Object.assign(new Error(`${code}, on purpose`), { code })
}

export function makeFifo(path: string): void {
  execFileSync('mkfifo', [path])
}

/** Every file below a folder with its bytes as text. */
export function filesIn(path: string): Record<string, string> {
  const found: Record<string, string> = {}
  for (const entry of readdirSync(path, { withFileTypes: true, recursive: true })) {
    const file = join(entry.parentPath, entry.name)
    if (entry.isFile()) found[file.slice(path.length + 1)] = readFileSync(file, 'utf8')
  }
  return found
}
