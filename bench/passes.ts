import { spawn } from 'node:child_process'
import { appendFileSync, closeSync, mkdirSync, openSync, readdirSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { builtCommand } from './build.ts'

export interface Timed {
  readonly ms: number
  /** What the processor worked, in all threads; on a busy machine it says more than the time that passed. */
  readonly cpuMs: number
  /** In megabytes. */
  readonly memory: number
  readonly exit: number
}

/** A pass that was measured, or the sentence that says why it was not. */
export type Measured = Timed | { readonly failed: string }

/**
 * Folders that were never seen; then nothing changed but what the first pass did itself; then nothing at all; then ten
 * memories changed.
 */
const KINDS = ['full', 'second', 'third', 'ten-changed'] as const

export interface Pass {
  readonly kind: (typeof KINDS)[number]
  readonly measured: Measured
  /** Files that came, went or changed during the pass. */
  readonly touched: number
}

export interface Bed {
  /** Holds the state, the cache and the home of every pass of this bed, and nothing else's. */
  readonly desk: string
  readonly project: string
  readonly folders: readonly string[]
  readonly limitMs: number
  /** Where CPU profiles go, if they are wanted. */
  readonly profiles: string | undefined
}

/**
 * A file that changed a moment ago may change again unseen, so Dream does not trust its time yet. Nobody dreams twice
 * within two seconds: neither do we.
 */
const SETTLE_MS = 3000
const CHANGES = 10

export async function allPasses(bed: Bed, tell: (what: string) => void): Promise<Pass[]> {
  const passes: Pass[] = []
  for (const kind of KINDS) {
    if (kind === 'ten-changed') changeTen(bed.folders)
    await new Promise(done => setTimeout(done, SETTLE_MS))
    tell(kind)
    const before = fingerprint(bed.folders)
    const measured = await dreamPass(bed, kind)
    passes.push({ kind, measured, touched: differences(before, fingerprint(bed.folders)) })
    if ('failed' in measured) break
  }
  return passes
}

function dreamPass(bed: Bed, kind: Pass['kind']): Promise<Measured> {
  const profile =
    bed.profiles === undefined ? [] : ['--cpu-prof', `--cpu-prof-dir=${join(bed.profiles, kind)}`]
  const args = [...profile, builtCommand(), '--yes', ...bed.folders, '--project', bed.project]
  return timedNode(args, { desk: bed.desk, limitMs: bed.limitMs, output: `${kind}.out`, cwd: bed.project })
}

export interface Run {
  readonly desk: string
  readonly limitMs: number
  /** The name of the file on the desk that takes what the process prints. */
  readonly output: string
  readonly cwd?: string
}

/** Exit codes from here on are no outcome of a dream but an accident. */
const ACCIDENT = 2

/** A fresh Node process with its own state, no terminal, and a note of its peak memory at its end. */
export async function timedNode(args: readonly string[], run: Run): Promise<Measured> {
  mkdirSync(run.desk, { recursive: true })
  const usage = join(run.desk, 'usage')
  const out = openSync(join(run.desk, run.output), 'w')
  const errors = openSync(join(run.desk, `${run.output}.errors`), 'w')
  const started = performance.now()
  const child = spawn(process.execPath, ['--import', usageNote(usage), ...args], {
    stdio: ['ignore', out, errors],
    cwd: run.cwd ?? run.desk,
    env: cleanEnvironment(run.desk),
  })
  const timer = setTimeout(() => child.kill('SIGKILL'), run.limitMs)
  const { exit, signal } = await new Promise<{ exit: number | null; signal: string | null }>(done =>
    child.on('close', (code, name) => done({ exit: code, signal: name })),
  )
  const ms = performance.now() - started
  clearTimeout(timer)
  for (const file of [out, errors]) closeSync(file)
  if (ms >= run.limitMs)
    return { failed: `took more than ${Math.round(run.limitMs / 60_000)} minutes: stopped` }
  if (exit === null || exit >= ACCIDENT) {
    const words = readFileSync(join(run.desk, `${run.output}.errors`), 'utf8').trim()
    return { failed: `ended with ${signal ?? `exit code ${exit}`}: ${sentenceOf(words)}` }
  }
  const { maxRSS, userCPUTime, systemCPUTime } = JSON.parse(readFileSync(usage, 'utf8'))
  return { ms, exit, memory: maxRSS / 1024, cpuMs: (userCPUTime + systemCPUTime) / 1000 }
}

/** The line that says most: Node prints pages of stack around it. */
function sentenceOf(words: string): string {
  const lines = words.split('\n')
  return (lines.find(line => /error|memory|cannot|no such/i.test(line)) ?? lines[0] ?? '')
    .trim()
    .slice(0, 200)
}

function usageNote(file: string): string {
  const note = `import{writeFileSync}from'node:fs';process.on('exit',()=>writeFileSync(${JSON.stringify(file)},JSON.stringify(process.resourceUsage())))`
  return `data:text/javascript,${encodeURIComponent(note)}`
}

export function cleanEnvironment(desk: string): NodeJS.ProcessEnv {
  return {
    PATH: process.env['PATH'],
    HOME: join(desk, 'home'),
    XDG_STATE_HOME: join(desk, 'state'),
    XDG_CACHE_HOME: join(desk, 'cache'),
    XDG_CONFIG_HOME: join(desk, 'config'),
    TMPDIR: process.env['TMPDIR'],
  }
}

function fingerprint(folders: readonly string[]): Map<string, string> {
  const files = new Map<string, string>()
  for (const folder of folders) {
    for (const name of readdirSync(folder)) {
      const { size, mtimeMs } = statSync(join(folder, name))
      files.set(join(folder, name), `${size} ${mtimeMs}`)
    }
  }
  return files
}

function differences(before: ReadonlyMap<string, string>, after: ReadonlyMap<string, string>): number {
  let count = [...before.keys()].filter(path => !after.has(path)).length
  for (const [path, mark] of after) if (before.get(path) !== mark) count++
  return count
}

/** Spread evenly over all there is. */
function changeTen(folders: readonly string[]): void {
  const files = folders.flatMap(folder =>
    readdirSync(folder)
      .filter(name => name.endsWith('.md') && name !== 'MEMORY.md')
      .map(name => join(folder, name)),
  )
  for (let at = 0; at < CHANGES; at++)
    appendFileSync(files[Math.floor((at * files.length) / CHANGES)]!, `\nOne sentence more, number ${at}.\n`)
}
