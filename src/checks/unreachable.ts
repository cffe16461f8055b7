/**
 * # Broken references
 *
 * Finds links of `reference` memories that lead to something that is surely gone: the server says 404 or 410, or there is
 * no such host (M10). Links are asked only where somebody wants it, by `--check-links` or `expiry.reference.checkLinks`:
 * over http and https alone, HEAD first, a few at a time, and never into a private network.
 *
 * The memory is marked in the report and stays as it is: what it says about the resource may hold, and it may have moved.
 * A login, a time-out, an error of the server, a machine that is offline say nothing about the resource, and condemn nothing.
 *
 * Wrong to use on what only you can see: from outside, GitHub answers 404 for a private repository. Such hosts are known
 * and their 404 is not believed.
 *
 * Before: "Runbook: https://wiki.example.org/deploy", which answers 404.
 * After: the same, and the report names the line.
 */
import type { Memory, UnreachableFinding } from '../model/index.ts'
import type { Check } from './check.ts'

export const unreachable: Check = {
  name: 'unreachable',
  find({ folder, evidence: { resources } }) {
    if (resources === undefined) return []
    return folder.memories
      .filter(({ type }) => type === 'reference')
      .flatMap(memory =>
        memory.urls.flatMap(url => {
          const fact = resources.get(url)
          if (fact?.state !== 'gone') return []
          const finding: UnreachableFinding = {
            kind: 'unreachable-resource',
            file: memory.file,
            url,
            line: lineOf(memory, url),
            why: fact.why,
          }
          return [{ source: 'observed' as const, ...finding }]
        }),
      )
  },
}

/** From 1; 0 where it stands in the frontmatter alone, folded over lines. */
function lineOf({ head, body }: Memory, url: string): number {
  const text = head + body
  const at = text.indexOf(url)
  return at === -1 ? 0 : text.slice(0, at).split(/\r\n|\r|\n/).length
}
