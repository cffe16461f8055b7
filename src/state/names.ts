/**
 * Every name that Dream gives to something on disk. None of them ever changes: an old daemon beside a new command must
 * find the same files and hold the same locks. What the disk itself needs stands below it: `.dream-<run>-*` in
 * `model/stored-name.ts`.
 */

/** Set for whatever Dream starts, so that it never counts as a session and never starts another. */
export const DREAMING = 'DREAMING'

/** Directly in the state directory. */
export const STATE = {
  automatic: 'auto',
  daemon: 'daemon',
  machine: 'machine.json',
  metrics: 'metrics.jsonl',
  searches: 'searches.jsonl',
  setup: 'setup',
  spending: 'spending',
  trust: 'trust.json',
} as const

/** In the state of one memory folder. */
export const FOLDER_STATE = {
  agentPlans: 'agent',
  briefs: 'briefs.json',
  decisions: 'decisions.jsonl',
  drafts: 'drafts.json',
  history: 'history.jsonl',
  locks: 'lock',
  objects: 'objects',
  project: 'project.json',
  root: 'root.json',
  rootDraft: 'root.json.new',
  runs: 'night.json',
  seen: 'seen.jsonl',
  suggestions: 'suggestions.json',
  superseded: 'superseded.jsonl',
  team: 'team.json',
  transcripts: 'transcripts.json',
  trash: 'trash',
  writeLog: 'journal',
} as const

/** Below `auto/`: one folder for each target, and the sessions of Dream itself. */
export const AUTOMATIC = {
  ownSessions: 'own-sessions',
  sessions: 'sessions',
  target: 'state.json',
  announced: 'told',
} as const

export const DAEMON = { alive: 'alive.json', log: 'log.jsonl' } as const

/** What a step keeps in the cache, and another number whenever that looks different. */
export const CACHE_STEPS = {
  intents: { file: 'recall/intents.cache', version: 1 },
  knownStates: { file: 'known-states.cache', version: 2 },
  modelAnswers: { file: 'models/answers.cache', version: 1 },
  modelOpinions: { file: 'model-opinions.cache', version: 1 },
  parsed: { file: 'parsed.cache', version: 2 },
  plan: { file: 'plan.cache', version: 3 },
  removedPaths: { file: 'removed-paths.cache', version: 1 },
  reviewIds: { file: 'review-ids.cache', version: 1 },
  wordStamp: { file: 'word-stamp.cache', version: 1 },
} as const

/** Caches with a form of their own: folders below the cache directory, and a file of each project. */
export const CACHE = { search: 'recall', vectors: 'magma', words: 'words.bin' } as const

/** What earlier versions kept there; nobody reads it any more. */
export const OLD_CACHES = [
  'known-states',
  'known-work',
  'last-night',
  'models/answers',
  'recall/intents.json',
  'review-ids',
  'testimony',
  'vanished',
  'word-stamp',
] as const

/** `dream` and `commit`, the locks of a memory folder, stand in `disk/lock.ts`. */
export const LOCKS = {
  daemon: 'daemon',
  deciding: 'deciding',
  spending: 'spending',
  vectors: 'writing',
} as const

/** Claude Code's own lock for its consolidation. */
export const NATIVE_LOCK = '.consolidate-lock'
