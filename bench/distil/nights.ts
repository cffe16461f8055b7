import { createHash } from 'node:crypto'
import { distil } from '../../src/journal/distil.ts'
import { readLedger } from '../../src/journal/ledger.ts'
import { type Cut, limitsFor } from '../../src/journal/limits.ts'
import { readJournal } from '../../src/journal/read-journal.ts'
import type { Removed } from '../../src/journal/removed.ts'
import { parseSnapshot } from '../../src/journal/sections.ts'
import type { Seen } from '../../src/journal/seen.ts'
import { type Meaning, withoutMarks } from '../../src/journal/statement.ts'
import { addDays } from '../../src/languages/index.ts'
import type { Quarter } from './quarter.ts'
import { type NightScore, scoreNight } from './score.ts'

export interface Nights {
  readonly scores: readonly NightScore[]
  /** Facts that came back, and how many of them the review marked as such. */
  readonly returns: { readonly expected: number; readonly caught: number }
  /** Lines that were in the snapshot one night and not the next, without having been replaced. */
  readonly left: number
  /** What the ledger holds of them. */
  readonly archived: number
  readonly largest: number
  readonly limit: number
  /** For looking closer. */
  readonly log: readonly string[]
}

const md5 = (text: string): string => createHash('md5').update(text).digest('hex')

/** Distils a quarter night by night. */
export function distilQuarter(quarter: Quarter, cut: Cut, meaning: Meaning | undefined): Nights {
  const limits = limitsFor(cut)
  let [snapshot, ledger] = ['', '']
  let removed: readonly Removed[] = []
  let seen: readonly Seen[] = []
  const scores: NightScore[] = []
  const log: string[] = []
  const caught = new Set<string>()
  let left = 0
  let archived = 0
  for (const { day, text } of quarter.journals) {
    const night = addDays(day, 1)
    const entries = readJournal(text, { file: `memory/${day}.md`, date: day })
    const result = distil({
      now: { day: night, time: '03:30' },
      snapshot,
      ledger,
      removed,
      seen,
      entries,
      limits,
      boot: new Set(),
      hash: md5,
      reemerge: 'ask',
      ...(meaning !== undefined && { meaning }),
    })
    const updated = result.decisions.filter(decision => decision.kind === 'updated').length
    left += goneLines(snapshot, result.snapshot) - updated
    archived += result.removed.filter(each => !removed.includes(each) && each.returned === undefined).length
    for (const { kind, text: said, reason } of result.decisions) {
      if (kind === 're-emerged')
        for (const fact of quarter.facts)
          if (fact.returns === night && said.includes(fact.marks[0]!)) caught.add(fact.marks[0]!)
      if (kind !== 'ignored') log.push(`${night} ${kind}: ${said} <- ${reason}`)
    }
    ;({ snapshot, removed, seen } = result)
    ledger += result.ledgerText
    scores.push(scoreNight(quarter, night, linesOf(snapshot), snapshot.length))
  }
  const inLedger = readLedger(ledger).active
  const returned = inLedger.filter(
    entry => entry.category === 're-emergence' || entry.category === '重现',
  ).length
  const direct = inLedger.length - returned - archived
  log.push(...missedMost(scores))
  log.push(...(scores.at(-1)?.wrong ?? []).map(line => `wrong on the last night: ${line}`))
  log.push(
    `ledger: ${inLedger.length} entries, ${returned} returns, ${direct} that never were in the snapshot`,
  )
  return {
    scores,
    returns: {
      expected: quarter.facts.filter(fact => fact.returns !== undefined).length,
      caught: caught.size,
    },
    left,
    archived,
    largest: Math.max(...scores.map(score => score.size)),
    limit: limits.hard,
    log,
  }
}

/** The facts that were missing most often, and on how many nights. */
function missedMost(scores: readonly NightScore[]): string[] {
  const nights = new Map<string, number>()
  for (const { missed } of scores)
    for (const { kind, marks } of missed) {
      const name = `${kind} ${marks.join(' ')}`
      nights.set(name, (nights.get(name) ?? 0) + 1)
    }
  return [...nights].sort((a, b) => b[1] - a[1]).map(([name, count]) => `missed on ${count} nights: ${name}`)
}

function linesOf(snapshot: string): string[] {
  return parseSnapshot(snapshot)
    .items.filter(item => item.section !== 'dream')
    .map(item => item.text)
}

function goneLines(before: string, after: string): number {
  const still = linesOf(after).map(withoutMarks)
  return linesOf(before)
    .map(withoutMarks)
    .filter(line => !still.includes(line)).length
}

/** Baseline: every journal line, for ever. */
export function appendEverything(quarter: Quarter): NightScore[] {
  let all = ''
  return quarter.journals.map(({ day, text }) => {
    all += text
    return scoreNight(quarter, addDays(day, 1), entryLines(all), all.length)
  })
}

const NEWEST = 15_000

/** Baseline: the last 15,000 characters of the journals. */
export function newestOnly(quarter: Quarter): NightScore[] {
  let all = ''
  return quarter.journals.map(({ day, text }) => {
    all = (all + text).slice(-NEWEST)
    return scoreNight(quarter, addDays(day, 1), entryLines(all), all.length)
  })
}

function entryLines(text: string): string[] {
  return text.split('\n').filter(line => line.trim() !== '' && !line.startsWith('#'))
}
