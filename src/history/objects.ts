import type { Dir } from '../disk/dir.ts'
import { sha256 } from '../disk/sum.ts'

const DRAFT = '.new'

/**
 * Raw bytes by their SHA-256, written once: `objects/ab/cdef…`. Whatever Dream is about to change lies here first.
 */
export class Objects {
  constructor(private readonly dir: Dir) {}

  /** Keeps the bytes, on disk when this returns, and tells their name. */
  put(bytes: Uint8Array): string {
    const hash = sha256(bytes)
    const shelf = this.dir.ensureSub(hash.slice(0, 2))
    try {
      const name = hash.slice(2)
      const there = shelf.read(name)
      if (there === undefined || sha256(there.bytes) !== hash) this.make(bytes, hash, shelf)
      // Also where it was there already: who put it there may have been killed before this line.
      shelf.sync()
      return hash
    } finally {
      shelf.close()
    }
  }

  /** Drafts that a crash left before they became objects. They lie in one place, so that none is missed. */
  discardStrays(): void {
    for (const name of this.dir.list()) {
      if (name.endsWith(DRAFT)) this.dir.discard(name)
    }
  }

  /** The bytes under that name, or why they cannot be had. */
  get(hash: string): { state: 'whole'; bytes: Buffer } | { state: 'absent' } | { state: 'damaged' } {
    const found = this.read(hash)
    if (found === undefined) return { state: 'absent' }
    return sha256(found) === hash ? { state: 'whole', bytes: found } : { state: 'damaged' }
  }

  /** Erases the bytes for good. */
  erase(hash: string): void {
    if (this.read(hash) === undefined) return
    const shelf = this.dir.sub(hash.slice(0, 2))
    try {
      shelf.discard(hash.slice(2))
      shelf.sync()
    } finally {
      shelf.close()
    }
  }

  /** Every name there is, with its size; what is no object is told apart. */
  list(): { objects: { hash: string; size: number }[]; strays: string[] } {
    const objects: { hash: string; size: number }[] = []
    const strays: string[] = []
    for (const prefix of this.dir.list()) {
      if (!/^[0-9a-f]{2}$/.test(prefix)) {
        strays.push(prefix)
        continue
      }
      const shelf = this.dir.sub(prefix)
      try {
        for (const rest of shelf.list()) {
          if (/^[0-9a-f]{62}$/.test(rest))
            objects.push({ hash: prefix + rest, size: shelf.stat(rest)?.size ?? 0 })
          else strays.push(`${prefix}/${rest}`)
        }
      } finally {
        shelf.close()
      }
    }
    return { objects, strays }
  }

  private make(bytes: Uint8Array, hash: string, shelf: Dir): void {
    const draft = hash + DRAFT
    this.dir.discard(draft)
    this.dir.create(draft, bytes, { mode: 0o400 })
    this.dir.rename(draft, hash.slice(2), shelf)
  }

  private read(hash: string): Buffer | undefined {
    if (!/^[0-9a-f]{64}$/.test(hash)) return undefined
    if (this.dir.stat(hash.slice(0, 2)) === undefined) return undefined
    const shelf = this.dir.sub(hash.slice(0, 2))
    try {
      return shelf.read(hash.slice(2))?.bytes
    } finally {
      shelf.close()
    }
  }
}
