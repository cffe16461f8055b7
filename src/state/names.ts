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
  metrics: 'metrics.jsonl',
  searches: 'searches.jsonl',
  trust: 'trust.json',
} as const

/** In the state of one memory folder. */
export const FOLDER_STATE = {
  agentPlans: 'agent',
  decisions: 'decisions.jsonl',
  drafts: 'drafts.json',
  history: 'history.jsonl',
  locks: 'lock',
  objects: 'objects',
  root: 'root.json',
  rootDraft: 'root.json.new',
  runs: 'night.json',
  seen: 'seen.jsonl',
  transcripts: 'transcripts.json',
  trash: 'trash',
  writeLog: 'journal',
} as const

/** Below `auto/`: one folder for each target, and the sessions of Dream itself. */
export const AUTOMATIC = { ownSessions: 'own-sessions', sessions: 'sessions', target: 'state.json' } as const

export const DAEMON = { alive: 'alive.json', log: 'log.jsonl' } as const

/** In the cache of one memory folder. */
export const FOLDER_CACHE = {
  knownStates: 'known-states',
  modelOpinions: 'testimony',
  parsed: 'known-work',
  run: 'last-night',
} as const

/** In the cache of one project. */
export const PROJECT_CACHE = {
  removedPaths: 'vanished',
  words: 'words.bin',
  wordStamp: 'word-stamp',
} as const

/** Directly in the cache directory. */
export const CACHE = {
  intents: 'recall/intents.json',
  modelAnswers: 'models/answers',
  reviewIds: 'review-ids',
  search: 'recall',
  vectors: 'magma',
} as const

/** `dream` and `commit`, the locks of a memory folder, stand in `disk/lock.ts`. */
export const LOCKS = {
  daemon: 'daemon',
  deciding: 'deciding',
  vectors: 'writing',
} as const

/** Claude Code's own lock for its consolidation. */
export const NATIVE_LOCK = '.consolidate-lock'
