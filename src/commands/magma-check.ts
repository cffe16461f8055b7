import { say } from '../languages/index.ts'
import type { Page } from '../report/index.ts'
import { type CheckAnswer, type Conflict, checkEngines, type Resolution } from '../vault/index.ts'
import { command } from './command.ts'
import { FOLDERS, shared } from './options.ts'

export const magmaCheck = command({
  name: 'magma check',
  group: 'engines',
  help: say => say.help.magmaCheck,
  effect: 'write',
  settings: 'follow',
  input: {
    ...shared('paths'),
    fix: { kind: 'flag' },
    ...shared('rules'),
    ...FOLDERS,
  },
  examples: ['dream magma check', 'dream magma check --fix', 'dream queue'],
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

function writeReport(report: CheckAnswer, page: Page, place: string): Page {
  const { conflicts, resolved, waiting } = report
  for (const note of report.notes) page.text(note, 0, 'warn')
  if (conflicts.length === 0) return page.text(say().engines.check.agree(report.folders))
  page.text(say().engines.check.conflicts(conflicts.length), 0, 'strong')
  for (const conflict of conflicts) {
    const isAbout = ({ file, record }: Resolution) =>
      file === conflict.ccb.file && record === conflict.magma.id
    writeConflict(page.gap(), conflict)
    writeResolution(page, [...resolved, ...waiting].find(isAbout), place)
  }
  for (const run of new Set(resolved.flatMap(({ run }) => run ?? [])))
    page.gap().text(say().review.undoes(`dream undo ${run}${place}`), 0, 'quiet')
  return page
}

function writeConflict(page: Page, { ccb, magma, label, type, severity, differences }: Conflict): void {
  const words = say().engines.check
  page.entry(`${label}/${ccb.file}`, words.against(magma.note, type, severity), 0)
  if (differences.length > 0) page.text(words.differ(differences.join(', ')), 2)
}

function writeResolution(page: Page, resolution: Resolution | undefined, place: string): void {
  if (resolution === undefined) return
  const { id, strategy, did, detail } = resolution
  const words = say().engines.check
  page.text(
    say().look.joined(
      words.wins[strategy],
      detail ? say().look.about(words.did[did], detail) : words.did[did],
    ),
    2,
  )
  if (did === 'proposed') page.text(`dream queue --accept ${id}${place}`, 4, 'quiet')
  if (did === 'queued') page.text(words.or(`dream queue${place} --accept ${id} --goes file`), 4, 'quiet')
}
