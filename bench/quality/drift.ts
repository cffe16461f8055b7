import { join, relative } from 'node:path'
import { ofKind } from '../../src/checks/index.ts'
import { readLines } from './files.ts'
import type { Planned } from './plans.ts'

interface DriftRow {
  readonly repo: string
  readonly dir: string
  readonly broken: readonly string[]
  readonly unindexed: readonly string[]
}

/** Index drift as the labels count it and as Dream does. */
export interface DriftScore {
  readonly what: string
  readonly labelled: number
  readonly both: number
  readonly onlyDream: number
}

export function scoreDrift(
  data: string,
  planned: readonly {
    readonly repository: string
    readonly root: string
    readonly folders: readonly Planned[]
  }[],
): DriftScore[] {
  const found = new Map<string, { gone: Set<string>; missing: Set<string> }>()
  for (const { repository, root, folders } of planned) {
    for (const { plan } of folders) {
      const gone = ofKind(plan.findings, 'index-entry-gone').map(({ target }) => target)
      const missing = ofKind(plan.findings, 'index-entry-missing').map(({ file }) => file)
      found.set(`${repository} ${relative(root, plan.root)}`, {
        gone: new Set(gone),
        missing: new Set<string>(missing),
      })
    }
  }
  const rows = readLines<DriftRow>(join(data, 'labels/index_drift.jsonl'))
  const compare = (what: string, labelled: (row: DriftRow) => readonly string[], key: 'gone' | 'missing') => {
    let [all, both, onlyDream] = [0, 0, 0]
    for (const row of rows) {
      const own = found.get(`${row.repo} ${row.dir}`)?.[key] ?? new Set()
      // What lies in sub-folders or leads out of the folder is none of the index's business.
      const theirs = new Set(labelled(row).filter(name => !/[\\/]/.test(name)))
      all += theirs.size
      both += [...theirs].filter(name => own.has(name)).length
      onlyDream += [...own].filter(name => !theirs.has(name)).length
    }
    return { what, labelled: all, both, onlyDream }
  }
  return [
    compare('entries without a file', row => row.broken, 'gone'),
    compare('memories without an entry', row => row.unindexed, 'missing'),
  ]
}
