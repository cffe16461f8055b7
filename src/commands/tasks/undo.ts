import {
  discoverFolders,
  foldersOf,
  journalSettings,
  newRunId,
  storeContext,
  type Where,
  withState,
  zoneOf,
} from '../../app/index.ts'
import { amendLedger } from '../../journal/index.ts'
import { DreamError, type RunRecord, type UndoReport } from '../../model/index.ts'
import { notPart } from '../../sources/index.ts'
import {
  type Finished,
  finishAll,
  knownRoots,
  outcomeOf,
  undoable,
  undoRun,
  unfinishedUndo,
} from '../../store/index.ts'

interface Place {
  readonly root: string
  readonly label: string
}

interface Candidate extends Place {
  readonly record: RunRecord
}

/** Takes back the last run, or the one that `run` names (its beginning is enough), in every folder it changed. */
export async function undo(request: { where: Where; run?: string }): Promise<UndoReport> {
  const { where } = request
  const { finished } = await finishAll(storeContext(where))
  const carriedOn = undoThatWasCutOff(where, finished, request.run)
  if (carriedOn !== undefined) return carriedOn
  const candidates = undoableRuns(where, foldersOf(where))
  const chosen = request.run === undefined ? lastRun(candidates, where) : namedRun(candidates, request.run)
  const context = storeContext(where)
  const places = placesOf(where, candidates, chosen.run)
  const run = earlierTry(where, places, chosen.run) ?? newRunId(context.clock.now())
  const amend = amendLedger(context.clock.now(), zoneOf(journalSettings(where, 'go-on'), where))
  const results = []
  for (const { root, label } of places) {
    results.push(await undoRun(context, { root, label, undoes: chosen.run, run, amend }))
  }
  return {
    run: chosen.run,
    at: chosen.at,
    redo: run,
    results,
    keptBoth: results.flatMap(each => each.keptBoth),
    stayed: results.flatMap(each => each.stayed),
  }
}

/**
 * Whoever asks for an undo again because the first was cut off means that one, and not the run before it: it is at its
 * end by now, and this is its report. One that could not put every file back is carried on like any other.
 */
function undoThatWasCutOff(
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

function undoableRuns(where: Where, places: readonly Place[]): Candidate[] {
  return places.flatMap(({ root, label }) =>
    undoable(recordsOf(where, root)).map(record => ({ root, label, record })),
  )
}

function recordsOf(where: Where, root: string): readonly RunRecord[] {
  return withState(where, root, store => store.log.read().records) ?? []
}

/** An undo comes after what it takes back: years of history before that need not be read. */
function recordsSince(where: Where, root: string, run: string): readonly RunRecord[] {
  return withState(where, root, store => store.log.since(run)) ?? []
}

/** An undo is taken back only by name: typing `dream undo` twice goes two runs back, not there and back again. */
function lastRun(candidates: readonly Candidate[], where: Where): RunRecord {
  const runs = candidates.map(each => each.record).filter(record => record.undoes === undefined)
  const last = runs.sort((a, b) => (a.at < b.at ? -1 : 1)).at(-1)
  if (last === undefined) {
    const { workspaceElsewhere } = discoverFolders(where)
    const elsewhere = workspaceElsewhere === undefined ? '' : `. ${notPart(workspaceElsewhere)}`
    throw new DreamError(`nothing to undo: no run has changed these folders${elsewhere}`, 1)
  }
  return last
}

function namedRun(candidates: readonly Candidate[], name: string): RunRecord {
  const found = candidates.filter(each => each.record.run.startsWith(name))
  const runs = new Set(found.map(each => each.record.run))
  if (runs.size > 1) throw new DreamError(`${name} fits several runs: ${[...runs].join(', ')}`, 2)
  const first = found[0]
  if (first === undefined) {
    throw new DreamError(`no run ${name} can be taken back here; \`dream history\` lists the runs`, 2)
  }
  return first.record
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
