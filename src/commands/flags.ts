export interface FlagSpec<Name extends PropertyKey = string> {
  /** As commander reads it: `-o, --output <file>`. */
  readonly flags: string
  readonly about: string
  readonly choices?: readonly string[]
  /** `count`: a whole number from 0 on. `positive`: from 1 on. `many`: may be given again. */
  readonly value?: 'count' | 'positive' | 'many'
  readonly conflicts?: readonly Name[]
}

/** Keeps the exact words of the table, so that `Flags` follows from it, and lets only flags of it conflict. */
const tableOf = <const Table extends Readonly<Record<keyof Table, FlagSpec<keyof Table>>>>(
  table: Table,
): Table => table

/** One place for each flag's spelling and meaning: parser, help, completion and the type below are made from it. */
export const FLAGS = tableOf({
  dryRun: { flags: '--dry-run', about: 'show what would happen and write nothing' },
  check: { flags: '--check', about: 'write nothing; exit 3 if a live run would' },
  yes: { flags: '-y, --yes', about: 'apply without asking; with no terminal nothing is changed without it' },
  json: { flags: '--json', about: 'print JSON', conflicts: ['markdown'] },
  markdown: { flags: '--markdown', about: 'print Markdown' },
  output: { flags: '-o, --output <file>', about: 'write it to a file' },
  rules: {
    flags: '--rules <rules>',
    about: 'what may happen without a person',
    choices: ['careful', 'seed', 'propose'],
  },
  project: { flags: '--project <dir>', about: 'the project that memories speak of (else: this one)' },
  allProjects: { flags: '--all-projects', about: 'the memory of every project of this user' },
  layout: {
    flags: '--layout <layout>',
    about: 'how to read a folder that could be either',
    choices: ['index', 'journal'],
  },
  rebuildIndex: { flags: '--rebuild-index', about: 'write MEMORY.md anew instead of editing it' },
  merge: {
    flags: '--merge <how>',
    about: 'what only the duplicate says: list it, or append it to the one that stays',
    choices: ['append', 'list'],
  },
  allowLarge: { flags: '--allow-large', about: 'let more go at once than usual' },
  recentDays: {
    flags: '--recent-days <n>',
    about: 'leave memories touched within n days alone (3)',
    value: 'count',
  },
  checkLinks: {
    flags: '--check-links',
    about: 'ask whether the links of references are alive (reaches the network)',
  },
  scheduled: {
    flags: '--scheduled',
    about: 'started by a clock: ask nothing, say little, a held lock is fine',
  },
  verbose: { flags: '-v, --verbose', about: 'all the evidence, and every memory' },
  quiet: { flags: '-q, --quiet', about: 'one line' },
  color: { flags: '--color', about: 'colours also without a terminal' },
  noColor: { flags: '--no-color', about: 'no colours' },
  folder: { flags: '-f, --folder <dir>', about: 'this memory folder instead of those found', value: 'many' },
  run: { flags: '--run <id>', about: 'everything that one run stored' },
  object: { flags: '--object <hash>', about: 'one stored version' },
  source: {
    flags: '--source <session>',
    about: 'all that came from one conversation, and all that was made of it',
    conflicts: ['run', 'object'],
  },
  budget: { flags: '--budget <n>', about: 'at most n characters (16000)', value: 'count' },
  as: {
    flags: '--as <kind>',
    about: 'what it is, whatever its words look like',
    choices: ['correction', 'decision', 'project', 'note'],
  },
  title: { flags: '--title <words>', about: 'its title' },
  summary: { flags: '--summary <sentence>', about: 'one sentence about it' },
  topic: { flags: '--topic <name>', about: 'a topic it belongs to', value: 'many' },
  keep: { flags: '--keep', about: 'leave the directory of the demonstration' },
  accept: {
    flags: '--accept <id>',
    about: 'do what one of them offers',
    conflicts: ['reject', 'never', 'reopen'],
  },
  goes: { flags: '--goes <memory>', about: 'with --accept: which of two that contradict each other goes' },
  reject: {
    flags: '--reject <id>',
    about: 'no, until a file that it is about changes',
    conflicts: ['never', 'reopen'],
  },
  never: { flags: '--never <id>', about: 'no, and do not ask again', conflicts: ['reopen'] },
  reopen: { flags: '--reopen <id>', about: 'take an answer back' },
  answered: { flags: '--answered', about: 'what was answered, instead of what waits' },
  env: {
    flags: '--env <name>',
    about: 'use this block of environments in the configuration (else DREAM_ENV)',
  },
  list: { flags: '--list', about: 'what is trusted', conflicts: ['revoke'] },
  revoke: { flags: '--revoke', about: 'trust it no more' },
  hook: { flags: '--hook', about: 'called by a hook: reads its JSON on standard input, prints nothing' },
  session: { flags: '--session <id>', about: 'a session, by its id' },
  foreground: { flags: '--foreground', about: 'dream in this process instead of a detached one' },
  once: { flags: '--once', about: 'one look, then end (for timers)' },
  limit: { flags: '--limit <n>', about: 'at most n hits (10)', value: 'positive' },
  engine: {
    flags: '--engine <which>',
    about: 'ask the files, the vectors, or both (else as configured)',
    choices: ['ccb', 'magma', 'both'],
  },
  explain: { flags: '--explain', about: 'how each was found, and why' },
  verify: { flags: '--verify', about: 'let the model of llm.verification look at the hits' },
  print: { flags: '--print', about: 'only show what would be written' },
  fix: { flags: '--fix', about: 'settle what may be settled without a person' },
  anew: { flags: '--anew', about: 'throw the old index away first' },
  format: { flags: '--format <form>', about: 'in which form (mermaid)', choices: ['mermaid', 'dot', 'json'] },
  relation: {
    flags: '--relation <kind>',
    about: 'only these: link, index, semantic, temporal, causal, entity',
    value: 'many',
  },
  consult: {
    flags: '--consult',
    about: 'ask the model of llm.agents too; what it says decides nothing alone',
    conflicts: ['dryRun', 'check'],
  },
  record: { flags: '--record <file>', about: 'add every call to a model, and its answer, to a file' },
  replay: {
    flags: '--replay <file>',
    about: 'let a recording answer instead of the model',
    conflicts: ['record'],
  },
  steps: { flags: '--steps <n>', about: 'at most n turns of the agent (40)', value: 'positive' },
  transcripts: {
    flags: '--transcripts <dir>',
    about: 'transcripts of sessions, to be searched and never written',
  },
})

export type FlagName = keyof typeof FLAGS

type ValueOf<Spec> = Spec extends { readonly value: 'many' }
  ? readonly string[]
  : Spec extends { readonly value: string }
    ? number
    : Spec extends { readonly choices: readonly (infer Choice)[] }
      ? Choice
      : Spec extends { readonly flags: `${string}<${string}` }
        ? string
        : boolean

/** Every flag of every command, as it arrives; `--no-color` arrives as `color`. */
export type Flags = {
  readonly [Name in Exclude<FlagName, 'noColor'>]?: ValueOf<(typeof FLAGS)[Name]>
}
