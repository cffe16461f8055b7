import { spawnSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

const COMPILER = 'cc'

/** What is said where the watcher cannot be built or loaded. */
export const NEEDS = 'needs Linux with glibc and a C compiler'

export function canWatch(): boolean {
  const report = process.report?.getReport() as { header?: { glibcVersionRuntime?: string } } | undefined
  if (process.platform !== 'linux' || report?.header?.glibcVersionRuntime === undefined) return false
  return spawnSync(COMPILER, ['--version']).status === 0
}

export interface Watcher {
  /** A program that calls functions of the C library by name. */
  readonly caller: string
  /** Runs a program to its end and returns what it called. */
  run(program: string, args: readonly string[]): string
  remove(): void
}

export function buildWatcher(): Watcher {
  const place = mkdtempSync(join(tmpdir(), 'dream-watch-'))
  const library = join(place, 'watch.so')
  const caller = join(place, 'call')
  const log = join(place, 'log')
  const remove = () => rmSync(place, { recursive: true, force: true })
  try {
    started(COMPILER, ['-shared', '-fPIC', '-o', library, join(import.meta.dirname, 'watch.c'), '-ldl'])
    started(COMPILER, ['-o', caller, join(import.meta.dirname, 'call.c'), '-ldl'])
  } catch (error) {
    remove()
    throw error
  }
  const run = (program: string, args: readonly string[]) => {
    rmSync(log, { force: true })
    started(program, args, { ...process.env, LD_PRELOAD: library, WATCH_LOG: log })
    return readFileSync(log, 'utf8')
  }
  return { caller, run, remove }
}

function started(program: string, args: readonly string[], env = process.env): void {
  const run = spawnSync(program, args, { env, encoding: 'utf8' })
  if (run.status !== 0) throw run.error ?? new Error(`${program} ended with ${run.status}: ${run.stderr}`)
}
