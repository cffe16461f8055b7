import { gunzipSync, gzipSync } from 'node:zlib'
import { type Behind, type Dir, type Mark, sha256 } from '../disk/index.ts'
import { asFileName, type Sighting } from '../model/index.ts'
import { FOLDER_STATE } from '../state/index.ts'
import { Lines } from './lines.ts'

const FOLDER = 'seen'
const DRAFT = '.new'
/** Memories in one pack: small enough to look something up in, large enough to be few. */
const IN_A_PACK = 500
/** A pack that takes less than this is added to, so that many small looks do not leave many small files. */
const SMALL_PACK = 64_000

interface Pack {
  readonly name: string
  /** By their hashes. */
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

  /** The sightings behind a mark. */
  after(mark: Mark | undefined): Behind<Sighting> {
    return this.lines.after(mark)
  }

  /** First the texts, then the word that they are there. `run` names the packs. */
  add(run: string, seen: readonly SeenText[]): void {
    if (seen.length === 0) return
    let pack = this.openPack()
    const changed = new Set<Pack>()
    const sightings = seen.map(({ text, ...sighting }): Sighting => {
      if (text === undefined || sighting.hash === null) return sighting
      if (pack === undefined || pack.texts.size >= IN_A_PACK)
        pack = { name: `${run}-${changed.size}`, texts: new Map() }
      changed.add(pack)
      pack.texts.set(sighting.hash, text)
      return { ...sighting, pack: pack.name }
    })
    for (const { name, texts } of changed) this.writePack(name, texts)
    this.lines.add(sightings)
  }

  /** The newest pack, where it is small and sound. */
  private openPack(): Pack | undefined {
    const name = this.read().sightings.findLast(({ pack }) => pack !== undefined)?.pack
    const folder = this.folder()
    try {
      const size = name === undefined ? undefined : folder?.stat(name)?.size
      const texts = size === undefined || size > SMALL_PACK ? undefined : this.readPack(name!)
      return texts && { name: name!, texts }
    } finally {
      folder?.close()
    }
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
  orphanPacks(): { readonly name: string; readonly size: number }[] {
    const { sightings, damage } = this.read()
    const folder = damage.length === 0 ? this.folder() : undefined
    const named = new Set(sightings.map(({ pack }) => pack))
    try {
      const orphaned = folder?.list().filter(name => !named.has(name) && !name.endsWith(DRAFT)) ?? []
      return orphaned.map(name => ({ name, size: folder!.stat(name)!.size }))
    } finally {
      folder?.close()
    }
  }

  removePacks(names: readonly string[]): void {
    const folder = this.folder()
    try {
      for (const name of names) folder?.discard(name)
    } finally {
      folder?.close()
    }
  }

  /** What a crash left: half a line, and drafts of packs. */
  settle(): void {
    this.lines.settle()
    const folder = this.folder()
    try {
      for (const name of folder?.list() ?? []) if (name.endsWith(DRAFT)) folder?.discard(name)
    } finally {
      folder?.close()
    }
  }

  private folder(): Dir | undefined {
    return this.dir.stat(FOLDER) === undefined ? undefined : this.dir.sub(FOLDER)
  }

  private writePack(pack: string, texts: ReadonlyMap<string, string>): void {
    const bytes = gzipSync(JSON.stringify([...texts]))
    const folder = this.dir.ensureSub(FOLDER)
    try {
      folder.discard(pack + DRAFT)
      folder.create(pack + DRAFT, bytes, { mode: 0o600 })
      folder.rename(pack + DRAFT, pack)
      folder.sync()
    } finally {
      folder.close()
    }
  }

  private readPack(pack: string): Map<string, string> | undefined {
    const folder = this.folder()
    try {
      const bytes = folder?.read(pack)?.bytes
      return bytes && new Map(JSON.parse(gunzipSync(bytes).toString('utf8')) as [string, string][])
    } catch {
      // A pack that cannot be read holds nothing: `text` says so for each version that was in it.
      return undefined
    } finally {
      folder?.close()
    }
  }
}
