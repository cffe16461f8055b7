import { spawnSync } from 'node:child_process'
import { closeSync, openSync, readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { rgPath } from '@vscode/ripgrep'
import { builtCommand } from './build.ts'
import type { Job, PairTimes, SymbolTimes } from './children.ts'
import { type Measured, timedNode } from './passes.ts'

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
    return { ms: times.listing + times.index + times.answer, found: times.present }
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

/** One pass for all words. The output goes to a file: into `/dev/null` ripgrep would do less. */
function ripgrep(project: string, wordsFile: string, desk: string, more: readonly string[]): Lookup {
  const output = join(desk, 'ripgrep.out')
  const out = openSync(output, 'w')
  const options = ['--no-config', '-F', '-w', '-o', '--no-filename', '--no-line-number', '-f', wordsFile]
  const started = performance.now()
  const run = spawnSync(rgPath, [...options, ...more, './'], { cwd: project, stdio: ['ignore', out, 'pipe'] })
  const ms = performance.now() - started
  closeSync(out)
  if (run.status !== 0 && run.status !== 1) throw new Error(`ripgrep failed: ${run.stderr}`)
  return { ms, found: new Set(readFileSync(output, 'utf8').split('\n').filter(Boolean)).size }
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

export interface Starts {
  readonly node: number
  readonly dream: number
}

const STARTS = 20

/** Medians of alternating starts, so that a busy moment meets both. */
export async function measureStarts(desk: string): Promise<Starts> {
  const node: number[] = []
  const dream: number[] = []
  const start = (args: readonly string[]): number => {
    const started = performance.now()
    spawnSync(process.execPath, args, { stdio: 'ignore' })
    return performance.now() - started
  }
  for (let round = 0; round < STARTS; round++) {
    node.push(start(['-e', '0']))
    dream.push(start([builtCommand(), '--version']))
  }
  const run = await timedNode([builtCommand(), '--version'], {
    desk,
    limitMs: 60_000,
    output: 'version.out',
  })
  assertStarted(run)
  return { node: median(node), dream: median(dream) }
}

function assertStarted(run: Measured): void {
  if ('failed' in run) throw new Error(`dream --version ${run.failed}`)
}

function median(times: readonly number[]): number {
  return times.toSorted((a, b) => a - b)[Math.floor(times.length / 2)]!
}
