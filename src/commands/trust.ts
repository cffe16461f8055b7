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
} from '../app/index.ts'
import { DreamError } from '../model/index.ts'
import { showText } from '../text/index.ts'
import { command, type Talk } from './command.ts'
import { shared } from './options.ts'

export const trust = command({
  name: 'trust',
  group: 'care',
  summary: "follow this project's own dream.config.json, and what in it leads elsewhere",
  effect: 'write',
  settings: 'none',
  input: {
    file: {
      kind: 'word',
      need: 'optional',
      about: 'with --revoke: a file that is trusted and may be gone',
      completes: 'files',
    },
    list: { kind: 'flag', about: 'what is trusted', conflicts: ['revoke'] },
    revoke: { kind: 'flag', about: 'trust it no more' },
    ...shared('yes', 'project', 'quiet'),
  },
  examples: [
    { line: 'dream trust', about: 'shows what it asks for, then asks you' },
    { line: 'dream trust --list', about: 'what is trusted' },
    { line: 'dream trust --revoke', about: 'this project is a stranger again' },
  ],
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
    if (did !== 'listed') for (const file of files) page.text(`${file} ${DID[did]}`)
    else if (trusted.length === 0) page.text('Nothing of any project is trusted.')
    else for (const { file, at } of trusted) page.entry(file, `since ${at.slice(0, 10)}, as it was then`, 0)
    return page
  },
})

const DID = {
  trusted: 'is trusted from now on, until it changes',
  already: 'is trusted already',
  revoked: 'is not trusted any more',
  'was-not-trusted': 'was not trusted',
  asked: 'is not trusted; nothing was changed',
}

async function asked({ file, waiting, leads }: Trustable, { ask, say }: Talk): Promise<string> {
  if (ask === undefined) throw new DreamError('trust is given by a person: say --yes, after dream config', 2)
  if (file !== undefined) say(`${showText(file.path)}\n`)
  for (const { path, value } of waiting) say(`  ${showText(`${path}: ${JSON.stringify(value)}`)}\n`)
  if (file !== undefined && waiting.length === 0) say('  asks for nothing that would have to wait\n')
  for (const { file: from, to } of leads)
    say(`${showText(from)}\n  leads to ${showText(to)}, outside the project\n`)
  return ask.confirm('Follow this as it is now?')
}
