import { sayEarly } from '../languages/index.ts'
import { DEFAULT_POLICY } from '../model/index.ts'
import {
  amount,
  folder,
  isPart,
  type Nodes,
  notBefore,
  notLess,
  oneOf,
  only,
  orNull,
  type Part,
  part,
  type Setting,
  setting,
  share,
  text,
  type Values,
  whole,
  yesNo,
} from './kinds.ts'

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

const stage = {
  name: oneOf('ccb-fast', ['ccb-fast', 'magma-extend', 'full-fusion'], 'Which stage.'),
  timeout: whole(1, WAIT_MS, 'Milliseconds after which it is cut off.'),
  limit: whole(1, [1, 10_000], 'Results that suffice.'),
  enableFusion: yesNo(
    false,
    'Make one order of what both engines found; without it, what this stage adds comes after what was there.',
  ),
}

const stages = setting(
  STAGES,
  'The stages in order.',
  {
    type: 'array',
    minItems: 1,
    maxItems: 10,
    items: {
      about: 'A stage.',
      parts: stage,
      required: ['name', 'timeout'],
      expected: words => words.stage,
    },
  },
  words => words.stages,
)

/** Whoever summarises journals may write one name of a list where a journal has another. */
const aliases = {
  ...setting<readonly (readonly string[])[]>(
    [],
    'Names of one person, machine or team: a list of lists, such as [["Anna", "the owner"]].',
    { type: 'array', minItems: 0, maxItems: 100 },
    words => words.names,
  ),
  fits: (value: unknown) =>
    Array.isArray(value) &&
    value.every(names => Array.isArray(names) && names.every(name => typeof name === 'string')),
}

const endpoint = text(
  'Base address of the service.',
  { maxLength: 2000, pattern: '^https?:\\/\\/[^\\s@/]+(?:\\/[^\\s@]*)?$' },
  words => words.address,
)
const model = text('The model to ask for.', { minLength: 1, maxLength: 500 }, words => words.model)
/** The key stays in the environment; here is only the name under which it lies there. */
const keyVariable = text(
  'The environment variable that holds the key.',
  { pattern: '^[A-Za-z_][A-Za-z0-9_]{0,99}$' },
  words => words.variable,
)

const limit = (kind: typeof whole, to: number, about: string) =>
  orNull(kind(0, [0, to], about), null, words => words.orNoLimit(words.amount(0, to)))

/** Who may ask a model. With neither preset nor endpoint it has none, and rules do its work. */
const role = (about: string, concurrency: number | null, intervalMs: number) =>
  part(about, {
    preset: orNull(
      oneOf(
        'zhipu',
        ['siliconflow', 'zhipu'],
        'A known service: endpoint, model and key variable are filled in where they are not set.',
      ),
    ),
    api: oneOf(
      'openai',
      ['openai', 'anthropic', 'claude-command'],
      'The language that the endpoint speaks; claude-command asks `claude -p` and needs no endpoint.',
    ),
    endpoint,
    model,
    keyVariable,
    concurrency: orNull(
      whole(1, [1, 1000], 'Calls at the same time; null is no limit.'),
      concurrency,
      words => words.orNoLimit(words.whole(1, 1000)),
    ),
    intervalMs: whole(intervalMs, [0, DAY_MS], 'Milliseconds between the starts of two calls.'),
    price: part('What the model costs; null is not known. A budget in dollars needs it.', {
      input: limit(amount, 10_000, 'US dollars for a million tokens that are sent.'),
      output: limit(amount, 10_000, 'US dollars for a million tokens that come back.'),
    }),
    budget: part('What one run may spend; null is no limit.', {
      calls: limit(whole, 1_000_000, 'Calls in one run.'),
      tokens: limit(whole, 1_000_000_000, 'Tokens in one run.'),
      seconds: limit(whole, 86_400, 'Seconds in one run.'),
      usd: limit(amount, 10_000, 'US dollars in one run.'),
    }),
  })

function isTimeZone(name: unknown): boolean {
  try {
    new Intl.DateTimeFormat('en', { timeZone: String(name) })
    return true
  } catch {
    return false
  }
}

const { rules, recentDays, index, merge, large, expiry } = DEFAULT_POLICY

/**
 * Every setting, once. Defaults, checks, variables, what an untrusted file may set, the JSON Schema and the table in the
 * manual are made from it.
 */
export const SETTINGS = part('Settings of Dream.', {
  cache: part(
    'The cache of intent analysis.',
    {
      enabled: yesNo(true, 'Keep the results of intent analysis.'),
      ttlHours: amount(24, YEAR_HOURS, 'Hours that a result is kept.'),
      maxSize: whole(10_000, [0, 10_000_000], 'Results that are kept.'),
      semanticThreshold: share(0.9, 'From this likeness on two questions share a result.'),
    },
    'free',
  ),
  obsidian: part('Obsidian.', {
    mode: oneOf('auto', ['auto', 'cli', 'direct'], 'How notes are written.'),
    vault: folder('The vault; null is none.'),
    cli: part("Obsidian's own command.", {
      enabled: yesNo(true, 'Use the Obsidian command where there is one.'),
      timeout: whole(5000, WAIT_MS, 'Milliseconds to wait for it.'),
    }),
    direct: part('Writing to the vault itself.', {
      atomicWrites: setting<boolean>(
        true,
        'Write by temporary file and rename. It cannot be switched off.',
        { type: 'boolean', const: true },
        words => words.atomicWrites,
      ),
    }),
    fallback: part('What happens where the command fails.', {
      enabled: yesNo(true, 'Write directly where the command fails.'),
      maxRetries: whole(2, [0, 100], 'Tries before that.'),
    }),
  }),
  autoDream: part('When Dream starts by itself.', {
    enabled: yesNo(true, 'Dream without being asked.', only(false)),
    exclude: {
      ...setting<readonly string[]>(
        [],
        'Folders in which Dream never starts by itself, with all below them. A file .dreamignore in a folder does the same.',
        { type: 'array', minItems: 0, maxItems: 1000 },
        words => words.folders,
      ),
      fits: (value: unknown) => Array.isArray(value) && value.every(path => typeof path === 'string'),
    },
    timeGate: part(
      'When it is time.',
      {
        minHoursBetweenDream: amount(24, YEAR_HOURS, 'At least so many hours between two dreams.'),
        maxHoursBetweenDream: amount(
          168,
          YEAR_HOURS,
          'After so many the session gate is waived, if anything changed.',
        ),
      },
      notLess,
    ),
    sessionGate: part(
      'When there is enough to dream of.',
      {
        minSessionsForDream: whole(5, [0, 10_000], 'At least so many sessions since the last dream.'),
        scanIntervalMs: whole(600_000, [0, DAY_MS], 'Milliseconds between two looks at the sessions.'),
      },
      notLess,
    ),
  }),
  retrieval: part(
    'How questions are answered.',
    {
      defaultStrategy: oneOf(
        'both-priority-ccb',
        ['ccb-only', 'magma-only', 'both', 'both-priority-ccb'],
        'Which engine answers a question of no special kind.',
      ),
      intentAnalysis: part('What a question is after.', {
        enableLLM: yesNo(true, 'Ask the model first, where there is one.', only(false)),
        enableRules: yesNo(true, 'Ask the rules.'),
        llmConfidenceThreshold: share(0.7, 'From here on the model is believed.'),
        ruleConfidenceThreshold: share(0.5, 'From here on a rule is believed.'),
        cacheEnabled: yesNo(true, 'Use the cache for intents.'),
      }),
      progressiveSearch: part('Search in stages.', {
        enabled: yesNo(true, 'Search in stages and stop at the first that suffices.'),
        stages,
      }),
    },
    'free',
  ),
  fusion: part(
    'How hits of both engines become one answer.',
    {
      maxTokens: whole(4000, TOKENS, 'Tokens of an answer.'),
      enableSemanticDeduplication: yesNo(
        true,
        'Fold hits with the same words in the same order; else only equal texts.',
      ),
      semanticSimilarityThreshold: share(
        0.85,
        'Has no effect any more: near is not the same, and both hits stay.',
      ),
      tokenBudget: part('How the tokens are shared.', {
        dynamic: yesNo(true, 'Share the tokens by rank.'),
        maxTokensPerMemory: whole(500, TOKENS, 'Tokens of one memory.'),
      }),
    },
    'free',
  ),
  llm: part('Who may ask a model. Nothing needs one: where none is set, rules do the work.', {
    intent: role('Intent analysis.', 1, 2000),
    verification: role('Verification of fused answers.', null, 0),
    agents: role('The agents that extract, refine and dream.', 1, 0),
  }),
  language: oneOf(
    'auto',
    ['auto', 'en', 'zh'],
    'Language of messages; auto: that of the journals, else that of the system.',
    'free',
  ),
  metrics: part(
    'Figures about Dream itself; they never leave the machine.',
    { enabled: yesNo(false, 'Keep a small local file of runs, findings and durations.') },
    'free',
  ),
  rules: oneOf(
    rules,
    ['careful', 'seed', 'propose'],
    'What may happen without a person.',
    notBefore(['seed', 'careful', 'propose']),
  ),
  policy: part('The finer points of the rules.', {
    recentDays: whole(
      recentDays,
      [0, 100_000],
      'Memories touched within so many days are left alone.',
      notLess,
    ),
    index: oneOf(index, ['edit', 'rebuild'], 'Edit MEMORY.md or write it anew.', only('edit')),
    merge: oneOf(
      merge,
      ['list', 'append'],
      'What only a duplicate says: list it, or append it to the one that stays.',
      only('list'),
    ),
    large: oneOf(large, ['refuse', 'allow'], 'Whether more may go at once than usual.', only('refuse')),
    model: oneOf(
      'queue',
      ['queue', 'apply-additions'],
      'What becomes of an answer of a model or an agent: it waits for you, or new notes that passed every check are written at once. Journals are always reviewed as one run that can be undone.',
      only('queue'),
    ),
  }),
  journal: part('Journals and their snapshot.', {
    vault: folder('Where ledger and meta lie (also DREAM_VAULT_PATH); null is inside the workspace.'),
    aliases,
    limits: part('How long a snapshot may be.', {
      target: whole(15_000, CHARACTERS, 'Characters that a snapshot aims at.'),
      compress: whole(16_000, CHARACTERS, 'Characters before which capture compresses.'),
      hard: whole(18_000, CHARACTERS, 'Characters that no write leaves it over.'),
      cut: orNull(
        whole(100, CHARACTERS, 'Where the agent cuts it; null is what its own configuration says.'),
      ),
    }),
  }),
  forget: part('Forgetting.', {
    reemerge: oneOf(
      'ask',
      ['ask', 'auto'],
      'What you forgot and say again: wait for a word, or come back.',
      only('ask'),
    ),
  }),
  schedule: part('Scheduled reviews of journals.', {
    enabled: yesNo(true, 'Review journals every day.', only(false)),
    timeZone: {
      ...text("Whose clock; null is the machine's.", {}, words => words.timeZone),
      fits: (value: unknown) => value === null || isTimeZone(value),
      untrusted: 'free',
    },
  }),
  expiry: part('When memories expire.', {
    project: part('Memories about projects.', {
      enabled: yesNo(expiry.project.enabled, 'Let memories of inactive projects expire.', only(false)),
      inactiveDays: whole(
        expiry.project.inactiveDays,
        DAYS,
        'Days without commit, session or edit.',
        notLess,
      ),
    }),
    reference: part('Memories that point somewhere.', {
      checkLinks: yesNo(
        expiry.reference.checkLinks,
        'Ask whether links are alive: this reaches the network.',
        only(false),
      ),
      timeoutMs: whole(expiry.reference.timeoutMs, WAIT_MS, 'Milliseconds to wait for one.'),
    }),
    feedback: part(
      'Feedback never expires; it weighs less.',
      {
        decay: share(expiry.feedback.decay, 'What is left of the weight after each period.'),
        periodDays: whole(expiry.feedback.periodDays, DAYS, 'Days of a period.'),
      },
      'free',
    ),
  }),
  magma: part('The vector engine.', {
    enabled: yesNo(true, 'Use the vector engine.', only(false)),
    path: folder('Where its index lies; null is the cache directory.'),
    embeddings: part('Where vectors come from.', {
      from: oneOf('local', ['local', 'endpoint'], 'The model in the package, or a service.'),
      endpoint,
      model,
      keyVariable,
    }),
  }),
  environments: setting<Readonly<Record<string, Readonly<Record<string, unknown>>>>>(
    {},
    'Settings for one environment, as dotted keys; chosen by --env or DREAM_ENV. development and production are built in.',
    { type: 'object', additionalProperties: { type: 'object' } },
    words => words.environments,
    'free',
  ),
})

/** Every setting with its value. */
export type Config = Values<(typeof SETTINGS)['parts']>

/** Every setting as it is where nobody set it. */
export const DEFAULTS = defaultsOf(SETTINGS.parts) as Config

function defaultsOf(parts: Nodes): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(parts).map(([name, node]) => [name, isPart(node) ? defaultsOf(node.parts) : node.default]),
  )
}

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

/** The setting or part of this name; nothing where there is none. */
export function nodeAt(path: readonly string[]): Setting | Part | undefined {
  let node: Setting | Part | undefined = SETTINGS
  for (const name of path)
    node = node && isPart(node) && Object.hasOwn(node.parts, name) ? node.parts[name] : undefined
  return node
}

/** Whether an untrusted file may set this where `current` holds now. */
export function mayUntrustedSet(
  path: readonly string[],
  value: unknown,
  current: unknown,
): 'follow' | 'wait-for-trust' {
  if (JSON.stringify(value) === JSON.stringify(current)) return 'follow'
  const rule = path
    .map((_, at) => nodeAt(path.slice(0, at + 1))?.untrusted)
    .findLast(each => each !== undefined)
  return rule === 'free' || rule?.(value, current) === true ? 'follow' : 'wait-for-trust'
}

/** Settings of earlier versions, or parts that held some, and what to do instead. */
const REMOVED = ['store', 'magma.embeddings.folder'] as const

/** What they were where nobody set them: a file that says so asks for nothing that is gone. */
const REMOVED_DEFAULTS: Readonly<Record<string, unknown>> = {
  'store.kind': 'files',
  'store.urlVariable': null,
  'magma.embeddings.folder': null,
}

/** A setting of an earlier version, as it was by default. */
export const isRemovedDefault = (name: string, value: unknown): boolean =>
  Object.hasOwn(REMOVED_DEFAULTS, name) && REMOVED_DEFAULTS[name] === value

/** Values that a setting had in an earlier version. */
const REMOVED_VALUES: Readonly<Record<string, readonly 'onnx'[]>> = { 'magma.embeddings.from': ['onnx'] }

/** Why this setting is none any more; nothing where it never was one. Variables have it in capitals. */
export function whyRemoved(name: string): string | undefined {
  const asked = `${name.toLowerCase()}.`
  const removed = REMOVED.find(each => asked.startsWith(`${each.toLowerCase()}.`))
  return removed && sayEarly().settings.removed[removed]
}

export function whyValueRemoved(name: string, value: unknown): string | undefined {
  const values = Object.hasOwn(REMOVED_VALUES, name) ? REMOVED_VALUES[name]! : []
  const removed = values.find(each => each === value)
  return removed && sayEarly().settings.removedValues[removed]
}
