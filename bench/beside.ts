import { spawnSync } from 'node:child_process'
import { mkdirSync, readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { rgPath } from '@vscode/ripgrep'
import { builtCommand } from './build.ts'
import type { Job, PairTimes, SymbolTimes } from './children.ts'
import { cleanEnvironment, type Measured, timedNode } from './passes.ts'

/** What Dream is held against, measured in the same run. */
export interface Beside {
  readonly words: number
  readonly ripgrep: Lookup
  readonly ripgrepOneThread: Lookup
  readonly symbolsCold: Lookup
  readonly symbolsWarm: Lookup
  readonly pairs: PairTimes | { readonly failed: string }
}

interface Lookup {
  readonly ms: number
  /** What the processor worked, in all threads. */
  readonly cpuMs: number
  /** How many of the words were found. */
  readonly found: number
}

const ROUNDS = 3

/** Identifiers of one folder's memories, looked up in the project: by ripgrep and by Dream, turn by turn. */
export async function measureBeside(
  project: string,
  folder: string,
  desk: string,
  limitMs: number,
): Promise<Beside> {
  const wordsFile = join(desk, 'words')
  const { words } = await inChild<{ words: number }>('collect-words', [folder, wordsFile], desk, limitMs)
  const cache = join(desk, 'word-cache')
  const dream = async (): Promise<Lookup> => {
    const times = await inChild<SymbolTimes>('symbols', [project, wordsFile, cache], desk, limitMs)
    const ms = times.listing + times.index + times.answer
    return { ms, cpuMs: times.cpuMs, found: times.present }
  }
  const rounds = {
    ripgrep: [] as Lookup[],
    oneThread: [] as Lookup[],
    cold: [] as Lookup[],
    warm: [] as Lookup[],
  }
  for (let round = 0; round < ROUNDS; round++) {
    rounds.ripgrep.push(ripgrep(project, wordsFile, desk, []))
    rounds.oneThread.push(ripgrep(project, wordsFile, desk, ['--threads=1']))
    rmSync(cache, { force: true })
    rounds.cold.push(await dream())
    rounds.warm.push(await dream())
  }
  return {
    words,
    ripgrep: middle(rounds.ripgrep),
    ripgrepOneThread: middle(rounds.oneThread),
    symbolsCold: middle(rounds.cold),
    symbolsWarm: middle(rounds.warm),
    pairs: await inChild<PairTimes>('pairs', [folder], desk, limitMs).catch((error: Error) => ({
      failed: error.message,
    })),
  }
}

/** What one pass of ripgrep for all that a folder's memories name costs, beside a whole run over that folder. */
export interface RipgrepPass extends Lookup {
  readonly words: number
}

export async function measureRipgrep(
  project: string,
  folder: string,
  desk: string,
  limitMs: number,
): Promise<RipgrepPass> {
  const wordsFile = join(desk, 'words')
  const { words } = await inChild<{ words: number }>('collect-words', [folder, wordsFile], desk, limitMs)
  const rounds = Array.from({ length: ROUNDS }, () => ripgrep(project, wordsFile, desk, []))
  return { words, ...middle(rounds) }
}

/**
 * One pass for all words. The output goes to a file: into `/dev/null` ripgrep would do less. The shell says what its child
 * cost the processor.
 */
function ripgrep(project: string, wordsFile: string, desk: string, more: readonly string[]): Lookup {
  const output = join(desk, 'ripgrep.out')
  const options = ['--no-config', '-F', '-w', '-o', '--no-filename', '--no-line-number', '-f', wordsFile]
  const line = 'out=$1; shift; "$@" > "$out"; code=$?; times; exit "$code"'
  const words = ['-c', line, 'sh', output, rgPath, ...options, ...more, './']
  const started = performance.now()
  const run = spawnSync('sh', words, { cwd: project, stdio: ['ignore', 'pipe', 'pipe'], encoding: 'utf8' })
  const ms = performance.now() - started
  if (run.status !== 0 && run.status !== 1) throw new Error(`ripgrep failed: ${run.stderr}`)
  return {
    ms,
    cpuMs: childMs(run.stdout),
    found: new Set(readFileSync(output, 'utf8').split('\n').filter(Boolean)).size,
  }
}

/** The last line of `times`: user and system time of the children, as `0m1.230s`. */
function childMs(times: string): number {
  const last = times.trim().split('\n').at(-1) ?? ''
  const parts = [...last.matchAll(/(\d+)m([\d.,]+)s/g)]
  if (parts.length !== 2) throw new Error(`the shell's "times" is not understood: ${last}`)
  return parts.reduce(
    (sum, [, minutes, seconds]) => sum + Number(minutes) * 60e3 + Number(seconds!.replace(',', '.')) * 1e3,
    0,
  )
}

const middle = (lookups: readonly Lookup[]): Lookup =>
  lookups.toSorted((a, b) => a.ms - b.ms)[Math.floor(lookups.length / 2)]!

async function inChild<Answer>(
  job: Job,
  args: readonly string[],
  desk: string,
  limitMs: number,
): Promise<Answer> {
  const run = await timedNode([process.argv[1]!, '--child', job, ...args], {
    desk,
    limitMs,
    output: 'child.out',
  })
  if ('failed' in run) throw new Error(`${job}: ${run.failed}`)
  return JSON.parse(readFileSync(join(desk, 'child.out'), 'utf8'))
}

/** Medians, in milliseconds. */
export interface Starts {
  readonly node: number
  readonly dream: number
  /** What an agent's hook starts, where nothing is to be done. */
  readonly hook: number
}

const STARTS = 20

/** Medians of alternating starts, so that a busy moment meets both. */
export async function measureStarts(desk: string): Promise<Starts> {
  const node: number[] = []
  const dream: number[] = []
  const hook: number[] = []
  mkdirSync(desk, { recursive: true })
  const start = (args: readonly string[]): number => {
    const started = performance.now()
    spawnSync(process.execPath, args, { stdio: 'ignore', cwd: desk, env: cleanEnvironment(desk) })
    return performance.now() - started
  }
  for (let round = 0; round < STARTS; round++) {
    node.push(start(['-e', '0']))
    dream.push(start([builtCommand(), '--version']))
    hook.push(start([builtCommand(), 'auto', '--hook']))
  }
  const run = await timedNode([builtCommand(), '--version'], {
    desk,
    limitMs: 60_000,
    output: 'version.out',
  })
  assertStarted(run)
  return { node: median(node), dream: median(dream), hook: median(hook) }
}

function assertStarted(run: Measured): void {
  if ('failed' in run) throw new Error(`dream --version ${run.failed}`)
}

function median(times: readonly number[]): number {
  return times.toSorted((a, b) => a - b)[Math.floor(times.length / 2)]!
}
