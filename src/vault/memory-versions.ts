import { foldersOf, newRunId, storeContext, type Where, withState } from '../app/index.ts'
import type { MagmaSettings } from '../config/index.ts'
import { say } from '../languages/index.ts'
import {
  type Action,
  asFileName,
  DEFAULT_POLICY,
  DreamError,
  type FileText,
  type FolderOutcome,
  INDEX_FILE,
} from '../model/index.ts'
import { readAll } from '../pipeline/index.ts'
import { asListed, newMemoryActions } from '../plan/index.ts'
import type { FoundFolder } from '../sources/index.ts'
import { commit, finishOpenRuns } from '../store/index.ts'
import { exactText } from '../text/index.ts'
import { type MemoryVersions, type Version, versionsOf } from './version-history.ts'
import { recordVersions, rollbackBoth, rollbackRecord } from './versions.ts'

/** Two versions of a memory, whole. */
export interface VersionDifference {
  readonly id: MemoryVersions['id']
  readonly from: Version
  readonly to: Version
  readonly before: string
  readonly after: string
}

/** The life of a memory, in every folder that knows one of that name. */
export function versions(where: Where, memory: string, engines?: MagmaSettings): MemoryVersions[] {
  const lives = found(where, memory).map(({ life }) => life)
  if (lives.length > 0 || engines === undefined) return lives
  return recordLife(where, memory, engines) ?? []
}

/** A record of MAGMA by its id. */
function recordLife(where: Where, memory: string, engines: MagmaSettings): [MemoryVersions] | undefined {
  if (asFileName(memory) === undefined) return undefined
  const life = recordVersions(where, engines, memory)
  return life && [life]
}

/** What changed between two versions; without numbers, by the newest change. The file as it is now is `now`. */
export function versionDiff(where: Where, memory: string, a?: number, b?: number): VersionDifference {
  const { life, folder } = only(where, memory)
  const to = pick(life, b ?? life.version)
  const from = pick(life, a ?? Math.max(1, to.version - 1))
  const [before, after] = [from, to].map(version => versionText(where, folder.root, version))
  return { id: life.id, from, to, before: before!, after: after! }
}

/**
 * Writes a memory as it was in an earlier version: one more change, which can be taken back like any other. With the
 * settings of MAGMA its record goes back too, in the same transaction; a record may also be named by itself.
 */
export async function rollback(
  where: Where,
  memory: string,
  version: number,
  engines?: MagmaSettings,
): Promise<FolderOutcome> {
  await finishOpenRuns(storeContext(where))
  const record = engines && found(where, memory).length === 0 ? recordLife(where, memory, engines) : undefined
  if (engines !== undefined && record !== undefined)
    return rollbackRecord(where, engines, record[0], pick(record[0], version).hash)
  const { life, folder } = only(where, memory)
  const text = versionText(where, folder.root, pick(life, version))
  const actions = restoring(where, folder, { file: life.file, text })
  const both = engines && (await rollbackBoth(where, engines, folder, actions, { file: life.file, text }))
  if (both !== undefined && both !== 'no-record') return both
  const { root, label } = folder
  const order = { root, label, run: newRunId(Date.now()), command: 'rollback', actions }
  return commit(storeContext(where), { ...order, together: true })
}

/** The memory as it was; one that is gone gets its line in the index again, in the same transaction. */
function restoring(where: Where, found: FoundFolder, restored: FileText): Action[] {
  const reason = { why: 'restored' } as const
  const { folder } = readAll([found], where)[0]!
  const isIndex = restored.file === INDEX_FILE
  const now = isIndex ? folder.index : folder.memories.find(each => each.file === restored.file)
  if (now === undefined && folder.layout === 'index' && !isIndex)
    return newMemoryActions(asListed(folder), [restored], DEFAULT_POLICY, reason)
  const { file, text } = restored
  return [{ kind: 'write', file, expect: now?.hash ?? 'absent', pieces: [{ text }], reason, needs: [] }]
}

interface Found {
  readonly folder: FoundFolder
  readonly life: MemoryVersions
}

function found(where: Where, memory: string): Found[] {
  const name = memory.slice(memory.lastIndexOf('/') + 1)
  const files = [asFileName(name), asFileName(`${name}.md`)].filter(file => file !== undefined)
  return foldersOf(where).flatMap(folder => {
    const known = withState(where, folder.root, store => ({
      records: store.log.read().records,
      sightings: store.seen.read().sightings,
    }))
    if (known === undefined) return []
    return files.flatMap(file => {
      const life = versionsOf(`${folder.label}/${file}`, file, known.records, known.sightings)
      return life === undefined ? [] : [{ folder, life }]
    })
  })
}

function only(where: Where, memory: string): Found {
  const [first, ...more] = found(where, memory)
  if (first === undefined) {
    throw new DreamError(say().vault.versions.unknown(memory), 2)
  }
  if (more.length > 0) {
    const labels = [first, ...more].map(({ life }) => life.id).join(', ')
    throw new DreamError(say().vault.versions.several(memory, labels), 2)
  }
  return first
}

function pick({ versions, id }: MemoryVersions, number: number): Version {
  const version = versions.find(each => each.version === number)
  if (version !== undefined) return version
  const known = versions.map(each => each.version).join(', ')
  throw new DreamError(say().vault.versions.missing(number, id, known), 2)
}

export function versionText(where: Where, root: string, { version, hash }: Version): string {
  const name = say().vault.versions.name(version, hash.slice(0, 12))
  const text = withState(where, root, ({ objects, seen }) => {
    const stored = objects.get(hash)
    if (stored.state !== 'whole') return seen.text(hash)
    const exact = exactText(stored.bytes)
    if (exact === undefined) throw new DreamError(say().vault.versions.notText(name), 1)
    return exact
  })
  if (text !== undefined) return text
  throw new DreamError(say().vault.versions.notStored(name), 1)
}
