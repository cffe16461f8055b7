/**
 * What makes one text of another: pieces of the old one by place and length, and new bytes between them. It is found
 * line by line in one pass, so it is not the shortest there is; for files that grow at their end, or in which a few
 * entries change, it is close to it.
 */
export type Delta = readonly (Copy | Buffer)[]

/** `[from, length]` in the old text. */
type Copy = readonly [from: number, length: number]

/** Naming a shorter piece takes as much room as the piece itself. */
const SHORTEST_COPY = 16

const WORTH_LOOKING = 1000

export function deltaOf(old: Buffer, now: Buffer): Delta {
  const start = commonStart(old, now)
  const end = commonEnd(old, now, start)
  const shared = sharedLines(old, now, wholeLinesIn(now, start), linesFrom(now, end))
  return inOrder(now, shared.length > 2 ? shared : ends(old, now, start, end))
}

/** What two texts begin and end with alike. */
function ends(old: Buffer, now: Buffer, start: number, end: number): Shared[] {
  return [
    { at: 0, from: 0, length: start },
    { at: now.length - end, from: old.length - end, length: end },
  ]
}

/** A text in pieces, as many deltas make it: it is put together once, at the end. */
export interface Pieces {
  readonly list: Buffer[]
  readonly length: number
}

const MOST_PIECES = 64

export const NO_TEXT = (): Pieces => ({ list: [], length: 0 })

/** The new text; the old one is used up. Nothing where the delta asks for more than there is. */
export function withDelta(old: Pieces, delta: Delta): Pieces | undefined {
  const start = startOf(delta)
  if (start > old.length) return undefined
  const list: Buffer[] = []
  for (const part of start === 0 ? delta : delta.slice(1)) {
    if (Buffer.isBuffer(part)) list.push(part)
    else if (!cutOut(old.list, part, list)) return undefined
  }
  const kept = start === 0 ? [] : shortened(old, start)
  kept.push(...list)
  // Each piece costs every later delta a look.
  const all = kept.length > MOST_PIECES ? [Buffer.concat(kept)] : kept
  return { list: all, length: list.reduce((sum, piece) => sum + piece.length, start) }
}

/** How much of the old text the new one begins with: for a file that only grows all of it, whatever it is made of. */
function startOf(delta: Delta): number {
  const [first] = delta
  return Array.isArray(first) && first[0] === 0 ? first[1] : 0
}

function shortened({ list, length }: Pieces, to: number): Buffer[] {
  for (let over = length - to; over > 0; ) {
    const last = list.pop()!
    if (last.length > over) list.push(last.subarray(0, last.length - over))
    over -= last.length
  }
  return list
}

/** Whether all of it was there. */
function cutOut(pieces: readonly Buffer[], [from, length]: Copy, into: Buffer[]): boolean {
  let skip = from
  let rest = length
  for (const piece of pieces) {
    if (rest === 0) break
    const part = piece.subarray(skip, skip + rest)
    skip = Math.max(0, skip - piece.length)
    rest -= part.length
    if (part.length > 0) into.push(part)
  }
  return rest === 0
}

/** A piece of the new text that stands in the old one too. */
interface Shared {
  readonly at: number
  readonly from: number
  length: number
}

/**
 * The same, in whole lines, and between them for each line the one that comes next in the old text, or comes next when
 * as many lines were exchanged; else the first one there that reads the same.
 */
function sharedLines(old: Buffer, now: Buffer, start: number, end: number): Shared[] {
  const [before, behind] = ends(old, now, start, end) as [Shared, Shared]
  const stop = old.length - end
  const isAt = (from: number, at: number, to: number) =>
    from + to - at <= stop && now.compare(old, from, from + to - at, at, to) === 0
  const found = [before]
  let last = before
  let next = start
  let places: Map<string, number> | undefined
  for (const [at, to] of linesIn(now, start, now.length - end)) {
    let from: number | undefined = next
    if (!isAt(next, at, to)) {
      // To look for the last few lines costs more than they do.
      if (now.length - end - at >= WORTH_LOOKING) places ??= placesOf(old, start, stop)
      from = places?.get(now.toString('latin1', at, to))
    }
    if (from === undefined) {
      next = endOfLine(old, next, stop)
      continue
    }
    if (last.at + last.length === at && last.from + last.length === from) last.length += to - at
    else {
      last = { at, from, length: to - at }
      found.push(last)
    }
    next = from + to - at
  }
  return [...found, behind]
}

function placesOf(bytes: Buffer, start: number, end: number): Map<string, number> {
  const places = new Map<string, number>()
  for (const [from, to] of linesIn(bytes, start, end)) {
    const line = bytes.toString('latin1', from, to)
    if (!places.has(line)) places.set(line, from)
  }
  return places
}

/** The bytes of whole lines among the first so many. */
function wholeLinesIn(bytes: Buffer, start: number): number {
  return start === 0 ? 0 : bytes.lastIndexOf(10, start - 1) + 1
}

/** The bytes of whole lines among the last so many. */
function linesFrom(bytes: Buffer, end: number): number {
  const from = bytes.length - end
  if (from === 0 || bytes[from - 1] === 10) return end
  const next = bytes.indexOf(10, from)
  return next === -1 ? 0 : bytes.length - next - 1
}

function* linesIn(bytes: Buffer, start: number, end: number): Generator<[number, number]> {
  for (let from = start; from < end; ) {
    const to = endOfLine(bytes, from, end)
    yield [from, to]
    from = to
  }
}

function endOfLine(bytes: Buffer, from: number, end: number): number {
  const found = bytes.indexOf(10, from)
  return found === -1 || found >= end ? end : found + 1
}

/** Pieces of the old text, and what is new between them. */
function inOrder(now: Buffer, shared: readonly Shared[]): Delta {
  const parts: (Copy | Buffer)[] = []
  let done = 0
  for (const { at, from, length } of shared) {
    if (length < SHORTEST_COPY) continue
    if (at > done) parts.push(now.subarray(done, at))
    parts.push([from, length])
    done = at + length
  }
  if (done < now.length) parts.push(now.subarray(done))
  return parts
}

function commonStart(a: Buffer, b: Buffer): number {
  const most = Math.min(a.length, b.length)
  let same = 0
  while (same < most && a[same] === b[same]) same++
  // Never through a character: what is new is to be text again.
  while (same > 0 && isInsideCharacter(b[same])) same--
  return same
}

function commonEnd(a: Buffer, b: Buffer, start: number): number {
  const most = Math.min(a.length, b.length) - start
  let same = 0
  while (same < most && a[a.length - 1 - same] === b[b.length - 1 - same]) same++
  while (same > 0 && isInsideCharacter(b[b.length - same])) same--
  return same
}

function isInsideCharacter(byte: number | undefined): boolean {
  return byte !== undefined && (byte & 0xc0) === 0x80
}
