import type { PathFact } from '../model/index.ts'
import type { Matcher } from './glob.ts'
import { indexPaths, type PathIndex } from './path-index.ts'
import type { Past, Vanished } from './project.ts'

type Fate =
  | { readonly end: 'renamed'; readonly was: string; readonly to: string; readonly by: Vanished }
  | { readonly end: 'removed'; readonly was: string; readonly by: Vanished }
  | { readonly end: 'unclear'; readonly why: string }

/** What history says about paths that are not there. `isThere` tells whether a path is present now. */
export interface PastFacts {
  path(path: string, shape: 'file' | 'folder'): PathFact | undefined
  glob(matches: Matcher): PathFact | undefined
}

export function pastFacts(
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
        : unknown('what it matched has moved')
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
    if (next === undefined || seen.has(to))
      return { end: 'unclear', why: `it became ${to}, and history does not say where that went` }
    seen.add(to)
    by = next
  }
  return { end: 'removed', was: path, by }
}

/** Several paths may end alike. One that lives on saves them all; two that live on under other names are no answer. */
function factOf(fates: readonly Fate[]): PathFact {
  const unclear = fates.find(fate => fate.end === 'unclear')
  const renamed = fates.filter(fate => fate.end === 'renamed')
  if (new Set(renamed.map(fate => fate.to)).size > 1)
    return unknown('several files had this name and have new ones')
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
  if (targets.size !== 1 || to === undefined || first === undefined) return unknown('its files have moved')
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

function unknown(why: string): PathFact {
  return { presence: 'unknown', why }
}
