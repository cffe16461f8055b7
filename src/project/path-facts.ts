import { join } from 'node:path'
import { locate, memoryPaths, type Place } from '../disk/index.ts'
import { say } from '../languages/index.ts'
import type { PathFact, PathReference } from '../model/index.ts'
import { globMatcher, isGlob, literalFolder, type Matcher } from './glob.ts'
import type { Past, Project, Unknown, Vanished } from './project.ts'

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
  private readonly memoryEnds: readonly string[]

  constructor(
    private readonly project: Project,
    private readonly root: string,
    private readonly index: PathIndex,
    private readonly ends: ReadonlySet<string>,
    private readonly beside: ReadonlySet<string>,
  ) {
    this.isMemory = memoryPaths(root, project.memoryFolders)
    this.memoryEnds = project.memoryFolders.map(folder => folder.split('/').slice(-2).join('/'))
  }

  fact(spelled: string, shape: Shape, place: Place): PathFact {
    if (place.at === 'nowhere') return OUT_OF_SCOPE
    if (place.at === 'outside') return this.outside(spelled, place.path)
    const { path } = place
    if (path === '.' || this.index.has(path)) return present(path, 'exact')
    if (shape === 'placeholder' || this.isMemory(path) || this.isBesideMemory(path))
      return this.onDisk(path) ?? OUT_OF_SCOPE
    if (this.beside.has(path)) return present(path, 'exact')
    const match = this.byEnd(path, shape)
    if (match !== undefined) return present(match, 'suffix')
    if (isGlob(path)) return this.pattern(path)
    return this.onDisk(path) ?? this.gone(path, shape)
  }

  /** `docs/memory/x.md` in the memory of a part of the project: spelled from that part's own root. */
  private isBesideMemory(path: string): boolean {
    return this.memoryEnds.some(end => `${path}/`.startsWith(`${end}/`))
  }

  /** A leading slash may also mean the project's root, as in `/src/app.ts`. */
  private outside(spelled: string, path: string): PathFact {
    const presence = this.project.exists(path)
    if (presence === 'present') return present(path, 'exact')
    const asProjectPath = path.slice(1)
    if (spelled.startsWith('/') && this.index.has(asProjectPath)) return present(asProjectPath, 'suffix')
    return presence === 'unknown' ? unknown(say().places.project.lookedUpNot) : OUT_OF_SCOPE
  }

  private byEnd(path: string, shape: Shape): string | undefined {
    return (
      this.index.endingIn(path)[0] ?? (shape === 'folder' ? this.index.withoutExtension(path)[0] : undefined)
    )
  }

  private onDisk(path: string): PathFact | undefined {
    const presence = this.project.exists(join(this.root, path))
    if (presence === 'missing') return undefined
    return presence === 'present' ? present(path, 'exact') : unknown(say().places.project.lookedUpNot)
  }

  private pattern(path: string): PathFact {
    const mayLook = () => ++this.looks <= MOST_LOOKS
    const matches = this.patterns++ < MOST_PATTERNS ? globMatcher(path, mayLook) : undefined
    if (matches === undefined) return tooMuch()
    this.folders ??= [...this.index.folders].sort()
    const match = this.index.files.find(matches) ?? this.folders.find(matches)
    if (match !== undefined) return present(match, 'glob')
    const folder = literalFolder(path)
    if (folder !== '' && !this.index.folders.has(folder) && this.onDisk(folder) !== undefined)
      return unknown(say().places.project.notInList(folder))
    const fact = this.gone(path, 'file', matches)
    return this.looks > MOST_LOOKS ? tooMuch() : fact
  }

  private gone(path: string, shape: Shape, matches?: Matcher): PathFact {
    const history = this.askHistory()
    if (history === 'none')
      return this.firstIsThere(path) ? { presence: 'missing', why: 'gone' } : OUT_OF_SCOPE
    if ('unknown' in history) return unknown(history.unknown)
    const known = history.path(path, shape === 'folder' ? 'folder' : 'file')
    const fact = known ?? (matches === undefined ? undefined : history.glob(matches))
    if (fact !== undefined) return shape === 'file' ? this.movedTo(fact) : fact
    if (this.incomplete !== undefined) return unknown(this.incomplete)
    return shape === 'folder' && !this.firstIsThere(path)
      ? OUT_OF_SCOPE
      : { presence: 'missing', why: 'never' }
  }

  /** Git does not see a move whose two halves are in two commits; one name that nothing else has ever had tells it. */
  private movedTo(fact: PathFact): PathFact {
    if (fact.presence !== 'missing' || fact.why !== 'removed') return fact
    const { was, commit, date } = fact
    const name = lastSegment(was)
    const [to, ...others] = isOwnName(name) ? this.index.endingIn(name) : []
    if (to === undefined || others.length > 0 || to === was) return fact
    return { presence: 'missing', why: 'renamed', was, to, commit, date }
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

/** Several words, as hardly two files of a project have them by chance. */
const isOwnName = (name: string): boolean =>
  name.length >= 12 && /[a-z\d][_-][a-z\d]|[a-z][A-Z]|[A-Z]_[A-Z]/.test(name.replace(/\.\w+$/, ''))

const tooMuch = (): PathFact => unknown(say().places.project.tooManyPatterns)
const OUT_OF_SCOPE: PathFact = { presence: 'missing', why: 'out-of-scope' }

function present(at: string, how: 'exact' | 'suffix' | 'glob'): PathFact {
  return { presence: 'present', at, how }
}

function unknown(why: string): PathFact {
  return { presence: 'unknown', why }
}

type Fate =
  | { readonly end: 'renamed'; readonly was: string; readonly to: string; readonly by: Vanished }
  | { readonly end: 'removed'; readonly was: string; readonly by: Vanished }
  | { readonly end: 'unclear'; readonly why: string }

/** What history says about paths that are not there. `isThere` tells whether a path is present now. */
interface PastFacts {
  path(path: string, shape: 'file' | 'folder'): PathFact | undefined
  glob(matches: Matcher): PathFact | undefined
}

function pastFacts(
  past: Past,
  ends: ReadonlySet<string>,
  isThere: (path: string) => boolean,
  isEvidence: (path: string) => boolean,
): PastFacts {
  const vanished = indexPaths([...past.vanished.keys()].filter(isEvidence).sort(), ends)
  const undecided = indexPaths([...past.undecided.keys()].filter(isEvidence).sort(), ends)
  const fateOf = (path: string) => follow(path, past, isThere)

  const undecidedFact = (path: string): PathFact | undefined => {
    const key = past.undecided.has(path) ? path : undecided.under(path)[0]
    return key === undefined ? undefined : unknown(past.undecided.get(key) as string)
  }
  const exactly = (path: string): PathFact | undefined => {
    const unclear = undecidedFact(path)
    if (unclear !== undefined) return unclear
    if (past.vanished.has(path)) return factOf([fateOf(path)])
    return vanished.folders.has(path) ? folderFact(path, vanished, fateOf) : undefined
  }
  const byEnd = (path: string, index: PathIndex, shape: 'file' | 'folder') => {
    const found = index.endingIn(path)
    return found.length > 0 || shape === 'file' ? found : index.withoutExtension(path)
  }
  return {
    path(path, shape) {
      const closed = foldersAbove(path).find(folder => past.closed.has(folder))
      if (closed !== undefined) return unknown(past.closed.get(closed) as string)
      const exact = exactly(path)
      if (exact !== undefined) return exact
      const undecidedPath = byEnd(path, undecided, shape)[0]
      if (undecidedPath !== undefined) return undecidedFact(undecidedPath)
      const gone = byEnd(path, vanished, shape)
      const files = gone.filter(found => past.vanished.has(found))
      if (files.length > 0) return factOf(files.map(fateOf))
      return gone[0] === undefined ? undefined : exactly(gone[0])
    },
    glob(matches) {
      const undecidedPath = undecided.files.find(matches)
      if (undecidedPath !== undefined) return unknown(past.undecided.get(undecidedPath) as string)
      const fates = vanished.files.filter(matches).map(fateOf)
      if (fates.length === 0) return undefined
      return fates.every(fate => fate.end === 'removed')
        ? factOf(fates)
        : unknown(say().places.project.matchedMoved)
    },
  }
}

/** Along a chain of names to its end: the name it has now, or the commit that removed it. */
function follow(path: string, past: Past, isThere: (path: string) => boolean): Fate {
  const first = past.vanished.get(path) as Vanished
  const seen = new Set([path])
  let by = first
  while (by.to !== undefined) {
    const { to } = by
    if (isThere(to)) return { end: 'renamed', was: path, to, by: first }
    const unclear = past.undecided.get(to)
    if (unclear !== undefined) return { end: 'unclear', why: unclear }
    const next = past.vanished.get(to)
    if (next === undefined || seen.has(to)) return { end: 'unclear', why: say().places.project.lostTrack(to) }
    seen.add(to)
    by = next
  }
  return { end: 'removed', was: path, by }
}

/** Several paths may end alike. One that lives on saves them all; two that live on under other names are no answer. */
function factOf(fates: readonly Fate[]): PathFact {
  const unclear = fates.find(fate => fate.end === 'unclear')
  const renamed = fates.filter(fate => fate.end === 'renamed')
  if (new Set(renamed.map(fate => fate.to)).size > 1) return unknown(say().places.project.severalNames)
  if (renamed[0] !== undefined) return renamedFact(renamed[0].was, renamed[0].to, renamed[0].by)
  if (unclear !== undefined) return unknown(unclear.why)
  return removedFact(latest(fates.filter(fate => fate.end === 'removed')))
}

function latest(fates: readonly Extract<Fate, { end: 'removed' }>[]): Extract<Fate, { end: 'removed' }> {
  return fates.reduce((best, fate) => (fate.by.date > best.by.date ? fate : best))
}

/** A folder moved where all that lives on of it lives on in one other folder under the same names. */
function folderFact(folder: string, vanished: PathIndex, fateOf: (path: string) => Fate): PathFact {
  const fates = vanished.under(folder).map(fateOf)
  const removed = fates.filter(fate => fate.end === 'removed')
  if (removed.length === fates.length) return removedFact({ ...latest(removed), was: folder })
  const targets = new Set(fates.map(fate => movedTo(folder, fate)).filter(to => to !== 'removed'))
  const to = [...targets][0]
  const first = fates.find(fate => fate.end === 'renamed')
  if (targets.size !== 1 || to === undefined || first === undefined)
    return unknown(say().places.project.filesMoved)
  return renamedFact(folder, to, first.by)
}

function movedTo(folder: string, fate: Fate): string | undefined {
  if (fate.end === 'removed') return 'removed'
  if (fate.end === 'unclear') return undefined
  const rest = fate.was.slice(folder.length)
  return fate.to.endsWith(rest) ? fate.to.slice(0, -rest.length) : undefined
}

function foldersAbove(path: string): string[] {
  const segments = path.split('/')
  return segments.map((_, at) => segments.slice(0, at + 1).join('/'))
}

function renamedFact(was: string, to: string, by: Vanished): PathFact {
  return { presence: 'missing', why: 'renamed', was, to, commit: by.commit, date: by.date }
}

function removedFact({ was, by }: Extract<Fate, { end: 'removed' }>): PathFact {
  return { presence: 'missing', why: 'removed', was, commit: by.commit, date: by.date }
}

/**
 * Paths and the folders above them, to be found whole or by their end. Only ends that somebody asks for are indexed, so
 * that a large project costs one pass, whatever the number of references.
 */
interface PathIndex {
  has(path: string): boolean
  /** Paths that are `path` or end in it, on a segment boundary. */
  endingIn(path: string): readonly string[]
  /** Files that would be, without their extension: `auth/login` finds `src/auth/login.ts`. */
  withoutExtension(path: string): readonly string[]
  /** Everything below a folder. */
  under(folder: string): readonly string[]
  readonly files: readonly string[]
  readonly folders: ReadonlySet<string>
}

/** `files` in code-unit order; `ends`: the last segments that will be asked for. */
function indexPaths(files: readonly string[], ends: ReadonlySet<string>): PathIndex {
  const known = new Set(files)
  const folders = foldersOf(files)
  const byEnd = new Map<string, string[]>()
  const byStem = new Map<string, string[]>()
  const add = (map: Map<string, string[]>, end: string, path: string) => {
    if (!ends.has(end)) return
    const paths = map.get(end)
    if (paths === undefined) map.set(end, [path])
    else paths.push(path)
  }
  for (const path of files) {
    add(byEnd, lastSegment(path), path)
    add(byStem, lastSegment(stemOf(path)), path)
  }
  for (const path of folders) add(byEnd, lastSegment(path), path)
  return {
    files,
    folders,
    has: path => known.has(path) || folders.has(path),
    endingIn: path => (byEnd.get(lastSegment(path)) ?? []).filter(candidate => endsIn(candidate, path)),
    withoutExtension: path =>
      (byStem.get(lastSegment(path)) ?? []).filter(candidate => endsIn(stemOf(candidate), path)),
    under: folder => files.slice(...rangeUnder(files, `${folder}/`)),
  }
}

function lastSegment(path: string): string {
  return path.slice(path.lastIndexOf('/') + 1)
}

function firstSegment(path: string): string {
  const slash = path.indexOf('/')
  return slash < 0 ? path : path.slice(0, slash)
}

function endsIn(candidate: string, path: string): boolean {
  return candidate === path || candidate.endsWith(`/${path}`)
}

function stemOf(path: string): string {
  const dot = path.lastIndexOf('.')
  return dot > path.lastIndexOf('/') + 1 ? path.slice(0, dot) : path
}

function foldersOf(files: readonly string[]): ReadonlySet<string> {
  const folders = new Set<string>()
  for (const path of files) {
    for (let slash = path.lastIndexOf('/'); slash > 0; slash = path.lastIndexOf('/', slash - 1)) {
      const folder = path.slice(0, slash)
      if (folders.has(folder)) break
      folders.add(folder)
    }
  }
  return folders
}

/** The stretch of a sorted list that starts with `prefix`. */
function rangeUnder(sorted: readonly string[], prefix: string): [number, number] {
  const past = (path: string) => path >= prefix && !path.startsWith(prefix)
  return [firstAt(sorted, path => path >= prefix), firstAt(sorted, past)]
}

function firstAt(sorted: readonly string[], reached: (path: string) => boolean): number {
  let low = 0
  let high = sorted.length
  while (low < high) {
    const middle = (low + high) >> 1
    if (reached(sorted[middle] as string)) high = middle
    else low = middle + 1
  }
  return low
}
