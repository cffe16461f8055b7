import type { App } from '../app/index.ts'
import { type Arbitration, type Conflict, DreamError, type Resolution } from '../model/index.ts'
import type { Page } from '../report/index.ts'
import { counted } from '../text/index.ts'
import { answerConflict, type CheckAnswer, checkEngines, settleConflict } from '../vault/index.ts'
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
    accept: {
      kind: 'text',
      value: 'id',
      about: 'do what one of them offers',
      conflicts: ['reject', 'never', 'reopen'],
    },
    goes: {
      kind: 'choice',
      choices: ['file', 'note'],
      about: 'with --accept: which of the two gives way',
    },
    reject: {
      kind: 'text',
      value: 'id',
      about: 'no, until a file that it is about changes',
      conflicts: ['never', 'reopen'],
    },
    never: { kind: 'text', value: 'id', about: 'no, and do not ask again', conflicts: ['reopen'] },
    reopen: { kind: 'text', value: 'id', about: 'take an answer back' },
    ...shared('rules'),
    ...FOLDERS,
  },
  examples: [
    { line: 'dream check', about: 'compare, and change nothing; exit 1 where they disagree' },
    { line: 'dream check --fix', about: 'settle: user and feedback follow the files' },
    { line: 'dream check --accept 1f3a --goes file', about: 'the note is right: write it into the file' },
  ],
  async run(app, input): Promise<CheckAnswer | Answered> {
    const { accept, goes, fix } = input
    if (accept !== undefined) return settle(app, accept, goes)
    for (const answer of ['reject', 'never', 'reopen'] as const) {
      const id = input[answer]
      if (id === undefined) continue
      await answerConflict(app.where, settingsOf(app), id, SAID[answer].word)
      return { answer, id }
    }
    return checkEngines(app.where, settingsOf(app), fix === true ? 'fix' : 'look')
  },
  format: result => ('conflicts' in result ? 'check' : 'check-answer'),
  render(result, page, { place }) {
    if ('conflicts' in result) return writeReport(result, page, place)
    if (result.answer !== 'accept') return page.text(`Noted. ${SAID[result.answer].words}`)
    const { file, record, run } = result.settled
    return page.uncut(`${file} and ${record} agree now; dream undo ${run} takes it back`)
  },
  exitCode(result) {
    if (!('conflicts' in result)) return 0
    const isSettled = result.resolved.length === result.conflicts.length
    return isSettled && result.resolved.every(({ did }) => did === 'settled') ? 0 : 1
  },
})

type Answered =
  | { readonly answer: 'accept'; readonly id: string; readonly settled: Resolution }
  | { readonly answer: keyof typeof SAID; readonly id: string }

const SAID = {
  reject: { word: 'rejected', words: 'It is not asked again until one of the two changes.' },
  never: { word: 'never', words: 'It is never asked again.' },
  reopen: { word: 'reopened', words: 'It waits for you again.' },
} as const

const settingsOf = ({ settings, policy }: App) => ({ ...settings.config, rules: policy.rules })

async function settle(app: App, id: string, goes: 'file' | 'note' | undefined): Promise<Answered> {
  const settled = await settleConflict(app.where, settingsOf(app), id, goes)
  if (settled.did === 'settled') return { answer: 'accept', id, settled }
  throw new DreamError(`${settled.file}: ${settled.detail ?? settled.did}`, 2)
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
  if (did === 'proposed') page.text(`dream check --accept ${id}${place}`, 4, 'quiet')
  if (did === 'queued') page.text(`dream check --accept ${id} --goes file (or note)${place}`, 4, 'quiet')
}
