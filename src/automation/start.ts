import { spawn } from 'node:child_process'
import { DREAMING } from '../state/index.ts'
import type { AutoRequest, StartOrder } from './request.ts'

/** How this program is started: Node and the file that was started with it. */
function thisProgram(): readonly string[] {
  return [process.execPath, ...process.execArgv, process.argv[1] ?? '']
}

/**
 * Starts the dream in a session of its own with nothing attached, so that neither the end of the agent nor a closed
 * terminal reaches it. It is marked, so that it never counts as a session.
 */
export function startDetached(
  { target, token }: StartOrder,
  { env, environment }: Pick<AutoRequest, 'env' | 'environment'>,
  [node = process.execPath, ...program]: readonly string[] = thisProgram(),
): void {
  const folders = target.paths.flatMap(path => ['--folder', path])
  const block = environment === undefined ? [] : ['--env', environment]
  const child = spawn(node, [...program, 'auto', '--foreground', ...folders, ...block], {
    cwd: target.cwd,
    env: { ...env, [DREAMING]: token },
    detached: true,
    stdio: 'ignore',
  })
  // Without this a program that cannot be started would end ours; that it never came is noticed by the next look.
  child.on('error', () => {})
  child.unref()
}
