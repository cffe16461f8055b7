import { withVault } from '../config/index.ts'
import { journalStatus, LEDGER, parseSnapshot, readLedger } from '../journal/index.ts'
import { momentIn, writtenIn } from '../languages/index.ts'
import { DreamError } from '../model/index.ts'
import type { JournalDecision, Journals } from '../page/index.ts'
import { readText, type Workspace, workspaceAt } from '../sources/index.ts'
import { placesOf } from './notes.ts'
import type { Session } from './session.ts'

const MOST_ENTRIES = 2000

/** `(memory/2026-02-27.md:12)` at the end of a line of the summary: where it came from. */
const SOURCE = /\s*[(（](memory\/[^()（）]{1,80}|[^()（）]{0,20}\d{4}-\d\d-\d\d[^()（）]{0,20})[)）]\s*$/

export async function journalsOf({ app }: Session): Promise<Journals> {
  const { where } = await app()
  const place = placesOf(where).find(({ folder }) => folder.layout === 'journal')
  if (place === undefined) return {}
  const status = journalStatus(where, place.found.root)
  if (status === undefined) return {}
  const workspace = workspaceAt(withVault({ ...where, paths: [place.found.root] }, 'go-on'))
  const { lines: _, items, language } = parseSnapshot(textIn(workspace, workspace.snapshot))
  const titles = writtenIn(language).sections
  const { active } = readLedger(textIn(workspace, LEDGER))
  const sections = ['current', 'stable', 'relations', 'dream'] as const
  return {
    workspace: {
      path: workspace.root,
      chars: status.chars ?? textIn(workspace, workspace.snapshot).length,
      ...status.limits,
      waiting: status.waiting,
      ...(status.lastReview !== null && { lastReview: status.lastReview.at }),
      summary: sections.map(section => ({
        section: titles[section],
        lines: items
          .filter(item => item.section === section)
          .map(({ text }) => {
            const source = SOURCE.exec(text)?.[1]
            return source === undefined ? { text } : { text: text.replace(SOURCE, ''), source }
          }),
      })),
      ledger: active
        .slice(-MOST_ENTRIES)
        .reverse()
        .map(({ id, at, category, content, source }) => ({ id, at, category, text: content, source })),
      ledgerCount: active.length,
      decisions: decisionsIn(textIn(workspace, logOf(Date.now(), where.env['TZ']))),
    },
  }
}

/** The log of this month's reviews. */
const logOf = (epochMs: number, zone?: string): string =>
  `@vault/meta/review-${momentIn(epochMs, zone).day.slice(0, 7)}.md`

function textIn(workspace: Workspace, name: string): string {
  try {
    return readText(workspace, name).text
  } catch (error) {
    // One that is not there says nothing yet.
    if (error instanceof DreamError) return ''
    throw error
  }
}

const MOST_DECISIONS = 400

/** `- archived: text (reason; source)`, as the log of reviews has it. */
function decisionsIn(log: string): JournalDecision[] {
  const lines = log.split('\n').flatMap(line => {
    const [, kind, text, reason, source] = /^- ([\w-]+): (.*) \(([^()]*); ([^();]*)\)$/.exec(line) ?? []
    if (kind === undefined) return []
    return [{ kind, text: text!, reason: reason!, source: source! }]
  })
  return lines.reverse().slice(0, MOST_DECISIONS)
}
