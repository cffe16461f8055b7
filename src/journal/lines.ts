/** A line as it stands in a file: joining `text + end` of all lines gives the bytes back. */
export interface Line {
  readonly text: string
  readonly end: string
}

export function splitLines(text: string): Line[] {
  const lines: Line[] = []
  let start = 0
  for (let at = text.indexOf('\n'); at !== -1; at = text.indexOf('\n', start)) {
    const bare = at > start && text[at - 1] === '\r' ? at - 1 : at
    lines.push({ text: text.slice(start, bare), end: text.slice(bare, at + 1) })
    start = at + 1
  }
  if (start < text.length) lines.push({ text: text.slice(start), end: '' })
  return lines
}

export function joinLines(lines: readonly Line[]): string {
  return lines.map(line => line.text + line.end).join('')
}

/** What the file ends its lines with; a new file gets a plain line feed. */
export function lineEnd(lines: readonly Line[]): string {
  return lines.find(line => line.end !== '')?.end ?? '\n'
}

const MANAGED_START = /<!--\s*openclaw:dreaming:[\w-]{1,40}:start\s*-->/
const MANAGED_END = /<!--\s*openclaw:dreaming:[\w-]{1,40}:end\s*-->/
const PROMOTED = /<!--\s*(?:openclaw-memory-promotion:|openclaw:|trigger:|importance:)/

/**
 * The lines that belong to OpenClaw's own dreaming: its managed blocks, and entries it promoted. They are read as
 * something that is there, and never changed.
 */
export function managedLines(lines: readonly Line[]): ReadonlySet<number> {
  const managed = new Set<number>()
  let inside: 'block' | 'entry' | undefined
  for (const [at, { text }] of lines.entries()) {
    if (inside === 'entry' && (text.trim() === '' || text.startsWith('#'))) inside = undefined
    if (inside !== 'block' && MANAGED_START.test(text)) inside = 'block'
    else if (inside === undefined && PROMOTED.test(text)) inside = 'entry'
    if (inside !== undefined) managed.add(at)
    if (inside === 'block' && MANAGED_END.test(text)) inside = undefined
  }
  return managed
}

/** White space folded into single spaces. */
export function fold(text: string): string {
  return text.replace(/\s+/g, ' ').trim()
}
