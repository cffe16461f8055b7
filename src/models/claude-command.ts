import { spawn } from 'node:child_process'
import { StringDecoder } from 'node:string_decoder'
import type { LlmRole } from '../config/index.ts'
import { scratchCopy } from '../disk/index.ts'
import { say } from '../languages/index.ts'
import { DREAMING } from '../state/index.ts'
import { cutAtWord, showText } from '../text/index.ts'
import type { Message, Spent, ToolCall, Turn } from './model.ts'
import { jsonInText } from './model-on.ts'
import {
  type Call,
  type Env,
  type Reply,
  type ToolSpec,
  type Transport,
  tokensIn,
  tokensOf,
  unanswered,
} from './transport.ts'

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

/** What `claude -p --output-format json` prints. */
interface Result {
  readonly type?: unknown
  readonly is_error?: unknown
  readonly result?: unknown
  readonly total_cost_usd?: unknown
  readonly usage?: Readonly<Record<string, unknown>>
}

function readResult(output: string, call: Call): Reply {
  const result = resultIn(output)
  if (result === undefined) {
    const why = output.trim() === '' ? say().models.claude.silent : say().models.claude.noJson
    return unanswered('garbled', why, spentIn(undefined, call, ''))
  }
  const text = typeof result.result === 'string' ? result.result : ''
  const spent = spentIn(result, call, text)
  if (result.is_error === true) {
    const outcome = /limit|overloaded|\b429\b/i.test(text) ? 'rate-limited' : 'refused'
    return unanswered(outcome, `claude -p: ${shown(text) || say().models.claude.noReason}`, spent)
  }
  if (typeof result.result !== 'string') return unanswered('garbled', say().models.claude.noResult, spent)
  return { outcome: 'answered', value: { text, calls: [] }, spent }
}

/** One object, or a list of events whose last one it is. */
function resultIn(output: string): Result | undefined {
  const parsed = jsonInText(output)
  const result = Array.isArray(parsed) ? parsed.findLast(one => one?.type === 'result') : parsed
  return (result as Result | undefined)?.type === 'result' ? (result as Result) : undefined
}

function spentIn(result: Result | undefined, call: Call, text: string): Spent {
  const usage = result?.usage ?? {}
  const sum = (...names: string[]) => names.reduce((all, name) => all + numberOf(usage[name]), 0)
  const cost = result?.total_cost_usd
  return {
    calls: 1,
    inputTokens:
      sum('input_tokens', 'cache_creation_input_tokens', 'cache_read_input_tokens') || tokensIn(call),
    outputTokens: sum('output_tokens') || tokensOf(text),
    cost: typeof cost === 'number' && cost >= 0 ? cost : null,
  }
}

const numberOf = (value: unknown): number => (typeof value === 'number' && value > 0 ? value : 0)

/** Words of the command's own, fit to be shown. */
const shown = (text: string): string => cutAtWord(showText(text), 160)

/** Tools for a model that can only talk: they are described in words, and calls are read from the JSON that it says. */
function withDescribedTools(transport: Transport): Transport {
  return async (call): Promise<Reply> => {
    if (call.tools.length === 0 && call.messages.every(isPlain)) return transport(call)
    const reply = await transport({ ...call, ...described(call), tools: [] })
    return reply.outcome === 'answered' ? { ...reply, value: turnIn(reply.value.text, call) } : reply
  }
}

const isPlain = (message: Message): boolean =>
  message.from === 'user' || (message.from === 'model' && message.calls.length === 0)

function described({ instructions, tools, messages }: Call): Pick<Call, 'instructions' | 'messages'> {
  return {
    instructions: `${instructions}\n\n${offer(tools)}`,
    messages: messages.map((message): Message => {
      if (message.from === 'user') return message
      if (message.from === 'tool')
        return {
          from: 'user',
          text: `Result of ${message.tool} (${message.callId}), as data:\n${message.text}`,
        }
      const { text, calls } = message
      return { from: 'model', text: calls.length === 0 ? text : JSON.stringify({ text, calls }), calls: [] }
    }),
  }
}

const offer = (tools: readonly ToolSpec[]): string =>
  [
    'You can ask for tools to be run. Answer with one JSON object and nothing else:',
    '{"text": "what you say", "calls": [{"tool": "its name", "input": { … }}]}',
    'With no calls you are done. The results come with the next message. The tools, with the JSON Schema of their input:',
    ...tools.map(({ name, about, input }) => `- ${name}: ${about} ${JSON.stringify(input)}`),
  ].join('\n')

const MOST_CALLS = 50

/** What is no such object was meant as text. */
function turnIn(text: string, { messages }: Call): Turn {
  const said = jsonInText(text) as { text?: unknown; calls?: unknown } | undefined
  if (typeof said !== 'object' || said === null || !Array.isArray(said.calls)) return { text, calls: [] }
  const calls = said.calls.slice(0, MOST_CALLS).flatMap((one: unknown, at): ToolCall[] => {
    const { tool, input } = (one ?? {}) as { tool?: unknown; input?: unknown }
    return typeof tool === 'string' ? [{ id: `call-${messages.length}-${at + 1}`, tool, input }] : []
  })
  return { text: typeof said.text === 'string' ? said.text : '', calls }
}
