/**
 * # Finished work
 *
 * Finds plans, progress logs and in-flight pointers whose work is done (D28): a status line ("Status: DONE"), a
 * mark in the title ("Payment migration — SHIPPED"), a sentence that closes the work ("All four PRs shipped", "Retire
 * after the next sync"), or a list of which every item is done. The sentence that says so is shown.
 *
 * Never archived alone: owners throw away about half of such notes and keep the others as a record, and no text says
 * which. Only notes about work are looked at: rules, notes about a person and references are about what goes on.
 *
 * Wrong to use on retrospectives and decisions, which are written when the work is done, for what follows: a name that
 * says so (`retro`, `lesson`, `decision`, `runbook`) keeps the check silent.
 *
 * Before: `checkout-rewrite.md` says "**Status:** ✅ COMPLETE, merged in #412".
 * After, once accepted: it is in the archive.
 */
import { itemsStatus, linesStatus, type StatusWord, titleStatus } from '../languages/index.ts'
import type { Memory } from '../model/index.ts'
import { lineWords, quoted, textOf } from '../text/index.ts'
import { check, type FindingOf, kind } from './check.ts'
import { nothingFoundBy } from './nothing-found.ts'

const HOW_WORDS = {
  status: 'says that its work is done',
  closing: 'closes the work it is about',
  items: 'says of every item that it is done',
} as const

const finishedKind = kind({
  kind: 'finished',
  title: 'Finished',
  meaning: 'The memory says itself that the work it is about is done.',
  whatNow: 'Accept where nobody will need the story; lessons in it are worth a memory of their own.',
  wouldChange:
    'An open item or a status that says so; `type: feedback` or `reference` for what goes on to hold; a name such as `lessons` or `decision`.',
  fields: ({ z, fileName, text, count }) => ({
    file: fileName,
    /** `status`: a status line or a mark in its title. `closing`: a sentence that closes the work. `items`: every item is done. */
    how: z.enum(['status', 'closing', 'items']),
    quote: text,
    line: count,
  }),
  about: ['file'],
  say: ({ how }) => HOW_WORDS[how],
  evidence: ({ line, quote }) => [`${lineWords(line)}: ${quoted(quote)}`],
  removal: {
    needsReview: 'only you know whether the story is still needed',
    because: ({ quote }) => `it says itself that it is done: ${quoted(quote)}`,
  },
  reasons: { finished: { say: () => 'Finished: it says so itself', isOutdated: true } },
})

export type FinishedFinding = FindingOf<typeof finishedKind>

export const finished = check({
  name: 'finished',
  kinds: [finishedKind],
  notUnderSeed: true,
  find({ folder }) {
    const silent = nothingFoundBy('finished')
    return folder.memories.filter(isAboutWork).flatMap(memory => {
      if (silent.has(memory)) return []
      const status = statusOf(memory)
      if (status === undefined) {
        silent.add(memory)
        return []
      }
      const { how, line } = status
      if (line === 0) return [{ kind: 'finished', file: memory.file, how, quote: status.quote, line }]
      // As it stands, with the code that was blanked to find it.
      const { fileLines, linesAbove } = textOf(memory)
      const quote = fileLines[linesAbove + line - 1]!.trim()
      return [{ kind: 'finished', file: memory.file, how, quote, line: linesAbove + line }]
    })
  },
})

const FOR_LATER =
  /(?:^|[^a-z])(?:retros?|retrospectives?|lessons?|learnings?|post-?mortems?|decisions?|adr|runbooks?|gotchas?|patterns?|guides?|checklists?|procedures?|conventions?|rules?|history|changelog)(?:[^a-z]|$)/i

function isAboutWork({ type, file, name = '' }: Memory): boolean {
  if (type !== undefined && type !== 'project') return false
  return !FOR_LATER.test(`${file.replace(/_/g, ' ')} ${name.replace(/_/g, ' ')}`)
}

function statusOf(memory: Memory): StatusWord | undefined {
  const { name = '', description = '' } = memory
  const lines = textOf(memory).proseLines
  const first = lines.findIndex(line => line.trim() !== '')
  const heading = /^ {0,3}# +(\S.*)$/.exec(lines[first] ?? '')?.[1]
  for (const title of [description, name]) {
    const status = titleStatus(title)
    if (status !== undefined) return status
  }
  const titled = heading === undefined ? undefined : titleStatus(heading)
  if (titled !== undefined) return { ...titled, line: first + 1 }
  return linesStatus(lines) ?? itemsStatus(lines)
}
