import type { Arbitration, Conflict, Resolution } from '../model/index.ts'
import type { Page } from '../report/index.ts'
import { counted } from '../text/index.ts'
import { type CheckAnswer, checkEngines } from '../vault/index.ts'
import { command } from './command.ts'
import { FOLDERS, shared } from './options.ts'

export const check = command({
  name: 'check',
  group: 'engines',
  summary: 'whether the files and MAGMA say the same; --fix settles what may be settled alone',
  effect: 'write',
  settings: 'follow',
  input: {
    ...shared('paths'),
    fix: { kind: 'flag', about: 'settle what may be settled without a person' },
    ...shared('rules'),
    ...FOLDERS,
  },
  examples: [
    { line: 'dream check', about: 'compare, and change nothing; exit 1 where they disagree' },
    { line: 'dream check --fix', about: 'settle: user and feedback follow the files' },
    { line: 'dream queue', about: 'decide on the others, one at a time' },
  ],
  run({ where, settings, policy }, { fix }): Promise<CheckAnswer> {
    const rules = { ...settings.config, rules: policy.rules }
    return checkEngines(where, rules, fix === true ? 'fix' : 'look')
  },
  format: 'check',
  render: (result, page, { place }) => writeReport(result, page, place),
  exitCode({ resolved, conflicts }) {
    const isSettled = resolved.length === conflicts.length
    return isSettled && resolved.every(({ did }) => did === 'settled') ? 0 : 1
  },
})

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

function writeReport(report: CheckAnswer, page: Page, place: string): Page {
  const { conflicts, resolved, waiting } = report
  for (const note of report.notes) page.text(note, 0, 'warn')
  if (conflicts.length === 0)
    return page.text(`The two engines agree (${counted(report.folders, 'folder')} looked at).`)
  page.text(`${counted(conflicts.length, 'conflict')} between the files and MAGMA`, 0, 'strong')
  for (const conflict of conflicts) {
    const isAbout = ({ file, record }: Resolution) =>
      file === conflict.ccb.file && record === conflict.magma.id
    writeConflict(page.gap(), conflict)
    writeResolution(page, [...resolved, ...waiting].find(isAbout), place)
  }
  for (const run of new Set(resolved.flatMap(({ run }) => run ?? [])))
    page.gap().text(`dream undo ${run}${place}  takes it back`, 0, 'quiet')
  return page
}

function writeConflict(page: Page, { ccb, magma, label, type, severity, differences }: Conflict): void {
  page.entry(`${label}/${ccb.file}`, `against magma/${magma.note} (${type}, ${severity})`, 0)
  if (differences.length > 0) page.text(`they differ in: ${differences.join(', ')}`, 2)
}

function writeResolution(page: Page, resolution: Resolution | undefined, place: string): void {
  if (resolution === undefined) return
  const { id, strategy, did, detail } = resolution
  page.text(`${WINS[strategy]}; ${DID[did]}${detail ? `: ${detail}` : ''}`, 2)
  if (did === 'proposed') page.text(`dream queue --accept ${id}${place}`, 4, 'quiet')
  if (did === 'queued') page.text(`dream queue --accept ${id} --goes file (or note)${place}`, 4, 'quiet')
}
