import { foldersOf, type Where, withState } from '../app/index.ts'
import { say } from '../languages/index.ts'
import { type Page, sizeWords } from '../report/index.ts'
import { fsckStore } from '../store/index.ts'

export type VerifiedFolder = ReturnType<typeof verifyStored>[number]

/** Reads every byte that Dream keeps of these folders and that has a checksum. */
export function verifyStored(where: Where) {
  return foldersOf(where).map(({ root, label }) => {
    const found = withState(where, root, store => ({ ...fsckStore(store), path: store.dir.path }))
    const { objects, records, bytes, path, problems } = found ?? NO_STATE
    return {
      root,
      label,
      checked: { objects, records, bytes },
      problems: problems.map(problem => ({ ...problem, where: path })),
    }
  })
}

export function writeVerified(page: Page, folders: readonly VerifiedFolder[]): void {
  if (folders.length === 0) page.text(say().notes.noFolders)
  for (const { label, checked, problems } of folders) {
    const { objects, records, bytes } = checked
    const words = say().history.fsck
    const looked = words.checked(objects, sizeWords(bytes), records)
    const result = problems.length === 0 ? words.ok : words.problems(problems.length)
    page.gap().entry(label, `${looked}, ${result}`, 0, 'strong')
    for (const { where, what, now, severity } of problems)
      page.entry(where, what, 2, severity === 'damage' ? 'bad' : 'warn').text(now, 4, 'quiet')
  }
}

export const isDamaged = ({ problems }: VerifiedFolder): boolean =>
  problems.some(({ severity }) => severity === 'damage')

const NO_STATE = { objects: 0, records: 0, bytes: 0, path: '', problems: [] }
