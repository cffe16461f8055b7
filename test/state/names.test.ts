import { expect, it } from 'vitest'
import { COMMIT_LOCK, DREAM_LOCK } from '../../src/disk/lock.ts'
import { BESIDE_PREFIX, isMovedAside } from '../../src/model/stored-name.ts'
import * as names from '../../src/state/names.ts'

it('names on disk are those of the first version, and new ones beside them: an old daemon beside a new command finds the same files and locks', () => {
  expect({ ...names }).toEqual({
    DREAMING: 'DREAMING',
    STATE: {
      automatic: 'auto',
      daemon: 'daemon',
      metrics: 'metrics.jsonl',
      searches: 'searches.jsonl',
      trust: 'trust.json',
    },
    FOLDER_STATE: {
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
    },
    AUTOMATIC: { ownSessions: 'own-sessions', sessions: 'sessions', target: 'state.json' },
    DAEMON: { alive: 'alive.json', log: 'log.jsonl' },
    FOLDER_CACHE: {
      knownStates: 'known-states',
      modelOpinions: 'testimony',
      parsed: 'known-work',
      run: 'last-night',
    },
    PROJECT_CACHE: { removedPaths: 'vanished', words: 'words.bin', wordStamp: 'word-stamp' },
    CACHE: {
      intents: 'recall/intents.json',
      modelAnswers: 'models/answers',
      reviewIds: 'review-ids',
      search: 'recall',
      vectors: 'magma',
    },
    LOCKS: { daemon: 'daemon', deciding: 'deciding', vectors: 'writing' },
    NATIVE_LOCK: '.consolidate-lock',
  })
  expect([DREAM_LOCK.name, COMMIT_LOCK.name]).toEqual(['dream', 'commit'])
  expect(BESIDE_PREFIX).toBe('.dream-')
  expect(isMovedAside(`${BESIDE_PREFIX}20260514T034102-1f3a9c-1.old`)).toBe(true)
})
