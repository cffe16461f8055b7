import {
  type FileName,
  type Folder,
  INDEX_FILE,
  type IndexLine,
  isUntrusted,
  type Memory,
} from '../model/index.ts'
import { filesNamedIn, type IndexLink, linksIn } from '../text/index.ts'

/** Whether an entry of the index still leads to a file; only plain `.md` names beside the index are ever called gone. */
export function entryLeads(folder: Folder): (line: IndexLine) => 'somewhere' | 'nowhere' {
  const leads = fileLeads(folder)
  return ({ entry }) => leads(entry?.file)
}

export interface DeadLink extends IndexLink {
  readonly file: FileName
}

/** The links of an entry that lead to no file; prose and tables are their owner's. */
export function deadLinks(folder: Folder): (line: IndexLine) => DeadLink[] {
  const leads = fileLeads(folder)
  return ({ text, entry }) =>
    entry === undefined
      ? []
      : linksIn(text).flatMap(link =>
          link.file !== undefined && leads(link.file) === 'nowhere' ? [{ ...link, file: link.file }] : [],
        )
}

function fileLeads(folder: Folder): (file: FileName | undefined) => 'somewhere' | 'nowhere' {
  const there = new Set<string>([INDEX_FILE, ...folder.memories.map(({ file }) => file)])
  for (const { name } of folder.oddities) there.add(name)
  // The same name may be stored composed or decomposed; an entry in either form is right.
  for (const name of [...there]) there.add(name.normalize('NFC'))
  return file => {
    // A backslash is a path of another system, or an escape: not a name that could be looked up here.
    if (file === undefined || !/^[^\\]+\.md$/i.test(file)) return 'somewhere'
    return there.has(file) || there.has(file.normalize('NFC')) ? 'somewhere' : 'nowhere'
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
  for (const { text, entry } of lines)
    for (const name of [...(entry?.file === undefined ? [] : [entry.file]), ...filesNamedIn(text)])
      named.add(name).add(name.normalize('NFC'))
  return named
}

/** What the past of the folder is asked about: whom the index names in vain, and whom it does not name. */
export interface AskedOfPast {
  readonly gone: readonly FileName[]
  readonly unlisted: readonly FileName[]
}

export function askedOfPast(folder: Folder): AskedOfPast {
  const { index, layout, listing, memories } = folder
  const isAsked = layout === 'index' && listing.state === 'whole' && index?.editable === true
  if (!isAsked) return { gone: [], unlisted: [] }
  const gone = index.lines.flatMap(deadLinks(folder)).map(({ file }) => file)
  const hasEntries = index.lines.some(({ entry }) => entry !== undefined)
  return {
    gone: [...new Set(gone)].sort(),
    // An index without entries took nobody out.
    unlisted: hasEntries ? unlisted(index.lines, memories).map(({ file }) => file) : [],
  }
}
