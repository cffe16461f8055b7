import { resolve } from 'node:path'
import {
  revokeFile,
  revokeProject,
  settingsOf,
  type Trustable,
  trustAnswer,
  trustableOf,
  trustList,
  trustProject,
} from '../config/index.ts'
import { say } from '../languages/index.ts'
import { DreamError } from '../model/index.ts'
import { showText } from '../text/index.ts'
import { command, type Talk } from './command.ts'
import { shared } from './options.ts'

export const configTrust = command({
  name: 'config trust',
  group: 'automatic',
  help: say => say.help.configTrust,
  effect: 'write',
  settings: 'none',
  input: {
    file: {
      kind: 'word',
      need: 'optional',
      completes: 'files',
    },
    list: { kind: 'flag', conflicts: ['revoke'] },
    revoke: { kind: 'flag' },
    ...shared('yes', 'project', 'quiet'),
  },
  examples: ['dream config trust', 'dream config trust --list', 'dream config trust --revoke'],
  format: 'trust',
  async run({ where }, { file, list, revoke, yes }, talk) {
    if (list === true) return trustList(where)
    if (revoke === true && file !== undefined) return revokeFile(where, resolve(where.cwd, file))
    const trustable = trustableOf(where, await settingsOf(where))
    if (revoke === true) return revokeProject(where, trustable)
    const mayTrust = trustable.state === 'trusted' || yes === true || (await asked(trustable, talk)) === 'yes'
    return mayTrust ? trustProject(where, trustable, Date.now()) : trustAnswer(where, 'asked', trustable)
  },
  render({ did, files, trusted }, page) {
    const words = say().engines.trust
    if (did !== 'listed') for (const file of files) page.text(`${file} ${words.did[did]}`)
    else if (trusted.length === 0) page.text(words.none)
    else for (const { file, at } of trusted) page.entry(file, words.since(at.slice(0, 10)), 0)
    return page
  },
})

async function asked({ file, waiting, leads }: Trustable, { ask, say: print }: Talk): Promise<string> {
  const words = say().engines.trust
  if (ask === undefined) throw new DreamError(words.needsPerson, 2)
  if (file !== undefined) print(`${showText(file.path)}\n`)
  for (const { path, value } of waiting) print(`  ${showText(`${path}: ${JSON.stringify(value)}`)}\n`)
  if (file !== undefined && waiting.length === 0) print(`  ${words.asksNothing}\n`)
  for (const { file: from, to } of leads) print(`${showText(from)}\n  ${words.leadsTo(showText(to))}\n`)
  return ask.confirm(words.confirm)
}
