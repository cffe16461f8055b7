/**
 * # Dangling links
 *
 * Finds links of a memory that lead to nothing: `[[wikilinks]]` (by name or file stem, `_` and `-` alike, with or without the
 * type before the name), Markdown links to a plain `.md` name, `@imports` of one (D31, D37). What the project's own documents
 * call by that name, as a heading, a file or a word, is where the link leads.
 *
 * Told where git or Dream's history shows that the memory was here and left; else it is only mentioned: a link to a note that
 * is yet to be written, or that never was one, misleads nobody.
 *
 * Wrong to use on links that lead out of the folder: those with a slash are left alone. Nothing is changed.
 *
 * Before: "See [[deploy-steps]]."; git removed `deploy_steps.md` in 4f2a.
 * After: the same, and the report names the line and the commit.
 */
import { say } from '../languages/index.ts'
import {
  asFileName,
  type FileName,
  type Folder,
  INDEX_FILE,
  type Link,
  type ProjectDocument,
  type Snapshot,
} from '../model/index.ts'
import { makeLinkResolver, showText } from '../text/index.ts'
import { check, type FindingOf, type Found, kind } from './check.ts'
import { leftWords, lineWords } from './words.ts'

const danglingLink = kind({
  kind: 'dangling-link',
  words: ({ checks }) => checks.danglingLink,
  fields: ({ fileName, text, count, seenBy }) => ({
    file: fileName,
    target: text,
    text,
    line: count,
    /** How it is known that what it leads to was here. */
    left: seenBy.exactOptional(),
  }),
  about: ['file', 'target', 'text'],
  level: 'warning',
  say: ({ line, target }) => say().checks.danglingLink.say(lineWords(line), showText(target)),
  evidence: ({ target, left }) => (left === undefined ? [] : [leftWords(target, left)]),
  showsEvidence: true,
})

type DanglingFinding = Found<FindingOf<typeof danglingLink>>

export const links = check({
  name: 'links',
  kinds: [danglingLink],
  find({ folder, evidence, past }: Snapshot) {
    const isNamed = namedIn(evidence.documents ?? [])
    return danglingIn(folder).flatMap(({ file, link: { target, text, line } }): DanglingFinding[] => {
      const left = namesOf(target).flatMap(name => past?.left.get(name) ?? [])[0]
      const found = { kind: 'dangling-link', file, target, text, line } as const
      if (left !== undefined) return [{ ...found, left }]
      return isNamed(target) ? [] : [{ ...found, mention: true }]
    })
  },
})

interface Dangling {
  readonly file: FileName
  readonly link: Link
}

function danglingIn(folder: Folder): Dangling[] {
  if (folder.listing.state === 'failed') return []
  const isThere = thereIs(folder)
  return folder.memories.flatMap(({ file, links }) =>
    links.filter(link => isBeside(link) && !isThere(link.target)).map(link => ({ file, link })),
  )
}

/** The files that links of a folder lead to in vain: its past may know them. */
export const linkedInVain = (folder: Folder): FileName[] =>
  danglingIn(folder).flatMap(({ link }) => namesOf(link.target))

/** A link may spell `-` where the file has `_`. */
function namesOf(target: string): FileName[] {
  const stem = target.replace(/\.md$/i, '')
  const names = new Set([stem, stem.replaceAll('-', '_'), stem.replaceAll('_', '-')])
  return [...names].flatMap(name => asFileName(`${name}.md`) ?? [])
}

/** Notes that moved into a document are often found there under their old name. */
function namedIn(documents: readonly ProjectDocument[]): (target: string) => boolean {
  const plain = (text: string) => text.toLowerCase().replace(/[\s_-]+/g, '-')
  let known: readonly string[] | undefined
  return target => {
    known ??= documents.map(({ path, text }) => plain(`${path}\n${text}`))
    const wanted = plain(target.replace(/\.md$/i, '').replace(/^(?:feedback|project|reference|user)[-_]/, ''))
    return wanted.includes('-') && known.some(text => text.includes(wanted))
  }
}

function thereIs(folder: Folder): (target: string) => boolean {
  const resolve = makeLinkResolver([{ file: INDEX_FILE }, ...folder.memories])
  const others = new Set(
    [...folder.oddities.map(({ name }) => name), ...folder.subfolders].flatMap(name => [
      name,
      name.replace(/\.md$/i, ''),
    ]),
  )
  return target => resolve(target) !== undefined || others.has(target)
}

/** Whether the link means a file of this folder. */
function isBeside({ kind, target }: Link): boolean {
  if (target.includes('/') || target.includes('\\')) return false
  return kind === 'wikilink' || /\.md$/i.test(target)
}
