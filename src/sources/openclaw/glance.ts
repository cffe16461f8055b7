import { lstatSync } from 'node:fs'
import { listJournals, pathOf } from './journals.ts'
import type { Workspace } from './workspace.ts'

/** A file from the outside. */
export interface Glance {
  readonly bytes: number
  /** Microseconds since 1970. */
  readonly modified: number
}

export function glanceAt(workspace: Workspace, name: string): Glance | undefined {
  try {
    const stat = lstatSync(pathOf(workspace, name), { bigint: true })
    return { bytes: Number(stat.size), modified: Number(stat.mtimeNs / 1000n) }
  } catch {
    return undefined
  }
}

export function glanceAtJournals(
  workspace: Workspace,
): (Glance & { readonly name: string; readonly day: string })[] {
  return listJournals(workspace).days.map(({ name, day }) => ({
    name,
    day,
    ...(glanceAt(workspace, `memory/${name}`) ?? { bytes: 0, modified: 0 }),
  }))
}
