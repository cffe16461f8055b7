import type { FileName, MemoryType } from '../model/index.ts'
import type { Layer, Relation } from '../search/index.ts'

/** A record of MAGMA: one note in the vault. The note is the truth; whatever is kept elsewhere is made from it. */
export interface MagmaRecord {
  /** The note's name without `.md`: what a wikilink to it says. */
  readonly id: string
  /** In the `magma` folder of the vault. */
  readonly note: FileName
  /** SHA-256 of the note's bytes. */
  readonly hash: string
  /** Microseconds since 1970. */
  readonly modified: number
  readonly name: string
  readonly description: string
  readonly type: MemoryType | null
  readonly layer: Layer
  /** `person`: the note's layer is not the one that Dream wrote there, so it is left alone. */
  readonly layerBy: 'dream' | 'person'
  readonly text: string
  /** `edited`: the text is not the one that Dream wrote there. */
  readonly state: 'as-written' | 'edited'
  /** The memory file that it came from. */
  readonly source: RecordSource | null
  readonly relations: readonly RecordRelation[]
  readonly created: string
  readonly updated: string
  readonly version: number
  /** The whole note, for splicing: what others put there stays. */
  readonly raw: string
}

export interface RecordSource {
  /** The memory folder's name in Dream's state, and as people know it. */
  readonly folder: string
  readonly label: string
  readonly file: string
  /** Of the memory's bytes when it was last taken over. */
  readonly hash: string
}

export interface RecordRelation {
  readonly relation: Relation
  /** The other record's id, or the name of a memory. */
  readonly to: string
}

/** One edge of the graph, with how we know. */
export interface Edge {
  readonly from: string
  readonly to: string
  readonly relation: Relation | 'link' | 'index'
  /** From 0 to 1; explicit links are 1. */
  readonly weight: number
  /** A clause: "both name `src/cache.ts`", "written on 2026-03-01", a sentence that gives the cause. */
  readonly evidence: string
}
