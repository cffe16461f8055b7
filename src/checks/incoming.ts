import type { Finding, Memory, Rules, Snapshot } from '../model/index.ts'
import { makeLinkResolver, showText } from '../text/index.ts'
import type { AnyKind } from './check.ts'
import { lineWords } from './words.ts'

/**
 * D43: who leads to a memory that would go with nothing in its place: another memory, or a document of the project. Such a
 * memory is told and never offered for the archive.
 */
export function incoming({ folder, evidence }: Snapshot, rules: Rules) {
  const resolve = makeLinkResolver(folder.memories)
  let links: Map<string, string> | undefined
  return (finding: Finding, { removal }: AnyKind): string | undefined => {
    if (rules === 'seed' || removal === undefined || removal.replacement !== undefined) return undefined
    const { file, by } = finding as { file?: Memory['file']; by?: string }
    if (file === undefined || by !== undefined) return undefined
    links ??= linksOf(folder.memories, resolve)
    return links.get(file) ?? documentNaming(file, evidence.documents ?? [])
  }
}

function linksOf(
  memories: readonly Memory[],
  resolve: ReturnType<typeof makeLinkResolver>,
): Map<string, string> {
  const found = new Map<string, string>()
  for (const memory of memories)
    for (const { target, line } of memory.links) {
      const to = resolve(target)
      if (to !== undefined && to !== memory.file && !found.has(to))
        found.set(to, `${showText(memory.file)}, ${lineWords(line)}`)
    }
  return found
}

/** A name of one word may be any file's. */
function documentNaming(
  file: string,
  documents: NonNullable<Snapshot['evidence']['documents']>,
): string | undefined {
  if (!/[a-z\d][_-][a-z\d].*\.md$/i.test(file)) return undefined
  const found = documents.find(({ text }) => text.includes(file))
  return found && showText(found.path)
}
