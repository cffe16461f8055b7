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
import type { Memory, OddityFinding } from '../model/index.ts'
import type { Check } from './check.ts'

export const oddities: Check = {
  name: 'oddities',
  find({ folder }) {
    const files = folder.oddities.map(
      ({ name, kind, detail }): OddityFinding => ({ kind: 'oddity', name, oddity: kind, detail }),
    )
    return [...files, ...folder.memories.flatMap(oddFrontmatter)].map(finding => ({
      source: 'observed' as const,
      ...finding,
    }))
  },
}

function oddFrontmatter({ file, frontmatter }: Memory): OddityFinding[] {
  if (frontmatter === 'unreadable') {
    const detail = 'its frontmatter is not valid YAML; its name, description and type are not known'
    return [{ kind: 'oddity', name: file, oddity: 'frontmatter-unreadable', detail }]
  }
  if (frontmatter === 'too-large') {
    const detail = 'its frontmatter is too large to be read; its name, description and type are not known'
    return [{ kind: 'oddity', name: file, oddity: 'frontmatter-too-large', detail }]
  }
  return []
}
