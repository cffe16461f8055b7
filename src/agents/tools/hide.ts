import { findSecrets } from '../../memory/secrets.ts'

/** What stands for a secret in all that a model is shown. */
export const HIDDEN = '••••••'

interface Span {
  readonly start: number
  readonly end: number
  readonly masked: string
}

const BEGIN = '-----BEGIN '
const KEY = /^-----BEGIN (?:[A-Z]{2,12} ){0,3}PRIVATE KEY-----/
const END = '-----END '
/** A key that never ends is hidden this far. */
const LONGEST_KEY = 20_000
/** Looking for secrets costs more the more of them stand together, so texts are looked at piece by piece. */
const PIECE = 65_536

/** The text with every secret hidden, whole keys included: tools work on this, so that no question tells them apart. */
export function hideSecrets(text: string): string {
  const parts: string[] = []
  let from = 0
  for (const { start, end, masked } of secretSpans(text)) {
    parts.push(text.slice(from, start), masked)
    from = end
  }
  return parts.join('') + text.slice(from)
}

/** In the order of the text; none overlaps another. */
export function secretSpans(text: string): Span[] {
  const keys = keySpans(text)
  const spans: Span[] = []
  let from = 0
  for (const key of [...keys, undefined]) {
    const end = key?.start ?? text.length
    spans.push(...pieceSpans(text, from, end))
    if (key !== undefined) spans.push(key)
    from = key?.end ?? end
  }
  return spans
}

function keySpans(text: string): Span[] {
  const spans: Span[] = []
  for (let at = text.indexOf(BEGIN); at !== -1; ) {
    const isKey = KEY.test(text.slice(at, at + 80))
    const end = isKey ? endOfKey(text, at) : at + BEGIN.length
    if (isKey) spans.push({ start: at, end, masked: `${BEGIN}PRIVATE KEY${HIDDEN}` })
    at = text.indexOf(BEGIN, end)
  }
  return spans
}

function endOfKey(text: string, start: number): number {
  const furthest = Math.min(text.length, start + LONGEST_KEY)
  const end = text.indexOf(END, start)
  if (end === -1 || end > furthest) return furthest
  const close = text.indexOf('-----', end + END.length)
  return close === -1 || close > end + 80 ? end + END.length : close + 5
}

function pieceSpans(text: string, from: number, to: number): Span[] {
  const spans: Span[] = []
  for (let at = from; at < to; ) {
    const end = cutBefore(text, at, Math.min(at + PIECE, to), to)
    for (const { start, end: until, masked } of findSecrets(text.slice(at, end)))
      spans.push({ start: at + start, end: at + until, masked })
    at = end
  }
  return spans
}

/** Not in the middle of a word, where there is a gap at all. */
function cutBefore(text: string, from: number, end: number, to: number): number {
  if (end === to) return end
  for (let at = end; at > end - PIECE / 4 && at > from; at--) if (/[\s"']/.test(text[at - 1]!)) return at
  return end
}
