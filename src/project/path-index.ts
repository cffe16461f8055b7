/**
 * Paths and the folders above them, to be found whole or by their end. Only ends that somebody asks for are indexed, so
 * that a large project costs one pass, whatever the number of references.
 */
export interface PathIndex {
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
export function indexPaths(files: readonly string[], ends: ReadonlySet<string>): PathIndex {
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

export function lastSegment(path: string): string {
  return path.slice(path.lastIndexOf('/') + 1)
}

export function firstSegment(path: string): string {
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
