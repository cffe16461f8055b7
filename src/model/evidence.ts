import type { FileName } from './file-name.ts'

/**
 * What the project says about the things that memories name. Gathered once, before any check runs; a check looks
 * things up here and never asks the disk. `unknown` is an answer of its own and never counts as missing.
 */
export interface Evidence {
  readonly project: ProjectState
  /** By `PathReference.path`. A path that nobody asked about is absent from the map. */
  readonly paths: ReadonlyMap<string, PathFact>
  /** By word of `SymbolReference.words`. */
  readonly words: ReadonlyMap<string, Presence>
  /** Of the words that are missing, those that history took out of the project's code. */
  readonly lostWords?: ReadonlySet<string>
  /** The project's own Markdown, its memories apart: what was promoted stands there. Absent: nobody looked. */
  readonly documents?: readonly ProjectDocument[]
  /** Files in which the project says what it is made of. */
  readonly manifests?: readonly ProjectDocument[]
  /** Those of the paths that are as the last commit has them. Absent: no git, or nobody asked. */
  readonly committed?: ReadonlySet<string>
  /** Folders that history removed whole, by their names in small letters. */
  readonly removedModules?: ReadonlyMap<string, RemovedModule>
  /** M10: by URL, as references name them. Absent: nobody wanted links to be asked. */
  readonly resources?: ReadonlyMap<string, ResourceFact>
}

export interface RemovedModule {
  readonly folder: string
  /** The last commit that took something of it away. */
  readonly commit: string
  readonly date: string
}

/** Whether what a link leads to is there. A login, a time-out, a private address: unknown. */
export type ResourceFact =
  | { readonly state: 'reachable' }
  | { readonly state: 'gone'; readonly why: string }
  | { readonly state: 'unknown'; readonly why: string }

export interface ProjectDocument {
  /** Relative to the project, or below `~`. */
  readonly path: string
  readonly text: string
}

export type Presence = 'present' | 'missing' | 'unknown'

export type ProjectState =
  | { readonly kind: 'git'; readonly root: string; readonly head: string; readonly branch: string | null }
  | { readonly kind: 'tree'; readonly root: string }
  /** Nothing to check against: verification is suspended and the report says why. */
  | { readonly kind: 'absent'; readonly why: string }

interface Removal {
  readonly was: string
  readonly commit: string
  readonly date: string
}

export type PathFact =
  /** It is there, as `at` (the path itself, a suffix match, or what a glob matched first). `how` tells the three apart. */
  | { readonly presence: 'present'; readonly at: string; readonly how: 'exact' | 'suffix' | 'glob' }
  /** git knew it and it went. */
  | ({ readonly presence: 'missing'; readonly why: 'removed' } & Removal)
  /** git knew it and it has a new name: the memory is not stale, its path is. */
  | ({ readonly presence: 'missing'; readonly why: 'renamed'; readonly to: string } & Removal)
  /** No git to ask, but its first segment is there and it is not. */
  | { readonly presence: 'missing'; readonly why: 'gone' }
  /** It never was in this repository: another machine, a plan, an example. Under `seed` that is missing too. */
  | { readonly presence: 'missing'; readonly why: 'never' }
  /** Home paths, absolute paths elsewhere, placeholders, memory folders: neither condemn nor save. Under `seed` missing. */
  | { readonly presence: 'missing'; readonly why: 'out-of-scope' }
  | { readonly presence: 'unknown'; readonly why: string }

/** When a memory was last written, by the clocks there are, best first. In microseconds since 1970. */
export interface Clocks {
  readonly frontmatter?: number
  readonly git?: number
  readonly mtime?: number
  /** That commit brought or touched most of the folder at once: no day on which anybody wrote this. */
  readonly imported?: true
}

/**
 * What a model said about two memories. It holds for exactly the bytes that were read, and only while both quotes stand
 * there word for word. It can put a question to a person, and nothing else.
 */
export interface ModelOpinion {
  readonly verdict: 'same' | 'opposite'
  readonly a: QuotedMemory
  readonly b: QuotedMemory
  /** From 0 to 1, as the model says. */
  readonly confidence: number
  /** Who said it. */
  readonly model: string
}

interface QuotedMemory {
  readonly file: FileName
  readonly hash: string
  readonly quote: string
}

/** Below this a model's word is not worth a person's look. */
export const CONFIDENT = 0.7

const SHORTEST_QUOTE = 4
const LONGEST_QUOTE = 400

/** Whether the words stand in the text, and are enough of it to mean something. */
export function isQuoteOf(quote: string, text: string): boolean {
  const { length } = quote.trim()
  return length >= SHORTEST_QUOTE && quote.length <= LONGEST_QUOTE && text.includes(quote.trim())
}
