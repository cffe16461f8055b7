import { z } from 'zod'
import { DEFAULTS } from './defaults.ts'
import { isTimeZone } from './time-zone.ts'

/**
 * What each setting may be, and what it is for. Loaded only where something was configured: the schema library takes
 * longer to load than most commands take to run. Every message is what was expected, for `problems.ts` to quote.
 */

type Shape = Record<string, z.ZodType>

/** A part of the tree: strict, every key optional, each with its default. */
function part<S extends Shape>(defaults: { readonly [K in keyof S]: unknown }, shape: S, about: string) {
  const whole: Record<string, z.ZodType> = {}
  for (const [key, type] of Object.entries(shape))
    whole[key] = type instanceof z.ZodPrefault ? type : type.default(defaults[key] as never)
  return z.strictObject(whole, { error: 'an object' }).prefault({}).meta({ description: about })
}

const yesNo = (about: string) => z.boolean({ error: 'true or false' }).meta({ description: about })

function number(about: string, from: number, to: number, kind: 'whole' | 'any' = 'whole') {
  const error = `${kind === 'whole' ? 'a whole number' : 'a number'} from ${from} to ${to}`
  const base = kind === 'whole' ? z.int({ error }) : z.number({ error })
  return base.min(from, { error }).max(to, { error }).meta({ description: about })
}

function optional(type: z.ZodType, words: string) {
  const about = type.meta()?.description ?? ''
  return z.union([type, z.null()], { error: words }).meta({ description: about })
}

const share = (about: string) => number(about, 0, 1, 'any')

function oneOf<const T extends readonly [string, ...string[]]>(about: string, words: T) {
  return z.enum(words, { error: `one of ${words.join(', ')}` }).meta({ description: about })
}

/** Absolute or below `~`: a relative path would mean another place for every caller. */
const folder = (about: string) => {
  const error = 'an absolute path, or one that begins with ~/'
  return optional(
    z
      .string({ error })
      .regex(/^(?:\/|~\/|~$)/, { error })
      .max(4096)
      .meta({ description: about }),
    `${error}, or null`,
  )
}

/** The key stays in the environment; here is only the name under which it lies there. */
const variable = (about: string) => {
  const error = 'the name of an environment variable (the key itself never belongs in a file)'
  return optional(
    z
      .string({ error })
      .regex(/^[A-Za-z_][A-Za-z0-9_]{0,99}$/, { error })
      .meta({ description: about }),
    `${error}, or null`,
  )
}

const endpoint = (about: string) => {
  const error = 'an address that begins with https:// or http:// and holds no password'
  return optional(
    z
      .string({ error })
      .regex(/^https?:\/\/[^\s@/]+(?:\/[^\s@]*)?$/, { error })
      .max(2000)
      .meta({ description: about }),
    `${error}, or null`,
  )
}

const text = (about: string, words: string) =>
  optional(
    z
      .string({ error: words })
      .min(1, { error: words })
      .max(500, { error: words })
      .meta({ description: about }),
    `${words}, or null`,
  )

const limit = (about: string, to: number, kind: 'whole' | 'any' = 'whole') =>
  optional(number(about, 0, to, kind), `a number from 0 to ${to}, or null for no limit`)

const stage = z.strictObject(
  {
    name: oneOf('Which stage.', ['ccb-fast', 'magma-extend', 'full-fusion']),
    timeout: number('Milliseconds after which it is cut off.', 1, 600_000),
    limit: number('Results that suffice.', 1, 10_000).optional(),
    enableFusion: yesNo(
      'Make one order of what both engines found; without it, what this stage adds comes after what was there.',
    ).optional(),
  },
  { error: 'an object with name and timeout' },
)

const YEAR_HOURS = 8760
const DAY_MS = 86_400_000

function role(defaults: (typeof DEFAULTS)['llm']['intent'], about: string) {
  return part(
    defaults,
    {
      preset: z
        .union([z.enum(['siliconflow', 'zhipu']), z.null()], { error: 'one of siliconflow, zhipu, or null' })
        .meta({
          description:
            'A known service: endpoint, model and key variable are filled in where they are not set.',
        }),
      api: oneOf(
        'The language that the endpoint speaks; claude-command asks `claude -p` and needs no endpoint.',
        ['openai', 'anthropic', 'claude-command'],
      ),
      endpoint: endpoint('Base address of the service.'),
      model: text('The model to ask for.', 'the name of a model'),
      keyVariable: variable('The environment variable that holds the key.'),
      concurrency: optional(
        number('Calls at the same time; null is no limit.', 1, 1000),
        'a whole number from 1 to 1000, or null for no limit',
      ),
      intervalMs: number('Milliseconds between the starts of two calls.', 0, DAY_MS),
      price: part(
        defaults.price,
        {
          input: limit('US dollars for a million tokens that are sent.', 10_000, 'any'),
          output: limit('US dollars for a million tokens that come back.', 10_000, 'any'),
        },
        'What the model costs; null is not known. A budget in dollars needs it.',
      ),
      budget: part(
        defaults.budget,
        {
          calls: limit('Calls in one run.', 1_000_000),
          tokens: limit('Tokens in one run.', 1_000_000_000),
          seconds: limit('Seconds in one run.', 86_400),
          usd: limit('US dollars in one run.', 10_000, 'any'),
        },
        'What one run may spend; null is no limit.',
      ),
    },
    about,
  )
}

const { cache, obsidian, autoDream, retrieval, fusion, llm, policy, journal, schedule, expiry, magma } =
  DEFAULTS

export const configSchema = z
  .strictObject(
    {
      $schema: z.string().optional().meta({ description: 'Where editors find this schema.' }),
      cache: part(
        cache,
        {
          enabled: yesNo('Keep the results of intent analysis.'),
          ttlHours: number('Hours that a result is kept.', 0, YEAR_HOURS, 'any'),
          maxSize: number('Results that are kept.', 0, 10_000_000),
          semanticThreshold: share('From this likeness on two questions share a result.'),
        },
        'The cache of intent analysis.',
      ),
      obsidian: part(
        obsidian,
        {
          mode: oneOf('How notes are written.', ['auto', 'cli', 'direct']),
          vault: folder('The vault; null is none.'),
          cli: part(
            obsidian.cli,
            {
              enabled: yesNo('Use the Obsidian command where there is one.'),
              timeout: number('Milliseconds to wait for it.', 1, 600_000),
            },
            "Obsidian's own command.",
          ),
          direct: part(
            obsidian.direct,
            {
              atomicWrites: z
                .literal(true, { error: 'true: a note is written whole or not at all, which nothing lifts' })
                .meta({ description: 'Write by temporary file and rename. It cannot be switched off.' }),
            },
            'Writing to the vault itself.',
          ),
          fallback: part(
            obsidian.fallback,
            {
              enabled: yesNo('Write directly where the command fails.'),
              maxRetries: number('Tries before that.', 0, 100),
            },
            'What happens where the command fails.',
          ),
        },
        'Obsidian.',
      ),
      autoDream: part(
        autoDream,
        {
          enabled: yesNo('Dream without being asked.'),
          timeGate: part(
            autoDream.timeGate,
            {
              minHoursBetweenDream: number(
                'At least so many hours between two dreams.',
                0,
                YEAR_HOURS,
                'any',
              ),
              maxHoursBetweenDream: number(
                'After so many the session gate is waived, if anything changed.',
                0,
                YEAR_HOURS,
                'any',
              ),
            },
            'When it is time.',
          ),
          sessionGate: part(
            autoDream.sessionGate,
            {
              minSessionsForDream: number('At least so many sessions since the last dream.', 0, 10_000),
              scanIntervalMs: number('Milliseconds between two looks at the sessions.', 0, DAY_MS),
            },
            'When there is enough to dream of.',
          ),
        },
        'When Dream starts by itself.',
      ),
      retrieval: part(
        retrieval,
        {
          defaultStrategy: oneOf('Which engine answers a question of no special kind.', [
            'ccb-only',
            'magma-only',
            'both',
            'both-priority-ccb',
          ]),
          intentAnalysis: part(
            retrieval.intentAnalysis,
            {
              enableLLM: yesNo('Ask the model first, where there is one.'),
              enableRules: yesNo('Ask the rules.'),
              llmConfidenceThreshold: share('From here on the model is believed.'),
              ruleConfidenceThreshold: share('From here on a rule is believed.'),
              cacheEnabled: yesNo('Use the cache for intents.'),
            },
            'What a question is after.',
          ),
          progressiveSearch: part(
            retrieval.progressiveSearch,
            {
              enabled: yesNo('Search in stages and stop at the first that suffices.'),
              stages: z
                .array(stage, { error: 'a list of stages' })
                .min(1, { error: 'at least one stage' })
                .max(10, { error: 'at most ten stages' })
                .meta({ description: 'The stages in order.' }),
            },
            'Search in stages.',
          ),
        },
        'How questions are answered.',
      ),
      fusion: part(
        fusion,
        {
          maxTokens: number('Tokens of an answer.', 1, 10_000_000),
          enableSemanticDeduplication: yesNo(
            'Fold hits with the same words in the same order; else only equal texts.',
          ),
          semanticSimilarityThreshold: share(
            'Has no effect any more: near is not the same, and both hits stay.',
          ),
          tokenBudget: part(
            fusion.tokenBudget,
            {
              dynamic: yesNo('Share the tokens by rank.'),
              maxTokensPerMemory: number('Tokens of one memory.', 1, 10_000_000),
            },
            'How the tokens are shared.',
          ),
        },
        'How hits of both engines become one answer.',
      ),
      llm: part(
        llm,
        {
          intent: role(llm.intent, 'Intent analysis.'),
          verification: role(llm.verification, 'Verification of fused answers.'),
          agents: role(llm.agents, 'The agents that extract, refine and dream.'),
        },
        'Who may ask a model. Nothing needs one: where none is set, rules do the work.',
      ),
      metrics: part(
        DEFAULTS.metrics,
        { enabled: yesNo('Keep a small local file of runs, findings and durations.') },
        'Figures about Dream itself; they never leave the machine.',
      ),
      rules: oneOf('What may happen without a person.', ['careful', 'seed', 'propose']).default(
        DEFAULTS.rules,
      ),
      policy: part(
        policy,
        {
          recentDays: number('Memories touched within so many days are left alone.', 0, 100_000),
          index: oneOf('Edit MEMORY.md or write it anew.', ['edit', 'rebuild']),
          merge: oneOf('What only a duplicate says: list it, or append it to the one that stays.', [
            'list',
            'append',
          ]),
          large: oneOf('Whether more may go at once than usual.', ['refuse', 'allow']),
        },
        'The finer points of the rules.',
      ),
      journal: part(
        journal,
        {
          vault: folder('Where ledger and meta lie (also DREAM_VAULT_PATH); null is inside the workspace.'),
          limits: part(
            journal.limits,
            {
              target: number('Characters that a snapshot aims at.', 100, 10_000_000),
              compress: number('Characters before which capture compresses.', 100, 10_000_000),
              hard: number('Characters that no write leaves it over.', 100, 10_000_000),
              cut: optional(
                number('Where the agent cuts it; null is what its own configuration says.', 100, 10_000_000),
                'a whole number from 100 to 10000000, or null',
              ),
            },
            'How long a snapshot may be.',
          ),
        },
        'Journals and their snapshot.',
      ),
      forget: part(
        DEFAULTS.forget,
        { reemerge: oneOf('What you forgot and say again: wait for a word, or come back.', ['ask', 'auto']) },
        'Forgetting.',
      ),
      schedule: part(
        schedule,
        {
          enabled: yesNo('Review journals every day.'),
          timeZone: optional(
            z
              .string({ error: 'a time zone such as Europe/Vienna' })
              .refine(isTimeZone, { error: 'a time zone such as Europe/Vienna' })
              .meta({ description: "Whose clock; null is the machine's." }),
            'a time zone such as Europe/Vienna, or null',
          ),
        },
        'Scheduled reviews of journals.',
      ),
      expiry: part(
        expiry,
        {
          project: part(
            expiry.project,
            {
              enabled: yesNo('Let memories of inactive projects expire.'),
              inactiveDays: number('Days without commit, session or edit.', 1, 100_000),
            },
            'Memories about projects.',
          ),
          reference: part(
            expiry.reference,
            {
              checkLinks: yesNo('Ask whether links are alive: this reaches the network.'),
              timeoutMs: number('Milliseconds to wait for one.', 1, 600_000),
            },
            'Memories that point somewhere.',
          ),
          feedback: part(
            expiry.feedback,
            {
              decay: share('What is left of the weight after each period.'),
              periodDays: number('Days of a period.', 1, 100_000),
            },
            'Feedback never expires; it weighs less.',
          ),
        },
        'When memories expire.',
      ),
      magma: part(
        magma,
        {
          enabled: yesNo('Use the vector engine.'),
          path: folder('Where its index lies; null is the cache directory.'),
          embeddings: part(
            magma.embeddings,
            {
              from: oneOf('The model in the package, or a service.', ['local', 'endpoint']),
              endpoint: endpoint('Base address of the service.'),
              model: text('The model to ask for.', 'the name of a model'),
              keyVariable: variable('The environment variable that holds the key.'),
            },
            'Where vectors come from.',
          ),
        },
        'The vector engine.',
      ),
      environments: z
        .record(z.string(), z.record(z.string(), z.unknown(), { error: 'an object of dotted keys' }), {
          error: 'an object of environments',
        })
        .default({})
        .meta({ description: 'Settings for one environment, as dotted keys; chosen by --env or DREAM_ENV.' }),
    },
    { error: 'an object' },
  )
  .meta({ title: 'dream.config.json', description: 'Settings of Dream.' })
