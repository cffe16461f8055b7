import { spawn } from 'node:child_process'
import type { AutoRequest } from './request.ts'

/** How this program is started: Node and the file that was started with it. */
function thisProgram(): readonly string[] {
  return [process.execPath, ...process.execArgv, process.argv[1] ?? '']
}

/** Starts Dream in a session of its own with nothing attached, so that neither the end of an agent nor a closed terminal reaches it. */
export function startAlone(
  words: readonly string[],
  { cwd, env }: Pick<AutoRequest, 'cwd' | 'env'>,
  [node = process.execPath, ...program]: readonly string[] = thisProgram(),
): void {
  const child = spawn(node, [...program, ...words], {
    cwd,
    env,
    detached: true,
    stdio: 'ignore',
  })
  // Without this a program that cannot be started would end ours; that it never came is noticed by the next look.
  child.on('error', () => {})
  child.unref()
}
