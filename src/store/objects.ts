import { type Dir, sha256 } from '../disk/index.ts'
import { isOwnFile } from '../model/index.ts'
import type { Deltas, Stored } from './deltas.ts'

const DRAFT = '.new'

export interface RawObject {
  readonly hash: string
  readonly size: number
  /** Microseconds since 1970. */
  readonly modified: number
}

/** Raw versions that went, and the bytes that this freed. */
export interface Packed {
  readonly count: number
  readonly bytes: number
}

/** A version of one of Dream's own files, by its hash. */
export interface OwnVersion {
  readonly hash: string
  readonly file: string
}

/**
 * Bytes by their SHA-256. Whatever Dream is about to change lies here first: what is the user's as raw bytes, written
 * once (`objects/ab/cdef…`), Dream's own files as what differs from the version before (`deltas.1`).
 */
export class Objects {
  constructor(
    private readonly dir: Dir,
    private readonly deltas: Deltas,
  ) {}

  /** Keeps the bytes, on disk when this returns, and tells their name. `file` is whose version they are. */
  put(bytes: Buffer, file = ''): string {
    const hash = sha256(bytes)
    if (!isOwnFile(file) || this.getRaw(hash).state === 'whole') return this.putRaw(bytes, hash)
    if (this.deltas.get(hash).state === 'whole') this.deltas.sync()
    else this.deltas.addAll([{ file, bytes }])
    return hash
  }

  private putRaw(bytes: Buffer, hash: string): string {
    return this.dir.ensureSub(hash.slice(0, 2)).use(folder => {
      const name = hash.slice(2)
      const there = folder.read(name)
      if (there === undefined || sha256(there.bytes) !== hash)
        this.dir.replace(name, bytes, hash + DRAFT, 0o400, folder)
      // Also where it was there already: who put it there may have been killed before this line.
      folder.sync()
      return hash
    })
  }

  /** Drafts that a crash left before they became objects. They lie in one place, so that none is missed. */
  discardOrphans(): void {
    for (const name of this.dir.list()) {
      if (name.endsWith(DRAFT)) this.dir.discard(name)
    }
    this.deltas.settle()
  }

  get(hash: string): Stored {
    const raw = this.getRaw(hash)
    if (raw.state === 'whole') return raw
    const stored = this.deltas.get(hash)
    return stored.state === 'absent' ? raw : stored
  }

  /** Whether something is kept under that name, sound or not. */
  has(hash: string): boolean {
    return this.read(hash) !== undefined || this.deltas.has(hash)
  }

  private getRaw(hash: string): Stored {
    const found = this.read(hash)
    if (found === undefined) return { state: 'absent' }
    return sha256(found) === hash ? { state: 'whole', bytes: found } : { state: 'damaged' }
  }

  /** Erases the bytes for good. */
  erase(hashes: ReadonlySet<string>): void {
    for (const hash of hashes) this.eraseRaw(hash)
    this.deltas.erase(hashes)
  }

  /** Keeps versions that are there as raw bytes as deltas instead. A raw one goes when its delta gave the same bytes. */
  pack(versions: readonly OwnVersion[]): Packed {
    const isPacked = ({ hash }: OwnVersion) => this.deltas.get(hash).state === 'whole'
    const raw = this.rawVersions(versions)
    const room = this.deltas.addAll(raw.filter(version => !isPacked(version)))
    const spare = raw.filter(isPacked)
    // Some may be lines of one who was killed before they were on disk.
    if (spare.length > 0) this.deltas.sync()
    for (const { hash } of spare) this.eraseRaw(hash)
    return freedBy(spare, room)
  }

  previewPack(versions: readonly OwnVersion[]): Packed {
    const raw = this.rawVersions(versions)
    const missing = raw.filter(({ hash }) => !this.deltas.has(hash))
    return freedBy(raw, this.deltas.roomFor(missing))
  }

  private rawVersions(versions: readonly OwnVersion[]): (OwnVersion & { bytes: Buffer })[] {
    return versions.flatMap(({ hash, file }) => {
      const found = this.getRaw(hash)
      return found.state === 'whole' ? [{ hash, file, bytes: found.bytes }] : []
    })
  }

  /** Lets go of raw bytes that nobody needs. */
  eraseRaw(hash: string): void {
    if (this.read(hash) === undefined) return
    this.dir.within(hash.slice(0, 2), folder => {
      folder.discard(hash.slice(2))
      folder.sync()
    })
  }

  room(): { versions: number; bytes: number } {
    const { objects } = this.list()
    const { versions, bytes } = this.deltas.room()
    return {
      versions: objects.length + versions,
      bytes: objects.reduce((sum, each) => sum + each.size, bytes),
    }
  }

  /** Looks at every byte. `damaged`: names, or their beginnings, of what is not what it is named after. */
  check(): { damaged: string[]; damage: readonly string[]; orphans: string[] } {
    const { objects, orphans } = this.list()
    const { damaged, damage } = this.deltas.check()
    const raw = objects.filter(({ hash }) => this.getRaw(hash).state === 'damaged')
    return { damaged: [...raw.map(each => each.hash), ...damaged], damage, orphans }
  }

  /** All that is kept as raw bytes; what is no object is told apart. */
  list(): { objects: RawObject[]; orphans: string[] } {
    const objects: RawObject[] = []
    const orphans: string[] = []
    for (const prefix of this.dir.list()) {
      if (!/^[0-9a-f]{2}$/.test(prefix)) {
        orphans.push(prefix)
        continue
      }
      this.dir.sub(prefix).use(folder => {
        for (const rest of folder.list()) {
          if (/^[0-9a-f]{62}$/.test(rest)) {
            const { size = 0, modified = 0 } = folder.stat(rest) ?? {}
            objects.push({ hash: prefix + rest, size, modified })
          } else orphans.push(`${prefix}/${rest}`)
        }
      })
    }
    return { objects, orphans }
  }

  private read(hash: string): Buffer | undefined {
    if (!/^[0-9a-f]{64}$/.test(hash)) return undefined
    return this.dir.within(hash.slice(0, 2), folder => folder.read(hash.slice(2))?.bytes)
  }
}

function freedBy(spare: readonly { readonly bytes: Buffer }[], room: number): Packed {
  return { count: spare.length, bytes: spare.reduce((sum, { bytes }) => sum + bytes.length, -room) }
}
