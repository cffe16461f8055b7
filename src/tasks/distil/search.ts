import type { Entry } from '../../distil/entry.ts'
import { readLedger, scoreOf, summaryOf } from '../../distil/ledger.ts'
import { cosine } from '../../distil/likeness.ts'
import { readJournal } from '../../distil/read-journal.ts'
import { parseSnapshot, SECTION_TITLES } from '../../distil/sections.ts'
import { type Meaning, type Statement, statementOf, stem, withoutMarks } from '../../distil/statement.ts'
import type { SearchHit, SearchReport } from '../../memory/journal-answers.ts'
import { overlap } from '../../memory/words.ts'
import { openclaw } from '../../read/discover/openclaw.ts'
import { listJournals } from '../../read/journals/journals.ts'
import type { Where } from '../where.ts'
import { type JournalDesk, look, lookAtSnapshot, openJournalDesk } from './journal-desk.ts'
import { INDEX, journalFile, LEDGER } from './journal-files.ts'

export interface JournalSearchRequest {
  readonly where: Where
  readonly query: string
  readonly meaning?: Meaning | undefined
  readonly epochMs?: number
}

const MOST = 10
const LEAST = 0.45

/** J11: journals and snapshot, the ledger, the Obsidian index; each hit with its source. */
export function searchJournals(request: JournalSearchRequest): SearchReport {
  const desk = openJournalDesk(request.where, request.epochMs)
  const score = scorer(request.query, request.meaning)
  const native = openclaw(request.where.env, ['memory', 'search', request.query])
  const memory = native === undefined ? searchMemory(desk, score) : nativeHits(native)
  return {
    query: request.query,
    language: parseSnapshot(lookAtSnapshot(desk).text).language,
    memoryBy: native === undefined ? 'dream' : 'openclaw',
    hits: [...memory, ...best(searchLedger(desk, score)), ...best(searchIndex(desk, score))],
  }
}

type Score = (text: string) => number

/** The share of the wanted words that a text has, or how near it is in meaning. */
function scorer(query: string, meaning: Meaning | undefined): Score {
  const wanted = statementOf(query, meaning)
  const stems = stemsOf(wanted)
  return text => {
    const statement = statementOf(text, meaning)
    if (wanted.form !== '' && statement.form.includes(wanted.form)) return 1
    const found = stems.size === 0 ? 0 : overlapOf(stems, stemsOf(statement))
    return Math.max(found, cosine(wanted.vector, statement.vector))
  }
}

function overlapOf(wanted: ReadonlySet<string>, has: ReadonlySet<string>): number {
  return wanted.size <= has.size
    ? overlap(wanted, has)
    : [...wanted].filter(word => has.has(word)).length / wanted.size
}

function stemsOf(statement: Statement): Set<string> {
  return new Set([...statement.words].map(stem))
}

function best(hits: readonly SearchHit[]): SearchHit[] {
  return hits
    .filter(hit => hit.score >= LEAST)
    .sort((a, b) => b.score - a.score)
    .slice(0, MOST)
}

function searchMemory(desk: JournalDesk, score: Score): SearchHit[] {
  const file = parseSnapshot(lookAtSnapshot(desk).text)
  const titles = SECTION_TITLES[file.language]
  const lines = file.items
    .filter(item => item.section !== 'dream')
    .map(({ text, section }) =>
      hit('memory', `${desk.workspace.snapshot} [${titles[section]}]`, withoutMarks(text), score),
    )
  const days = listJournals(desk.workspace).days.toReversed()
  const entries = days.flatMap(({ day }): readonly Entry[] =>
    readJournal(look(desk, journalFile(day)).text, { file: journalFile(day), date: day }),
  )
  const said = entries.map(({ text, source }) => hit('memory', `${source.file}:${source.line}`, text, score))
  return best([...lines, ...said])
}

function hit(part: SearchHit['part'], source: string, text: string, score: Score): SearchHit {
  return { part, source, text: summaryOf(text), score: score(text) }
}

/** What `openclaw memory search` printed, a line each. */
function nativeHits(said: string): SearchHit[] {
  const lines = said.split('\n').map(line => line.trim())
  return lines
    .filter(line => line !== '')
    .slice(0, MOST * 2)
    .map(text => ({ part: 'memory', source: 'openclaw memory search', text, score: 1 }))
}

function searchLedger(desk: JournalDesk, score: Score): SearchHit[] {
  const { standing } = readLedger(look(desk, LEDGER).text)
  return standing.map(entry => ({
    part: 'ledger',
    source: `[${entry.id}] ${entry.at.slice(0, 10)} [${entry.category}]`,
    text: `${summaryOf(entry.content)} (${scoreOf(entry)})`,
    score: score(entry.content),
  }))
}

function searchIndex(desk: JournalDesk, score: Score): SearchHit[] {
  const lines = look(desk, INDEX)
    .text.split('\n')
    .filter(line => /^- \d{4}-\d{2}-\d{2} /.test(line))
  return lines.map(line => {
    const text = line
      .slice(13)
      .replace(/\s\^[0-9a-f]{8,32}$/, '')
      .replace(/ \[\[topics\/[^\]]{1,80}\]\]/g, '')
    return { part: 'index', source: line.slice(2, 12), text: summaryOf(text), score: score(text) }
  })
}
