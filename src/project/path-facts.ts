import { join } from 'node:path'
import { locate, memoryPaths, type Place } from '../disk/index.ts'
import type { PathFact, PathReference } from '../model/index.ts'
import { globMatcher, isGlob, literalFolder, type Matcher } from './glob.ts'
import { pastFacts } from './past-facts.ts'
import { firstSegment, indexPaths, lastSegment, type PathIndex } from './path-index.ts'
import type { Past, Project, Unknown } from './project.ts'

/** Patterns cost a look at every path; whoever asks more than this gets no answer. */
const MOST_PATTERNS = 1000
const MOST_LOOKS = 500_000

/** Answers every path reference at once. `beside`: the names of the memories themselves. */
export function pathFacts(
  project: Project,
  root: string,
  files: readonly string[],
  references: Iterable<PathReference>,
  beside: ReadonlySet<string>,
): Map<string, PathFact> {
  const asked = new Map<string, PathReference>()
  for (const reference of references) if (!asked.has(reference.path)) asked.set(reference.path, reference)
  const places = new Map(Array.from(asked.keys(), path => [path, locate(path, root, project.home)]))
  const ends = new Set(Array.from(places.values(), place => ('path' in place ? lastSegment(place.path) : '')))
  const judge = new Judge(project, root, indexPaths(files, ends), ends, beside)
  return new Map(
    Array.from(asked, ([path, { shape }]) => [path, judge.fact(path, shape, places.get(path) as Place)]),
  )
}

type Shape = PathReference['shape']

class Judge {
  private patterns = 0
  private looks = 0
  private folders: readonly string[] | undefined
  private history: ReturnType<typeof pastFacts> | Unknown | 'none' | undefined
  private incomplete: string | undefined
  private readonly isMemory: (path: string) => boolean

  constructor(
    private readonly project: Project,
    private readonly root: string,
    private readonly index: PathIndex,
    private readonly ends: ReadonlySet<string>,
    private readonly beside: ReadonlySet<string>,
  ) {
    this.isMemory = memoryPaths(root, project.memoryFolders)
  }

  fact(spelled: string, shape: Shape, place: Place): PathFact {
    if (place.at === 'nowhere') return OUT_OF_SCOPE
    if (place.at === 'outside') return this.outside(spelled, place.path)
    const { path } = place
    if (path === '.' || this.index.has(path)) return present(path, 'exact')
    if (shape === 'placeholder' || this.isMemory(path)) return this.onDisk(path) ?? OUT_OF_SCOPE
    if (this.beside.has(path)) return present(path, 'exact')
    const match = this.byEnd(path, shape)
    if (match !== undefined) return present(match, 'suffix')
    if (isGlob(path)) return this.pattern(path)
    return this.onDisk(path) ?? this.gone(path, shape)
  }

  /** A leading slash may also mean the project's root, as in `/src/app.ts`. */
  private outside(spelled: string, path: string): PathFact {
    const presence = this.project.exists(path)
    if (presence === 'present') return present(path, 'exact')
    const asProjectPath = path.slice(1)
    if (spelled.startsWith('/') && this.index.has(asProjectPath)) return present(asProjectPath, 'suffix')
    return presence === 'unknown' ? unknown('it could not be looked up') : OUT_OF_SCOPE
  }

  private byEnd(path: string, shape: Shape): string | undefined {
    return (
      this.index.endingIn(path)[0] ?? (shape === 'folder' ? this.index.withoutExtension(path)[0] : undefined)
    )
  }

  private onDisk(path: string): PathFact | undefined {
    const presence = this.project.exists(join(this.root, path))
    if (presence === 'missing') return undefined
    return presence === 'present' ? present(path, 'exact') : unknown('it could not be looked up')
  }

  private pattern(path: string): PathFact {
    const mayLook = () => ++this.looks <= MOST_LOOKS
    const matches = this.patterns++ < MOST_PATTERNS ? globMatcher(path, mayLook) : undefined
    if (matches === undefined) return TOO_MUCH
    this.folders ??= [...this.index.folders].sort()
    const match = this.index.files.find(matches) ?? this.folders.find(matches)
    if (match !== undefined) return present(match, 'glob')
    const folder = literalFolder(path)
    if (folder !== '' && !this.index.folders.has(folder) && this.onDisk(folder) !== undefined)
      return unknown(`${folder} is left out of the project's list`)
    const fact = this.gone(path, 'file', matches)
    return this.looks > MOST_LOOKS ? TOO_MUCH : fact
  }

  private gone(path: string, shape: Shape, matches?: Matcher): PathFact {
    const history = this.askHistory()
    if (history === 'none')
      return this.firstIsThere(path) ? { presence: 'missing', why: 'gone' } : OUT_OF_SCOPE
    if ('unknown' in history) return unknown(history.unknown)
    const known = history.path(path, shape === 'folder' ? 'folder' : 'file')
    const fact = known ?? (matches === undefined ? undefined : history.glob(matches))
    if (fact !== undefined) return fact
    if (this.incomplete !== undefined) return unknown(this.incomplete)
    return shape === 'folder' && !this.firstIsThere(path)
      ? OUT_OF_SCOPE
      : { presence: 'missing', why: 'never' }
  }

  /** In scope: the project has its first segment, and there is a second. */
  private firstIsThere(path: string): boolean {
    const first = firstSegment(path)
    return first !== path && this.index.folders.has(first)
  }

  private askHistory(): Exclude<Judge['history'], undefined> {
    this.history ??= this.openHistory(this.project.past())
    return this.history
  }

  private openHistory(past: Past | Unknown | undefined): Exclude<Judge['history'], undefined> {
    if (past === undefined) return 'none'
    if ('unknown' in past) return past
    this.incomplete = past.incomplete
    const isThere = (path: string) => this.index.has(path) || this.onDisk(path)?.presence === 'present'
    return pastFacts(past, this.ends, isThere, path => !this.isMemory(path))
  }
}

const TOO_MUCH: PathFact = { presence: 'unknown', why: 'too many patterns, or one without bounds' }
const OUT_OF_SCOPE: PathFact = { presence: 'missing', why: 'out-of-scope' }

function present(at: string, how: 'exact' | 'suffix' | 'glob'): PathFact {
  return { presence: 'present', at, how }
}

function unknown(why: string): PathFact {
  return { presence: 'unknown', why }
}
