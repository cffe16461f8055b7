import { says } from '../languages/index.ts'
import { findSecrets, significantWords } from '../text/index.ts'
import type { Entry } from './entry.ts'
import { normalise } from './statement.ts'
import { isUnderRules } from './worth.ts'

/** Why an entry never reaches the snapshot. */
export type Junk =
  | 'too short'
  | 'tool noise'
  | 'transport line'
  | 'small talk'
  | 'restates a boot file'
  | 'can be observed live'
  | 'running detail'
  | 'a question'
  | 'quoted text'
  | 'an instruction to the reader'
  | 'looks like a secret'
  | 'a way to reach a person'

const TOOL_NOISE: readonly RegExp[] = [
  /^(?:[$#%❯➜]|>>>|PS>) ?\S/,
  /^(?:sudo |npx )?(?:curl|git|npm|npx|pip3?|docker|kubectl|ssh|yarn|pnpm|chmod|mkdir|grep|brew|apt(?:-get)?|systemctl|tsc|pytest|cargo) [-\w./]/,
  /^\d{3} (?:OK|Created|Accepted|Not Found|Forbidden|Unauthorized|Internal)\b/,
  /^(?:stdout|stderr|exit(?:ed)?(?: with)?(?: code)?|status code|traceback|tool[ _](?:call|result|use|output)|exec|bash|command)\s*[:=(]/i,
  /^\[?(?:INFO|DEBUG|WARN(?:ING)?|ERROR|TRACE|FATAL)\]?[ :]/,
  /^at [\w$.<>]{1,80} \(|^File "|^\s*\^+\s*$|^(?:[+-]{3} |@@ |diff --git)/,
  /^[[{"].{0,400}":/,
  /^(?:GET|POST|PUT|PATCH|DELETE|HTTP\/\d) /,
  /^(?:https?:\/\/\S+|[~./]?[\w.-]*\/[\w./-]+[。]?|`[^`]{1,200}`|[\w-]+\.(?:py|ts|js|sh|md|json|ya?ml|txt|log|csv))[.。]?$/i,
  /^(?:[0-9a-f]{7,64})$|^(?:commit|sha256?|md5|pid|uuid)[:= ][0-9a-f-]{6,}/i,
  /\b(?:exit code \d|ENOENT|EACCES|ECONNREFUSED|npm (?:ERR!|WARN)|segmentation fault|stack trace)\b/,
  /^(?:executed|called|invoked|ran) (?:the )?`?(?:read|write|edit|grep|glob|exec|browser|web_?search|bash|tool)\b/i,
]

const TRANSPORT: readonly RegExp[] = [
  /\b(?:message_id|chat_id|sender_id|session_?(?:id|key)|thread_id|requestId|untrusted metadata|delivery status)\b/i,
  /^\[(?:telegram|whatsapp|discord|slack|signal|imessage|wechat|cron|system|heartbeat)\b/i,
  /\b(?:HEARTBEAT_OK|NO_REPLY|ANNOUNCE_SKIP|REPLY_SKIP)\b/,
]

const isTransport = says(({ cues }) => cues?.noise?.transport)
const isSmallTalk = says(({ cues }) => cues?.noise?.smallTalk)
const isObservable = says(({ cues }) => cues?.noise?.observable)
/** What was done in passing: it stays in the journal, where it can be searched. */
const isDetail = says(({ cues }) => cues?.noise?.detail)
const saysInstruction = says(({ worth }) => worth?.never.instruction)
const isKnownInstruction = says(({ cues }) => cues?.noise?.instruction)
const isInstruction = (text: string): boolean => isKnownInstruction(text) || saysInstruction(text)
const saysCredential = says(({ worth }) => worth?.never.credential)
const hasContact = says(({ worth }) => worth?.never.contact)

const LONGEST = 1000
const HAN = /\p{Script=Han}/gu
const SHORTEST_CHINESE = 6

/** Why an entry is not worth a judgement; nothing where it may be. `boot` are the normalised lines of the agent's boot files. */
export function junkIn(entry: Entry, boot: ReadonlySet<string>): Junk | undefined {
  const text = entry.text.slice(0, LONGEST)
  const any = (patterns: readonly RegExp[]) => patterns.some(pattern => pattern.test(text))
  if (isSecret(entry.text)) return 'looks like a secret'
  if (isInstruction(text)) return 'an instruction to the reader'
  if (hasContact(text)) return 'a way to reach a person'
  if (entry.shape === 'quote') return 'quoted text'
  if (entry.speaker === 'tool' || any(TOOL_NOISE)) return 'tool noise'
  if (any(TRANSPORT) || isTransport(text)) return 'transport line'
  if (isSmallTalk(text)) return 'small talk'
  if (boot.has(normalise(text))) return 'restates a boot file'
  if (isObservable(text)) return 'can be observed live'
  if (isDetail(text)) return 'running detail'
  if (/[?？]\s*$/.test(text)) return 'a question'
  const isShort = significantWords(text).size < 2 && (text.match(HAN)?.length ?? 0) < SHORTEST_CHINESE
  if (isShort && !isUnderRules(entry)) return 'too short'
  return undefined
}

/** What must not enter the always-loaded file, whoever says it. */
export function isUnsafe(text: string): boolean {
  return isSecret(text) || isInstruction(text) || hasContact(text)
}

/** What no note says either. What agents should do and how to reach somebody are notes like others, where a person says so. */
export function isRefused(text: string): boolean {
  return isSecret(text) || isKnownInstruction(text)
}

const isSecret = (text: string): boolean =>
  findSecrets(text).length > 0 || saysCredential(text.slice(0, LONGEST))
