import { INDEX_FILE } from '../memory/file-name.ts'
import type { IndexLine } from '../memory/index-file.ts'
import type { Memory } from '../memory/memory.ts'
import { isUntrusted } from '../memory/origin.ts'
import type { Folder } from '../memory/snapshot.ts'

/** Whether an entry of the index still leads to a file; only plain `.md` names beside the index are ever called gone. */
export function entryLeads(folder: Folder): (line: IndexLine) => 'somewhere' | 'nowhere' {
  const there = new Set<string>([INDEX_FILE, ...folder.memories.map(({ file }) => file)])
  for (const { name } of folder.oddities) there.add(name)
  // The same name may be stored composed or decomposed; an entry in either form is right.
  for (const name of [...there]) there.add(name.normalize('NFC'))
  return ({ entry }) => {
    // A backslash is a path of another system, or an escape: not a name that could be looked up here.
    if (entry?.file === undefined || !/^[^\\]+\.md$/i.test(entry.file)) return 'somewhere'
    return there.has(entry.file) || there.has(entry.file.normalize('NFC')) ? 'somewhere' : 'nowhere'
  }
}

/**
 * Memories that no line of the index names: not as an entry, not in a table or in passing. What nobody vouches for gets
 * no line: agents read the index before anything else.
 */
export function unlisted(lines: readonly IndexLine[], memories: readonly Memory[]): Memory[] {
  const named = namedFiles(lines)
  return memories.filter(
    ({ file, origin }) => !isUntrusted(origin) && !named.has(file) && !named.has(file.normalize('NFC')),
  )
}

function namedFiles(lines: readonly IndexLine[]): ReadonlySet<string> {
  const named = new Set<string>()
  const add = (name: string) => named.add(name).add(name.normalize('NFC'))
  for (const { text, entry } of lines) {
    if (entry?.file !== undefined) add(entry.file)
    for (const [word] of text.matchAll(/[^\s()[\]|`<>"'/\\]+/gu)) {
      const name = /^\S{1,200}\.md\b/u.exec(word)?.[0]
      if (name !== undefined) add(name)
    }
    for (const [, stem = ''] of text.matchAll(/\[\[([^[\]|#\n]{1,200})/g)) add(`${stem.trim()}.md`)
  }
  return named
}
