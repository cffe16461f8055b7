import { type Messages, say } from '../languages/index.ts'
import type { Page } from '../report/index.ts'
import { columnsOf } from '../report/index.ts'
import { countUnseen, type FolderFacts, type LookItem } from './look-facts.ts'

/** How much is shown of each part; `whole` shows all. */
export type Length = 'whole' | 'few' | 'least'

const ITEMS: Record<Length, number> = { whole: Number.POSITIVE_INFINITY, few: 3, least: 1 }
const FILES: Record<Length, number> = { whole: Number.POSITIVE_INFINITY, few: 6, least: 3 }

/** What vanished lately is told note by note, what vanished before that as a number. */
const RECENT_DAYS = 14
const DAY_MS = 86_400_000

export const isLately = ({ noticed }: { readonly noticed: string }): boolean =>
  Date.now() - Date.parse(noticed) <= RECENT_DAYS * DAY_MS

/** Whether there is anything in a folder that its owner should know. */
export const isFine = (folder: FolderFacts): boolean => folder.notes > 0 && isQuiet(folder)

/** Agents make a folder before they have anything to write. */
export const isEmpty = (folder: FolderFacts): boolean =>
  folder.notes === 0 && folder.dated === undefined && isQuiet(folder)

function isQuiet(folder: FolderFacts): boolean {
  const { vanished, nowhere, contradicts, waiting, planned, record, layout } = folder
  const shown = vanished.filter(isLately).length + countUnseen(folder) + nowhere.length + contradicts.length
  const isNothing = shown + waiting.length + planned.archives.length === 0
  return isNothing && record !== 'failed' && record !== 'interrupted' && layout === 'index'
}

export function writeFolder(page: Page, folder: FolderFacts, length: Length): void {
  const words = say().look
  page.gap().entry(folder.label, scopeWords(folder, words), 0, 'strong')
  if (folder.record === 'interrupted' || folder.record === 'busy') page.text(words[folder.record], 2, 'warn')
  if (folder.why !== undefined) page.text(words.notNoted(folder.why), 2, 'warn')
  writeVanished(page, folder, length)
  writeUnseen(page, folder, length)
  writeNowhere(page, folder, length)
  writeContradictions(page, folder, length)
  writeGoing(page, folder, length)
  writeWaiting(page, folder, length)
  writeRest(page, folder, length)
}

function scopeWords({ notes, dated, layout, record }: FolderFacts, words: Messages['look']): string {
  if (layout === 'journal') return words.journals
  if (layout === 'unclear') return words.unclear
  if (notes === 0) return dated === undefined ? words.empty : words.dated(dated)
  return record === 'first' ? words.joined(words.notes(notes), words.first) : words.notes(notes)
}

/** A command to copy, and what it does. */
function next(page: Page, command: string, what: string): void {
  page.entry(`→ ${command}`, what, 4, 'good')
}

function writeVanished(page: Page, { vanished, place }: FolderFacts, length: Length): void {
  const words = say().look.vanished
  const lately = vanished.filter(isLately)
  if (lately.length > 0) page.text(words.title(lately.length), 2, 'bad')
  const shown = length === 'whole' ? vanished : lately.slice(0, length === 'least' ? 3 : 6)
  for (const { file, written, commit, restore } of shown) {
    const by = commit === undefined ? [] : [words.commit(commit.slice(0, 8))]
    page.entry(file, say().look.and([words.seen(written.slice(0, 10)), ...by]), 4)
    if (restore === undefined) page.text(words.notKept, 6, 'quiet')
    else page.uncut(`      → ${restore}`, 'good')
  }
  const more = `dream look -v${place}`
  if (shown.length < lately.length) page.text(say().look.more(lately.length - shown.length, more), 4, 'quiet')
  const older = vanished.length - lately.length
  if (older > 0 && length !== 'whole') page.text(`${words.older(older, RECENT_DAYS)}: ${more}`, 2, 'quiet')
}

function writeUnseen(page: Page, folder: FolderFacts, length: Length): void {
  const { unseen, planned, place, notes } = folder
  const many = countUnseen(folder)
  if (many === 0) return
  const words = say().look.unseen
  page.text(words.title(many), 2, 'bad')
  if (unseen.noIndex) page.text(words.noIndex(notes), 4)
  if (unseen.unreadable) page.text(words.unreadable, 4)
  if (unseen.notListed.length > 0) {
    const files = unseen.notListed.slice(0, FILES[length])
    page.text(words.notListed(files, unseen.notListed.length - files.length), 4)
  }
  if (planned.index !== 'none' && (unseen.noIndex || unseen.notListed.length > 0))
    next(page, `dream${place}`, words.add(unseen.noIndex ? notes : unseen.notListed.length))
  if (unseen.beyond.length === 0) return
  page.text(words.beyond(unseen.beyond.length), 4)
  for (const { line, text } of unseen.beyond.slice(0, ITEMS[length]))
    page.entry(say().report.line(line), cut(text, 90), 6, 'quiet')
  if (unseen.beyond.length > ITEMS[length]) next(page, `dream look -v${place}`, words.shorten)
}

function writeNowhere(page: Page, { nowhere, planned, place }: FolderFacts, length: Length): void {
  if (nowhere.length === 0) return
  const words = say().look.nowhere
  page.text(words.title(nowhere.length), 2, 'warn')
  for (const item of nowhere.slice(0, ITEMS[length])) writeItem(page, item, length)
  const left = nowhere.length - ITEMS[length]
  if (left > 0) page.text(say().look.more(left, `dream look -v${place}`), 4, 'quiet')
  const note = nowhere.find(({ file }) => file !== 'MEMORY.md' && /^[\w.-]+$/.test(file))
  const going = nowhere.filter(({ file }) => planned.archives.includes(file)).length
  if (going > 0) next(page, `dream${place}`, words.archive(going))
  if (note !== undefined) next(page, `dream explain ${note.file}${place}`, words.explain)
}

/** One line, and how much more there is; all of it where all is asked for. */
function writeItem(page: Page, { file, words }: LookItem, length: Length): void {
  const [first = '', ...others] = words
  const more = others.length === 0 || length === 'whole' ? undefined : say().look.nowhere.more(others.length)
  page.entry(file, more === undefined ? cut(first, 140) : say().look.joined(cut(first, 140), more), 4)
  if (length === 'whole') for (const line of others) page.text(line, 6, 'quiet')
}

function writeContradictions(page: Page, folder: FolderFacts, length: Length): void {
  const { contradicts, planned, place } = folder
  if (contradicts.length === 0) return
  const words = say().look.contradicts
  page.text(words.title(contradicts.length), 2, 'warn')
  for (const { file, words: said } of contradicts.slice(0, ITEMS[length])) {
    const [first = '', ...evidence] = said
    page.entry(file, first, 4)
    for (const line of evidence.slice(0, length === 'whole' ? evidence.length : 2))
      page.text(cut(line, 140), 6, 'quiet')
  }
  const going = contradicts.filter(({ file }) => planned.archives.includes(file)).length
  if (going > 0) next(page, `dream${place}`, words.archive(going))
  if (going < contradicts.length) next(page, `dream queue${place}`, words.decide)
}

/** What a run would archive for another reason than those above: copies, and what stands in a document. */
function writeGoing(page: Page, { planned, nowhere, contradicts, place }: FolderFacts, length: Length): void {
  const named = new Set([...nowhere, ...contradicts].map(({ file }) => file))
  const others = planned.archives.filter(file => !named.has(file))
  if (others.length === 0) return
  const words = say().look.going
  const files = others.slice(0, FILES[length])
  page.text(words.title(files, others.length - files.length), 2)
  next(page, `dream${place}`, words.apply(others.length))
}

function writeWaiting(page: Page, { waiting, place, contradicts }: FolderFacts, length: Length): void {
  if (waiting.length === 0) return
  const words = say().look.waiting
  const others = waiting.filter(({ isAbove }) => !isAbove)
  page.text(
    `${words.title(waiting.length)}${words.above(waiting.length - others.length, waiting.length)}`,
    2,
    'warn',
  )
  for (const { subject, words: said } of others.slice(0, ITEMS[length]))
    page.entry(subject, cut(said, 140), 4)
  const left = others.length - ITEMS[length]
  if (left > 0) page.text(say().look.more(left, `dream queue${place}`), 4, 'quiet')
  else if (contradicts.length === 0 || others.length > 0) next(page, `dream queue${place}`, words.decide)
}

function writeRest(page: Page, folder: FolderFacts, length: Length): void {
  const { others, notKept, suspended, place } = folder
  const words = say().look
  const files = notKept.slice(0, FILES[length])
  if (files.length > 0) page.text(words.notKept(files, notKept.length - files.length), 2, 'quiet')
  for (const sentence of suspended.slice(0, ITEMS[length])) page.text(sentence, 2, 'quiet')
  if (others > 0) page.entry(words.also(others), `→ dream --dry-run -v${place}  ${words.showAll}`, 2, 'quiet')
}

/** By columns, so that Chinese is cut where it looks as long. */
function cut(text: string, most: number): string {
  if (columnsOf(text) <= most) return text
  let short = text.slice(0, most)
  while (columnsOf(short) > most - 1) short = short.slice(0, -1)
  return `${short.trimEnd()}…`
}
