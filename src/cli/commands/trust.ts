import { resolve } from 'node:path'
import type { Effective } from '../../index.ts'
import type { Call, Command } from '../command.ts'
import { Refusal } from '../errors.ts'
import { someoneIsThere } from '../io.ts'
import { print } from '../print.ts'
import { whereOf } from '../where.ts'

export const trustCommand: Command = {
  name: 'trust',
  summary: "follow this project's own dream.config.json to the letter, until it changes",
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
  const { projectFileOf, renderTrust, revokeProject, settingsOf, trustList, trustProject } = await import(
    '../../index.ts'
  )
  const where = whereOf(call)
  const tell = async (answer: Parameters<typeof renderTrust>[0]) => {
    await print(call, 'trust', answer, look => renderTrust(answer, look))
    return 0
  }
  if (call.flags.list === true) return tell(trustList(where))
  const [named] = call.words
  if (call.flags.revoke === true && named !== undefined)
    return tell(revokeProject(where, resolve(call.io.cwd, named)))
  const effective = await settingsOf(where)
  const { path, trusted } = projectFileOf(effective)
  if (call.flags.revoke === true) return tell(revokeProject(where, path))
  if (!trusted && (await mayTrust(call, effective)) === 'no')
    return tell({ ...trustList(where), did: 'asked', file: path })
  return tell(trustProject(where, effective, Date.now()))
}

async function mayTrust({ io, flags }: Call, { waiting, projectFile }: Effective): Promise<'yes' | 'no'> {
  if (flags.yes === true) return 'yes'
  if (!someoneIsThere(io)) throw new Refusal('trust is given by a person: say --yes, after dream config')
  const { showText } = await import('../../index.ts')
  io.stderr.write(`${projectFile?.path}\n`)
  for (const { path, value } of waiting)
    io.stderr.write(`  ${showText(`${path}: ${JSON.stringify(value)}`)}\n`)
  if (waiting.length === 0) io.stderr.write('  asks for nothing that would have to wait\n')
  const answer = await io.ask.confirm('Follow this file as it is now?')
  return answer === 'yes' ? 'yes' : 'no'
}
