import { join } from 'node:path'
import { moment, readLines } from './files.ts'

interface Deletion {
  readonly repo: string
  readonly commit: string
  readonly date: string
  readonly path: string
  readonly label: string
}

interface Edit {
  readonly repo: string
  readonly date: string
  readonly path: string
}

/** What owners did, as the labels tell it. */
export interface Labels {
  readonly deletions: readonly Deletion[]
  /** Whether a path was removed, with a judgement, after a moment. */
  wentAfter(repository: string, path: string, moment: number): boolean
  /** The last change of a path before a moment. */
  lastEdit(repository: string, path: string, before: number): number | undefined
}

/** Bulk, index, moved and merged are no judgement on what a memory says. */
const JUDGEMENTS = new Set(['pruned', 'promoted'])

export const isJudgement = ({ label }: { readonly label: string }): boolean => JUDGEMENTS.has(label)

export function readLabels(data: string): Labels {
  const edits = new Map<string, number[]>()
  for (const { repo, path, date } of readLines<Edit>(join(data, 'labels/edits.jsonl'))) {
    const key = `${repo}\0${path}`
    edits.set(key, [...(edits.get(key) ?? []), moment(date)])
  }
  const deletions = readLines<Deletion>(join(data, 'labels/deletions.jsonl'))
  return {
    deletions,
    wentAfter: (repository, path, after) =>
      deletions.some(
        one => one.repo === repository && one.path === path && isJudgement(one) && moment(one.date) > after,
      ),
    lastEdit(repository, path, before) {
      const times = (edits.get(`${repository}\0${path}`) ?? []).filter(time => time < before)
      return times.length === 0 ? undefined : Math.max(...times)
    },
  }
}
