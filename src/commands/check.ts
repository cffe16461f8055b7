import { type Call, type Command, PATHS } from './command.ts'
import { Refusal } from './errors.ts'
import { policyOf } from './policy.ts'
import { print } from './print.ts'
import { whereOf } from './where.ts'

export const checkCommand: Command = {
  name: 'check',
  summary: 'whether the files and MAGMA say the same; --fix settles what may be settled alone',
  arguments: [PATHS],
  flags: [
    'fix',
    'accept',
    'goes',
    'reject',
    'never',
    'reopen',
    'folder',
    'rules',
    'env',
    'project',
    'allProjects',
    'layout',
    'json',
    'color',
    'noColor',
  ],
  examples: [
    { line: 'dream check', about: 'compare, and change nothing; exit 1 where they disagree' },
    { line: 'dream check --fix', about: 'settle: user and feedback follow the files' },
    { line: 'dream check --accept 1f3a --goes file', about: 'the note is right: write it into the file' },
  ],
  run,
}

async function run(call: Call): Promise<number> {
  const { checkEngines } = await import('../vault/check.ts')
  const { renderCheck } = await import('./render/consistency.ts')
  const answered = await answerByFlag(call)
  if (answered !== undefined) return answered
  const settings = await settingsFor(call)
  const report = await checkEngines(
    whereOf(call, call.words),
    settings,
    call.flags.fix === true ? 'fix' : 'look',
  )
  await print(call, 'check', report, look => renderCheck(report, look))
  const isSettled = report.resolved.length === report.conflicts.length
  return isSettled && report.resolved.every(({ did }) => did === 'settled') ? 0 : 1
}

async function settingsFor(call: Call) {
  const { rules } = await policyOf(call)
  return { ...call.settings!.config, rules }
}

async function answerByFlag(call: Call): Promise<number | undefined> {
  const { answerConflict, settleConflict } = await import('../vault/check.ts')
  const { showText } = await import('../text/text.ts')
  const { flags, io } = call
  const where = whereOf(call, call.words)
  const settings = await settingsFor(call)
  if (flags.accept !== undefined) {
    const done = await settleConflict(where, settings, flags.accept, side(flags.goes))
    if (done.did !== 'settled') throw new Refusal(`${done.file}: ${done.detail ?? done.did}`)
    io.stdout.write(
      `${showText(`${done.file} and ${done.record}`)} agree now; dream undo ${done.run} takes it back\n`,
    )
    return 0
  }
  const said = [
    [flags.reject, 'rejected', 'It is not asked again until one of the two changes.'],
    [flags.never, 'never', 'It is never asked again.'],
    [flags.reopen, 'reopened', 'It waits for you again.'],
  ] as const
  for (const [id, word, words] of said) {
    if (id === undefined) continue
    await answerConflict(where, settings, id, word)
    io.stdout.write(`Noted. ${words}\n`)
    return 0
  }
  return undefined
}

function side(goes: string | undefined): 'file' | 'note' | undefined {
  if (goes === undefined || goes === 'file' || goes === 'note') return goes
  throw new Refusal('--goes takes file (the note is right) or note (the file is right) here.')
}
