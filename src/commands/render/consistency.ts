import type { Arbitration, Conflict, Resolution } from '../../model/index.ts'
import { counted, newPage, type Page, type PageOptions } from '../../report/index.ts'

/** What `dream check` answers. */
export interface CheckReport {
  readonly conflicts: readonly Conflict[]
  readonly resolved: readonly Resolution[]
  readonly waiting: readonly Resolution[]
  readonly folders: number
  readonly notes: readonly string[]
}

const WINS: Record<Arbitration, string> = {
  'ccb-wins': 'the file is right: what you are and what you said follows the files',
  'magma-wins': 'the note is right: lasting knowledge follows MAGMA',
  'manual-review': 'only you can decide',
}

const DID: Record<Resolution['did'], string> = {
  settled: 'settled',
  proposed: 'waits for your word',
  queued: 'waits for you',
  answered: 'you said no',
  'changed-meanwhile': 'was changed in the same moment; nothing was written',
  failed: 'failed; nothing was written',
}

export function renderCheck(report: CheckReport, options: PageOptions): string {
  const page = newPage(options)
  for (const note of report.notes) page.text(note, 0, 'warn')
  if (report.conflicts.length === 0)
    return page.text(`The two engines agree (${counted(report.folders, 'folder')} looked at).`).end()
  const outcomes = [...report.resolved, ...report.waiting]
  page.text(`${counted(report.conflicts.length, 'conflict')} between the files and MAGMA`, 0, 'strong')
  for (const conflict of report.conflicts) {
    const outcome = outcomes.find(
      ({ file, record }) => file === conflict.ccb.file && record === conflict.magma.id,
    )
    writeConflict(page, conflict, outcome, options)
  }
  const runs = new Set(report.resolved.flatMap(({ run }) => run ?? []))
  for (const run of runs)
    page.gap().text(`dream undo ${run}${options.place ?? ''}  takes it back`, 0, 'quiet')
  return page.end()
}

function writeConflict(
  page: Page,
  { ccb, magma, label, type, severity, differences }: Conflict,
  outcome: Resolution | undefined,
  { place = '' }: PageOptions,
): void {
  page.gap().entry(`${label}/${ccb.file}`, `against magma/${magma.note} (${type}, ${severity})`, 0)
  if (differences.length > 0) page.text(`they differ in: ${differences.join(', ')}`, 2)
  if (outcome === undefined) return
  page.text(`${WINS[outcome.strategy]}; ${DID[outcome.did]}${outcome.detail ? `: ${outcome.detail}` : ''}`, 2)
  if (outcome.did === 'proposed') page.text(`dream check --accept ${outcome.id}${place}`, 4, 'quiet')
  if (outcome.did === 'queued')
    page.text(`dream check --accept ${outcome.id} --goes file (or note)${place}`, 4, 'quiet')
}
