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
import type { Memory, SecretFinding } from '../model/index.ts'
import { findSecrets } from '../text/index.ts'
import type { Check } from './check.ts'
import { nothingFoundBy } from './nothing-found.ts'

export const secrets: Check = {
  name: 'secrets',
  find({ folder }) {
    return folder.memories.flatMap(memory =>
      secretsIn(memory).map(finding => ({ source: 'observed' as const, ...finding })),
    )
  },
}

function secretsIn(memory: Memory): SecretFinding[] {
  const silent = nothingFoundBy('secrets')
  if (silent.has(memory)) return []
  const found = lookForSecrets(memory)
  if (found.length === 0) silent.add(memory)
  return found
}

function lookForSecrets({ file, head, body }: Memory): SecretFinding[] {
  const text = head + body
  return findSecrets(text).map(({ what, start, masked }) => ({
    kind: 'secret',
    file,
    line: text.slice(0, start).split(/\r\n|\r|\n/).length,
    what,
    masked,
  }))
}
