import type { Ask, Io } from '../../src/cli/io.ts'
import { main } from '../../src/cli/main.ts'
import { realClock } from '../../src/disk/lock.ts'
import { eagerTimer } from '../agents/model/hand-timer.ts'

export interface World {
  readonly cwd: string
  readonly home: string
  readonly env?: Record<string, string>
  /** Answers to the questions that will be asked, `Enter` for what Enter alone gives; with any, someone sits at the terminal. */
  readonly answers?: readonly string[]
  readonly tty?: boolean
  readonly platform?: string
  readonly machineFile?: string
  /** What the command waits by. Else no wait takes any time, and nothing is ever too late. */
  readonly time?: Io['time']
  readonly pipes?: Io['pipes']
}

export interface Heard {
  readonly code: number
  readonly stdout: string
  readonly stderr: string
  /** The questions that were asked. */
  readonly asked: readonly string[]
  /** What was said to be going on; empty where the line was taken away. */
  readonly busy: readonly string[]
}

/** The whole command line in this process, as `dream …` would run it. */
export async function runDream(argv: readonly string[], world: World): Promise<Heard> {
  const heard = { stdout: '', stderr: '' }
  const asked: string[] = []
  const isTTY = world.tty ?? world.answers !== undefined
  const stream = (name: 'stdout' | 'stderr') => ({
    write: (text: string) => {
      heard[name] += text
    },
    isTTY,
    columns: 100,
  })
  const busy: string[] = []
  const io: Io = {
    stdout: stream('stdout'),
    stderr: stream('stderr'),
    stdin: { isTTY },
    ask: scripted(world.answers ?? [], asked),
    env: { PATH: process.env['PATH'], HOME: world.home, NO_COLOR: '1', ...world.env },
    cwd: world.cwd,
    home: world.home,
    platform: world.platform ?? 'linux',
    // What lies in /etc of whoever runs the tests is none of their business.
    machineFile: world.machineFile ?? '/nonexistent/dream/config.json',
    time: world.time ?? { timer: eagerTimer(), clock: { ...realClock, sleep: async () => undefined } },
    ...(world.pipes !== undefined && { pipes: world.pipes }),
    ...(isTTY && { busy: { say: what => busy.push(what), clear: () => busy.push('') } }),
  }
  const code = await main(argv, io)
  return { code, ...heard, asked, busy }
}

/** Someone who has made up their mind: answers in order, and is gone after the last. */
function scripted(answers: readonly string[], asked: string[]): Ask {
  const next = (question: string, otherwise: string) => {
    const answer = answers[asked.length] ?? 'cancelled'
    asked.push(question)
    return answer === 'Enter' ? otherwise : answer
  }
  return {
    choose: async (question, choices) => next(question, choices[0]!.value) as never,
    confirm: async question => next(question, 'no') as 'yes' | 'no' | 'cancelled',
    key: async (question, _, otherwise) => next(question, otherwise) as never,
    line: async question => {
      const answer = next(question, '')
      return answer === 'cancelled' ? answer : { text: answer }
    },
    edit: async (name, text) => {
      const answer = next(`edit ${name}`, '')
      return answer === 'cancelled' ? answer : { text: text + answer }
    },
  }
}
