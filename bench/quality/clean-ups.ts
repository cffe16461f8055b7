import { join } from 'node:path'
import type { Case, Truth } from './case.ts'
import { filesBelow, memoryFolders, moment, readJson, readLines, subfolders } from './files.ts'
import { isJudgement, type Labels } from './labels.ts'
import { recordedWorld } from './lists.ts'
import { A_WEEK, wordsOfSnapshot } from './snapshots.ts'

interface CleanUp {
  readonly repo: string
  readonly commit: string
  readonly date: string
  readonly memory_changes: readonly string[]
  readonly deleted: Readonly<Record<string, { readonly label: string }>>
  readonly other_deleted: readonly string[]
}

/**
 * `at`: the memories as they were before, in the world as the owner's commit left it (code gone, documents written).
 * `before`: that world as it was the moment before, when what the commit wrote and removed could not be seen.
 */
export type Moment = 'at' | 'before'

/** Consolidations by owners: what they deleted is the truth, and what they left they kept. */
export function cleanUpCases(data: string, labels: Labels, when: Moment): Case[] {
  return subfolders(join(data, 'gold')).map(name => {
    const at = join(data, 'gold', name)
    const meta = readJson<CleanUp>(join(at, 'meta.json'))
    const root = join(at, 'before')
    const lists = join(data, 'memories', meta.repo)
    const folders = memoryFolders(root)
    return {
      repository: meta.repo,
      name,
      kind: 'clean-up',
      folders,
      root,
      times: timesBefore(data, meta, labels),
      now: moment(meta.date) + A_WEEK,
      world: recordedWorld({
        lists,
        documents: join(at, when === 'at' ? 'docs-after' : 'docs-before'),
        root,
        memoryFolders: folders.map(folder => folder.root),
        day: meta.date.slice(0, 10),
        removed: when === 'at' ? meta.other_deleted : [],
        lookedUp: wordsOfSnapshot(data, meta.repo),
        symbolsAreOlder: when === 'at' && isOlder(lists, meta),
      }),
      truth: truthOf(meta, join(at, 'after')),
      wentLater: path => labels.wentAfter(meta.repo, path, moment(meta.date)),
      label: path => meta.deleted[path]?.label,
    }
  })
}

const isOlder = (lists: string, { date }: CleanUp): boolean =>
  readJson<{ snapshot_date: string }>(join(lists, 'meta.json')).snapshot_date < date.slice(0, 10)

/** A memory that went on under a new name was kept; one that was moved out of the memories is no judgement. */
function truthOf({ deleted, memory_changes }: CleanUp, after: string): (path: string) => Truth {
  const left = new Set(filesBelow(after))
  const renamed = new Map(
    memory_changes.flatMap(change => {
      const [how, from, to] = change.split('\t')
      return how?.startsWith('R') && from !== undefined && to !== undefined ? [[from, to] as const] : []
    }),
  )
  return path => {
    const deletion = deleted[path]
    if (deletion !== undefined) return isJudgement(deletion) ? 'removed' : 'aside'
    return left.has(renamed.get(path) ?? path) ? 'kept' : 'aside'
  }
}

/** The last edit before the clean-up, else the first that is known. */
function timesBefore(data: string, { repo, date }: CleanUp, labels: Labels) {
  const manifest = join(data, 'memories', repo, 'manifest.jsonl')
  const first = new Map(
    readLines<{ path: string; first: string }>(manifest).map(line => [line.path, moment(line.first)]),
  )
  return {
    get: (path: string) => labels.lastEdit(repo, path, moment(date)) ?? first.get(path),
  }
}
