import { type LlmRole, shownEndpoint } from '../config/index.ts'
import { say } from '../languages/index.ts'
import { cutAtWord, showText } from '../text/index.ts'
import { type Call, type Reply, unanswered } from './transport.ts'
import { MOST_BYTES, type Watch } from './watched-fetch.ts'

interface Scene {
  readonly watch: Watch
  readonly call: Call
  readonly role: LlmRole
  readonly key: string | undefined
}

/** What went wrong, as a word and a sentence. The key is in neither, whoever put it into the error. */
export function explain(error: unknown, scene: Scene): Reply {
  const { watch, call, role } = scene
  const { status } = watch
  const where = shownEndpoint(role.endpoint)
  if (call.signal.aborted) return unanswered('stopped', say().models.stopped)
  if (watch.broken === 'too-long') return unanswered('garbled', say().models.tooLong(MOST_BYTES))
  if (watch.broken === 'cut') return unanswered('unreachable', say().models.cut(where))
  if (codeOf(error) === 'ERR_MODULE_NOT_FOUND') return unanswered('refused', say().models.pluginHasNone)
  if (status === undefined) return unanswered('unreachable', say().models.unreachable(where, codeOf(error)))
  if (status === 429) {
    const retryAfterMs = retryAfter(watch.headers)
    const failure = unanswered('rate-limited', say().models.fewerCalls(where, words(scene)))
    return retryAfterMs === undefined ? failure : { ...failure, retryAfterMs }
  }
  if (status === 401 || status === 403)
    return unanswered('refused', say().models.badKey(where, role.keyVariable ?? undefined, status))
  if (status >= 500 || status === 408) {
    const retryAfterMs = retryAfter(watch.headers)
    const failure = unanswered('unreachable', `${where} failed (${status})${words(scene)}`)
    return retryAfterMs === undefined ? failure : { ...failure, retryAfterMs }
  }
  if (status >= 400) return unanswered('refused', say().models.refused(where, status, words(scene)))
  return unanswered('garbled', say().models.otherProtocol)
}

const LONGEST_MESSAGE = 160

/** What the service says about it, where that is a message, made fit to be shown. */
function words({ watch, key }: Scene): string {
  const message = messageIn(watch.errorText ?? '')
  if (message === undefined) return ''
  const hidden = key === undefined || key === '' ? message : message.replaceAll(key, '••••••')
  return `: ${cutAtWord(showText(hidden), LONGEST_MESSAGE)}`
}

function messageIn(errorText: string): string | undefined {
  try {
    const parsed = JSON.parse(errorText) as { error?: { message?: unknown } | string; message?: unknown }
    const message = typeof parsed.error === 'object' ? parsed.error.message : (parsed.error ?? parsed.message)
    return typeof message === 'string' ? message : undefined
  } catch {
    return undefined
  }
}

/** `ECONNREFUSED`, `ENOTFOUND` …: the code alone, because messages can quote what was sent. */
function codeOf(error: unknown): string {
  for (let at = error, depth = 0; at instanceof Error && depth < 5; at = at.cause, depth++) {
    const { code } = at as NodeJS.ErrnoException
    if (typeof code === 'string' && /^[A-Z0-9_]{2,40}$/.test(code)) return code
  }
  return error instanceof Error && /redirect/i.test(String(error.cause ?? error.message))
    ? 'a redirect'
    : 'no connection'
}

function retryAfter(headers: Headers | undefined): number | undefined {
  const ms = Number(headers?.get('retry-after-ms') ?? Number.NaN)
  if (Number.isFinite(ms) && ms >= 0) return ms
  const value = headers?.get('retry-after')
  if (value === null || value === undefined) return undefined
  const seconds = Number(value)
  if (Number.isFinite(seconds)) return Math.max(0, seconds * 1000)
  const date = Date.parse(value)
  return Number.isNaN(date) ? undefined : Math.max(0, date - Date.now())
}
