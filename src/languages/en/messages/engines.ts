import { count } from './count.ts'

/** MAGMA, automatic runs, settings. */
export const engines = {
  magma: {
    unknownPart: (words: string, given: string) => `dream magma consolidate takes ${words}, not ${given}`,
    states: {
      ready: 'ready',
      behind: 'usable, but behind',
      absent: 'not built yet',
      'other-model': 'built with another model',
      damaged: 'damaged',
      unusable: 'not usable',
      off: 'off',
    },
    inVault: 'in the Obsidian vault',
    inState: 'in Dream’s state, because obsidian.vault is not set',
    records: (many: number, where: string, home: string) => `${count(many, 'record')} ${where}: ${home}`,
    documents: (many: number, layers: string) => `${count(many, 'document')} searchable; by layer: ${layers}`,
    index: (state: string, words: string) => `vector index: ${state}, ${words}`,
    vectors: (rows: number, model: string | null, dimensions: number, behind: number) =>
      `${count(rows, 'vector')}${model === null ? '' : `, ${model} (${dimensions} dimensions)`}${behind === 0 ? '' : `, ${behind} missing`}`,
    builds: 'builds it',
    rebuilt: (words: string, embedded: number, kept: number, removed: number, seconds: string) =>
      `The vector index holds ${words}: ${embedded} embedded, ${kept} unchanged, ${removed} removed, ${seconds} s.`,
    dryRun: 'Nothing was written: this is what would be done.',
    files: 'files',
    filesDone: (folders: number, archived: number, written: number, proposals: number) =>
      `${count(folders, 'folder')}: ${archived} archived, ${written} written, ${count(proposals, 'proposal')} waiting`,
    filesToMagma: 'files to MAGMA',
    nothingNew: 'nothing new to take over',
    takenOver: (record: string, layer: string) => `taken over as ${record} (${layer})`,
    updated: (record: string, layer: string) => `updated as ${record} (${layer})`,
    itself: 'MAGMA itself',
    nothing: 'nothing to do',
    duplicate: (of: string) => `archived: says the same as ${of}`,
    moved: (from: string, to: string, why: string) => `${from} to ${to}: ${why}`,
    related: (notes: number) => `relations written in ${count(notes, 'note')}`,
  },

  check: {
    agree: (folders: number) => `The files and MAGMA agree (${count(folders, 'folder')} checked).`,
    conflicts: (many: number) => `${count(many, 'conflict')} between the files and MAGMA`,
    against: (note: string, type: string, severity: string) => `against magma/${note} (${type}, ${severity})`,
    differ: (what: string) => `they differ in: ${what}`,
    wins: {
      'ccb-wins': 'the file wins: user and feedback notes follow the files',
      'magma-wins': 'MAGMA wins: lasting knowledge follows MAGMA',
      'manual-review': 'you decide',
    },
    did: {
      settled: 'settled',
      proposed: 'waits for your approval',
      queued: 'waits for you',
      answered: 'you rejected it',
      'changed-meanwhile': 'changed at the same moment; nothing was written',
      failed: 'failed; nothing was written',
    },
    or: (command: string) => `${command} (or note)`,
  },

  graph: {
    unknownRelation: (kinds: string, word: string) => `--relation takes ${kinds}, not ${word}`,
    missing: (label: string) => `${label} (missing)`,
  },

  auto: {
    failed: (why: string) => `the automatic run failed: ${why}`,
    whichSession: 'which session? Pass --session ID, or --hook with the JSON of a hook.',
    badSession: 'a session id consists of letters, digits, dots and dashes',
  },

  daemon: {
    unknown: (word: string, near: string | undefined) =>
      `dream auto daemon takes status or nothing, not ${word}${near === undefined ? '' : ` (did you mean ${near}?)`}`,
    moved: (word: string) =>
      `dream auto daemon ${word} is now ${word === 'install' ? 'dream setup timer' : 'dream setup timer --undo'}`,
    neverSeen: 'It has never run.',
    working: (pid: number, seen: string) => `Running: process ${pid}, last seen ${seen}.`,
    notWorking: (seen: string) => `Not running; last seen ${seen}.`,
    log: (path: string) => `log: ${path}`,
  },

  config: {
    environment: (name: string) => `environment: ${name}`,
    sourced: (value: string, source: string) => `${value}  (${source})`,
    default: 'default',
    models: 'models',
    needsTrust: 'ignored until you have read it and run dream config trust',
    unknownVariable: (name: string) => `${name} is set but is not a setting of Dream`,
    unknown: (what: string, near: string | undefined) =>
      `${what} is not a setting${near === undefined ? '' : ` (did you mean ${near}?)`}`,
    notSet: 'not set',
  },

  trust: {
    none: 'No project is trusted.',
    since: (day: string) => `since ${day}, as it was then`,
    did: {
      trusted: 'is trusted now, until it changes',
      already: 'is trusted already',
      revoked: 'is no longer trusted',
      'was-not-trusted': 'was not trusted',
      asked: 'is not trusted; nothing was changed',
    },
    needsPerson: 'only a person can trust a project: read dream config, then pass --yes',
    asksNothing: 'sets nothing that needs trust',
    leadsTo: (place: string) => `leads to ${place}, outside the project`,
    confirm: 'Trust this as it is now?',
  },

  completion: {
    unknown: (shell: string, near: string | undefined) =>
      `no completion for ${shell}; there is bash, zsh and fish${near === undefined ? '.' : ` (did you mean ${near}?)`}`,
  },
}
