import type { Inputs } from './input.ts'

/** Options that several commands share: one place for the spelling and meaning of each. */
const OPTIONS = {
  paths: {
    kind: 'words',
    need: 'optional',
    about: 'memory folders; without any, those of this project are found',
    completes: 'directories',
  },
  folder: {
    kind: 'texts',
    value: 'dir',
    short: 'f',
    about: 'this memory folder instead of those found',
  },
  project: { kind: 'text', value: 'dir', about: 'the project that memories speak of (else: this one)' },
  allProjects: { kind: 'flag', about: 'the memory of every project of this user' },
  layout: {
    kind: 'choice',
    choices: ['index', 'journal'],
    about: 'how to read a folder that could be either',
  },
  env: {
    kind: 'text',
    value: 'name',
    about: 'use this block of environments in the configuration (else DREAM_ENV)',
  },
  rules: {
    kind: 'choice',
    choices: ['careful', 'seed', 'propose'],
    about: 'what may happen without a person',
  },
  recentDays: { kind: 'count', about: 'leave memories touched within n days alone (3)' },
  merge: {
    kind: 'choice',
    choices: ['append', 'list'],
    about: 'what only the duplicate says: list it, or append it to the one that stays',
  },
  allowLarge: { kind: 'flag', about: 'allow archiving more than 10 % of a folder in one run' },
  rebuildIndex: { kind: 'flag', about: 'write MEMORY.md anew instead of editing it' },
  checkLinks: {
    kind: 'flag',
    about: 'ask whether the links of references are alive (reaches the network)',
  },
  dryRun: { kind: 'flag', about: 'show what would happen and write nothing' },
  yes: {
    kind: 'flag',
    short: 'y',
    about: 'apply without asking; with no terminal nothing is changed without it',
  },
  scheduled: { kind: 'flag', about: 'started by a clock: ask nothing, say little, a held lock is fine' },
  markdown: { kind: 'flag', about: 'print Markdown' },
  output: { kind: 'text', value: 'file', short: 'o', about: 'write it to a file' },
  verbose: { kind: 'flag', short: 'v', about: 'all the evidence, and every memory' },
  quiet: { kind: 'flag', short: 'q', about: 'one line' },
  hook: { kind: 'flag', about: 'called by a hook: reads its JSON on standard input, prints nothing' },
  session: { kind: 'text', value: 'id', about: 'a session, by its id' },
  transcripts: {
    kind: 'text',
    value: 'dir',
    about: 'transcripts of sessions, to be searched and never written',
  },
  consult: {
    kind: 'flag',
    about: 'ask the model of llm.agents too; what it says decides nothing alone',
  },
} as const satisfies Inputs

type Name = keyof typeof OPTIONS

/** Some of the shared options, in this order. */
export function shared<const Names extends readonly Name[]>(
  ...names: Names
): Pick<typeof OPTIONS, Names[number]> {
  return Object.fromEntries(names.map(name => [name, OPTIONS[name]])) as Pick<typeof OPTIONS, Names[number]>
}

/** Which folders are meant. */
export const FOLDERS = shared('folder', 'project', 'allProjects', 'layout', 'env')
/** What may happen without a person. */
export const POLICY = shared('rules', 'recentDays')
