import type { Report } from '../model/index.ts'

/** A5: what the night had to look at. Nothing on a first night, when all of it was new. */
export function sinceWords({ since = [] }: Report): string | undefined {
  const sum = (key: 'skipped' | 'updated' | 'added' | 'removed') =>
    since.reduce((all, folder) => all + folder[key], 0)
  const [skipped, updated, added, removed] = [sum('skipped'), sum('updated'), sum('added'), sum('removed')]
  if (skipped + updated + removed === 0) return undefined
  return `Since the last night: ${skipped} skipped, ${updated} updated, ${added} added, ${removed} removed`
}
