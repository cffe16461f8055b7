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
  'graph --json',
  'history --json',
  'prompt --json',
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
  'diff {note} --json',
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

const MAGMA = ['check --json', 'magma --json', 'magma consolidate --dry-run --json', 'magma nonsense --json']

const AUTOMATIC = [
  'session --session s1',
  'session',
  'auto --foreground --json',
  'daemon status --json',
  'daemon install --print --json',
  'daemon install --json',
  'daemon uninstall --json',
  'daemon nonsense --json',
]

const SETTINGS = [
  'config --json',
  'put shop/dream.config.json {"rules":"careful","policy":{"recentDays":2}}',
  'config policy --json',
  'config autoDream --json',
  'config schema',
  'config nonsense --json',
  'trust --json',
  'trust --yes --json',
  'trust --list --json',
  'trust --revoke --json',
]

const STORE = [
  'recover --json',
  'fsck --json',
  'gc --dry-run --json',
  'gc --json',
  'purge {note} --dry-run --json',
  'purge {note} --json',
  'purge {note} --yes --json',
  'history {note} --json',
  'fsck --json',
]

const JOURNAL = [
  'init --yes --json',
  'wakeup --json',
  'review --json',
  'review --json',
  'review --scheduled --json',
  'index --json --title Bees --topic bees https://example.org/bees',
  'search --json {question}',
  'undo --json',
]

const SLIPS = [
  'histroy',
  'run ./nowhere --json',
  'run --json --markdown',
  'explain nothing.md --json',
  'diff',
]

const ONCE = ['--version', '--help', 'queue --help', 'completion bash', 'completion tcsh', 'demo']

export const SESSIONS: Readonly<Record<WorkspaceName, readonly string[]>> = {
  'index-git': [...LOOK, ...QUEUE, ...CHANGE, ...STORE, ...TELL, ...MODELS, ...MAGMA, ...SETTINGS, ...SLIPS],
  'index-alone': [...LOOK, ...CHANGE, ...STORE, ...TELL.slice(0, 6), ...MAGMA.slice(0, 3)],
  agents: [...LOOK, ...QUEUE.slice(0, 3), ...CHANGE, ...STORE.slice(0, 3), 'doctor --json'],
  'journal-english': [
    ...LOOK,
    ...JOURNAL,
    ...TELL.slice(0, 6),
    'run --yes --json',
    ...STORE,
    'doctor --json',
  ],
  'journal-chinese': [...LOOK, ...JOURNAL, ...TELL.slice(0, 6), ...STORE.slice(0, 3)],
  empty: [
    ...LOOK,
    ...TELL,
    ...JOURNAL.slice(1, 6),
    ...AUTOMATIC,
    ...STORE.slice(0, 3),
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
