import { HERE, says } from '../languages/index.ts'
import type { Memory, Snapshot } from '../model/index.ts'
import { textOf } from '../text/index.ts'
import type { MissingReference } from './fields.ts'
import { overAt } from './note-lines.ts'
import { speaksFor } from './pairs/order.ts'
import { isMentionedAsPast, isRunTimeState } from './past-mentions.ts'
import { isRecord } from './records.ts'

/**
 * Whether a missing reference is worth a person's time. Most are not: good notes name removed things on purpose, files that
 * programs write, files of other projects, examples. What is left: git removed it after the note was written, it is a part
 * of the project that people write, and the note speaks of it as of something that is there.
 */
export function isWorthTelling(one: MissingReference, memory: Memory, snapshot: Snapshot): boolean {
  const { reference, fact } = one
  if (isRecord(memory)) return false
  if (fact.presence !== 'missing' || fact.why !== 'removed' || reference.kind !== 'path') return false
  const written = speaksFor(memory, snapshot)
  // Of an import nobody knows the day: then only its words say whether it knows.
  const isImport = snapshot.clocks.get(memory.file)?.imported === true
  if (written === undefined ? !isImport : written >= fact.date.slice(0, 10)) return false
  return isSpokenOfAsThere(one, memory)
}

/** Whether a text names a part of the project as one that is there, and not in passing. */
export function isSpokenOfAsThere({ reference, fact }: MissingReference, memory: Memory): boolean {
  if (isRunTimeState(reference.text) || ('was' in fact && isRunTimeState(fact.was))) return false
  if (!isDistinct(reference.text) || isMentionedAsPast(memory, reference)) return false
  if (isForerunner(memory, reference)) return false
  return !isExample(memory, reference.line) && !isUnderTombstone(memory, reference.line)
}

/** A name with a folder, or one that hardly another project has: `config.json` and `main.py` may be those of anywhere. */
function isDistinct(path: string): boolean {
  if (/[^/]\/[^/]/.test(path)) return true
  const stem = path.replace(/\/$/, '').replace(/\.\w+$/, '')
  return /[a-z\d][_-][a-z\d]|[a-z][A-Z]/.test(stem) && stem.length >= 10
}

const callsForerunner = says(({ notes }) => notes?.forerunner)

/** "The legacy `smoke.sh`": whoever calls it so knows that another took its place. */
function isForerunner(memory: Memory, { line, text }: MissingReference['reference']): boolean {
  const said = textOf(memory).fileLines[line - 1] ?? ''
  return callsForerunner(said.replaceAll(`\`${text}\``, HERE).replaceAll(text, HERE).replace(/[`*]/g, ''))
}

const isExampleLine = says(({ notes }) => notes?.example)

/** "for example", "e.g.", "such as": what follows stands for others of its kind. */
function isExample(memory: Memory, line: number): boolean {
  return isExampleLine(line === 0 ? (memory.description ?? '') : (textOf(memory).fileLines[line - 1] ?? ''))
}

/** Below a line that says of the rest that it no longer holds: history, kept on purpose. */
function isUnderTombstone(memory: Memory, line: number): boolean {
  const at = overAt(memory)
  return at !== -1 && at < line - 1
}
