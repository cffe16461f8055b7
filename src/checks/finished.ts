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
import type { FinishedFinding, Memory } from '../model/index.ts'
import { proseLines } from '../text/index.ts'
import type { Check } from './check.ts'
import { nothingFoundBy } from './nothing-found.ts'

export const finished: Check = {
  name: 'finished',
  find({ folder }, rules) {
    if (rules === 'seed') return []
    const silent = nothingFoundBy('finished')
    return folder.memories.filter(isAboutWork).flatMap(memory => {
      if (silent.has(memory)) return []
      const status = statusOf(memory)
      if (status === undefined) {
        silent.add(memory)
        return []
      }
      const above = memory.head.split(/\r\n|\r|\n/).length - 1
      const finding: FinishedFinding = {
        kind: 'finished',
        file: memory.file,
        how: status.how,
        quote: status.line === 0 ? status.quote : lineOf(memory.body, status.line),
        line: status.line === 0 ? 0 : status.line + above,
      }
      return [{ source: 'observed' as const, ...finding }]
    })
  },
}

/** As it stands, with the code that was blanked to find it. */
const lineOf = (body: string, line: number): string => (body.split(/\r\n|\r|\n/)[line - 1] ?? '').trim()

const FOR_LATER =
  /(?:^|[^a-z])(?:retros?|retrospectives?|lessons?|learnings?|post-?mortems?|decisions?|adr|runbooks?|gotchas?|patterns?|guides?|checklists?|procedures?|conventions?|rules?|history|changelog)(?:[^a-z]|$)/i

function isAboutWork({ type, file, name = '' }: Memory): boolean {
  if (type !== undefined && type !== 'project') return false
  return !FOR_LATER.test(`${file.replace(/_/g, ' ')} ${name.replace(/_/g, ' ')}`)
}

function statusOf({ name = '', description = '', body }: Memory): StatusWord | undefined {
  const lines = proseLines(body)
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
