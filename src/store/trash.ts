import { type Dir, errorCode, sha256 } from '../disk/index.ts'
import { BESIDE_PREFIX, type Change, type FileName, fileName, folderPart } from '../model/index.ts'
import type { Store } from './store.ts'

/** Bytes of others that found no place in the folder and went to the object store. */
export interface Salvage {
  readonly file: FileName
  readonly kept: string
}

/**
 * Out of the way, and not gone yet: an editor that holds the file open may still save into it. `expected` is the hash
 * of bytes that are known; whatever else is found there by the next command that writes is kept. Where the state lies
 * on another device the file waits in its own directory: moved there, it would be a copy that no editor saves into.
 */
export function toTrash(
  at: { root: Dir; store: Store; run: string },
  number: number,
  name: string,
  expected: string,
) {
  const waiting = `${at.run}-${number}.${expected}`
  try {
    at.root.rename(name, waiting, at.store.trash)
  } catch (error) {
    if (errorCode(error) !== 'EXDEV') throw error
    at.root.rename(name, `${folderPart(name)}${BESIDE_PREFIX}${waiting}${ENDING}`)
  }
}

/** In place of the hash of bytes that are known: the hash of no bytes, so that history tells what is found there. */
export const UNKNOWN_HASH = '0'.repeat(64)

const ENDING = '.trash'

/** A file that changed and changed back while we worked may not be among the objects yet, whatever was kept before. */
function keep({ objects }: Store, bytes: Buffer | undefined): void {
  if (bytes !== undefined && objects.get(sha256(bytes)).state !== 'whole') objects.put(bytes)
}

/** Empties the trash. The files' own bytes are among the objects; bytes that came later are kept there now, and told. */
export function sweepTrash(at: { root: Dir; store: Store; salvaged: Salvage[] }, moment: string): void {
  for (const name of at.store.trash.list()) sweep(at, at.store.trash, name, name, moment)
  for (const name of at.root.traces().filter(each => each.endsWith(ENDING))) {
    const waiting = name.slice(folderPart(name).length + BESIDE_PREFIX.length, -ENDING.length)
    sweep(at, at.root, name, waiting, moment)
  }
}

function sweep(
  at: { store: Store; salvaged: Salvage[] },
  dir: Dir,
  name: string,
  waiting: string,
  moment: string,
): void {
  const bytes = dir.read(name)?.bytes
  const { run, number, expected } = partsOf(waiting)
  keep(at.store, bytes)
  if (bytes !== undefined && sha256(bytes) !== expected) {
    const late = { file: fileOf(at.store, run, number, expected) ?? fileName(waiting), kept: sha256(bytes) }
    if (tellSalvage(at.store, run, moment, [late]) === 'told') at.salvaged.push(late)
  }
  dir.discard(name)
}

/** Says in history what was kept for others and where; what it says already is not said twice. */
export function tellSalvage(
  store: Store,
  run: string,
  moment: string,
  salvaged: readonly Salvage[],
): 'told' | 'known' {
  if (salvaged.length === 0) return 'known'
  const known = new Set(
    store.log
      .read()
      .records.flatMap(record => record.salvaged ?? [])
      .map(each => each.kept),
  )
  const fresh = salvaged.filter(each => !known.has(each.kept))
  if (fresh.length === 0) return 'known'
  store.log.append({ run, at: moment, command: 'salvage', changes: [], salvaged: fresh })
  return 'told'
}

/** `<run>-<number of the step>.<hash>` */
function partsOf(name: string): { run: string; number: number; expected: string } {
  const dot = name.lastIndexOf('.')
  const dash = name.lastIndexOf('-', dot)
  return {
    run: name.slice(0, dash),
    number: Number(name.slice(dash + 1, dot)),
    expected: name.slice(dot + 1),
  }
}

/** Whose bytes these were: history knows, or the intent of a run that was cut off. */
export function fileOf(store: Store, run: string, number: number, expected: string): FileName | undefined {
  const recorded = store.log.read().records.map(record => ({ run: record.run, files: record.changes }))
  const open = store.journal.open().flatMap(each => (each.state === 'whole' ? [each] : []))
  const files = [...recorded, ...open.map(each => ({ run: each.run, files: each.intent.steps }))]
    .filter(each => each.run === run)
    .flatMap((each): Pick<Change, 'file' | 'from'>[] => each.files.slice(number, number + 1))
  return (files.find(each => each.from?.hash === expected) ?? files[0])?.file
}
