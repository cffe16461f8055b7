import { join } from 'node:path'
import { onTestFinished } from 'vitest'
import { realSys, type Sys } from '../../src/disk/sys.ts'
import { fileName } from '../../src/model/file-name.ts'
import type { Change, RunRecord } from '../../src/model/outcome.ts'
import { openStore, type Store } from '../../src/store/store.ts'
import { newFolder } from '../disk/folder.ts'

/** The state directory of a folder that is nowhere. */
export function newStore(sys: Sys = realSys, home = join(newFolder(), 'state')): Store {
  const store = openStore(sys, home, '/home/ann/notes')
  onTestFinished(() => store.close())
  return store
}

/** Another process on the same state: it knows nothing that was not written. */
export function again(store: Store): Store {
  return newStore(store.dir.sys, store.dir.path.slice(0, store.dir.path.lastIndexOf('/')))
}

export function record(run: string, more: Partial<RunRecord> = {}): RunRecord {
  return { run, at: '2024-01-01T00:00:00.000Z', command: 'run', changes: [], ...more }
}

export function change(file: string, from: string | null, more: Partial<Change> = {}): Change {
  return {
    kind: 'archive',
    file: fileName(file),
    from: from === null ? null : { hash: from, size: 1, modified: 1, mode: 0o644 },
    to: null,
    reason: { why: 'fully-stale', missing: [] },
    result: 'done',
    ...more,
  }
}
