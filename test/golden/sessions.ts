import type { WorkspaceName } from './workspaces.ts'

// What is asked in each workspace, one line after the other. `{…}` is a word of the workspace; `{id}` is the first that waits.
// `put PATH TEXT` writes a file.

const LOOK = [
  'run --dry-run --json',
  'run --check --json --rules seed',
  'plan --json',
  'queue --json',
  'status --json',
  'load --json',
  'load --json --budget 200',
  'explain {kept} --json',
  'search --json {question}',
  'magma graph --json',
  'history --json',
  'prompt --json',
  'look --json',
  'brief --help',
  'submit {top}/no-answer.json --json',
  'export --help',
  'import {top}/no-such.dream --dry-run --json',
  'mcp --help',
  'adopt --dry-run --json',
]

const CHANGE = [
  'plan -o {top}/plan.json',
  'apply {top}/plan.json --dry-run --json',
  'apply {top}/plan.json --json',
  'apply {top}/plan.json --yes --json',
  'undo --json',
  'run --json',
  'run --yes --json --quiet',
  'history --json',
  'history {note} --json',
  'history {note} --diff --json',
  'rollback {note} 1',
  'undo --json',
  'status --json',
]

const QUEUE = [
  'queue --json --rules propose',
  'queue --reject {id} --rules propose',
  'queue --answered --json --rules propose',
  'queue --reopen {id} --rules propose',
  'queue --never {id} --rules propose',
  'queue --json --rules propose',
  'queue --accept {id} --rules propose',
  'undo --json',
  'queue --accept nothing',
]

const TELL = [
  'remember --json {remember}',
  'remember --json {remember}',
  'remember --json --as correction Anna is the lawyer',
  'forget --dry-run --json {forget}',
  'forget --json {forget}',
  'undo --json',
  'extract {top}/talk --dry-run --json',
  'extract {top}/talk --yes --json',
]

const MODELS = ['agent --json', 'consult --json', 'run --consult --json']

const MAGMA = [
  'magma check --json',
  'magma --json',
  'magma consolidate --dry-run --json',
  'magma nonsense --json',
]

const AUTOMATIC = [
  'auto session --session s1',
  'auto session',
  'auto --foreground --json',
  'auto daemon status --json',
  'setup --json',
  'setup --undo --json',
  'auto daemon install --json',
  'auto daemon nonsense --json',
]

const SETTINGS = [
  'config --json',
  'put shop/dream.config.json {"rules":"careful","policy":{"recentDays":2}}',
  'config policy --json',
  'config autoDream --json',
  'config schema',
  'config nonsense --json',
  'config trust --json',
  'config trust --yes --json',
  'config trust --list --json',
  'config trust --revoke --json',
  'team --json',
  'migrate --json',
]

const STORE = [
  'doctor --fix --json',
  'gc --dry-run --json',
  'gc --json',
  'purge {note} --dry-run --json',
  'purge {note} --json',
  'purge {note} --yes --json',
  'history {note} --json',
  'doctor --fix --json',
]

const JOURNAL = [
  'journal init --yes --json',
  'journal --json',
  'wakeup --json',
  'review --json',
  'review --json',
  'journal review --scheduled --json',
  'index --json --title Bees --topic bees https://example.org/bees',
  'search --json {question}',
  'undo --json',
]

const SLIPS = [
  'serve --port many',
  'histroy',
  'run ./nowhere --json',
  'run --json --markdown',
  'explain nothing.md --json',
  'history --diff',
  'fsck',
  'frobnicate',
]

const ONCE = [
  '--version',
  '--help',
  'queue --help',
  'journal --help',
  'completion bash',
  'completion tcsh',
  'demo',
]

export const SESSIONS: Readonly<Record<WorkspaceName, readonly string[]>> = {
  'index-git': [...LOOK, ...QUEUE, ...CHANGE, ...STORE, ...TELL, ...MODELS, ...MAGMA, ...SETTINGS, ...SLIPS],
  'index-alone': [...LOOK, ...CHANGE, ...STORE, ...TELL.slice(0, 6), ...MAGMA.slice(0, 3)],
  agents: [...LOOK, ...QUEUE.slice(0, 3), ...CHANGE, ...STORE.slice(0, 2), 'doctor --json'],
  'journal-english': [
    ...LOOK,
    ...JOURNAL,
    ...TELL.slice(0, 6),
    'run --yes --json',
    ...STORE,
    'doctor --json',
  ],
  'journal-chinese': [...LOOK, ...JOURNAL, ...TELL.slice(0, 6), ...STORE.slice(0, 2)],
  empty: [
    ...LOOK,
    ...TELL,
    ...JOURNAL.slice(1, 7),
    ...AUTOMATIC,
    ...STORE.slice(0, 2),
    ...ONCE,
    'doctor --json',
  ],
}

/** `dream-tools`, in a journal workspace. */
export const TOOLS: readonly (readonly string[])[] = [
  ['--check-idle'],
  ['--check-size'],
  ['--hash', 'a text'],
  ['--ledger-append', '1a2b3c4d', 'done', 'The order form is finished', 'a note'],
  ['--ledger-append', 'L1', 'done', 'The order form is finished'],
  ['--atomic-write', 'MEMORY.md', 'memory/2026-02-01.md'],
  ['--check-size'],
  ['--ledger-search', 'order form'],
  ['--dedup-index', 'https://example.org/bees'],
  ['--nonsense'],
]
