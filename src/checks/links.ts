/**
 * # Dangling links
 *
 * Finds links of a memory that lead to nothing beside it: `[[wikilinks]]` (by name or file stem, `_` and `-` alike),
 * Markdown links to a plain `.md` name, `@imports` of one (D31).
 *
 * Wrong to use on links that lead out of the folder: those with a slash are left alone. A wikilink to a memory that is yet
 * to be written dangles too; it is shown, never changed.
 *
 * Before: "See [[deploy-steps]]." and no such memory.
 * After: the same, and the report names the line.
 */
import { type Folder, INDEX_FILE, type Link } from '../model/index.ts'
import { lineWords, makeLinkResolver, showText } from '../text/index.ts'
import { check, type FindingOf, kind } from './check.ts'

const danglingLink = kind({
  kind: 'dangling-link',
  title: 'Dangling link',
  meaning: 'A link of the memory leads to nothing beside it.',
  whatNow: 'Correct the link, or write the memory it asks for.',
  wouldChange: 'A memory of that name or file name beside it, or a link with a path, which leads elsewhere.',
  fields: ({ fileName, text, count }) => ({ file: fileName, target: text, text, line: count }),
  about: ['file', 'target', 'text'],
  say: ({ line, target }) => `${lineWords(line)} links to ${showText(target)}, which is not there`,
})

export type DanglingLinkFinding = FindingOf<typeof danglingLink>

export const links = check({
  name: 'links',
  kinds: [danglingLink],
  find({ folder }) {
    if (folder.listing.state === 'failed') return []
    const isThere = thereIs(folder)
    return folder.memories.flatMap(({ file, links }) =>
      links
        .filter(link => isBeside(link) && !isThere(link.target))
        .map(({ target, text, line }) => ({ kind: 'dangling-link' as const, file, target, text, line })),
    )
  },
})

function thereIs(folder: Folder): (target: string) => boolean {
  const resolve = makeLinkResolver([{ file: INDEX_FILE }, ...folder.memories])
  const others = new Set(folder.oddities.flatMap(({ name }) => [name, name.replace(/\.md$/i, '')]))
  return target => resolve(target) !== undefined || others.has(target)
}

/** Whether the link means a file of this folder. */
function isBeside({ kind, target }: Link): boolean {
  if (target.includes('/') || target.includes('\\')) return false
  return kind === 'wikilink' || /\.md$/i.test(target)
}
