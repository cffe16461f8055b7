import { isBesideIndex, knownStates, type Where, withState } from '../app/index.ts'
import type { FileName } from '../model/index.ts'
import { gitFolderPast } from '../project/index.ts'
import { type FoundFolder, glance, holdingOf } from '../sources/index.ts'
import type { Store } from '../store/index.ts'
import { exactText } from '../text/index.ts'
import { versionsOf } from './version-history.ts'

/** A memory that was here when Dream looked, and that somebody else took away. */
export interface VanishedMemory {
  readonly file: FileName
  /** The newest version that is known. */
  readonly version: number
  readonly hash: string
  /** When it was last written. */
  readonly written: string
  /** When Dream noticed that it is gone. */
  readonly noticed: string
  /** Whether its bytes are stored. */
  readonly bytes: 'kept' | 'not-kept'
  /** The commit that took it away, where the folder is under git. */
  readonly commit?: string
}

/** Newest first. One that is here under another name did not vanish. */
export function vanishedMemories(where: Where, { root }: Pick<FoundFolder, 'root'>): VanishedMemory[] {
  if (holdingOf(root) === 'unlistable') return []
  const vanished = withState(where, root, store => vanishedIn(where, store, root)) ?? []
  if (vanished.length === 0) return []
  const { left } = gitFolderPast(root, { gone: vanished.map(({ file }) => file), unlisted: [] })
  return vanished.map(each => {
    const commit = left.get(each.file)?.commit
    return commit === undefined ? each : { ...each, commit }
  })
}

/** The newest text that is known of everything that was in a folder, for one that is gone as a whole. */
export function keptTexts(where: Where, root: string): { file: FileName; text: string; modified: number }[] {
  const texts = withState(where, root, store => {
    const { states } = knownStates(where, root, store, 'read-only')
    return [...states].flatMap(([file, { hash, modified }]) => {
      if (hash === null || !isBesideIndex(file)) return []
      const stored = store.objects.get(hash)
      const text = stored.state === 'whole' ? exactText(stored.bytes) : store.seen.text(hash)
      return text === undefined ? [] : [{ file, text, modified }]
    })
  })
  return texts ?? []
}

function vanishedIn(where: Where, store: Store, root: string): VanishedMemory[] {
  const { memories, index } = glance({ root })
  const there = new Set([...memories.keys(), ...(index === undefined ? [] : ['MEMORY.md'])])
  const { states } = knownStates(where, root, store, 'read-only')
  const gone = [...states].filter(
    ([file, { hash, by }]) => !there.has(file) && isBesideIndex(file) && (hash !== null || by === 'outside'),
  )
  if (gone.length === 0) return []
  const hashesHere = new Set([...states].flatMap(([file, { hash }]) => (there.has(file) ? [hash] : [])))
  const { records } = store.log.read()
  const { sightings } = store.seen.read()
  const now = new Date().toISOString()
  return gone
    .flatMap(([file, state]): VanishedMemory[] => {
      const last = versionsOf(file, file, records, sightings)?.versions.at(-1)
      if (last === undefined || hashesHere.has(last.hash)) return []
      const { version, hash, at: written } = last
      const isKept = store.objects.get(hash).state === 'whole' || store.seen.text(hash) !== undefined
      const noticed = state.hash === null ? state.at : now
      return [{ file, version, hash, written, noticed, bytes: isKept ? 'kept' : 'not-kept' }]
    })
    .sort((a, b) => (a.noticed === b.noticed ? (a.file < b.file ? -1 : 1) : a.noticed < b.noticed ? 1 : -1))
}
