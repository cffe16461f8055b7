import { spawn } from 'node:child_process'
import { StringDecoder } from 'node:string_decoder'
import type { LlmRole } from '../config/index.ts'
import { scratchCopy } from '../disk/index.ts'
import { say } from '../languages/index.ts'
import { DREAMING } from '../state/index.ts'
import { readResult, shown, spentIn } from './claude-result.ts'
import { withDescribedTools } from './described-tools.ts'
import type { Message } from './model.ts'
import { type Call, type Env, type Reply, type Transport, unanswered } from './transport.ts'

const MOST_OUTPUT = 2_000_000
const MOST_ERROR_TEXT = 2000
/** One argument of a command may not be longer on Linux. */
const LONGEST_ARGUMENT = 120_000

/** What the command needs to run and to know who is asking; no other key of the user's goes along. */
const PASSED_ON =
  /^(?:PATH|HOME|USER|LOGNAME|SHELL|LANG|LC_[A-Z]+|TMPDIR|XDG_[A-Z_]+|(?:https?|no|all)_proxy|NODE_EXTRA_CA_CERTS|SSL_CERT_FILE|CLAUDE_CONFIG_DIR|CLAUDE_CODE_OAUTH_TOKEN|ANTHROPIC_(?:API_KEY|AUTH_TOKEN|BASE_URL)|CLAUDE_CODE_USE_[A-Z]+|AWS_[A-Z_]+|GOOGLE_[A-Z_]+)$/i

/**
 * `claude -p` as a model, for those who have a subscription and no key. Started without a shell, in an empty folder,
 * with no tools, no settings, hooks or servers of the user's, and no trace among their sessions; the text goes in by
 * standard input, where no list of processes shows it.
 */
export function claudeCommand(role: LlmRole, env: Env): Transport {
  return withDescribedTools(async call => {
    if (call.instructions.length > LONGEST_ARGUMENT) return unanswered('refused', say().models.claude.tooLong)
    const place = scratchCopy([])
    try {
      const ran = await run(argumentsFor(role, call), transcript(call.messages), {
        cwd: place.path,
        env: environment(env),
        signal: call.signal,
      })
      if (typeof ran === 'string') return readResult(ran, call)
      return ran.outcome === 'unreachable' ? ran : { ...ran, spent: spentIn(undefined, call, '') }
    } finally {
      place.remove()
    }
  })
}

function argumentsFor({ model }: LlmRole, { instructions }: Call): string[] {
  return [
    '-p',
    ...['--output-format', 'json'],
    ...['--tools', ''],
    '--strict-mcp-config',
    ...['--setting-sources', ''],
    '--disable-slash-commands',
    '--no-session-persistence',
    ...['--max-turns', '1'],
    ...(model === null ? [] : ['--model', model]),
    ...['--system-prompt', instructions],
  ]
}

function environment(env: Env): Record<string, string> {
  const kept = Object.entries(env).filter(([name, value]) => value !== undefined && PASSED_ON.test(name))
  return {
    ...(Object.fromEntries(kept) as Record<string, string>),
    [DREAMING]: 'claude -p',
    CLAUDE_CODE_DISABLE_AUTO_MEMORY: '1',
  }
}

/** One message as it is; more of them with who said what. */
function transcript(messages: readonly Message[]): string {
  if (messages.length === 1) return messages[0]!.text
  return messages.map(({ from, text }) => `[${from === 'model' ? 'you' : from}]\n${text}`).join('\n\n')
}

interface Place {
  readonly cwd: string
  readonly env: Record<string, string>
  readonly signal: AbortSignal
}

function run(args: readonly string[], input: string, { cwd, env, signal }: Place): Promise<string | Reply> {
  if (signal.aborted) return Promise.resolve(unanswered('stopped', say().models.stoppedBefore))
  return new Promise(done => {
    const child = spawn('claude', args, { cwd, env, detached: true, stdio: ['pipe', 'pipe', 'pipe'] })
    const decoder = new StringDecoder('utf8')
    let output = ''
    let errorText = ''
    let cut: Reply | undefined
    const kill = (why: Reply) => {
      cut ??= why
      try {
        // The whole group: what it started itself goes with it.
        if (child.pid !== undefined) process.kill(-child.pid, 'SIGKILL')
      } catch {
        child.kill('SIGKILL')
      }
    }
    const stop = () => kill(unanswered('stopped', 'claude -p was stopped'))
    signal.addEventListener('abort', stop, { once: true })
    child.stdout.on('data', (piece: Buffer) => {
      output += decoder.write(piece)
      if (output.length > MOST_OUTPUT) kill(unanswered('garbled', say().models.claude.tooMuch(MOST_OUTPUT)))
    })
    child.stderr.on('data', (piece: Buffer) => {
      if (errorText.length < MOST_ERROR_TEXT) errorText += piece.toString('utf8')
    })
    child.on('error', (error: NodeJS.ErrnoException) => {
      const why =
        error.code === 'ENOENT' ? say().models.claude.notFound : say().models.claude.cannotStart(error.code)
      done(unanswered('unreachable', why))
    })
    child.on('close', code => {
      signal.removeEventListener('abort', stop)
      const failed = code !== 0 && output.trim() === '' ? failure(code, errorText) : undefined
      done(cut ?? failed ?? output)
    })
    // It may have ended before it read all of it.
    child.stdin.on('error', () => {})
    child.stdin.end(input)
  })
}

/** A version that does not know a flag, somebody who is not logged in: it says so itself. */
function failure(code: number | null, errorText: string): Reply {
  const words = shown(errorText.trim().split('\n')[0] ?? '')
  return unanswered('refused', say().models.claude.ended(code, words))
}
