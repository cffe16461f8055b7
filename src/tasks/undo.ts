import { undoable, undoRun } from '../apply/undo.ts'
import type { UndoReport } from '../memory/answers.ts'
import { DreamError } from '../memory/dream-error.ts'
import type { RunRecord } from '../memory/history.ts'
import type { FoundFolder } from '../read/discover/found-folder.ts'
import { amendLedger } from './distil/undo.ts'
import { deskOf, foldersOf, newRunId, type Where, withState } from './where.ts'

interface Candidate {
  readonly folder: FoundFolder
  readonly record: RunRecord
}

/** Takes back the last run, or the one that `run` names (its beginning is enough), in every folder it changed. */
export async function undo(request: { where: Where; run?: string }): Promise<UndoReport> {
  const candidates = undoableRuns(request.where)
  const chosen = request.run === undefined ? lastRun(candidates) : namedRun(candidates, request.run)
  const desk = deskOf(request.where)
  const run = newRunId(desk.clock.now())
  const amend = amendLedger(desk.clock.now(), request.where.env['TZ'] || undefined)
  const results = []
  for (const { root, label } of foldersWith(candidates, chosen.run)) {
    results.push(await undoRun(desk, { root, label, undoes: chosen.run, run, amend }))
  }
  return {
    run: chosen.run,
    at: chosen.at,
    redo: run,
    results,
    keptBoth: results.flatMap(each => each.keptBoth),
  }
}

function undoableRuns(where: Where): Candidate[] {
  return foldersOf(where).flatMap(folder => {
    const records = withState(where, folder.root, store => store.log.read().records) ?? []
    return undoable(records).map(record => ({ folder, record }))
  })
}

/** An undo is taken back only by name: typing `dream undo` twice goes two runs back, not there and back again. */
function lastRun(candidates: readonly Candidate[]): RunRecord {
  const runs = candidates.map(each => each.record).filter(record => record.undoes === undefined)
  const last = runs.sort((a, b) => (a.at < b.at ? -1 : 1)).at(-1)
  if (last === undefined) throw new DreamError('nothing to undo: no run has changed these folders', 1)
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

function foldersWith(candidates: readonly Candidate[], run: string): FoundFolder[] {
  const folders = candidates.filter(each => each.record.run === run).map(each => each.folder)
  return [...new Set(folders)]
}
