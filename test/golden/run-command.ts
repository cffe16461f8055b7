import { vi } from 'vitest'
import { main } from '../../src/cli/main.ts'
import { toolsMain } from '../../src/cli/tools.ts'
import { eagerTimer } from '../agents/model/hand-timer.ts'

// The only file of test/golden that knows where the command lies in src/.

/** Where a command runs, and when: no clock but this one is read. */
export interface Setting {
  readonly cwd: string
  readonly home: string
  readonly env: Readonly<Record<string, string>>
  readonly now: number
}

export interface Heard {
  readonly code: number
  readonly stdout: string
  readonly stderr: string
}

/** `dream …` with nobody at a terminal. */
export function runCommand(argv: readonly string[], setting: Setting): Promise<Heard> {
  return run(main, argv, setting)
}

/** `dream-tools …`. */
export function runTools(argv: readonly string[], setting: Setting): Promise<Heard> {
  return run(toolsMain, argv, setting)
}

async function run(entry: typeof main, argv: readonly string[], setting: Setting): Promise<Heard> {
  const heard = { stdout: '', stderr: '' }
  const nobody = async () => 'cancelled' as const
  const stream = (name: 'stdout' | 'stderr') => ({
    write: (text: string) => {
      heard[name] += text
    },
  })
  vi.useFakeTimers({ toFake: ['Date'], now: setting.now })
  try {
    const code = await entry(argv, {
      stdout: stream('stdout'),
      stderr: stream('stderr'),
      stdin: {},
      ask: { choose: nobody, confirm: nobody, key: nobody, line: nobody, edit: nobody },
      env: { HOME: setting.home, NO_COLOR: '1', TZ: 'UTC', ...setting.env },
      cwd: setting.cwd,
      home: setting.home,
      platform: 'linux',
      time: { timer: eagerTimer(), clock: { now: () => setting.now, sleep: async () => undefined } },
    })
    return { code, ...heard }
  } finally {
    vi.useRealTimers()
  }
}
