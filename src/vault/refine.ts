import { newRunId } from '../app/index.ts'
import { say } from '../languages/index.ts'
import { type Folder, fileName } from '../model/index.ts'
import { rootId } from '../store/index.ts'
import { today } from './documents.ts'
import { draftFor, mirrorId } from './drafts.ts'
import { readBoth } from './magma.ts'
import type { MagmaRecord } from './record.ts'
import { heldBack, refinePlan, type Taken } from './refine-record.ts'
import { type ConsolidateRequest, type Done, type Exit, listen, modeOf, type Refinement } from './request.ts'
import { type NoteChange, writeToMagma } from './write.ts'

/** From the files to MAGMA. */
export async function refineFiles(
  request: ConsolidateRequest,
  run = newRunId(Date.now()),
): Promise<Done<Refinement>> {
  const { where, settings } = request
  const view = readBoth(where, settings)
  const problems: string[] = []
  const runs: string[] = []
  const taken: Refinement['taken'][number][] = []
  let exit: Exit = 0
  for (const folder of view.read.filter(each => each.layout === 'index')) {
    const mirrorOf = mirrorsIn(folder, view.records)
    const settled = refinePlan(folder.memories, mirrorOf, today())
    const plan = settled.filter(({ memory }) => heldBack(memory) === undefined)
    for (const { memory } of settled) {
      const why = heldBack(memory)
      if (why !== undefined) problems.push(say().vault.notTakenOver(`${folder.label}/${memory.file}`, why))
    }
    const changes = plan.map(each => changeFor(folder, each))
    if (modeOf(request) === 'live' && changes.length > 0) {
      const outcome = await writeToMagma({
        where,
        home: view.home,
        settings,
        command: 'magma',
        folder,
        notes: changes,
        run,
      })
      exit = Math.max(exit, listen(outcome, runs, problems)) as Exit
      if (outcome.failure !== undefined) continue
    }
    taken.push(...plan.map(each => takenWords(folder, each)))
  }
  return { answer: { taken, problems, runs: [...new Set(runs)] }, exit }
}

function mirrorsIn({ root }: Folder, records: readonly MagmaRecord[]) {
  const id = rootId(root)
  const mirrors = new Map<string, MagmaRecord>()
  for (const record of records) if (record.source?.folder === id) mirrors.set(record.source.file, record)
  return ({ file }: { file: string }) => mirrors.get(file)
}

function changeFor({ root, label }: Folder, { memory, layer, before }: Taken): NoteChange {
  const id = before?.id ?? mirrorId({ memory, root })
  const source = { folder: rootId(root), label, file: memory.file, hash: memory.hash }
  const draft = draftFor({ memory, root, label, layer }, source, before)
  return { kind: 'write', note: fileName(`${id}.md`), draft, ...(before && { before }) }
}

function takenWords({ root }: Folder, { memory, layer, before }: Taken): Refinement['taken'][number] {
  const record = before?.id ?? mirrorId({ memory, root })
  return { file: memory.file, record, layer, did: before === undefined ? 'new' : 'refreshed' }
}
