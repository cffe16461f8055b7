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
import type { Memory } from '../model/index.ts'
import { showText } from '../text/index.ts'
import { check, type FindingOf, type Found, kind } from './check.ts'

const oddity = kind({
  kind: 'oddity',
  title: 'Left alone',
  meaning: 'Something in the folder could not be taken as a memory.',
  whatNow: 'Nothing is done to it; the detail says what is odd.',
  wouldChange: 'Whatever the detail names, put right.',
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
    })),
    ...folder.memories.flatMap(oddFrontmatter),
  ],
})

const UNKNOWN = 'its name, description and type are not known'

function oddFrontmatter({ file, frontmatter }: Memory): Found<OddityFinding>[] {
  if (frontmatter === 'unreadable') {
    const detail = `its frontmatter is not valid YAML; ${UNKNOWN}`
    return [{ kind: 'oddity', name: file, oddity: 'frontmatter-unreadable', detail }]
  }
  if (frontmatter === 'too-large') {
    const detail = `its frontmatter is too large to be read; ${UNKNOWN}`
    return [{ kind: 'oddity', name: file, oddity: 'frontmatter-too-large', detail }]
  }
  return []
}
