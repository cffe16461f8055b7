import { reasonInfo } from '../checks/index.ts'
import type {
  Decision,
  IndexSummary,
  Limit,
  MemoryClass,
  Outcome,
  Reason,
  RecallFigure,
  Report,
  Verdict,
} from '../model/index.ts'
import { counted, showText } from '../text/index.ts'

const shown = (files: Reason['from'] = []): string => [files].flat().map(showText).join(', ')

/** Reasons that no check gives. */
const COMMON_REASONS: Readonly<Record<string, (reason: Reason) => string>> = {
  merge: ({ from }) => `Takes over what only ${shown(from)} says`,
  index: () => 'Index brought up to date',
  'links-repaired': ({ targets }) => `Links repaired to ${shown(targets)}`,
  undo: ({ run = '' }) => `Put back as it was before ${showText(run)}`,
  remembered: () => 'Remembered',
  forgotten: () => 'Forgotten on request',
  restored: () => 'Restored',
  reviewed: () => 'Reviewed',
  updated: () => 'Updated by a program',
  agent: () => 'By the dream agent',
}

/** Minutes are enough to find a run; the id tells two of them apart. */
export const timeWords = (iso: string): string => `${iso.slice(0, 16).replace('T', ' ')} UTC`

/** 812 bytes, 14.2 kB, 3.1 MB. */
export function sizeWords(bytes: number): string {
  if (bytes < 1000) return counted(bytes, 'byte')
  return bytes < 1_000_000 ? `${(bytes / 1000).toFixed(1)} kB` : `${(bytes / 1_000_000).toFixed(1)} MB`
}

/** Why a file was changed. */
export function reasonWords(reason: Reason): string {
  const say = reasonInfo(reason)?.say ?? COMMON_REASONS[reason.why]
  return say?.(reason) ?? showText(reason.why)
}

/** The word in brackets that the first design gives. */
export function reasonTag({ why, of, by }: Reason): string {
  const other = of !== undefined ? ` of ${showText(of)}` : by !== undefined ? ` by ${showText(by)}` : ''
  return why.toUpperCase().replaceAll('-', '_') + other
}

export const RESULT_WORDS: Record<Outcome['result'], string> = {
  done: 'done',
  'changed-meanwhile': 'changed meanwhile, left as it is',
  'not-started': 'not started',
  failed: 'failed',
}

export const LIMIT_WORDS: Record<Limit, string> = {
  large: 'too much at once',
  'last-memory': 'the last memory',
  'halved-file': 'a rewrite that halves a file',
  'failed-listing': 'the folder could not be listed',
  'wrong-root': 'this looks like the wrong project',
  'unclear-layout': 'the layout is not clear',
  unfindable: 'something would not be found any more',
}

export const CLASS_WORDS: Record<MemoryClass, string> = {
  fresh: 'everything it names is there',
  'partially-stale': 'some of what it names is gone',
  'fully-stale': 'nothing it names is there any more',
  evergreen: 'it names nothing that could be checked',
  unverified: 'what it names could not be checked',
}

/** Of feedback that was long not confirmed. */
export const weightWords = ({ weight }: Verdict): string =>
  weight === undefined ? '' : `; weighs ${Math.round(weight * 100) / 100}`

export function indexWords(index: IndexSummary): string {
  const entries = `${counted(index.removed, 'entry', 'entries')} removed, ${index.added ?? 0} added, ${index.remaining} remaining`
  return index.step === 'create' ? `new, ${counted(index.remaining, 'entry', 'entries')}` : entries
}

/** A question that was answered once and is open again. */
export const againWords = ({ at }: Decision): string =>
  `you said no on ${at.slice(0, 10)}; it has changed since`

/** What the search check found; nothing where there was nothing to ask. */
export function recallWords({ before, after, kept }: RecallFigure): string | undefined {
  if (before === 0 && kept.length === 0) return undefined
  const held = kept.length === 0 ? '' : `; ${kept.map(showText).join(', ')} waits for you because of that`
  return `${after} of ${counted(before, 'test query', 'test queries')} near these changes still find their answer${held}`
}

/** What the run had to look at. Nothing on a first run, when all of it was new. */
export function sinceWords({ since = [] }: Report): string | undefined {
  const sum = (key: 'skipped' | 'updated' | 'added' | 'removed') =>
    since.reduce((all, folder) => all + folder[key], 0)
  const [skipped, updated, added, removed] = [sum('skipped'), sum('updated'), sum('added'), sum('removed')]
  if (skipped + updated + removed === 0) return undefined
  return `Since the last run: ${skipped} skipped, ${updated} updated, ${added} added, ${removed} removed`
}

/** A path as a shell takes it. */
export const shellWord = (text: string): string =>
  /^[\w.,:@%+/~-]+$/.test(text) ? text : `'${text.replaceAll("'", "'\\''")}'`
