import { foldersOf, newRunId, storeContext, type Where, withState } from '../app/index.ts'
import { type MagmaHome, type MagmaSettings, magmaHome } from '../config/index.ts'
import { makeFolder, sha256 } from '../disk/index.ts'
import { say } from '../languages/index.ts'
import {
  type Action,
  DreamError,
  type FileName,
  type FolderOutcome,
  fileName,
  type RunRecord,
  storedName,
  VAULT,
} from '../model/index.ts'
import type { FoundFolder } from '../sources/index.ts'
import { commit, rootId } from '../store/index.ts'
import { parseMemory } from '../text/index.ts'
import { today } from './documents.ts'
import { draftFor } from './drafts.ts'
import { readRecords } from './place.ts'
import type { MagmaRecord } from './record.ts'
import { type MemoryVersions, versionsOf } from './version-history.ts'
import { writeToMagma } from './write.ts'

/** The record that was made from a memory file, if there is one. */
function mirrorOf(home: MagmaHome, root: string, file: string): MagmaRecord | undefined {
  const id = rootId(root)
  return readRecords(home, today()).records.find(
    ({ source }) => source?.folder === id && source.file === file,
  )
}

/** M9 in both engines: a memory as it was, and its record with it, in one transaction. */
export async function rollbackBoth(
  where: Where,
  settings: MagmaSettings,
  { root, label }: FoundFolder,
  actions: readonly Action[],
  { file, text }: { readonly file: FileName; readonly text: string },
): Promise<FolderOutcome | 'no-record'> {
  const home = magmaHome(where, settings)
  const record = mirrorOf(home, root, file)
  if (record === undefined) return 'no-record'
  const hash = sha256(text)
  const memory = parseMemory({ file, hash, size: text.length, modified: Date.now() * 1000, text })
  const source = { folder: rootId(root), label, file, hash }
  const draft = draftFor({ memory, root, label, layer: record.layer }, source, record)
  return writeToMagma({
    where,
    home,
    settings,
    folder: { root, label },
    command: 'rollback',
    notes: [{ kind: 'write', note: record.note, before: record, draft, why: { why: 'restored' } }],
    memories: actions,
  })
}

interface Place {
  readonly root: string
  readonly file: FileName
}

/** The histories that may know a note: that of the notes themselves, and those of the folders its memory lies in. */
function placesOf(where: Where, home: MagmaHome, id: string): Place[] {
  const name = fileName(`${id.replace(/\.md$/i, '')}.md`)
  const inVault = storedName(`${VAULT}/magma/${name}`)
  return [{ root: home.folder, file: name }, ...foldersOf(where).map(({ root }) => ({ root, file: inVault }))]
}

/** The life of a record, from every history that knows it. */
export function recordVersions(
  where: Where,
  settings: MagmaSettings,
  id: string,
): MemoryVersions | undefined {
  const home = magmaHome(where, settings)
  const name = fileName(`${id.replace(/\.md$/i, '')}.md`)
  const records = placesOf(where, home, id).flatMap(({ root, file }) =>
    (withState(where, root, store => store.log.read().records) ?? []).map(
      (record): RunRecord => ({
        ...record,
        changes: record.changes
          .filter(change => change.file === file)
          .map(change => ({ ...change, file: name })),
      }),
    ),
  )
  const known = records.filter(record => record.changes.length > 0)
  return versionsOf(`magma/${name}`, name, known, [])
}

/** Writes a note as it was in an earlier version. */
export async function rollbackRecord(
  where: Where,
  settings: MagmaSettings,
  life: MemoryVersions,
  hash: string,
): Promise<FolderOutcome> {
  const home = magmaHome(where, settings)
  const text = noteBytes(where, home, life.file, hash)
  const now = readRecords(home, today()).records.find(record => record.note === life.file)
  makeFolder(home.folder)
  return commit(storeContext(where), {
    root: home.folder,
    label: home.folder,
    run: newRunId(Date.now()),
    command: 'rollback',
    actions: [
      {
        kind: 'write',
        file: life.file,
        expect: now?.hash ?? 'absent',
        pieces: [{ text }],
        reason: { why: 'restored' },
        needs: [],
      },
    ],
  })
}

function noteBytes(where: Where, home: MagmaHome, note: string, hash: string): string {
  for (const { root } of placesOf(where, home, note)) {
    const stored = withState(where, root, ({ objects }) => objects.get(hash))
    if (stored?.state === 'whole') return stored.bytes.toString('utf8')
  }
  throw new DreamError(say().vault.versions.notStored(say().vault.versions.that(hash.slice(0, 12))), 1)
}
