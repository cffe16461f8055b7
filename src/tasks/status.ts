import { currentHolder, DREAM_LOCK } from '../disk/lock.ts'
import type { Store } from '../history/store.ts'
import type { FolderStatus } from '../memory/answers.ts'
import type { RunRecord } from '../memory/history.ts'
import type { FoundFolder } from '../read/discover/found-folder.ts'
import { glance } from '../read/glance.ts'
import { journalStatus } from './distil/status.ts'
import { deskOf, foldersOf, type Where, withState } from './where.ts'

/** How things stand: what is there, what the last run did, what waits. Reads listings and Dream's own small files. */
export function status(where: Where): FolderStatus[] {
  return foldersOf(where).map(found => statusOf(where, found))
}

function statusOf(where: Where, found: FoundFolder): FolderStatus {
  const { layout, memories, index, changedSince } = glance(found)
  const own = withState(where, found.root, store => stateOf(where, store))
  const journal = layout === 'journal' ? journalStatus(where, found.root) : undefined
  const last = own?.records.filter(record => record.changes.length > 0).at(-1)
  return {
    label: found.label,
    root: found.root,
    layout,
    memories,
    ...(index && { index }),
    ...(last && { lastRun: summary(last) }),
    unfinished: own?.unfinished ?? [],
    ...(own?.holder && { holder: own.holder }),
    changedSince: last === undefined ? memories : changedSince(Date.parse(last.at) * 1000),
    stored: own?.stored ?? { objects: 0, bytes: 0 },
    ...(found.viaSymlink !== undefined && { viaSymlink: found.viaSymlink }),
    ...(journal && { journal }),
  }
}

function stateOf(where: Where, store: Store) {
  const { objects } = store.objects.list()
  return {
    records: store.log.read().records,
    unfinished: store.journal.open().map(each => each.run),
    holder: currentHolder(store.locks, DREAM_LOCK, deskOf(where).clock),
    stored: { objects: objects.length, bytes: objects.reduce((sum, each) => sum + each.size, 0) },
  }
}

function summary({ run, at, command, changes }: RunRecord) {
  return { run, at, command, done: changes.filter(change => change.result === 'done').length }
}
