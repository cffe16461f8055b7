import { type Where, withState } from '../app/index.ts'
import { sha256, stampOf } from '../disk/index.ts'
import { type FileName, fileName, type RunRecord } from '../model/index.ts'
import type { FoundFolder } from '../sources/index.ts'
import { FOLDER_STATE, stateHomeOf } from '../state/index.ts'
import { rootId, type Store } from '../store/index.ts'
import { exactText, parseMemory, readFrontmatter } from '../text/index.ts'
import type { FileContent, FileStamp } from './catch-up.ts'
import type { RecallDocument } from './engine.ts'
import { documentOfMemory } from './memory-document.ts'

/** Stands for all that was archived of a folder: no file can have this name. */
export const ARCHIVED = '@archive'
/** The newest so many are searched. */
const MOST = 2000

/** The history of a folder as a file to read: where it did not change, nothing was archived or came back. */
export function archiveStamp(where: Where, root: string): FileStamp[] {
  const stamp = stampOf(`${stateHomeOf(where)}/${rootId(root)}/${FOLDER_STATE.history}`)
  return stamp === undefined ? [] : [{ root, file: ARCHIVED, ...stamp }]
}

/** What Dream archived of a folder and nobody brought back. What was purged is not among it. */
export function readArchived(where: Where, { root, label }: FoundFolder): FileContent {
  const documents = withState(where, root, ({ log, objects }) =>
    archivedIn(log.read().records)
      .slice(-MOST)
      .flatMap(({ file, hash, at, modified }): RecallDocument[] => {
        const text = textAt(objects, hash)
        if (text === undefined || stampOf(`${root}/${file}`) !== undefined) return []
        const memory = parseMemory({ file, hash, size: text.length, modified, text })
        const found = documentOfMemory(memory, { root, id: rootId(root), label })
        const id = `${rootId(root)}/archive/${hash}/${file}`
        return [{ ...found, id, part: 'archive', source: `${label}/${file}`, day: at.slice(0, 10) }]
      }),
  )
  return { hash: sha256((documents ?? []).map(({ id }) => id).join('\n')), documents: documents ?? [] }
}

/** The text of an archived memory below its front matter; it is read when it is a hit, and kept in no cache. */
export function archivedBody(
  where: Where,
  { id, root }: RecallDocument,
): { text: string; line: number } | undefined {
  const hash = id.split('/').at(-2)!
  const text = withState(where, root, ({ objects }) => textAt(objects, hash))
  return text === undefined ? undefined : { text: readFrontmatter(text).body, line: 1 }
}

function textAt(objects: Store['objects'], hash: string): string | undefined {
  const stored = objects.get(hash)
  return stored.state === 'whole' ? exactText(stored.bytes) : undefined
}

interface Archived {
  readonly file: FileName
  readonly hash: string
  readonly at: string
  readonly modified: number
}

/** Oldest first: each file whose last change that was done archived it. */
function archivedIn(records: readonly RunRecord[]): Archived[] {
  const last = new Map<string, Archived>()
  for (const { at, changes } of records)
    for (const { file, kind, result, from } of changes) {
      if (result !== 'done') continue
      last.delete(file)
      if (kind === 'archive' && from !== null && !file.includes('/'))
        last.set(file, { file: fileName(file), hash: from.hash, at, modified: from.modified })
    }
  return [...last.values()]
}
