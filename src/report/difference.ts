import { diffComm } from 'node-diff3'
import { maskSecrets } from '../memory/secrets.ts'

/** `both`: a line of both texts. `first`, `second`: of one alone. `cut`: so many equal lines are left out. */
export type DiffLine =
  | { readonly in: 'both' | 'first' | 'second'; readonly text: string }
  | { readonly in: 'cut'; readonly lines: number }

/** Equal lines shown around a difference. */
const AROUND = 2
/** Comparing costs the product of the lengths; what is longer is shown as far as this. */
const MOST_LINES = 500

/** Two texts line by line, with what is equal cut down to what the eye needs. */
export function difference(first: string, second: string): DiffLine[] {
  const lines: DiffLine[] = []
  const parts = diffComm(linesOf(first), linesOf(second))
  parts.forEach((part, at) => {
    if (part.common !== undefined) {
      lines.push(...shortened(part.common, { isFirst: at === 0, isLast: at === parts.length - 1 }))
      return
    }
    lines.push(...(part.buffer1 ?? []).map(text => ({ in: 'first' as const, text })))
    lines.push(...(part.buffer2 ?? []).map(text => ({ in: 'second' as const, text })))
  })
  return lines
}

function linesOf(text: string): string[] {
  return maskSecrets(text).trimEnd().split(/\r?\n/).slice(0, MOST_LINES)
}

function shortened(common: readonly string[], place: { isFirst: boolean; isLast: boolean }): DiffLine[] {
  const before = place.isFirst ? 0 : AROUND
  const after = place.isLast ? 0 : AROUND
  const both = (text: string): DiffLine => ({ in: 'both', text })
  const hidden = common.length - before - after
  if (hidden <= 1) return common.map(both)
  return [
    ...common.slice(0, before).map(both),
    { in: 'cut', lines: hidden },
    ...common.slice(common.length - after).map(both),
  ]
}
