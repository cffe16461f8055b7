import { spawn } from 'node:child_process'
import { readFileSync, rmSync } from 'node:fs'
import type { Ground } from './ground.ts'
import type { Orders, TracedCall } from './orders.ts'
import type { Program } from './program.ts'

export interface Ending {
  readonly how: 'killed' | 'ended'
  readonly code: number | null
  readonly output: string
}

/** `dream …` in a process of its own. */
export function runChild(
  program: Program,
  ground: Ground,
  line: readonly string[],
  orders: Omit<Orders, 'below'>,
): Promise<Ending> {
  const args = ['--import', program.preload, program.bin, ...line]
  const env = {
    PATH: process.env['PATH'],
    HOME: ground.where.home,
    ...ground.where.env,
    DREAM_KILL: JSON.stringify({ ...orders, below: ground.top } satisfies Orders),
  }
  const child = spawn(process.execPath, args, { cwd: ground.project, env, stdio: ['ignore', 'pipe', 'pipe'] })
  let output = ''
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', (text: Buffer) => {
      output += text
    })
  return new Promise((done, failed) => {
    child.once('error', failed)
    child.once('close', (code, signal) =>
      done({ how: signal === 'SIGKILL' ? 'killed' : 'ended', code, output }),
    )
  })
}

/** Runs a line to its end and tells which calls it made. */
export async function traceChild(
  program: Program,
  ground: Ground,
  line: readonly string[],
): Promise<TracedCall[]> {
  const trace = `${ground.top}.trace`
  const { code, output } = await runChild(program, ground, line, { at: 0, when: 'before', trace })
  if (code !== 0) throw new Error(`dream ${line.join(' ')} ended with ${code}:\n${output}`)
  const calls = JSON.parse(readFileSync(trace, 'utf8')) as TracedCall[]
  rmSync(trace)
  return calls
}
