import { resolve } from 'node:path'
import type { Trustable } from '../app/index.ts'
import type { Call, Command } from './command.ts'
import { Refusal } from './errors.ts'
import { someoneIsThere } from './io.ts'
import { print } from './print.ts'
import { whereOf } from './where.ts'

export const trustCommand: Command = {
  name: 'trust',
  summary: "follow this project's own dream.config.json, and what in it leads elsewhere",
  arguments: [
    {
      spelling: '[file]',
      about: 'with --revoke: a file that is trusted and may be gone',
      completes: 'files',
    },
  ],
  flags: ['list', 'revoke', 'yes', 'project', 'quiet', 'json', 'color', 'noColor'],
  settings: 'none',
  examples: [
    { line: 'dream trust', about: 'shows what it asks for, then asks you' },
    { line: 'dream trust --list', about: 'what is trusted' },
    { line: 'dream trust --revoke', about: 'this project is a stranger again' },
  ],
  run,
}

async function run(call: Call): Promise<number> {
  const { renderTrust } = await import('./render/config.ts')
  const { revokeFile, revokeProject, settingsOf, trustableOf, trustAnswer, trustList, trustProject } =
    await import('../app/settings.ts')
  const where = whereOf(call)
  const tell = async (answer: Parameters<typeof renderTrust>[0]) => {
    await print(call, 'trust', answer, look => renderTrust(answer, look))
    return 0
  }
  if (call.flags.list === true) return tell(trustList(where))
  const [named] = call.words
  if (call.flags.revoke === true && named !== undefined)
    return tell(revokeFile(where, resolve(call.io.cwd, named)))
  const trustable = trustableOf(where, await settingsOf(where))
  if (call.flags.revoke === true) return tell(revokeProject(where, trustable))
  if (trustable.state === 'waits' && (await mayTrust(call, trustable)) === 'no')
    return tell(trustAnswer(where, 'asked', trustable))
  return tell(trustProject(where, trustable, Date.now()))
}

async function mayTrust({ io, flags }: Call, { file, waiting, leads }: Trustable): Promise<'yes' | 'no'> {
  if (flags.yes === true) return 'yes'
  if (!someoneIsThere(io)) throw new Refusal('trust is given by a person: say --yes, after dream config')
  const { showText } = await import('../text/text.ts')
  if (file !== undefined) io.stderr.write(`${showText(file.path)}\n`)
  for (const { path, value } of waiting)
    io.stderr.write(`  ${showText(`${path}: ${JSON.stringify(value)}`)}\n`)
  if (file !== undefined && waiting.length === 0)
    io.stderr.write('  asks for nothing that would have to wait\n')
  for (const lead of leads)
    io.stderr.write(`${showText(lead.file)}\n  leads to ${showText(lead.to)}, outside the project\n`)
  const answer = await io.ask.confirm('Follow this as it is now?')
  return answer === 'yes' ? 'yes' : 'no'
}
