import { sayEarly } from '../languages/index.ts'
import { DEFAULT_POLICY } from '../model/index.ts'
import {
  amount,
  type Fields,
  folder,
  notBefore,
  notLess,
  oneOf,
  only,
  orNull,
  type Setting,
  setting,
  share,
  text,
  whole,
  yesNo,
} from './kinds.ts'
import { treeOf } from './tree.ts'

const DAY_MS = 86_400_000
const YEAR_HOURS = [0, 8760] as const
const DAYS = [1, 100_000] as const
const WAIT_MS = [1, 600_000] as const
const CHARACTERS = [100, 10_000_000] as const
const TOKENS = [1, 10_000_000] as const

export interface Stage {
  readonly name: string
  readonly timeout: number
  readonly limit?: number
  readonly enableFusion?: boolean
}

const STAGES: readonly Stage[] = [
  { name: 'ccb-fast', limit: 5, timeout: 100 },
  { name: 'magma-extend', limit: 10, timeout: 300 },
  { name: 'full-fusion', enableFusion: true, timeout: 800 },
]

export const STAGE = {
  parts: {
    name: oneOf('ccb-fast', ['ccb-fast', 'magma-extend', 'full-fusion']),
    timeout: whole(1, WAIT_MS),
    limit: whole(1, [1, 10_000]),
    enableFusion: yesNo(false),
  },
  required: ['name', 'timeout'],
  expected: words => words.stage,
} satisfies Fields

const stages = setting(
  STAGES,
  {
    fits: value => Array.isArray(value) && value.length >= 1 && value.length <= 10,
    expected: words => words.stages,
    schema: { type: 'array', minItems: 1, maxItems: 10 },
    each: STAGE,
  },
  'free',
)

const areTexts = (value: unknown): boolean =>
  Array.isArray(value) && value.every(each => typeof each === 'string')
const TEXTS = { type: 'array', items: { type: 'string' } }

/** Whoever summarises journals may write one name of a list where a journal has another. */
const aliases = setting<readonly (readonly string[])[]>([], {
  fits: value => Array.isArray(value) && value.length <= 100 && value.every(areTexts),
  expected: words => words.names,
  schema: { type: 'array', maxItems: 100, items: TEXTS },
})

const folders = setting<readonly string[]>([], {
  fits: value => areTexts(value) && (value as unknown[]).length <= 1000,
  expected: words => words.folders,
  schema: { ...TEXTS, maxItems: 1000 },
})

const environments = setting<Readonly<Record<string, Readonly<Record<string, unknown>>>>>(
  {},
  {
    fits: value => typeof value === 'object' && value !== null && !Array.isArray(value),
    expected: words => words.environments,
    schema: { type: 'object', additionalProperties: { type: 'object' } },
  },
  'free',
)

/** Private is the rule: only what stands here is shared, under the name that the team knows it by. */
const SHARED_FOLDER = {
  parts: {
    folder: folder(),
    scope: oneOf('private', ['private', 'team']),
    name: text('^[^\\s/\\\\][^/\\\\\\n]{0,99}$', [1, 100], words => words.sharedName),
  },
  required: ['folder', 'scope', 'name'],
  expected: words => words.sharedFolder,
} satisfies Fields

interface SharedFolder {
  readonly folder: string
  readonly scope: 'private' | 'team'
  readonly name: string
}

const isNamed = (one: unknown): boolean => {
  const { folder: path, name } = (one ?? {}) as Partial<SharedFolder>
  return typeof path === 'string' && typeof name === 'string'
}

const sharedFolders = setting<readonly SharedFolder[]>([], {
  fits: value => Array.isArray(value) && value.length <= 1000 && value.every(isNamed),
  expected: words => words.sharedFolders,
  schema: { type: 'array', maxItems: 1000 },
  each: SHARED_FOLDER,
})

const alwaysOn = setting<boolean>(true, {
  fits: value => value === true,
  expected: words => words.atomicWrites,
  schema: { type: 'boolean', const: true },
})

const endpoint = text('^https?:\\/\\/[^\\s@/]+(?:\\/[^\\s@]*)?$', [0, 2000], words => words.address)
const model = text('', [1, 500], words => words.model)
/** The key stays in the environment; here is only the name under which it lies there. */
const keyVariable = text('^[A-Za-z_][A-Za-z0-9_]*$', [1, 100], words => words.variable)

const zone: Setting<string> = setting(
  '',
  { fits: isTimeZone, expected: words => words.timeZone, schema: { type: 'string' } },
  'free',
)

function isTimeZone(name: unknown): boolean {
  try {
    new Intl.DateTimeFormat('en', { timeZone: String(name) })
    return typeof name === 'string'
  } catch {
    return false
  }
}

const limit = (kind: typeof whole, to: number, most: number | null = null) =>
  orNull(kind(0, [0, to]), most, words => words.orNoLimit(words.amount(0, to)))

/** Who may ask a model. With neither preset nor endpoint it has none, and rules do its work. */
export const role = (concurrency: number | null, intervalMs: number) => ({
  preset: orNull(oneOf('zhipu', ['siliconflow', 'zhipu', 'anthropic', 'openai', 'ollama'])),
  api: oneOf('openai', ['openai', 'anthropic', 'claude-command']),
  endpoint,
  model,
  thinking: oneOf('off', ['off', 'on']),
  keyVariable,
  concurrency: orNull(whole(1, [1, 1000]), concurrency, words => words.orNoLimit(words.whole(1, 1000))),
  intervalMs: whole(intervalMs, [0, DAY_MS]),
  'price.input': limit(amount, 10_000),
  'price.output': limit(amount, 10_000),
  'budget.calls': limit(whole, 1_000_000),
  'budget.tokens': limit(whole, 1_000_000_000),
  'budget.seconds': limit(whole, 86_400),
  'budget.usd': limit(amount, 10_000),
})

type Rows = Readonly<Record<string, Setting>>

const under = <Name extends string, Below extends Rows>(name: Name, rows: Below) =>
  Object.fromEntries(Object.entries(rows).map(([key, row]) => [`${name}.${key}`, row])) as {
    [Key in keyof Below & string as `${Name}.${Key}`]: Below[Key]
  }

const { rules, recentDays, index, merge, large, expiry } = DEFAULT_POLICY

/**
 * Every setting, once: its default, bounds, what it is for, and what an untrusted file may set. Checks, variables, the
 * JSON Schema and the table in the manual are made from it.
 */
export const SETTINGS = {
  'cache.enabled': yesNo(true, 'free'),
  'cache.ttlHours': amount(24, YEAR_HOURS, 'free'),
  'cache.maxSize': whole(10_000, [0, 10_000_000], 'free'),
  'cache.semanticThreshold': share(0.9, 'free'),

  'obsidian.mode': oneOf('auto', ['auto', 'cli', 'direct']),
  'obsidian.vault': folder(),
  'obsidian.cli.enabled': yesNo(true),
  'obsidian.cli.timeout': whole(5000, WAIT_MS),
  'obsidian.direct.atomicWrites': alwaysOn,
  'obsidian.fallback.enabled': yesNo(true),
  'obsidian.fallback.maxRetries': whole(2, [0, 100]),

  'autoDream.enabled': yesNo(true, only(false)),
  'autoDream.exclude': folders,
  'autoDream.model.enabled': yesNo(false, only(false)),
  'autoDream.model.run.tokens': limit(whole, 1_000_000_000, 1_000_000),
  'autoDream.model.run.usd': limit(amount, 10_000),
  'autoDream.model.run.seconds': limit(whole, 86_400, 3600),
  'autoDream.model.month.tokens': limit(whole, 1_000_000_000, 10_000_000),
  'autoDream.model.month.usd': limit(amount, 10_000),
  'autoDream.timeGate.minHoursBetweenDream': amount(24, YEAR_HOURS, notLess),
  'autoDream.timeGate.maxHoursBetweenDream': amount(168, YEAR_HOURS, notLess),
  'autoDream.sessionGate.minSessionsForDream': whole(5, [0, 10_000], notLess),
  'autoDream.sessionGate.scanIntervalMs': whole(600_000, [0, DAY_MS], notLess),

  'retrieval.defaultStrategy': oneOf(
    'both-priority-ccb',
    ['ccb-only', 'magma-only', 'both', 'both-priority-ccb'],
    'free',
  ),
  'retrieval.intentAnalysis.enableLLM': yesNo(true, only(false)),
  'retrieval.intentAnalysis.enableRules': yesNo(true, 'free'),
  'retrieval.intentAnalysis.llmConfidenceThreshold': share(0.7, 'free'),
  'retrieval.intentAnalysis.ruleConfidenceThreshold': share(0.5, 'free'),
  'retrieval.intentAnalysis.cacheEnabled': yesNo(true, 'free'),
  'retrieval.progressiveSearch.enabled': yesNo(true, 'free'),
  'retrieval.progressiveSearch.stages': stages,

  'fusion.maxTokens': whole(4000, TOKENS, 'free'),
  'fusion.enableSemanticDeduplication': yesNo(true, 'free'),
  'fusion.semanticSimilarityThreshold': share(0.85, 'free'),
  'fusion.tokenBudget.dynamic': yesNo(true, 'free'),
  'fusion.tokenBudget.maxTokensPerMemory': whole(500, TOKENS, 'free'),

  ...under('llm.intent', role(1, 2000)),
  ...under('llm.verification', role(null, 0)),
  ...under('llm.agents', role(1, 0)),

  language: oneOf('auto', ['auto', 'en', 'zh'], 'free'),
  'metrics.enabled': yesNo(false, 'free'),
  rules: oneOf(rules, ['careful', 'seed', 'propose'], notBefore(['seed', 'careful', 'propose'])),
  'policy.recentDays': whole(recentDays, [0, 100_000], notLess),
  'policy.index': oneOf(index, ['edit', 'rebuild'], only('edit')),
  'policy.merge': oneOf(merge, ['list', 'append'], only('list')),
  'policy.large': oneOf(large, ['refuse', 'allow'], only('refuse')),
  'policy.model': oneOf('queue', ['queue', 'apply-additions'], only('queue')),

  'journal.vault': folder(),
  'journal.aliases': aliases,
  'journal.limits.target': whole(15_000, CHARACTERS),
  'journal.limits.compress': whole(16_000, CHARACTERS),
  'journal.limits.hard': whole(18_000, CHARACTERS),
  'journal.limits.cut': orNull(whole(100, CHARACTERS)),
  'forget.reemerge': oneOf('ask', ['ask', 'auto'], only('ask')),
  'schedule.enabled': yesNo(true, only(false)),
  'schedule.timeZone': orNull(zone, null, words => words.timeZone),

  'expiry.project.enabled': yesNo(expiry.project.enabled, only(false)),
  'expiry.project.inactiveDays': whole(expiry.project.inactiveDays, DAYS, notLess),
  'expiry.reference.checkLinks': yesNo(expiry.reference.checkLinks, only(false)),
  'expiry.reference.timeoutMs': whole(expiry.reference.timeoutMs, WAIT_MS),
  'expiry.feedback.decay': share(expiry.feedback.decay, 'free'),
  'expiry.feedback.periodDays': whole(expiry.feedback.periodDays, DAYS, 'free'),

  'magma.enabled': yesNo(true, only(false)),
  'magma.path': folder(),
  'magma.embeddings.from': oneOf('local', ['local', 'endpoint']),
  'magma.embeddings.endpoint': endpoint,
  'magma.embeddings.model': model,
  'magma.embeddings.keyVariable': keyVariable,

  'store.kind': oneOf('files', ['files', 'postgres'], only('files')),
  'store.urlVariable': keyVariable,
  'store.team': text('^[a-z][a-z0-9_]{0,30}$', [1, 31], words => words.team),
  'store.folders': sharedFolders,

  environments,
}

/** The tree that dotted names make. */
type Tree<Table> = {
  readonly [Name in keyof Table as Name extends `${infer Top}.${string}`
    ? Top
    : Name]: Name extends `${infer Top}.${string}`
    ? Tree<Below<Table, Top>>
    : Table[Name] extends Setting<infer Value>
      ? Value
      : never
}

type Below<Table, Top extends string> = {
  readonly [Name in keyof Table as Name extends `${Top}.${infer Rest}` ? Rest : never]: Table[Name]
}

/** Every setting with its value. */
export type Config = Tree<typeof SETTINGS>

const rows: Rows = SETTINGS

/** Every setting as it is where nobody set it. */
export const DEFAULTS = treeOf(
  Object.entries(rows).map(([name, row]) => ({ name, value: row.default })),
) as unknown as Config

/** The setting of this name; nothing where there is none. */
export const settingNamed = (name: string): Setting | undefined =>
  Object.hasOwn(rows, name) ? rows[name] : undefined

export const NAMES: readonly string[] = Object.keys(rows)

/** Whether settings stand below this name. */
export const isGroup = (name: string): boolean => NAMES.some(each => each.startsWith(`${name}.`))

/** A12: environments that are there without being written; a block of the same name in a file overrides them. */
export const ENVIRONMENTS: Readonly<Record<string, Readonly<Record<string, unknown>>>> = {
  development: {
    'autoDream.timeGate.minHoursBetweenDream': 1,
    'retrieval.intentAnalysis.cacheEnabled': false,
    'retrieval.progressiveSearch.enabled': false,
  },
  production: {
    'autoDream.timeGate.minHoursBetweenDream': 48,
    'retrieval.intentAnalysis.cacheEnabled': true,
    'retrieval.progressiveSearch.enabled': true,
    'metrics.enabled': true,
  },
}

/** Whether an untrusted file may set this where `current` holds now. */
export function mayUntrustedSet(name: string, value: unknown, current: unknown): 'follow' | 'wait-for-trust' {
  if (JSON.stringify(value) === JSON.stringify(current)) return 'follow'
  const rule = settingNamed(name)?.untrusted
  return rule === 'free' || rule?.(value, current) === true ? 'follow' : 'wait-for-trust'
}

/** Settings of earlier versions, or groups that held some. */
const REMOVED = ['magma.embeddings.folder'] as const

/** What they were where nobody set them: a file that says so asks for nothing that is gone. */
const REMOVED_DEFAULTS: Readonly<Record<string, unknown>> = {
  'magma.embeddings.folder': null,
}

export const isRemovedDefault = (name: string, value: unknown): boolean =>
  Object.hasOwn(REMOVED_DEFAULTS, name) && REMOVED_DEFAULTS[name] === value

/** Why this setting is none any more, and what to do; nothing where it never was one. Variables have it in capitals. */
export function whyRemoved(name: string): string | undefined {
  const asked = `${name.toLowerCase()}.`
  const removed = REMOVED.find(each => asked.startsWith(`${each.toLowerCase()}.`))
  return removed && sayEarly().settings.removed[removed]
}

/** A value that a setting had in an earlier version. */
export const whyValueRemoved = (name: string, value: unknown): string | undefined =>
  name === 'magma.embeddings.from' && value === 'onnx' ? sayEarly().settings.removedValues.onnx : undefined
