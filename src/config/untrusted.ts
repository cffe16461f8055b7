import { dotted } from './leaves.ts'

/**
 * A project's own file arrives with a clone. Until the user trusts it, it may make Dream more careful and may tune what
 * stays on this machine; whatever is not named here waits: it could run a command, reach the network or touch other files.
 */

/** Parts that neither leave the machine nor decide what becomes of a memory. */
const FREE = [
  'cache',
  'retrieval',
  'fusion',
  'metrics',
  'environments',
  'expiry.feedback',
  'schedule.timeZone',
]

type Stricter = (value: unknown, than: unknown) => boolean

const only =
  (word: unknown): Stricter =>
  value =>
    value === word

const notLess: Stricter = (value, than) =>
  typeof value === 'number' && typeof than === 'number' && value >= than

const BY_CAUTION = ['seed', 'careful', 'propose']

const STRICTER: Readonly<Record<string, Stricter>> = {
  rules: (value, than) =>
    BY_CAUTION.includes(String(value)) &&
    BY_CAUTION.indexOf(String(value)) >= BY_CAUTION.indexOf(String(than)),
  'policy.recentDays': notLess,
  'policy.index': only('edit'),
  'policy.merge': only('list'),
  'policy.large': only('refuse'),
  'forget.reemerge': only('ask'),
  'autoDream.enabled': only(false),
  'autoDream.timeGate.minHoursBetweenDream': notLess,
  'autoDream.timeGate.maxHoursBetweenDream': notLess,
  'autoDream.sessionGate.minSessionsForDream': notLess,
  'autoDream.sessionGate.scanIntervalMs': notLess,
  'retrieval.intentAnalysis.enableLLM': only(false),
  'schedule.enabled': only(false),
  'expiry.project.enabled': only(false),
  'expiry.project.inactiveDays': notLess,
  'expiry.reference.checkLinks': only(false),
  'magma.enabled': only(false),
}

/** Whether an untrusted file may set this where `current` holds now. */
export function mayUntrustedSet(
  path: readonly string[],
  value: unknown,
  current: unknown,
): 'follow' | 'wait-for-trust' {
  if (JSON.stringify(value) === JSON.stringify(current)) return 'follow'
  const name = dotted(path)
  const rule = Object.hasOwn(STRICTER, name) ? STRICTER[name] : undefined
  if (rule !== undefined) return rule(value, current) ? 'follow' : 'wait-for-trust'
  return FREE.some(part => name === part || name.startsWith(`${part}.`)) ? 'follow' : 'wait-for-trust'
}
