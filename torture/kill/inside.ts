import { main } from '../../src/cli/main.ts'
import { realClock, thisProcess } from '../../src/disk/lock.ts'
import { Killed } from '../dying.ts'
import { apart, withSys } from '../sys-around.ts'
import { countCalls } from './counter.ts'
import { fixWorld } from './fixed-world.ts'
import type { Ground } from './ground.ts'
import { lookAtCalls } from './hooks.ts'
import { countedBelow, type Death, type Ending, type Player } from './player.ts'

/**
 * The whole command line in this process, twenty times as fast as in one of its own. One that is killed can do nothing
 * to the disk any more; what it still thinks is of no consequence.
 */
export function insidePlayer(world: 'one device' | 'two devices' = 'one device'): Player {
  const play: Player['play'] = (ground, line, now, death) => {
    const playing = () => playInside(ground, line, now, death)
    return world === 'one device' ? playing() : withSys(sys => apart(sys, ground.stateTop), playing)
  }
  return { play, remove: () => {} }
}

async function playInside(
  ground: Ground,
  line: readonly string[],
  now: number,
  death: Death,
): Promise<Ending> {
  const life: { how: Ending['how'] } = { how: 'ended' }
  const die = () => {
    life.how = 'killed'
    lookAtCalls(seen => {
      if (below.some(folder => seen.path.startsWith(`${folder}/`))) throw new Killed('it is dead')
      return seen.go()
    })
    throw new Killed('killed')
  }
  const below = countedBelow(ground)
  const { look, trace } = countCalls({ ...death, below }, die)
  lookAtCalls(look)
  try {
    const { code, output } = await runInside(ground, line, now)
    const { how } = life
    return { how, code: how === 'killed' ? null : code, output, calls: trace }
  } finally {
    lookAtCalls(undefined)
  }
}

let processes = 0

/** One command as if in a process of its own: whoever looks at its locks afterwards finds that it is gone. */
export async function runInside(
  { cwd, where }: Ground,
  line: readonly string[],
  now: number,
  salt = 0,
): Promise<{ code: number; output: string }> {
  processes += 1
  const { born } = thisProcess()
  Object.assign(thisProcess(), { born: `long ago, number ${processes}` })
  let output = ''
  const stream = {
    write: (text: string) => {
      output += text
    },
    isTTY: false,
    columns: 100,
  }
  const unfix = fixWorld(now, salt)
  const sleep = realClock.sleep
  // Whoever waits for a lock waits for nothing here: its holder is dead.
  realClock.sleep = () => Promise.resolve()
  try {
    const code = await main(line, {
      stdout: stream,
      stderr: stream,
      stdin: { isTTY: false },
      ask: NOBODY,
      env: { PATH: process.env['PATH'], HOME: where.home, NO_COLOR: '1', ...where.env },
      cwd,
      home: where.home,
      platform: process.platform,
    })
    return { code, output }
  } finally {
    Object.assign(thisProcess(), { born })
    realClock.sleep = sleep
    unfix()
  }
}

const NOBODY = {
  choose: async () => 'cancelled' as const,
  confirm: async () => 'cancelled' as const,
  key: async () => 'cancelled' as const,
  line: async () => 'cancelled' as const,
  edit: async () => 'cancelled' as const,
}
