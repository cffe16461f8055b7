import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Case } from './case.ts'
import { filesBelow, memoryFolders, moment, readJson, readLines, subfolders } from './files.ts'
import { isJudgement, type Labels } from './labels.ts'
import { recordedWorld } from './lists.ts'

interface ManifestLine {
  readonly path: string
  readonly last: string
}

/** Dream is run a week after the last change, so that nothing is spared for being new. */
export const A_WEEK = 7 * 86_400_000_000

/** Each repository at one commit: its owner kept every file, but for those that the labels show removed later. */
export function snapshotCases(data: string, labels: Labels): Case[] {
  return subfolders(join(data, 'memories')).map(repository => {
    const at = join(data, 'memories', repository)
    const root = join(at, 'files')
    const day = readJson<{ snapshot_date: string }>(join(at, 'meta.json')).snapshot_date
    const folders = memoryFolders(root)
    const times = new Map(
      readLines<ManifestLine>(join(at, 'manifest.jsonl')).map(({ path, last }) => [path, moment(last)]),
    )
    const gone = new Map(
      labels.deletions
        .filter(one => one.repo === repository && moment(one.date) >= (times.get(one.path) ?? Infinity))
        .map(one => [one.path, one]),
    )
    return {
      repository,
      name: repository,
      kind: 'snapshot',
      folders,
      root,
      times,
      now: moment(day) + A_WEEK,
      world: recordedWorld({
        lists: at,
        documents: join(at, 'docs'),
        root,
        memoryFolders: folders.map(folder => folder.root),
        day,
        removed: [],
        lookedUp: () => true,
      }),
      truth: path => {
        const deletion = gone.get(path)
        if (deletion === undefined) return 'kept'
        return isJudgement(deletion) ? 'removed' : 'aside'
      },
      wentLater: () => false,
      label: path => gone.get(path)?.label,
    }
  })
}

/** The words of all memories of a snapshot: those that its list of symbols was made from. */
export function wordsOfSnapshot(data: string, repository: string): (word: string) => boolean {
  const root = join(data, 'memories', repository, 'files')
  const words = new Set<string>()
  for (const path of filesBelow(root))
    for (const [word] of readFileSync(join(root, path), 'utf8').matchAll(/[\p{L}\p{N}_$]+/gu)) words.add(word)
  return word => words.has(word)
}
