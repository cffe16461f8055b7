import type { FileName } from '../model/index.ts'

/**
 * Finds the memory that a link means: by frontmatter name, then by file stem; capitals do not matter, `_`, `-` and a space are
 * alike, `.md` (then the stem comes first) and `#heading` may be there or not. Of two memories with one name the first in the list is meant.
 */
export function makeLinkResolver(
  files: readonly { readonly file: FileName; readonly name?: string }[],
): (target: string) => FileName | undefined {
  const byName = new Map<string, FileName>()
  const byStem = new Map<string, FileName>()
  for (const { file, name } of files) {
    if (name !== undefined && !byName.has(key(name))) byName.set(key(name), file)
    if (!byStem.has(key(file))) byStem.set(key(file), file)
  }
  return target => {
    const path = target.split('#', 1)[0] as string
    const wanted = key(path)
    if (wanted === '') return undefined
    return /\.md\s*$/i.test(path)
      ? (byStem.get(wanted) ?? byName.get(wanted))
      : (byName.get(wanted) ?? byStem.get(wanted))
  }
}

function key(text: string): string {
  return text
    .normalize('NFC')
    .trim()
    .replace(/^\.\//, '')
    .replace(/\.md$/i, '')
    .toLowerCase()
    .replace(/[\s_-]+/g, '-')
}
