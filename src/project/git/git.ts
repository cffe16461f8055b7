import { spawnSync } from 'node:child_process'
import { errorCode } from '../../disk/index.ts'
import { showText } from '../../text/index.ts'

type GitAnswer = { readonly out: Buffer } | { readonly failed: string }

const TIME_LIMIT_MS = 30_000
const OUTPUT_LIMIT = 256_000_000

/**
 * A repository's own configuration is untrusted: nothing of it may start a program. No file-system monitor, no hooks, no
 * external diff, no signature check; and no fetching of what a partial clone left out, because transports are programs too.
 */
const HARMLESS = [
  'core.fsmonitor=false',
  'core.hooksPath=/dev/null',
  'core.quotepath=off',
  'diff.external=',
  'log.showSignature=false',
  'diff.renameLimit=1000',
].flatMap(setting => ['-c', setting])

/** What the user may have set to make git work at all; every other `GIT_` variable could point it elsewhere. */
const KEPT_VARIABLES = ['GIT_CONFIG_GLOBAL', 'GIT_CONFIG_SYSTEM', 'GIT_CONFIG_NOSYSTEM', 'GIT_EXEC_PATH']

/** Runs git in `root`, without a shell. Reads alone: no command that is given here takes a lock or writes. */
function git(root: string, args: readonly string[], input = '', limitMs = TIME_LIMIT_MS): GitAnswer {
  const run = spawnSync('git', ['--no-pager', ...literal(args), ...HARMLESS, '-C', root, ...args], {
    env: gitEnvironment(),
    input,
    timeout: limitMs,
    killSignal: 'SIGKILL',
    maxBuffer: OUTPUT_LIMIT,
    windowsHide: true,
  })
  if (run.error !== undefined) return { failed: notRun(run.error) }
  const words = run.stderr.toString('utf8')
  if (run.status !== 0 && !isPlainNo(run.status, words)) return { failed: errorMessage(words) }
  return { out: run.stdout }
}

/** What git says within a time, or nothing at all. */
export function outputWithin(limitMs: number, root: string, args: readonly string[]): Buffer | undefined {
  const answer = git(root, args, '', limitMs)
  return 'failed' in answer ? undefined : answer.out
}

/** Paths are names, not patterns. `check-ignore` is the one command that does not know the switch. */
function literal([command]: readonly string[]): string[] {
  return command === 'check-ignore' ? [] : ['--literal-pathspecs']
}

/** `1` and not a word: "no such ref", "none of them is ignored". */
function isPlainNo(status: number | null, words: string): boolean {
  return status === 1 && words.trim() === ''
}

/** Git could not answer; the message says why. Whatever was asked stays unknown. */
export class GitFailed extends Error {}

/** The fields of a `-z` answer. */
export function fieldsOf(root: string, args: readonly string[], input?: string): string[] {
  return splitFields(outputOf(root, args, input))
}

/** The first line of an answer; empty where git says no. */
export function lineOf(root: string, args: readonly string[]): string {
  return outputOf(root, args).toString('utf8').replace(/\n$/, '')
}

export function outputOf(root: string, args: readonly string[], input?: string): Buffer {
  const answer = git(root, args, input)
  if ('failed' in answer) throw new GitFailed(answer.failed)
  return answer.out
}

export function splitFields(out: Buffer): string[] {
  const parts = out.toString('utf8').split('\0')
  if (parts.at(-1) === '') parts.pop()
  return parts
}

function gitEnvironment(): NodeJS.ProcessEnv {
  const env: NodeJS.ProcessEnv = {}
  for (const [name, value] of Object.entries(process.env))
    if (!name.startsWith('GIT_') || KEPT_VARIABLES.includes(name)) env[name] = value
  return {
    ...env,
    LC_ALL: 'C',
    GIT_OPTIONAL_LOCKS: '0',
    GIT_TERMINAL_PROMPT: '0',
    GIT_ALLOW_PROTOCOL: 'none',
    GIT_NO_LAZY_FETCH: '1',
  }
}

function notRun(error: Error): string {
  const code = errorCode(error)
  if (code === 'ENOENT') return 'git is not installed'
  if (code === 'ETIMEDOUT') return `git did not answer within ${TIME_LIMIT_MS / 1000} seconds`
  if (code === 'ENOBUFS') return 'git answered with more than can be read'
  return `git could not be started (${code ?? error.message})`
}

function errorMessage(stderr: string): string {
  if (stderr.includes('dubious ownership'))
    return 'git does not trust this folder, because it belongs to another user (dubious ownership)'
  const line = stderr.split('\n').find(text => text.trim() !== '') ?? 'git failed without a word'
  return showText(line.slice(0, 300))
}
