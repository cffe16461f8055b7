import type { DraftChanges, ExtractRequest } from '../agents/index.ts'
import type { DraftAnswer } from '../model/index.ts'
import { askEach } from './ask-each.ts'
import type { Call, Command } from './command.ts'
import { someoneIsThere } from './io.ts'
import { lookOf } from './look.ts'
import { policyOf } from './policy.ts'
import { print } from './print.ts'
import { progressOn } from './progress.ts'
import { placeOf, whereOf } from './where.ts'

export const extractCommand: Command = {
  name: 'extract',
  summary: 'find in conversations what is worth remembering, and propose it as memories',
  arguments: [
    {
      spelling: '[transcripts...]',
      about: 'transcripts, or folders of them; without any, the sessions of this project',
      completes: 'files',
    },
  ],
  flags: ['session', 'dryRun', 'yes', 'folder', 'project', 'layout', 'env', 'json', 'color', 'noColor'],
  examples: [
    { line: 'dream extract --dry-run', about: 'what the sessions since the last time would give' },
    { line: 'dream extract', about: 'show the drafts and ask; with no terminal nothing is written' },
    { line: 'dream extract --session 298c09b0 --yes', about: 'one session, without asking' },
    { line: 'dream extract ~/.codex/sessions/2026/06', about: "another agent's transcripts" },
  ],
  run,
}

async function run(call: Call): Promise<number> {
  const { extract } = await import('../agents/extract.ts')
  const { llmRoles } = await import('../config/roles.ts')
  const { outcomeExitCode } = await import('../model/exit-code.ts')
  const { renderExtract } = await import('./render/extract.ts')
  const { io, flags, settings } = call
  const role = settings && llmRoles(settings.config, io.env).find(each => each.role === 'agents')
  const progress = progressOn(io)
  const ask = approvalFor(call, progress.clear)
  const report = await extract({
    where: whereOf(call),
    policy: await policyOf(call),
    transcripts: call.words,
    sessions: flags.session === undefined ? [] : [flags.session],
    mode: flags.dryRun === true ? 'dry-run' : 'live',
    ...(ask !== undefined && { approve: ask }),
    ...(role !== undefined && { role }),
    progress: progress.step,
  })
  progress.clear()
  await print(call, 'extract', report, look => renderExtract(report, look))
  return report.outcome === undefined ? 0 : outcomeExitCode([report.outcome])
}

type Approve = NonNullable<ExtractRequest['approve']>

/** `--yes` writes all, a person is asked, and where there is neither they wait. */
function approvalFor(call: Call, clear: () => void): Approve | undefined {
  if (call.flags.yes === true) return async (_, { actions }) => actions
  if (!someoneIsThere(call.io)) return undefined
  return async (drafts, changes) => {
    clear()
    return decide(call, drafts, changes)
  }
}

/** What was heard in a conversation is not kept by a mere Enter. */
async function decide(call: Call, drafts: readonly DraftAnswer[], changes: DraftChanges) {
  const { renderDrafts } = await import('./render/extract.ts')
  const { io, flags } = call
  io.stderr.write(`${renderDrafts(drafts, { ...lookOf(io, io.stderr, flags), place: placeOf(call) })}\n`)
  const answer = await io.ask.choose('Keep these as memories? dream undo takes it back.', [
    { value: 'one-by-one', label: 'one by one', hint: 'see and decide each, the index too' },
    { value: 'keep', label: 'keep them all' },
    { value: 'not-now', label: 'not now', hint: 'they are proposed again' },
  ])
  if (answer === 'keep') return changes.actions
  return answer === 'one-by-one' ? oneByOne(call, changes) : 'declined'
}

async function oneByOne(call: Call, changes: DraftChanges) {
  const left = await askEach(call, changes)
  return left === 'interrupted' ? 'declined' : changes.actions.filter(({ file }) => !left.includes(file))
}
