import { newRunId } from '../app/index.ts'
import { dateOfDay } from '../languages/index.ts'
import { loadEmbedder } from '../search/index.ts'
import { rootId } from '../store/index.ts'
import { today } from './documents.ts'
import { type MaintenancePlan, planMaintenance, type SourceState } from './layer-maintenance.ts'
import { type BothEngines, readBoth } from './magma.ts'
import { draftOf } from './note.ts'
import type { MagmaRecord } from './record.ts'
import {
  type ConsolidateRequest,
  type Done,
  type Exit,
  listen,
  type MagmaMaintenance,
  modeOf,
} from './request.ts'
import { type NoteChange, writeToMagma } from './write.ts'

/** MAGMA itself. */
export async function maintainMagma(
  request: ConsolidateRequest,
  run = newRunId(Date.now()),
): Promise<Done<MagmaMaintenance>> {
  const view = readBoth(request.where, request.settings)
  const embedder = view.records.length > 3000 ? undefined : loadEmbedder()
  const vectors = view.records.map(({ name, text }) => embedder?.embed(`${name}\n${text}`.slice(0, 2000)))
  const plan = planMaintenance(view.records, sourceStates(view), today(), vectors)
  const problems = [...view.notes]
  const runs: string[] = []
  let exit: Exit = 0
  if (modeOf(request) === 'live') {
    for (const { folder, changes } of byFolder(view, changesOf(plan))) {
      const { where, settings } = request
      const order = { where, settings, home: view.home, command: 'magma-tend', folder, notes: changes, run }
      exit = Math.max(exit, listen(await writeToMagma(order), runs, problems)) as Exit
    }
  }
  return { answer: { ...answerOf(plan), problems, runs: [...new Set(runs)] }, exit }
}

const DAY_US = 86_400_000_000

function sourceStates({ read }: BothEngines): (record: MagmaRecord) => SourceState {
  const whole = read.filter(({ listing }) => listing.state === 'whole')
  const folders = new Map(
    whole.map(({ root, memories }) => [
      rootId(root),
      new Map(memories.map(each => [String(each.file), each])),
    ]),
  )
  return ({ source }) => {
    if (source === null) return { state: 'none' }
    const files = folders.get(source.folder)
    if (files === undefined) return { state: 'unknown' }
    const memory = files.get(source.file)
    if (memory === undefined) return { state: 'gone' }
    return { state: 'there', day: dateOfDay(Math.floor((memory.dated ?? memory.modified) / DAY_US)) }
  }
}

/** One change for each note, however many reasons there are for it. */
function changesOf({
  duplicates,
  moved,
  related,
}: MaintenancePlan): { record: MagmaRecord; change: NoteChange }[] {
  const layers = new Map(moved.map(({ record, to }) => [record.id, to]))
  const relations = new Map(related.map(each => [each.record.id, each.relations]))
  const touched = new Map([...moved, ...related].map(({ record }) => [record.id, record]))
  const written = [...touched.values()].map(record => {
    const layer = layers.get(record.id) ?? record.layer
    const draft = { ...draftOf(record), layer, relations: relations.get(record.id) ?? record.relations }
    return { record, change: { kind: 'write' as const, note: record.note, before: record, draft } }
  })
  const gone = duplicates.map(({ record, of }) => ({
    record,
    change: { kind: 'archive' as const, before: record, why: { why: 'duplicate' as const, of: of.note } },
  }))
  return [...gone, ...written]
}

/** A record is written in the history of the folder that its memory lies in; one of its own, in that of the notes. */
function byFolder(view: BothEngines, changes: readonly { record: MagmaRecord; change: NoteChange }[]) {
  const folders = new Map(view.folders.map(folder => [rootId(folder.root), folder]))
  const groups = new Map<string, NoteChange[]>()
  for (const { record, change } of changes) {
    const key = record.source !== null && folders.has(record.source.folder) ? record.source.folder : ''
    groups.set(key, [...(groups.get(key) ?? []), change])
  }
  return [...groups].map(([key, list]) => ({ folder: folders.get(key), changes: list }))
}

function answerOf({
  duplicates,
  moved,
  related,
}: MaintenancePlan): Pick<MagmaMaintenance, 'duplicates' | 'moved' | 'related'> {
  return {
    duplicates: duplicates.map(({ record, of }) => ({ record: record.id, of: of.id })),
    moved: moved.map(({ record, to, because }) => ({ record: record.id, from: record.layer, to, because })),
    related: related.length,
  }
}
