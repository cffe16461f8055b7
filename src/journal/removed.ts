import { fold } from './lines.ts'
import type { Section } from './sections.ts'

/** Something that left the snapshot or was forgotten; by this it is known when it comes back (J7, J14). */
export interface Removed {
  readonly hash: string
  /** The whole line, so that it can be compared and put back. */
  readonly summary: string
  /** `2026-02-27 03:31` */
  readonly removedAt: string
  readonly by: 'dream' | 'user'
  readonly section: Exclude<Section, 'dream'>
  readonly reason: string
  /** The day it came back. */
  readonly returned?: string
  /** The day it was said again after the user had forgotten it: it waits for their word. */
  readonly asked?: string
}

export interface RemovedRead {
  readonly entries: readonly Removed[]
  /** `torn`: a part could not be read; what could be is in `entries`. */
  readonly state: 'whole' | 'torn'
}

/** Reads `removed-entries.json`; of a file that was cut off or damaged, every object that is whole. */
export function readRemoved(text: string): RemovedRead {
  if (text.trim() === '') return { entries: [], state: 'whole' }
  try {
    const data: unknown = JSON.parse(text)
    if (!Array.isArray(data)) return { entries: [], state: 'torn' }
    const entries = data.flatMap(asRemoved)
    return { entries, state: entries.length === data.length ? 'whole' : 'torn' }
  } catch {
    return { entries: objectsIn(text).flatMap(asRemoved), state: 'torn' }
  }
}

export function removedText(entries: readonly Removed[]): string {
  return `${JSON.stringify(entries, undefined, 1)}\n`
}

function asRemoved(data: unknown): Removed[] {
  if (typeof data !== 'object' || data === null) return []
  const { hash, summary, removedAt, by, section, reason, returned, asked } = data as Record<string, unknown>
  if (typeof summary !== 'string' || typeof hash !== 'string') return []
  return [
    {
      hash,
      summary: fold(summary),
      removedAt: typeof removedAt === 'string' ? removedAt : '',
      by: by === 'user' ? 'user' : 'dream',
      section: section === 'current' || section === 'relations' ? section : 'stable',
      reason: typeof reason === 'string' ? reason : '',
      ...(typeof returned === 'string' && { returned }),
      ...(typeof asked === 'string' && { asked }),
    },
  ]
}

/** The outermost objects of a damaged list, each read by itself. */
function objectsIn(text: string): unknown[] {
  const found: unknown[] = []
  let depth = 0
  let start = 0
  let quoted = false
  for (let at = 0; at < text.length; at++) {
    const char = text[at]
    if (quoted) {
      if (char === '\\') at++
      else if (char === '"') quoted = false
    } else if (char === '"') quoted = true
    else if (char === '{' && depth++ === 0) start = at
    else if (char === '}' && depth > 0 && --depth === 0) found.push(...parsed(text.slice(start, at + 1)))
  }
  return found
}

function parsed(text: string): unknown[] {
  try {
    return [JSON.parse(text)]
  } catch {
    return []
  }
}
