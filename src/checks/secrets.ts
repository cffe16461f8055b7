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
import { say, says } from '../languages/index.ts'
import { knownOf, type Memory, type Snapshot } from '../model/index.ts'
import { findSecrets, HIDDEN, indexNote, isInstruction, showText } from '../text/index.ts'
import { check, type FindingOf, type Found, kind } from './check.ts'

const secret = kind({
  kind: 'secret',
  words: ({ checks }) => checks.secret,
  // Never shown: only its kind, its place, and enough of its ends to find it.
  fields: ({ fileName, count, text }) => ({ file: fileName, line: count, what: text, masked: text }),
  about: ['file', 'line', 'masked'],
  level: 'error',
  say: ({ line, what, masked }) => {
    const words = say().checks.secret
    return words.say(line, words.what(what), showText(masked))
  },
  evidence: () => [say().checks.secret.evidence],
})

export type SecretFinding = FindingOf<typeof secret>

export const secrets = check({
  name: 'secrets',
  kinds: [secret],
  find(snapshot, rules) {
    const known = knownOf(snapshot)
    const { memories, index } = snapshot.folder
    const note = rules === 'seed' ? undefined : indexNote(index)
    const found = [...memories, ...(note === undefined ? [] : [note])].flatMap(memory =>
      known.of('secrets', memory, () => secretsIn(memory)),
    )
    return rules === 'seed' ? found : [...found, ...forbiddenAddresses(snapshot)]
  },
})

function secretsIn({ file, head, body }: Memory): Found<SecretFinding>[] {
  const text = head + body
  const logins = Array.from(text.matchAll(LOGIN), ({ index, 0: pair }) => ({
    what: 'a login',
    start: index,
    masked: pair.replace(/\/.*/, `/${HIDDEN}`),
  })).filter(({ start }) => CALLED_LOGIN.test(text.slice(Math.max(0, start - 80), start)))
  return [...findSecrets(text), ...logins].map(({ what, start, masked }) => ({
    kind: 'secret',
    file,
    line: lineAt(text, start),
    what,
    masked,
  }))
}

const lineAt = (text: string, at: number): number => text.slice(0, at).split(/\r\n|\r|\n/).length

/** "the admin password stays admin/admin": a default is a password as long as it is used. */
const LOGIN = /(?<![\w/.-])(admin|root|test|guest|user|postgres)\/(?:\1|password|1234\d{0,4})(?![\w/.-])/gi
/** In the same sentence before it: looked for only where there is such a pair, because looking back everywhere is slow. */
const CALLED_LOGIN = /\b(?:password|login|credentials?)\b[^.\n]{0,60}$/i

/** The owner's own rule: no addresses in notes. */
const forbids = says(({ notes }) => notes?.forbidsAddresses)
const PRIVATE = /(?<![\d.])(?:10\.\d{1,3}|192\.168|172\.(?:1[6-9]|2\d|3[01]))(?:\.\d{1,3}){2}(?!\.?\d)/g

function forbiddenAddresses({
  folder: { memories },
  evidence: { documents = [] },
}: Snapshot): Found<SecretFinding>[] {
  const isForbidden =
    memories.some(({ type, body }) => type === 'feedback' && forbids(body)) ||
    documents.some(({ path, text }) => isInstruction(path) && forbids(text))
  if (!isForbidden) return []
  return memories.flatMap(({ file, head, body }) => {
    const text = head + body
    const lines = new Map(
      Array.from(text.matchAll(PRIVATE), ({ index, 0: address }) => [lineAt(text, index), address]),
    )
    return Array.from(lines, ([line, address]) => ({
      kind: 'secret' as const,
      file,
      line,
      what: 'a private address, which your own rule keeps out of notes',
      masked: address.replace(/(?:\.\d{1,3}){2}$/, HIDDEN),
    }))
  })
}
