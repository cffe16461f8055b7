import { deflateRawSync, inflateRawSync } from 'node:zlib'
import type { Change, RunRecord } from '../memory/history.ts'
import { isOwnFile } from '../memory/stored-name.ts'

/**
 * A record as it stands in history. What a run did to files of the user stands there in words, so that a person can find
 * the bytes of a note without Dream; what it did to Dream's own files, which is most of it, is packed.
 */
export interface PackedRecord extends RunRecord {
  /** Changes of Dream's own files with their places among all changes: JSON, deflated, in base64. */
  readonly own?: string
}

export function packed(record: RunRecord): PackedRecord {
  const own = record.changes.flatMap((change, at) => (isOwnFile(change.file) ? [[at, change] as const] : []))
  if (own.length === 0) return record
  const changes = record.changes.filter(({ file }) => !isOwnFile(file))
  return { ...record, changes, own: deflateRawSync(JSON.stringify(own)).toString('base64') }
}

/** Throws where it is not what `packed` made. */
export function unpacked({ own, ...record }: PackedRecord): RunRecord {
  if (own === undefined) return record
  const changes = [...record.changes]
  const places = JSON.parse(inflateRawSync(Buffer.from(own, 'base64')).toString()) as [number, Change][]
  for (const [at, change] of places) changes.splice(at, 0, change)
  return { ...record, changes }
}
