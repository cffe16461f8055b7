import { expect, it } from 'vitest'
import { COMMIT_LOCK, DREAM_LOCK } from '../../src/disk/lock.ts'
import { BESIDE_PREFIX, isMovedAside } from '../../src/disk/sys.ts'

import * as names from '../../src/state/names.ts'

it('names on disk are those of the first version, and new ones beside them: an old daemon beside a new command finds the same files and locks', () => {
  expect({ ...names }).toEqual({
    DREAMING: 'DREAMING',
    STATE: {
      automatic: 'auto',
      daemon: 'daemon',
      machine: 'machine.json',
      metrics: 'metrics.jsonl',
      searches: 'searches.jsonl',
      setup: 'setup',
      spending: 'spending',
      trust: 'trust.json',
    },
    FOLDER_STATE: {
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
    },
    AUTOMATIC: { ownSessions: 'own-sessions', sessions: 'sessions', target: 'state.json', announced: 'told' },
    DAEMON: { alive: 'alive.json', log: 'log.jsonl' },
    CACHE_STEPS: {
      intents: { file: 'recall/intents.cache', version: 1 },
      knownStates: { file: 'known-states.cache', version: 2 },
      modelAnswers: { file: 'models/answers.cache', version: 1 },
      modelOpinions: { file: 'model-opinions.cache', version: 1 },
      parsed: { file: 'parsed.cache', version: 2 },
      plan: { file: 'plan.cache', version: 3 },
      removedPaths: { file: 'removed-paths.cache', version: 1 },
      reviewIds: { file: 'review-ids.cache', version: 1 },
      wordStamp: { file: 'word-stamp.cache', version: 1 },
    },
    CACHE: { search: 'recall', vectors: 'magma', words: 'words.bin' },
    OLD_CACHES: [
      'known-states',
      'known-work',
      'last-night',
      'models/answers',
      'recall/intents.json',
      'review-ids',
      'testimony',
      'vanished',
      'word-stamp',
    ],
    LOCKS: { daemon: 'daemon', deciding: 'deciding', spending: 'spending', vectors: 'writing' },
    NATIVE_LOCK: '.consolidate-lock',
  })
  expect([DREAM_LOCK.name, COMMIT_LOCK.name]).toEqual(['dream', 'commit'])
  expect(BESIDE_PREFIX).toBe('.dream-')
  expect(isMovedAside(`${BESIDE_PREFIX}20260514T034102-1f3a9c-1.old`)).toBe(true)
})
