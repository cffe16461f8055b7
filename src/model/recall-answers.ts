import type { Layer, Relation } from './record.ts'

/** What a search answers, as data; `report/search.ts` has the words. */
export interface SearchAnswer {
  readonly query: string
  readonly intent: {
    readonly kind: string
    readonly confidence: number
    /** `default` where nobody was sure enough. */
    readonly by: 'model' | 'rules' | 'cache' | 'default'
  }
  readonly route: {
    readonly strategy: string
    readonly engines: readonly ('ccb' | 'magma')[]
    readonly walk: readonly Relation[]
    readonly why: string
  }
  readonly stages: readonly {
    readonly name: string
    readonly outcome: 'sufficed' | 'went-on' | 'late' | 'skipped'
    readonly engines: readonly ('ccb' | 'magma')[]
    readonly hits: number
    readonly ms: number
  }[]
  /** Best first, of all sources. */
  readonly hits: readonly FoundMemory[]
  readonly tokens: number
  readonly budget: number
  /** What a person should know: an engine that was late, a folder that could not be listed. */
  readonly notes: readonly string[]
  /** Who answered for journals and snapshot, where there is a journal workspace. */
  readonly memoryBy?: 'openclaw' | 'dream'
  readonly language?: string
  /** The folders that were searched. */
  readonly folders: readonly {
    readonly label: string
    readonly root: string
    readonly kind: 'memories' | 'journals'
  }[]
}

/** One hit: where it stands, what it says, why it is here. */
export interface FoundMemory {
  readonly id: string
  readonly engines: readonly ('ccb' | 'magma')[]
  readonly part: 'memory' | 'record' | 'journal' | 'snapshot' | 'ledger' | 'index'
  readonly root: string
  readonly file: string
  /** As people read it, with the line where there is one. */
  readonly source: string
  readonly title: string
  readonly description: string
  /** Cut to its share of the budget. */
  readonly text: string
  readonly tokens: number
  readonly score: number
  readonly type: string | null
  readonly layer: Layer | null
  /** The day it was last written. An old fact is as good as a new one. */
  readonly day: string | null
  readonly supersededBy: string | null
  /** 1, or less for feedback that was long not confirmed. */
  readonly weight: number
  readonly reasons: readonly string[]
  /** Other sources that say the same. */
  readonly also: readonly string[]
  /** What a model said to it, where one was asked. */
  readonly verified?: 'fits' | 'does-not-fit'
}
