import type { FileName } from './file-name.ts'
import type { Memory, MemoryType } from './memory.ts'

/** From the most fleeting to lasting reference knowledge. */
export const LAYERS = ['L1', 'L2', 'L3', 'L4', 'L5'] as const
export type Layer = (typeof LAYERS)[number]

/** The four kinds of edges between memories. */
export const RELATIONS = ['semantic', 'temporal', 'causal', 'entity'] as const
export type Relation = (typeof RELATIONS)[number]

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

export interface GraphNode {
  readonly id: string
  readonly label: string
  readonly source: string
  readonly type: MemoryType | null
  readonly layer: Layer
  readonly kind: 'memory' | 'record' | 'index' | 'missing'
}

export interface MemoryGraph {
  readonly nodes: readonly GraphNode[]
  readonly edges: readonly Edge[]
  readonly notes: readonly string[]
}

export type Arbitration = 'ccb-wins' | 'magma-wins' | 'manual-review'

/** M8: the same memory, and the two engines say different things. */
export interface Conflict {
  readonly ccb: Memory
  readonly magma: MagmaRecord
  readonly type: 'content-mismatch'
  readonly severity: 'high'
  /** What differs, a few words each. */
  readonly differences: readonly string[]
  /** The folder of the memory. */
  readonly root: string
  readonly label: string
}

/** A conflict that was settled, or why it was not. */
export interface Resolution {
  readonly file: string
  readonly record: string
  readonly strategy: Arbitration
  /** `proposed`: it waits for a person, because the rules ask for one. `answered`: a person said no to it. */
  readonly did: 'settled' | 'proposed' | 'queued' | 'answered' | 'changed-meanwhile' | 'failed'
  /** By which a person answers: `dream queue --accept ID`. */
  readonly id: string
  readonly detail?: string
  readonly run?: string
}

export interface ConsistencyReport {
  readonly conflicts: readonly Conflict[]
  readonly resolved: readonly Resolution[]
}

/** What the vector index is, and what stands in its way. */
export interface MagmaStatus {
  readonly home: string
  readonly vault: 'obsidian' | 'state'
  readonly records: number
  readonly layers: Readonly<Record<Layer, number>>
  readonly index: {
    readonly path: string
    readonly state: IndexState
    readonly rows: number
    readonly model: string | null
    readonly dimensions: number | null
    /** Documents that are not in it as they are now. */
    readonly behind: number
  }
  readonly documents: number
  readonly notes: readonly string[]
}

/**
 * - `behind`: usable, and not everything is in it yet.
 * - `damaged`: cannot be read, and is made anew.
 * - `unusable`: LanceDB is not installed, or it hangs; what is there may be whole.
 */
export type IndexState = 'ready' | 'behind' | 'absent' | 'other-model' | 'damaged' | 'unusable' | 'off'

export interface MagmaRebuild {
  readonly index: MagmaStatus['index']
  readonly embedded: number
  readonly kept: number
  readonly removed: number
  readonly seconds: number
  readonly notes: readonly string[]
}

/** The three that maintain both engines: the dream over the files, the way from the files to MAGMA, and MAGMA itself. */
const CONSOLIDATORS = ['ccb', 'refine', 'magma'] as const
export type ConsolidatorName = (typeof CONSOLIDATORS)[number]

export interface CcbConsolidation {
  readonly folders: number
  readonly archived: number
  readonly written: number
  readonly proposals: number
  readonly run?: string
  /** What could not be done, after which the other parts wait for a second try; and warnings. */
  readonly problems: readonly string[]
}

/** What was taken over from memory files. */
export interface Refinement {
  readonly taken: readonly {
    readonly file: string
    readonly record: string
    readonly layer: Layer
    readonly did: 'new' | 'refreshed'
  }[]
  readonly problems: readonly string[]
  readonly runs: readonly string[]
}

export interface MagmaMaintenance {
  readonly duplicates: readonly { readonly record: string; readonly of: string }[]
  readonly moved: readonly {
    readonly record: string
    readonly from: Layer
    readonly to: Layer
    readonly because: string
  }[]
  /** Records whose relations were written anew. */
  readonly related: number
  readonly problems: readonly string[]
  readonly runs: readonly string[]
}

export interface Consolidation {
  readonly mode: 'live' | 'dry-run'
  readonly ccb?: CcbConsolidation
  readonly refine?: Refinement
  readonly magma?: MagmaMaintenance
  readonly exit: 0 | 1 | 2 | 3 | 4
}
