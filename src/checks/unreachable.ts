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
import { say } from '../languages/index.ts'
import type { Memory } from '../model/index.ts'
import { showText } from '../text/index.ts'
import { check, type FindingOf, kind } from './check.ts'
import { lineWords } from './words.ts'

const unreachableResource = kind({
  kind: 'unreachable-resource',
  words: ({ checks }) => checks.unreachable,
  fields: ({ fileName, text, count }) => ({
    file: fileName,
    url: text,
    line: count,
    /** "404", "no such host". */
    why: text,
  }),
  about: ['file', 'url'],
  level: 'warning',
  say: ({ line, url, why }) => say().checks.unreachable.say(lineWords(line), showText(url), showText(why)),
})

export type UnreachableFinding = FindingOf<typeof unreachableResource>

export const unreachable = check({
  name: 'unreachable',
  kinds: [unreachableResource],
  find({ folder, evidence: { resources } }) {
    if (resources === undefined) return []
    return folder.memories
      .filter(({ type }) => type === 'reference')
      .flatMap(memory =>
        memory.urls.flatMap(url => {
          const fact = resources.get(url)
          if (fact?.state !== 'gone') return []
          const { file } = memory
          return [
            { kind: 'unreachable-resource' as const, file, url, line: lineOf(memory, url), why: fact.why },
          ]
        }),
      )
  },
})

/** From 1; 0 where it stands in the frontmatter alone, folded over lines. */
function lineOf({ head, body }: Memory, url: string): number {
  const text = head + body
  const at = text.indexOf(url)
  return at === -1 ? 0 : text.slice(0, at).split(/\r\n|\r|\n/).length
}
