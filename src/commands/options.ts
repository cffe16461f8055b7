import type { Inputs } from './command.ts'

/** Options that several commands share: one place for the spelling and meaning of each. */
const OPTIONS = {
  paths: { kind: 'words', need: 'optional', completes: 'directories' },
  folder: { kind: 'texts', value: 'dir', short: 'f' },
  project: { kind: 'text', value: 'dir' },
  allProjects: { kind: 'flag' },
  layout: { kind: 'choice', choices: ['index', 'journal'] },
  env: { kind: 'text', value: 'name' },
  rules: { kind: 'choice', choices: ['careful', 'seed', 'propose'] },
  recentDays: { kind: 'count' },
  merge: { kind: 'choice', choices: ['append', 'list'] },
  allowLarge: { kind: 'flag' },
  rebuildIndex: { kind: 'flag' },
  checkLinks: { kind: 'flag' },
  dryRun: { kind: 'flag' },
  yes: { kind: 'flag', short: 'y' },
  scheduled: { kind: 'flag' },
  markdown: { kind: 'flag' },
  output: { kind: 'text', value: 'file', short: 'o' },
  verbose: { kind: 'flag', short: 'v' },
  quiet: { kind: 'flag', short: 'q' },
  hook: { kind: 'flag' },
  session: { kind: 'text', value: 'id' },
  transcripts: { kind: 'text', value: 'dir' },
  consult: { kind: 'flag' },
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
