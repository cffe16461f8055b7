import { homedir } from 'node:os'
import type { Ask, Choice, Io } from './io.ts'

/** The real thing. Leaves cleanly when interrupted, and takes a closed pipe (`dream | head`) as the reader's right. */
export function processIo(): Io {
  for (const stream of [process.stdout, process.stderr])
    stream.on('error', (error: NodeJS.ErrnoException) => {
      if (error.code !== 'EPIPE') throw error
    })
  process.once('SIGINT', () => {
    process.stderr.write('\ndream: interrupted\n')
    process.exit(130)
  })
  return {
    stdout: process.stdout,
    stderr: process.stderr,
    stdin: process.stdin,
    ask: atTheTerminal,
    env: process.env,
    cwd: process.cwd(),
    home: process.env['HOME'] || homedir(),
    platform: process.platform,
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
  async key<T extends string>(message: string, choices: readonly Choice<T>[]) {
    const { isCancel, selectKey } = await import('@clack/prompts')
    const options = choices.map(choice => ({ ...choice })) as never
    const answer = await selectKey<T>({ message, options, output: process.stderr })
    return isCancel(answer) ? 'cancelled' : answer
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
