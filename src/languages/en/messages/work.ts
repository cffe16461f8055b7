import { count, number } from './count.ts'

/** What stops a command that writes, and what the demo and the help of a command say around it. */
export const work = {
  headings: { 'Usage:': 'Usage:', 'Options:': 'Options:', 'Arguments:': 'Arguments:' },

  store: {
    busy: (holder: string) => `another run is active here: ${holder}`,
    nativeDream: (pid: number, file: string) =>
      `the agent’s own dream is running here (process ${pid}, ${file}). Try again when it is done`,
    nativeTime: (file: string, why: string) => `the time of ${file} could not be updated: ${why}`,
    gone: 'it does not exist any more',
    taken: 'a file of that name exists now',
    changed: 'it was changed since the plan was made',
    indexLeft: (file: string) =>
      `someone edited ${file} during the run: the edit stayed, and it still lists notes that left. Run dream again`,
    indexEdited: (file: string) =>
      `${file} was edited during the run; the edit stayed, and the index was updated after it`,
  },

  applyPlan: {
    twice: (root: string) => `the plan names ${root} twice`,
    relative: (root: string) => `the plan names the folder ${root}, which is not an absolute path`,
    otherSpelling: (root: string, real: string) => `the plan names ${root}; its real path is ${real}`,
    unknown: (root: string) =>
      `the plan names ${root}, which is not a memory folder of this project and unknown to Dream. If it is right, use --folder or --all-projects`,
    gone: (root: string) => `${root} does not exist any more, or cannot be listed`,
    notMemory: (root: string) => `${root} is not a memory folder: it holds no Markdown file`,
    doneAll: (label: string) => `${label}: all changes of this plan were made by an earlier run`,
    donePart: (label: string, done: number, all: number) =>
      `${label}: ${done} of ${count(all, 'change')} of this plan were made by an earlier run`,
    youKept: 'you chose to keep it',
  },

  journals: {
    vault: (path: string) => `the vault ${path}`,
    vaultSet: (path: string) => `the vault ${path} (journal.vault)`,
    vaultMissing: (vault: string) => `${vault} does not exist. dream journal init creates it`,
    vaultNoFolder: (vault: string) => `${vault} is not a folder`,
    vaultLinkOut: (vault: string) =>
      `${vault} is a link out of the workspace and is not followed. If it is right, set DREAM_VAULT_PATH to it`,
    sayWhatToForget: 'nothing to forget: describe it',
    sayWhatToIndex: 'nothing to index: name an address, a file or a text',
    sayWhatToRemember: 'nothing to remember: write a text',
    kept: (files: string) => `nothing was written: ${files} kept changing. Try again`,
    keptChanging: 'nothing was written: the journals kept changing. Try again',
    changed: (files: string) => `${files} was changed at the same moment. Try again`,
    tooManyMatches: (matches: number, all: number) =>
      `${matches} of ${count(all, 'entry', 'entries')} match. Describe it more exactly, or use --allow-large`,
    finishedEarlier: 'an earlier attempt was interrupted and is finished now; nothing was written twice',
    overLimit: (details: string) => `MEMORY.md is over its limit, so it is only in the journal. ${details}`,
    onlyJournal: 'it looks like a secret or an instruction, so it is only in the journal',
    overLimitNothing: (details: string) => `nothing was written: MEMORY.md is over its limit. ${details}`,
    removedDamaged: (entries: number) =>
      `removed-entries.json was damaged: ${count(entries, 'entry', 'entries')} could be read and stay; history keeps the damaged bytes`,
    ledgerDamaged: (blocks: number) => `ledger.md has ${count(blocks, 'incomplete block')}, left as they are`,
    snapshotChanging: 'MEMORY.md kept changing',
    modelRefused: (why: string) => `the model’s answer was refused (${why}); the rules decided`,
    nothingWritten: 'nothing was written',
    leaving: (lines: number, all: number, percent: number) =>
      `${lines} of ${count(all, 'line')} (${percent} % of the snapshot) would leave at once`,
    notDay: (name: string) => `memory/${name} is named like a date but is none: not read`,
    outside: (chars: number) => `${number(chars)} characters outside Dream’s sections`,
  },

  demo: {
    steps: [
      'What the agent of a small shop remembers',
      'What Dream would do, and how it knows',
      'Doing it',
      'The folder afterwards',
      'History has every change',
      'Undoing it',
      'Is it really as before?',
    ],
    kept: (path: string) => `Everything is in ${path}`,
    differs: (files: string) => `No: ${files} differ.`,
    same: (files: number) => `Yes: ${count(files, 'file')}, every byte, file time and mode bit as before.`,
    next: 'Now on your own memory:',
    look: 'only look at the memory of the project you are in',
    run: 'see the plan, decide, apply',
    undo: 'undo it',
  },
}
