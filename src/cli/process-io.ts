import { homedir } from 'node:os'
import type { Ask, Busy, Choice, Io, Out } from './io.ts'
import { progressLine } from './present.ts'

/**
 * The real thing. Can be interrupted at any moment (the next run finishes what was begun), and takes a closed pipe
 * (`dream | head`) as the reader's right.
 */
export function processIo(): Io {
  for (const stream of [process.stdout, process.stderr])
    stream.on('error', (error: NodeJS.ErrnoException) => {
      if (error.code !== 'EPIPE') throw error
    })
  // At a terminal Ctrl-C ends the program by itself and at once: while it plans it would hear nobody.
  if (!process.stderr.isTTY) leaveWhenInterrupted()
  return {
    ...streams(),
    stdin: process.stdin,
    env: process.env,
    cwd: process.cwd(),
    home: process.env['HOME'] || homedir(),
    platform: process.platform,
  }
}

/** For those who have something to clear up, or somebody to tell. */
export function leaveWhenInterrupted(): void {
  process.once('SIGINT', () => {
    process.stderr.write('\ndream: interrupted\n')
    process.exit(130)
  })
}

/** Where a person watches: whatever is printed or asked comes instead of the line that says what is going on. */
function streams(): Pick<Io, 'stdout' | 'stderr' | 'ask' | 'busy'> {
  const { stdout, stderr } = process
  if (!stderr.isTTY) return { stdout, stderr, ask: atTheTerminal }
  const busy = progressLine(stderr)
  const clearing = (out: Out): Out => ({
    write: text => {
      busy.clear()
      return out.write(text)
    },
    ...(out.isTTY === true && { isTTY: true }),
    get columns() {
      return out.columns
    },
  })
  return { stdout: clearing(stdout), stderr: clearing(stderr), ask: clearingAsk(busy), busy }
}

function clearingAsk(busy: Busy): Ask {
  const after =
    <Args extends unknown[], Answer>(ask: (...args: Args) => Answer) =>
    (...args: Args): Answer => {
      busy.clear()
      return ask(...args)
    }
  return {
    choose: after(atTheTerminal.choose) as Ask['choose'],
    confirm: after(atTheTerminal.confirm),
    key: after(atTheTerminal.key) as Ask['key'],
    line: after(atTheTerminal.line),
    edit: after(atTheTerminal.edit),
  }
}

const atTheTerminal: Ask = {
  async choose<T extends string>(message: string, choices: readonly Choice<T>[]) {
    const { isCancel, select } = await import('@clack/prompts')
    const options = choices.map(choice => ({ ...choice })) as never
    const answer = await select<T>({ message, options, output: process.stderr })
    return isCancel(answer) ? 'cancelled' : answer
  },
  async confirm(message) {
    const { confirm, isCancel } = await import('@clack/prompts')
    const answer = await confirm({ message, initialValue: false, output: process.stderr })
    if (isCancel(answer)) return 'cancelled'
    return answer ? 'yes' : 'no'
  },
  async key<T extends string>(message: string, choices: readonly Choice<T>[], otherwise: NoInfer<T>) {
    const { isCancel, selectKey } = await import('@clack/prompts')
    const options = choices.map(choice => ({ ...choice })) as never
    const answer = await selectKey<T>({ message, options, initialValue: otherwise, output: process.stderr })
    return isCancel(answer) ? 'cancelled' : (answer ?? otherwise)
  },
  async line(message) {
    const { isCancel, text } = await import('@clack/prompts')
    const answer = await text({ message, output: process.stderr })
    return isCancel(answer) ? 'cancelled' : { text: answer ?? '' }
  },
  async edit(name, text) {
    const { editText } = await import('./editor.ts')
    return editText(name, text, process.env)
  },
}
