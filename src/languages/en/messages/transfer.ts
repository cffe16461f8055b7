import { count } from './count.ts'

/** dream export and dream import. */
export const transfer = {
  export: {
    help: {
      summary: 'write memory folders with their whole history to one file, for another machine',
      options: { file: 'the file to write; it must not exist yet' },
      examples: [
        'the folders of this project',
        'one folder',
        'every folder of this user',
        'on the other machine: see what would happen, then say yes',
      ],
    },
    done: (file: string, folders: number, size: string) =>
      `${count(folders, 'folder')} written to ${file} (${size})`,
    folder: (notes: number, runs: number, versions: number) =>
      `${count(notes, 'file')}, ${count(runs, 'run')} with ${count(versions, 'version')}`,
    left: (names: string) => `not included, because Dream never writes there: ${names}`,
    secrets: 'The file holds your notes as they are, secrets included. Keep it as safe as the notes.',
    next: 'on the other machine, in the project',
    exists: (file: string) => `${file} exists already; choose another name`,
    noFolder: (folder: string) => `no such folder: ${folder}`,
    inside: (file: string, folder: string) =>
      `${file} would be a file of the memory folder ${folder}; write it elsewhere`,
    tooLarge: (size: string, most: string) =>
      `these folders make ${size}, and dream import reads at most ${most}; export some of them with --folder`,
  },
  import: {
    help: {
      summary: 'bring in folders that dream export wrote; never overwrites a file',
      options: {
        file: 'the file that dream export wrote',
        to: 'where a folder goes; of several, by its number: 2=DIR',
      },
      examples: [
        'show what would happen and ask; without a terminal, only show it',
        'without asking',
        'into this folder',
        'take it back',
      ],
    },
    from: (home: string, time: string) => `Exported from ${home} on ${time}`,
    to: (root: string, isNew: boolean) => `to ${root}${isNew ? ' (new)' : ''}`,
    would: (added: number, runs: number, same: number) =>
      `${count(added, 'file')} to add, ${count(runs, 'run')} of history, ${same} the same already`,
    did: (added: number, runs: number, same: number) =>
      `${count(added, 'file')} added, ${count(runs, 'run')} of history, ${same} the same already`,
    differs: 'differs from the file that is there, which stays as it is',
    question: 'Import this?',
    runWithYes: 'Nothing was changed. Run again with --yes to import.',
    nothing: 'Everything is there already.',
    declined: 'Nothing was changed.',
    undo: 'undo the import',
    index: 'add the new notes to the MEMORY.md that was there',
    sayWhere: (number: number, root: string) =>
      `folder ${number} was ${root}, and has no place on this machine; go to its project, or say where it goes with --to ${number}=DIR`,
    notForMemory: (number: number, target: string) =>
      `folder ${number} would go to ${target}, which is no memory folder that Dream knows; if it is right, write --to ${number}=${target}`,
    wrongTo: (to: string, count: number) =>
      `--to ${to} names no folder of the file; write --to N=DIR with N from 1 to ${count}`,
    sameTarget: (root: string) =>
      `two folders of the file would go to ${root}; say where they go with --to N=DIR`,
    notEmpty: (root: string) => `${root} is no folder`,
    badVault: (vault: string) =>
      `the vault ${vault} of this workspace is no folder of its own; set journal.vault`,
  },
  refused: (file: string, why: string) => `${file} ${why}; nothing was imported`,
  foreign: 'was not written by dream export',
  newer: (format: number, known: number) =>
    `was written by a newer Dream (format ${format}; this one reads ${known}); update Dream on this machine`,
  damaged: (what: string) => `is damaged: ${what}`,
  line: (number: number, what: string) => `line ${number}: ${what}`,
  notAsWritten: 'not what was written',
  noEnd: 'its end is missing',
  checksum: 'its checksum is wrong',
  noFolder: 'belongs to no folder',
  unknownLine: (kind: string) => `unknown kind of line: ${kind}`,
  wrongHash: 'the bytes do not match their hash',
  wrongName: (name: string) => `${name} is not a file of a memory folder`,
  twice: (name: string) => `${name} appears twice`,
  wrongRun: (run: string) => `run ${run} has an impossible name or time`,
}
