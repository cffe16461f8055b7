import { deflateRawSync, inflateRawSync } from 'node:zlib'
import { type Change, isOwnFile, type RunRecord } from '../model/index.ts'

/**
 * A record as it stands in history. What a run did to files of the user stands there in words, so that a person can find
 * the bytes of a note without Dream; what it did to Dream's own files, which is most of it, is packed.
 */
export interface PackedRecord extends RunRecord {
  /** Changes of Dream's own files with their places among all changes: `~`, then JSON, deflated, in base64. */
  readonly own?: string
}

const MARK = '~'

/**
 * What nearly every such list says, so that it need not be said again. Lines that were packed with it cannot be read
 * without it: it stays as it is, letter by letter.
 */
const dictionary = Buffer.from(
  `"not-started","detail":"it needs "changed-meanwhile""failed","detail":"{"kind":"archive""append"
@vault/ledger.md@vault/ledger-index.json@vault/meta/dream-state.txt@vault/meta/removed-entries.json
{"why":"undo","run":"20{"why":"remembered"}{"why":"forgotten"}{"why":"reviewed"}"result":"done","to":null}]
"@vault/obsidian-index/_index.md""@vault/meta/seen.json""@vault/meta/active-days.json""@vault/meta/counts.json"
"@vault/meta/last-review.txt""@vault/meta/review-2026-01.md""file":"@vault/obsidian-index/topics/
.md","from":null,"reason":{"why":"updated"},"result":"done","to":{"hash":"0123456789abcdef","size":1000,"modified":17
,"mode":384,"owner":{"uid":1000,"gid":1000}}}],[0,{"kind":"write","file":"@vault/meta/,"from":{"hash":"","size":
,"modified":17,"mode":420,"owner":{"uid":0,"gid":0}},"reason":{"why":"reviewed"},"result":"done","to":{"hash":"
","size":,"modified":17,"mode":420,"owner":{"uid":0,"gid":0}}}],[1,{"kind":"write","file":"@vault/`,
)

export function packed(record: RunRecord): PackedRecord {
  const own = record.changes.flatMap((change, at) => (isOwnFile(change.file) ? [[at, change] as const] : []))
  if (own.length === 0) return record
  const changes = record.changes.filter(({ file }) => !isOwnFile(file))
  const deflated = deflateRawSync(JSON.stringify(own), { dictionary })
  return { ...record, changes, own: MARK + deflated.toString('base64') }
}

/** Throws where it is not what `packed` made. */
export function unpacked({ own, ...record }: PackedRecord): RunRecord {
  if (own === undefined) return record
  const changes = [...record.changes]
  for (const [at, change] of JSON.parse(jsonIn(own)) as [number, Change][]) changes.splice(at, 0, change)
  return { ...record, changes }
}

/** Lines without the mark are from before there was a dictionary. */
function jsonIn(own: string): string {
  if (!own.startsWith(MARK)) return inflateRawSync(Buffer.from(own, 'base64')).toString()
  return inflateRawSync(Buffer.from(own.slice(MARK.length), 'base64'), { dictionary }).toString()
}
