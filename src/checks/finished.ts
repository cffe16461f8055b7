/**
 * # Finished work
 *
 * Finds plans, progress logs and in-flight pointers whose work is done (D28): a status line ("Status: DONE"), a
 * mark in the title ("Payment migration — SHIPPED"), a sentence that closes the work ("All four PRs shipped", "This
 * note can now be deleted"), or a list of which every item is done. The sentence that says so is shown.
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
import { itemsStatus, linesStatus, type StatusWord, say, says, titleStatus } from '../languages/index.ts'
import { groupBy, knownOf, type Memory, type Snapshot } from '../model/index.ts'
import { quoted, textOf } from '../text/index.ts'
import { check, type FindingOf, type Found, kind } from './check.ts'
import { unlisted } from './index-drift.ts'
import { lineWords } from './words.ts'

const finishedKind = kind({
  kind: 'finished',
  words: ({ checks }) => checks.finished,
  fields: ({ z, fileName, text, count }) => ({
    file: fileName,
    /** `status`: a status line or a mark in its title. `closing`: a sentence that closes the work. `items`: every item is done. `log`: one of several logs of a day, in no index. */
    how: z.enum(['status', 'closing', 'items', 'log']),
    quote: text,
    line: count,
  }),
  about: ['file'],
  say: ({ how }) => (how === 'log' ? say().judged.dated : say().checks.finished.how[how]),
  evidence: ({ line, quote }) => [say().checks.at(lineWords(line), quoted(quote))],
  removal: {
    needsReview: { always: () => say().checks.finished.needsReview },
    because: ({ quote }) => say().checks.finished.because(quoted(quote)),
  },
  reasons: { finished: { say: () => say().checks.finished.reason, isOutdated: true } },
})

export type FinishedFinding = FindingOf<typeof finishedKind>

export const finished = check({
  name: 'finished',
  kinds: [finishedKind],
  notUnderSeed: true,
  find(snapshot) {
    const known = knownOf(snapshot)
    const about = snapshot.folder.memories.filter(isAboutWork)
    return about
      .flatMap(memory => known.of('finished', memory, () => weighed(memory, finishedIn(memory))))
      .concat(unlistedLogs(snapshot))
  },
})

function finishedIn(memory: Memory): Found<FinishedFinding>[] {
  const status = statusOf(memory)
  if (status === undefined) return []
  const { how, line } = status
  if (line === 0) return [{ kind: 'finished', file: memory.file, how, quote: status.quote, line }]
  // As it stands, with the code that was blanked to find it.
  const { fileLines, linesAbove } = textOf(memory)
  const quote = fileLines[linesAbove + line - 1]!.trim()
  return [{ kind: 'finished', file: memory.file, how, quote, line: linesAbove + line }]
}

const DAY = /[-_ ]?20\d\d[-_.]?(?:0[1-9]|1[0-2])[-_.]?(?:0[1-9]|[12]\d|3[01])$/

/** Several logs of one kind, each of its day, that an index with entries leaves out: nobody reads them. */
function unlistedLogs({ folder: { memories, index } }: Snapshot): Found<FinishedFinding>[] {
  if (index === undefined || !index.lines.some(({ entry }) => entry !== undefined)) return []
  const logs = unlisted(index.lines, memories).filter(one => isAboutWork(one) && DAY.test(stemOf(one)))
  return [...groupBy(logs, one => stemOf(one).replace(DAY, '')).values()]
    .filter(({ length }) => length > 1)
    .flatMap(group =>
      group.map(({ file, description = '' }) => ({
        kind: 'finished',
        file,
        how: 'log',
        quote: description,
        line: 0,
      })),
    )
}

const stemOf = ({ file }: Memory): string => file.replace(/\.md$/i, '')

const isLasting = says(({ notes }) => notes?.lasting)
const isMended = says(({ notes }) => notes?.mended)

/** Most notes that say "done" are living records: told is one that names no lesson, no rule and nothing open. */
function weighed(memory: Memory, found: Found<FinishedFinding>[]): Found<FinishedFinding>[] {
  const { name = '', description = '' } = memory
  const leads = textOf(memory).fileLines.flatMap(
    line =>
      LEAD.exec(line)
        ?.slice(1)
        .find(part => part !== undefined) ?? [],
  )
  return found.map(one => {
    const isShown =
      ![name, description, one.quote, ...leads].some(isLasting) &&
      !isMended(`${memory.file.replace(/[_-]/g, ' ')} ${name} ${description} ${one.quote}`)
    return isShown ? one : { ...one, mention: true as const }
  })
}

/** A heading, a line in bold, the bold words that a line begins with. */
const LEAD = /^\s{0,6}(?:#{1,6}\s+(.+)|(?:[-*+]\s+)?\*\*([^*]{1,80})\*\*)/

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
