import { dirname } from 'node:path'
import type { Look, SeenCall } from './hooks.ts'
import type { Orders, TracedCall } from './orders.ts'

/** Counts calls, and calls `die` at the one it was told. */
export function countCalls(
  { below, at, when }: Pick<Orders, 'below' | 'at' | 'when'>,
  die: () => void,
): { readonly look: Look; readonly trace: TracedCall[] } {
  const trace: TracedCall[] = []
  const look = (seen: SeenCall): unknown => {
    const folder = below.find(each => seen.path.startsWith(`${each}/`))
    if (folder === undefined) return seen.go()
    trace.push({ call: seen.call, path: seen.path.slice(dirname(folder).length + 1) })
    const dies = trace.length === at
    if (dies && when === 'before') die()
    if (dies && when === 'half' && seen.call === 'write') {
      seen.half()
      die()
    }
    try {
      return seen.go()
    } finally {
      if (dies) die()
    }
  }
  return { look, trace }
}
