import { gunzipSync, gzipSync } from 'node:zlib'
import { type Dir, sha256 } from '../disk/index.ts'
import { asFileName, type FileName } from '../model/index.ts'
import { FOLDER_STATE } from '../state/index.ts'
import { type Behind, Lines, type Mark } from './lines.ts'

/** What a memory was when a dream looked at it; `hash: null` is one that was there before and is not any more. */
export interface Sighting {
  readonly file: FileName
  readonly hash: string | null
  /** Microseconds since 1970. */
  readonly modified: number
  /** ISO time of the look. */
  readonly at: string
  /** Where its text is kept. */
  readonly pack?: string
  /** A look alone saw it; the next run notes it again, so that it can tell what is new since the run before. */
  readonly by?: 'look'
}

const FOLDER = 'seen'
const DRAFT = '.new'
/** Memories in one pack: small enough to look something up in, large enough to be few. */
const IN_A_PACK = 500
/** A pack that takes less than this is added to, so that many small looks do not leave many small files. */
const SMALL_PACK = 64_000

interface Pack {
  readonly name: string
  readonly texts: Map<string, string>
}

export interface SeenText extends Sighting {
  /** What it held; nothing where it is gone. */
  readonly text?: string
}

/**
 * What memories were between dreams, so that edits of others have versions too: `seen.jsonl` says when which bytes were
 * there, `seen/` holds them, many to a file. Nothing that undo needs lies here: what Dream changes itself is among the
 * objects.
 */
export class Seen {
  private readonly lines: Lines<Sighting>

  constructor(private readonly dir: Dir) {
    this.lines = new Lines(dir, FOLDER_STATE.seen, ({ file }) => asFileName(file) !== undefined)
  }

  read(): { readonly sightings: readonly Sighting[]; readonly damage: readonly string[] } {
    const { entries, damage } = this.lines.read()
    return { sightings: entries, damage }
  }

  after(mark: Mark | undefined): Behind<Sighting> {
    return this.lines.after(mark)
  }

  /** First the texts, then the word that they are there. `run` names the packs. */
  add(run: string, seen: readonly SeenText[]): void {
    if (seen.length === 0) return
    let pack = this.openPack()
    const keptIn = this.packsOf(new Set(seen.map(({ hash }) => hash)))
    const changed = new Set<Pack>()
    const sightings = seen.map(({ text, ...sighting }): Sighting => {
      if (text === undefined || sighting.hash === null) return sighting
      const kept = keptIn.get(sighting.hash)
      if (kept !== undefined) return { ...sighting, pack: kept }
      if (pack === undefined || pack.texts.size >= IN_A_PACK)
        pack = { name: `${run}-${changed.size}`, texts: new Map() }
      changed.add(pack)
      pack.texts.set(sighting.hash, text)
      return { ...sighting, pack: pack.name }
    })
    for (const { name, texts } of changed) this.writePack(name, texts)
    this.lines.add(sightings)
  }

  /** Texts that are kept already, by hash. */
  private packsOf(hashes: ReadonlySet<string | null>): Map<string, string> {
    const named = this.read().sightings.filter(({ hash, pack }) => pack !== undefined && hashes.has(hash))
    const packs = new Map(
      [...new Set(named.map(({ pack }) => pack!))].map(name => [name, this.readPack(name)]),
    )
    return new Map(
      named.flatMap(({ hash, pack }) => (packs.get(pack!)?.has(hash!) ? [[hash!, pack!] as const] : [])),
    )
  }

  /** The newest pack, where it is small and sound. */
  private openPack(): Pack | undefined {
    const name = this.read().sightings.findLast(({ pack }) => pack !== undefined)?.pack
    const size = name === undefined ? undefined : this.inFolder(folder => folder.stat(name)?.size)
    const texts = size === undefined || size > SMALL_PACK ? undefined : this.readPack(name!)
    return texts && { name: name!, texts }
  }

  /** The text that had this hash, if it was ever seen and is still what was written. */
  text(hash: string): string | undefined {
    for (const { pack, hash: each } of this.read().sightings) {
      if (each !== hash || pack === undefined) continue
      const text = this.readPack(pack)?.get(hash)
      if (text !== undefined && sha256(text) === hash) return text
    }
    return undefined
  }

  /** Every text that is still what was written, by its hash. */
  texts(): Map<string, string> {
    const packs = new Set(this.read().sightings.flatMap(({ pack }) => pack ?? []))
    const all = [...packs].flatMap(pack => [...(this.readPack(pack) ?? [])])
    return new Map(all.filter(([hash, text]) => sha256(text) === hash))
  }

  /** Erases texts for good; that they were there stays known. */
  erase(hashes: ReadonlySet<string>): void {
    const { sightings } = this.read()
    const packs = new Set(
      sightings.flatMap(({ pack, hash }) =>
        pack !== undefined && hash !== null && hashes.has(hash) ? [pack] : [],
      ),
    )
    for (const pack of packs) {
      const texts = this.readPack(pack)
      if (texts === undefined || ![...texts.keys()].some(hash => hashes.has(hash))) continue
      this.writePack(pack, new Map([...texts].filter(([hash]) => !hashes.has(hash))))
    }
  }

  /** Packs of a look that was cut off before it said what it saw; none where a line that might say so is damaged. */
  orphanPacks(): readonly { readonly name: string; readonly size: number }[] {
    const { sightings, damage } = this.read()
    if (damage.length > 0) return []
    const named = new Set(sightings.map(({ pack }) => pack))
    const orphans = (folder: Dir) =>
      folder
        .list()
        .filter(name => !named.has(name) && !name.endsWith(DRAFT))
        .map(name => ({ name, size: folder.stat(name)!.size }))
    return this.inFolder(orphans) ?? []
  }

  removePacks(names: readonly string[]): void {
    this.inFolder(folder => {
      for (const name of names) folder.discard(name)
    })
  }

  /** What a crash left: half a line, and drafts of packs. */
  settle(): void {
    this.lines.settle()
    this.inFolder(folder => {
      for (const name of folder.list()) if (name.endsWith(DRAFT)) folder.discard(name)
    })
  }

  private inFolder<Result>(work: (folder: Dir) => Result): Result | undefined {
    return this.dir.within(FOLDER, work)
  }

  private writePack(pack: string, texts: ReadonlyMap<string, string>): void {
    const bytes = gzipSync(JSON.stringify([...texts]))
    this.dir.ensureSub(FOLDER).use(folder => {
      folder.replace(pack, bytes, pack + DRAFT)
      folder.sync()
    })
  }

  private readPack(pack: string): Map<string, string> | undefined {
    try {
      const bytes = this.inFolder(folder => folder.read(pack)?.bytes)
      return bytes && new Map(JSON.parse(gunzipSync(bytes).toString('utf8')) as [string, string][])
    } catch {
      // A pack that cannot be read holds nothing: `text` says so for each version that was in it.
      return undefined
    }
  }
}
