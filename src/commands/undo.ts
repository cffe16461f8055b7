import { discoverFolders, foldersOf, newRunId, storeContext, type Where, withState } from '../app/index.ts'
import { journalSettings, zoneOf } from '../config/index.ts'
import { amendLedger } from '../journal/index.ts'
import { say } from '../languages/index.ts'
import { DreamError, type FolderOutcome, outcomeExitCode, type RunRecord } from '../model/index.ts'
import { type Page, timeWords } from '../report/index.ts'
import { notPart } from '../sources/index.ts'
import {
  type Finished,
  finishAll,
  knownRoots,
  outcomeOf,
  undoable,
  undoRun,
  unfinishedUndo,
} from '../store/index.ts'
import { command } from './command.ts'
import { shared } from './options.ts'

export const undo = command({
  name: 'undo',
  group: 'everyday',
  help: say => say.help.undo,
  effect: 'write',
  settings: 'none',
  input: {
    run: { kind: 'word', need: 'optional', completes: 'nothing' },
    ...shared('folder', 'project', 'allProjects'),
  },
  examples: ['dream undo', 'dream history', 'dream undo 20260501'],
  format: 'undo',
  async run({ where }, { run }) {
    const { finished } = await finishAll(storeContext(where))
    return cutOffUndo(where, finished, run) ?? takeBack(where, run)
  },
  render(report, page, { place }) {
    const words = say().history.undo
    const copies = new Set(report.keptBoth.map(({ kept }) => kept))
    const results = report.results.map(result => ({
      ...result,
      outcomes: result.outcomes.filter(({ action }) => !copies.has(action.file)),
    }))
    const outcomes = results.flatMap(result => result.outcomes)
    const done = outcomes.filter(({ result }) => result === 'done').length
    const isWhole = done === outcomes.length && results.every(({ failure }) => failure === undefined)
    page.text(headline(report, done, outcomes.length, isWhole), 0, 'strong')
    for (const result of results) writeOutcome(page, result)
    for (const { file, kept } of report.keptBoth) page.entry(file, words.changedSince(kept), 2, 'warn')
    for (const { file, why } of report.stayed) page.entry(file, words.stays(why), 2, 'warn')
    page.gap()
    if (!isWhole) page.entry(`dream undo ${report.run}${place}`, words.tryAgain, 0, 'good')
    if (done > 0) page.entry(`dream undo ${report.redo}${place}`, words.redo, 0, 'good')
    return page
  },
  exitCode({ results, keptBoth, stayed }) {
    const code = outcomeExitCode(results)
    return code === 0 && keptBoth.length + stayed.length > 0 ? 1 : code
  },
})

export interface UndoReport {
  /** The run that was taken back. */
  readonly run: string
  /** When that run was. */
  readonly at: string
  /** This undo was begun by an earlier command that was cut off; now it is at its end. */
  readonly carriedOn?: true
  /** The name of this undo: taking it back in turn is a redo. */
  readonly redo: string
  readonly results: readonly FolderOutcome[]
  /** Files that were changed since: they stay, and what they were then is kept beside them. */
  readonly keptBoth: readonly { readonly file: string; readonly kept: string }[]
  /** Files that stay as they are, and why: changed since the run made them, or what they were was purged. */
  readonly stayed: readonly { readonly file: string; readonly why: string }[]
}

interface Place {
  readonly root: string
  readonly label: string
}

interface Candidate extends Place {
  readonly record: RunRecord
}

/** Takes back the last run, or the one that `name` names (its beginning is enough), in every folder it changed. */
async function takeBack(where: Where, name: string | undefined): Promise<UndoReport> {
  const candidates = undoableRuns(where, foldersOf(where))
  const { run: undoes, at } = name === undefined ? lastRun(candidates, where) : namedRun(candidates, name)
  const context = storeContext(where)
  const places = placesOf(where, candidates, undoes)
  const run = earlierTry(where, places, undoes) ?? newRunId(context.clock.now())
  const amend = amendLedger(context.clock.now(), zoneOf(journalSettings(where, 'go-on'), where))
  const results = []
  for (const { root, label } of places)
    results.push(await undoRun(context, { root, label, undoes, run, amend }))
  const keptBoth = results.flatMap(each => each.keptBoth)
  return { run: undoes, at, redo: run, results, keptBoth, stayed: results.flatMap(each => each.stayed) }
}

/**
 * Whoever asks for an undo again because the first was cut off means that one, and not the run before it: it is at its
 * end by now, and this is its report. One that could not put every file back is carried on like any other.
 */
function cutOffUndo(
  where: Where,
  finished: Finished['finished'],
  name: string | undefined,
): UndoReport | undefined {
  const parts = finished.flatMap(({ root, runs }) =>
    runs.flatMap(({ run, changes }) => {
      const records = recordsOf(where, root)
      const undoes = records.findLast(record => record.run === run)?.undoes
      const undone = undoes === undefined ? undefined : records.find(record => record.run === undoes)
      if (undone === undefined) return []
      // A redo was asked for by its name, and is asked for again in the same way.
      const isMeant = name === undefined ? undone.undoes === undefined : undone.run.startsWith(name)
      return isMeant ? [{ root, run, undone, outcomes: changes.map(outcomeOf) }] : []
    }),
  )
  const [first] = parts
  const all = parts.filter(({ run }) => run === first?.run)
  const isWhole = all.every(({ outcomes }) => outcomes.every(({ result }) => result === 'done'))
  if (first === undefined || !isWhole) return undefined
  const results = all.map(({ root, run, outcomes }) => ({
    root,
    label: root,
    run,
    outcomes,
    salvaged: [],
    warnings: [],
  }))
  const { run, at } = first.undone
  return { run, at, carriedOn: true, redo: first.run, results, keptBoth: [], stayed: [] }
}

const undoableRuns = (where: Where, places: readonly Place[]): Candidate[] =>
  places.flatMap(({ root, label }) =>
    undoable(recordsOf(where, root)).map(record => ({ root, label, record })),
  )

const recordsOf = (where: Where, root: string): readonly RunRecord[] =>
  withState(where, root, store => store.log.read().records) ?? []

/** An undo comes after what it takes back: years of history before that need not be read. */
const recordsSince = (where: Where, root: string, run: string): readonly RunRecord[] =>
  withState(where, root, store => store.log.since(run)) ?? []

/** An undo is taken back only by name: typing `dream undo` twice goes two runs back, not there and back again. */
function lastRun(candidates: readonly Candidate[], where: Where): RunRecord {
  const runs = candidates.map(each => each.record).filter(record => record.undoes === undefined)
  const last = runs.sort((a, b) => (a.at < b.at ? -1 : 1)).at(-1)
  if (last !== undefined) return last
  const { workspaceElsewhere } = discoverFolders(where)
  const elsewhere = workspaceElsewhere === undefined ? '' : notPart(workspaceElsewhere)
  throw new DreamError(say().history.undo.nothing(elsewhere), 1)
}

function namedRun(candidates: readonly Candidate[], name: string): RunRecord {
  const found = candidates.filter(each => each.record.run.startsWith(name))
  const runs = new Set(found.map(each => each.record.run))
  if (runs.size > 1) throw new DreamError(say().history.undo.several(name, [...runs].join(', ')), 2)
  if (found[0] !== undefined) return found[0].record
  throw new DreamError(say().history.undo.unknownRun(name), 2)
}

/**
 * The folders that were asked about, and every other one that the same run changed: one command has one undo. Where
 * folders were named it is those, and the notes of MAGMA that go with them.
 */
function placesOf(where: Where, candidates: readonly Candidate[], run: string): Place[] {
  const here = candidates.filter(each => each.record.run === run)
  const known = new Set(here.map(each => each.root))
  const vaults = [`${storeContext(where).stateHome}/vault`, ...here.map(each => each.record.vault)]
  const isMeant = (root: string) => where.paths.length === 0 || vaults.includes(root.replace(/\/magma$/, ''))
  const elsewhere = knownRoots(storeContext(where))
    .filter(root => !known.has(root) && isMeant(root) && recordsSince(where, root, run).length > 0)
    .map(root => ({ root, label: root }))
  const all = [...here, ...undoableRuns(where, elsewhere).filter(each => each.record.run === run)]
  return [...new Map(all.map(each => [each.root, each])).values()]
}

/** An undo that did not get to its end is carried on under its own name, so that one redo takes all of it back. */
function earlierTry(where: Where, places: readonly Place[], undoes: string): string | undefined {
  const tries = places.map(({ root }) => unfinishedUndo(recordsSince(where, root, undoes), undoes)?.run)
  return tries.find(run => run !== undefined)
}

function headline({ run, at, carriedOn }: UndoReport, done: number, all: number, isWhole: boolean): string {
  const words = say().history.undo
  const name = words.runOf(run, timeWords(at))
  if (isWhole && all === 0) return words.asBefore(name)
  if (isWhole) return carriedOn === true ? words.finished(name, done) : words.done(name, done)
  return done === 0 ? words.failed(name) : words.partly(name, done, all)
}

function writeOutcome(page: Page, { label, failure, outcomes, salvaged, warnings }: FolderOutcome): void {
  const words = say().history.undo
  page.gap().text(label, 0, 'strong')
  if (failure !== undefined) page.text(failure.sentence, 2, 'bad')
  for (const one of outcomes)
    if (one.result === 'done') page.entry(one.action.file, words.did[one.action.kind], 2)
    else page.entry(one.action.file, `${say().report.results[one.result]}: ${one.detail}`, 2, 'bad')
  for (const { file, kept } of salvaged) page.entry(file, words.editedMeanwhile(kept), 2, 'warn')
  for (const warning of warnings) page.text(say().notes.warning(warning), 2, 'warn')
}
