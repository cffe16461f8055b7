/**
 * What makes one text of another: pieces of the old one by place and length, and new bytes between them. It is found in
 * one pass, so it is not the shortest there is; for files that grow at their end, or in which a few entries change, it is
 * close to it.
 */
export type Delta = readonly (Copy | Buffer)[]

/** `[from, length]` in the old text. */
type Copy = readonly [from: number, length: number]

/** Naming a shorter piece takes as much room as the piece itself. */
const SHORTEST_COPY = 16

export function deltaOf(old: Buffer, now: Buffer): Delta {
  const start = commonStart(old, now)
  const end = commonEnd(old, now, start)
  const shared = [
    { at: 0, from: 0, length: start },
    ...sharedLines(old, now, start, end),
    { at: now.length - end, from: old.length - end, length: end },
  ]
  const parts: (Copy | Buffer)[] = []
  let done = 0
  for (const { at, from, length } of shared) {
    // The lines around a change are whole: they may begin in what both begin with, and reach into what both end with.
    const overlap = Math.max(0, done - at)
    if (length - overlap < SHORTEST_COPY) continue
    if (at > done) parts.push(now.subarray(done, at))
    parts.push([from + overlap, length - overlap])
    done = at + length
  }
  if (done < now.length) parts.push(now.subarray(done))
  return parts
}

/** The new text; nothing where the delta asks for more than there is. */
export function withDelta(old: Buffer, delta: Delta): Buffer | undefined {
  const parts: Buffer[] = []
  for (const part of delta) {
    if (Buffer.isBuffer(part)) parts.push(part)
    else if (part[0] + part[1] <= old.length) parts.push(old.subarray(part[0], part[0] + part[1]))
    else return undefined
  }
  return Buffer.concat(parts)
}

/** A piece of the new text that stands in the old one too. */
interface Shared {
  readonly at: number
  readonly from: number
  length: number
}

/**
 * Between what both begin and end with: for each line the one that comes next in the old text, else the first one there that
 * reads the same.
 */
function sharedLines(old: Buffer, now: Buffer, commonStart: number, commonEnd: number): Shared[] {
  const start = commonStart === 0 ? 0 : now.lastIndexOf(10, commonStart - 1) + 1
  const end = now.length - endOfLine(now, now.length - commonEnd)
  const places = new Map<string, number>()
  for (const [from, to] of linesIn(old, start, old.length - end)) {
    const line = old.toString('latin1', from, to)
    if (!places.has(line)) places.set(line, from)
  }
  const found: Shared[] = []
  if (places.size === 0) return found
  for (const [at, to] of linesIn(now, start, now.length - end)) {
    const last = found.at(-1)
    const next = last === undefined ? start : last.from + last.length
    const isNext = next + to - at <= old.length - end && now.compare(old, next, next + to - at, at, to) === 0
    const from = isNext ? next : places.get(now.toString('latin1', at, to))
    if (from === undefined) continue
    if (last !== undefined && last.at + last.length === at && next === from) last.length += to - at
    else found.push({ at, from, length: to - at })
  }
  return found
}

function* linesIn(bytes: Buffer, start: number, end: number): Generator<[number, number]> {
  for (let from = start; from < end; ) {
    const to = Math.min(endOfLine(bytes, from), end)
    yield [from, to]
    from = to
  }
}

function endOfLine(bytes: Buffer, from: number): number {
  const found = bytes.indexOf(10, from)
  return found === -1 ? bytes.length : found + 1
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
