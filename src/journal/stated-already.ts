import { dayOf, relativeDates } from '../languages/index.ts'
import { hasStatement, nearTexts, textForm } from '../text/index.ts'
import type { Item, SnapshotFile } from './sections.ts'
import { withoutMarks, writtenOn } from './statement.ts'

/** The lines of a snapshot that say the same as a new line, or come near it. */
export interface StatedLines {
  /** The line in which the same text stands already. */
  readonly known: Item | undefined
  /** Lines that come near it and say something else, the nearest first. */
  readonly near: readonly Item[]
}

const MOST_NEAR = 3

/** M20: only the same text is known; near is not the same, whatever a measure says. */
export function statedLines({ items }: SnapshotFile, line: string, today: string): StatedLines {
  const lines = items.filter(({ section }) => section !== 'dream')
  const known = lines.find(item => isSame(item, line, today))
  const near = nearTexts<Item>()
  for (const item of lines) if (item !== known) near.add(withoutMarks(item.text), item)
  return { known, near: near.find(line).slice(0, MOST_NEAR) }
}

function isSame(item: Item, line: string, today: string): boolean {
  const [there, stated] = [withDue(withoutMarks(item.text)), withDue(line)]
  if (there.due !== stated.due || !hasStatement(textForm(there.text), textForm(stated.text))) return false
  // "Tomorrow" is another day every day.
  const isRelative = stated.due === undefined && relativeDates(stated.text, dayOf(today)).length > 0
  return !isRelative || writtenOn(item.text) === today
}

/** Dream writes the day that is meant behind a line: `… by Friday [2026-02-27]`. */
function withDue(line: string): { readonly text: string; readonly due: string | undefined } {
  const due = / \[(\d{4}-\d\d-\d\d)\]$/.exec(line)
  return due === null ? { text: line, due: undefined } : { text: line.slice(0, due.index), due: due[1] }
}
