/**
 * # Secrets
 *
 * Finds what looks like a key or a password in a memory (D33): tokens in the formats that services give them, private
 * keys, passwords in addresses, and values that nobody would write as a word where one is expected: `password:`, `TOKEN=`,
 * `:=`, `=>`, "the password for the router is …", "admin login is root / …", and their Chinese. What stands for one is left
 * alone: `<your-key>`, `${TOKEN}`, `process.env.TOKEN`, names, paths, "in 1Password".
 *
 * It is shown masked, here and wherever Dream prints text of notes or sends it to a model; agents read memories in every
 * conversation, and commits keep them.
 *
 * Nothing is changed: a secret that was written down is changed where it is used first. Then take it out of the memory and
 * run `dream purge`, which erases the stored versions too.
 *
 * Wrong to use as a proof that there is none: a password that is a plain word looks like one.
 *
 * Before: "The staging token is `ghp_…`."
 * After: the same, and the report names the line and the service.
 */
import type { Memory } from '../model/index.ts'
import { findSecrets, showText } from '../text/index.ts'
import { check, type FindingOf, type Found, kind } from './check.ts'
import { nothingFoundBy } from './nothing-found.ts'

const secret = kind({
  kind: 'secret',
  title: 'Looks like a secret',
  meaning: 'The memory holds what looks like a key or a password; agents read it in every conversation.',
  whatNow:
    'Change it where it is used, take it out of the memory, then run dream purge to erase it from the history too.',
  wouldChange: 'A placeholder such as `<token>` in its place.',
  // Never shown: only its kind, its place, and enough of its ends to find it.
  fields: ({ fileName, count, text }) => ({ file: fileName, line: count, what: text, masked: text }),
  about: ['file', 'line', 'masked'],
  say: ({ line, what, masked }) => `line ${line} holds what looks like ${what}: ${showText(masked)}`,
  evidence: () => [
    'change it where it is used, then: dream purge, which also erases it from the history that Dream keeps',
  ],
})

export type SecretFinding = FindingOf<typeof secret>

export const secrets = check({
  name: 'secrets',
  kinds: [secret],
  find: ({ folder }) => folder.memories.flatMap(secretsIn),
})

function secretsIn(memory: Memory): Found<SecretFinding>[] {
  const silent = nothingFoundBy('secrets')
  if (silent.has(memory)) return []
  const found = lookForSecrets(memory)
  if (found.length === 0) silent.add(memory)
  return found
}

function lookForSecrets({ file, head, body }: Memory): Found<SecretFinding>[] {
  const text = head + body
  return findSecrets(text).map(({ what, start, masked }) => ({
    kind: 'secret',
    file,
    line: text.slice(0, start).split(/\r\n|\r|\n/).length,
    what,
    masked,
  }))
}
