import { count } from './count.ts'

/** MAGMA's notes, its vector index, Obsidian, versions of notes, and what a search adds to its answer. */
export const vault = {
  notWritten: (file: string) => `${file} was not written`,
  noRecord: (id: string) => `MAGMA has no record ${id}`,
  changedSince: (file: string) => `${file} was not written: it was changed since it was read`,
  tooMuchGoes: (file: string) =>
    `${file} was not written: less than half of it would stay. If that is right, open the folder with { large: 'allow' }`,
  notFolder: (path: string) => `${path} is not a memory folder`,
  cannotList: (label: string, why: string) => `cannot list ${label}: ${why}`,
  unclear: (label: string) => `${label} could be an index or a journal workspace: nothing was written`,
  otherFolder: (id: string, label: string) => `the record ${id} was not made from a note of ${label}`,
  noMemory: (label: string, file: string) => `${label} has no note ${file}`,
  notSettled: (file: string, why: string) => `${file} was not settled: ${why}`,
  otherConflict: (root: string, label: string) => `the conflict is about ${root}, not about ${label}`,
  notTakenOver: (file: string, why: string) => `${file} was not taken over: ${why}`,
  looksSecret: 'it looks like it contains a secret',
  is: (origin: string) => `it is ${origin}`,
  skipped: (why: string) => `MAGMA was not updated: ${why}`,
  inStep: (settled: number, waiting: number) =>
    `the two engines disagreed: ${settled} settled, ${waiting} ${waiting === 1 ? 'waits' : 'wait'} in dream queue`,
  noField: (file: string, field: string, value: string) =>
    `${file} was not written: ${field} cannot be set to ${value} there. Give the whole text`,
  otherHead: (file: string) =>
    `${file} was not written: its frontmatter and text do not read as they were given`,

  index: {
    writing: (holder: string) => `the vector index is being written by ${holder}`,
    uneven: 'the embedding model gave vectors of different lengths',
    noEmbedder: 'there is no embedding model',
    unusable: 'the vector index cannot be used',
    absent: 'the vector index is not built yet',
    otherModel: (model: string) => `the vector index was made with another model (${model})`,
    lacks: (missing: number, all: number) => `the vector index lacks ${missing} of ${count(all, 'document')}`,
    late: (path: string, ms: number) => `the vector index at ${path} did not answer within ${ms} ms`,
    broken: (path: string, why: string) =>
      `the vector index at ${path} cannot be used (${why}). dream magma rebuild builds it again`,
    behind: (why: string | undefined, error: string) => `${why}, and could not be updated: ${error}`,
    notInstalled: (packages: string) =>
      `LanceDB is not installed. Run npm install ${packages} (docs/install.md)`,
    cannotLoad: (why: string) => `cannot load LanceDB (${why})`,
    off: 'magma.enabled is false',
    nothingToBuild: 'magma.enabled is false: there is nothing to build',
  },

  home: {
    gone: (vault: string) =>
      `the vault ${vault} (obsidian.vault) does not exist. Mount it, or set another in dream.config.json`,
    notListed: (why: string) => `cannot list MAGMA’s notes: ${why}`,
    badProperties: (file: string) => `cannot read the properties of ${file}; it is left as it is`,
    noProject: 'MAGMA’s notes belong to no project',
  },

  obsidian: {
    tooLong: 'the note is too long for a command',
    notTried: 'it was not tried',
    absent: 'there is no command obsidian',
    late: (ms: number) => `it did not answer within ${ms} ms`,
    failed: (code: string) => `it failed (${code})`,
    notAtomic:
      'nothing was written: obsidian.direct.atomicWrites is false, and Dream writes notes only by temporary file and rename',
    onlyCli: (why: string) =>
      `nothing was written: obsidian.mode is cli, obsidian.fallback is off, and Obsidian’s command cannot be used: ${why}`,
    repaired: (notes: number) =>
      `Obsidian’s command wrote other text to ${count(notes, 'note')}; they were written directly instead`,
    notUsed: (why: string) => `Obsidian’s command was not used (${why}); the notes were written directly`,
  },

  versions: {
    unknown: (memory: string) =>
      `no version of ${memory} is known; each run that writes records one of every note it sees`,
    several: (memory: string, labels: string) =>
      `${memory} is in several folders (${labels}). Choose one with --folder`,
    missing: (version: number, memory: string, known: string) =>
      `Version ${version} does not exist; ${memory} has ${known}`,
    name: (version: number, hash: string) => `version ${version} (${hash})`,
    that: (hash: string) => `that version (${hash})`,
    notText: (name: string) => `${name} is not text. dream undo restores such files`,
    notStored: (name: string) => `the text of ${name} is not stored, or was erased`,
    outside: 'Written outside Dream',
    elsewhere: (memory: string, label: string) => `${memory} is not in ${label}`,
  },

  graph: {
    line: (line: number, text: string) => `line ${line}: ${text}`,
    inNote: 'stands in the note',
    source: 'the note it came from',
    tooMany: (notes: number) =>
      `${notes} notes are too many to compare by meaning, so semantic links are left out`,
    some: (shown: number, all: number) =>
      `${shown} of ${all} edges are shown; --around NOTE looks closer, --limit shows more`,
  },

  moves: {
    sourceLeft: 'the note it came from is gone',
    rule: (layer: string) => `the rule of ${layer}`,
  },
}
