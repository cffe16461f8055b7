import { spawn } from 'node:child_process'
import { existsSync, readFileSync, rmSync } from 'node:fs'
import type { Patch } from '../bundle.ts'
import type { Ground } from './ground.ts'
import type { Orders, TracedCall } from './orders.ts'
import { countedBelow, type Death, type Ending, type Player } from './player.ts'
import { buildProgram, type Program } from './program.ts'

/** The real program in processes of its own, killed by the system. */
export async function childPlayer(patches: readonly Patch[] = []): Promise<Player> {
  const program = await buildProgram(patches)
  return {
    play: (ground, line, now, death) => runChild(program, ground, line, now, death),
    remove: program.remove,
  }
}

function runChild(
  program: Program,
  ground: Ground,
  line: readonly string[],
  now: number,
  death: Death,
): Promise<Ending> {
  const trace = `${ground.top}.trace`
  const orders: Orders = { ...death, now, below: countedBelow(ground), trace }
  const args = ['--import', program.preload, program.bin, ...line]
  const env = {
    PATH: process.env['PATH'],
    HOME: ground.where.home,
    ...ground.where.env,
    DREAM_KILL: JSON.stringify(orders),
  }
  const child = spawn(process.execPath, args, { cwd: ground.cwd, env, stdio: ['ignore', 'pipe', 'pipe'] })
  let output = ''
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', (text: Buffer) => {
      output += text
    })
  return new Promise((done, failed) => {
    child.once('error', failed)
    child.once('close', (code, signal) =>
      done({ how: signal === 'SIGKILL' ? 'killed' : 'ended', code, output, calls: callsIn(trace) }),
    )
  })
}

function callsIn(trace: string): TracedCall[] {
  if (!existsSync(trace)) return []
  const calls = JSON.parse(readFileSync(trace, 'utf8')) as TracedCall[]
  rmSync(trace)
  return calls
}
