/**
 * # Oddities
 *
 * Finds what lies in the folder and cannot be taken as a memory (a link, a file that is not UTF-8 or too large, a name
 * that no index can carry), and memories whose frontmatter cannot be read. Each is reported; none is touched.
 *
 * Never wrong to use: it only tells what was left alone, so that silence never hides a file.
 *
 * Before: `notes.md` is a symbolic link to another folder.
 * After: the same, and the report says that it was not followed.
 */
import { say } from '../languages/index.ts'
import type { Memory } from '../model/index.ts'
import { showText } from '../text/index.ts'
import { check, type FindingOf, type Found, kind } from './check.ts'

const oddity = kind({
  kind: 'oddity',
  words: ({ checks }) => checks.oddity,
  fields: ({ z, text }) => ({
    name: text,
    oddity: z.enum([
      'unreadable',
      'not-utf8',
      'too-large',
      'symlink',
      'not-a-file',
      'dated-name',
      'odd-name',
      'name-twin',
      'frontmatter-unreadable',
      'frontmatter-too-large',
      'frontmatter-not-first',
    ]),
    detail: text,
  }),
  about: ['name'],
  files: ({ name }) => [name],
  subject: ({ name }) => name,
  say: ({ detail }) => showText(detail),
})

export type OddityFinding = FindingOf<typeof oddity>

export const oddities = check({
  name: 'oddities',
  kinds: [oddity],
  find: ({ folder }) => [
    ...folder.oddities.map(({ name, kind, detail }) => ({
      kind: 'oddity' as const,
      name,
      oddity: kind,
      detail,
      // A journal is no memory, and nobody has to be told so.
      ...(kind === 'dated-name' && { mention: true as const }),
    })),
    ...folder.memories.flatMap(oddFrontmatter),
  ],
})

/** A block of fields further down: whoever looks for it on the first line finds none. */
const LATE = /^[\s\S]{1,20000}?\n---[ \t]*\r?\n(?:[^\n]*\n){0,4}?(?:name|description|type):[ \t]/

function oddFrontmatter({ file, frontmatter, body }: Memory): Found<OddityFinding>[] {
  if (frontmatter === 'none' && LATE.test(body.slice(0, 30_000)))
    return [
      { kind: 'oddity', name: file, oddity: 'frontmatter-not-first', detail: say().judged.headNotFirst },
    ]
  if (frontmatter === 'unreadable') {
    const detail = say().checks.oddity.yamlInvalid
    return [{ kind: 'oddity', name: file, oddity: 'frontmatter-unreadable', detail }]
  }
  if (frontmatter === 'too-large') {
    const detail = say().checks.oddity.headTooLarge
    return [{ kind: 'oddity', name: file, oddity: 'frontmatter-too-large', detail }]
  }
  return []
}
