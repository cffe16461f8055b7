import type { FileName } from './file-name.ts'

export const MEMORY_TYPES = ['user', 'feedback', 'project', 'reference'] as const
export type MemoryType = (typeof MEMORY_TYPES)[number]

/** What stands between the two `---` lines, as far as Dream understands it. */
export type FrontmatterState = 'none' | 'read' | 'unreadable' | 'too-large'

/** One memory file, parsed. Its bytes stay on disk: whatever edits them splices the source, never re-prints it. */
export interface Memory {
  readonly file: FileName
  /** SHA-256 of the raw bytes, in hex. */
  readonly hash: string
  readonly size: number
  /** File time in microseconds since 1970. */
  readonly modified: number
  readonly frontmatter: FrontmatterState
  readonly name?: string
  readonly description?: string
  readonly type?: MemoryType
  readonly pinned: boolean
  /** Where it came from, as our code labelled it when it was written; most memories have no label. */
  readonly origin?: Origin
  /** A date the memory gives itself (`metadata.modified`, `updated`, `date`, `created`), in microseconds since 1970. */
  readonly dated?: number
  /** Everything before the body: a byte order mark, the frontmatter with its two `---` lines, or nothing. */
  readonly head: string
  /** Everything after the frontmatter, line ends as they are. */
  readonly body: string
  readonly references: readonly Reference[]
  readonly links: readonly Link[]
  readonly urls: readonly string[]
}

/** Whether head and body are all there is: only such a file can be written anew without losing a byte. */
export const isWhole = ({ head, body, size }: Memory): boolean =>
  new TextEncoder().encode(head + body).length === size

export type Reference = PathReference | SymbolReference

/** A path that the memory names: `src/auth/login.ts`, a glob such as `src/*.test.ts`, `~/.zshrc`. */
export interface PathReference {
  readonly kind: 'path'
  /** Cleaned: no `:12`, no `#L10`, no trailing punctuation. */
  readonly path: string
  /** As it stood in the text. */
  readonly text: string
  readonly shape: PathShape
  readonly line: number
}

/**
 * - `file`: a slash and a known extension, or a globbed one: strong.
 * - `bare`: a file name without a slash, in backticks: says little on its own.
 * - `folder`: in backticks, a slash and no extension: counts only where the project has such a first segment.
 * - `home`, `absolute`: outside the project unless they lead into it.
 * - `placeholder`: `path/to/x`, `<name>.ts`, `foo/bar.ts`: an example, never evidence.
 */
export type PathShape = 'file' | 'bare' | 'folder' | 'home' | 'absolute' | 'placeholder'

/** A function, method or class that the memory names. */
export interface SymbolReference {
  readonly kind: 'symbol'
  /** As it stood in the text: `Session.refresh()`. */
  readonly text: string
  /** The words that all have to occur in the code for the symbol to exist: `Session`, `refresh`. */
  readonly words: readonly string[]
  /** A bare CamelCase word is `weak`: found, it keeps a memory alive; missing, it proves nothing. */
  readonly strength: 'strong' | 'weak'
  readonly line: number
}

/** A link to another memory or to a file beside it. */
export interface Link {
  readonly kind: 'wikilink' | 'markdown' | 'import'
  /** `[[target|alias]]` → `target`; `[x](target.md)` → `target.md`; `@docs/x.md` → `docs/x.md`. */
  readonly target: string
  readonly text: string
  readonly line: number
}

/** What is left of a weight after each period. A `decay` of 1 changes nothing. */
export interface Decay {
  readonly decay: number
  readonly periodDays: number
}

/** Only whole periods count. */
export function weightAfter(days: number, { decay, periodDays }: Decay): number {
  return decay ** Math.max(0, Math.floor(days / periodDays))
}

/** Where a text came from, the least trusted first. Our code writes the label; nobody's text can raise it. */
export const ORIGINS = ['unknown', 'web', 'tool', 'assistant', 'user'] as const
export type Origin = (typeof ORIGINS)[number]

/**
 * A memory without a label was written by the agent or by its owner before anyone asked: it counts as the agent's. So a
 * label can only take trust away from what anyone could have written without one.
 */
const UNLABELLED: Origin = 'assistant'

const rank = (origin: Origin | undefined): number => ORIGINS.indexOf(origin ?? UNLABELLED)

/** What is made of several texts is worth the least of them; nothing where none of them has a label. */
export function lowest(origins: readonly (Origin | undefined)[]): Origin | undefined {
  if (origins.every(origin => origin === undefined)) return undefined
  return ORIGINS[Math.min(...origins.map(rank))]
}

export function isLower(origin: Origin | undefined, than: Origin | undefined): boolean {
  return rank(origin) < rank(than)
}

/** Never read to an agent unasked: it may be an order that somebody else wrote. */
export const isUntrusted = (origin: Origin | undefined): boolean => isLower(origin, UNLABELLED)

/** A label in words, to follow "it is". */
const ORIGIN_WORDS: Record<Origin, string> = {
  user: 'said by the user',
  assistant: 'said by the assistant',
  tool: 'from the result of a tool',
  web: 'from a web page',
  unknown: 'of unknown origin',
}

export const originWords = (origin: Origin | undefined): string =>
  origin === undefined ? 'without a label' : ORIGIN_WORDS[origin]

/** Adds to the list of a key. */
export function addTo<Key, One>(groups: Map<Key, One[]>, key: Key, one: One): void {
  const group = groups.get(key)
  if (group === undefined) groups.set(key, [one])
  else group.push(one)
}

/** Those of one key together, in the order in which they come. */
export function groupBy<Key, One>(all: Iterable<One>, keyOf: (one: One) => Key): Map<Key, One[]> {
  const groups = new Map<Key, One[]>()
  for (const one of all) addTo(groups, keyOf(one), one)
  return groups
}
