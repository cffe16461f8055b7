import { count } from './count.ts'

/** Undo, versions, and the care of Dream's own files. */
export const history = {
  undo: {
    nothing: (elsewhere: string) =>
      `nothing to undo: no run has changed these folders${elsewhere === '' ? '' : `. ${elsewhere}`}`,
    several: (name: string, runs: string) => `${name} matches several runs: ${runs}`,
    unknownRun: (name: string) => `no run ${name} can be undone here; dream history lists the runs`,
    asBefore: (run: string) => `Nothing to restore for ${run}: every file is as it was before`,
    finished: (run: string, files: number) =>
      `Finished the interrupted undo of ${run}: ${count(files, 'file')} restored`,
    done: (run: string, files: number) => `Undid ${run}: ${count(files, 'file')} restored`,
    failed: (run: string) => `Could not undo ${run}: no file was changed`,
    partly: (run: string, done: number, all: number) =>
      `Undid part of ${run}: ${done} of ${count(all, 'file')} restored`,
    runOf: (run: string, time: string) => `${run} (${time})`,
    changedSince: (kept: string) =>
      `changed since, so it stays; the version from before the run is saved as ${kept}`,
    stays: (why: string) => `stays as it is: ${why}`,
    tryAgain: 'try again once the cause is removed',
    redo: 'redoes it',
    did: { archive: 'removed again', write: 'restored', append: 'appended to' },
    editedMeanwhile: (kept: string) => `edited at the same moment; that edit is saved as ${kept}`,
  },

  list: {
    noRun: 'no run yet',
    undoOf: (command: string, run: string) => `${command} of ${run}`,
    erased: (versions: number) => `${count(versions, 'stored version')} erased on request`,
    did: { archive: 'archived', write: 'written', append: 'appended to' },
    whichMemory: 'name a note: dream history MEMORY --diff, or --restore VERSION',
    needsDiff: (word: string) => `to compare versions add --diff: dream history MEMORY --diff ${word}`,
    unknown: (memory: string) => `nothing is known about ${memory} here; dream history lists every run`,
    version: (version: number) => `version ${version}`,
    gone: (version: number) => `gone; last version ${version}`,
    dates: (created: string, updated: string) => `created ${created}, updated ${updated}`,
    removed: 'removed',
    changed: 'changed',
    firstSeen: 'first seen',
    changedOutside: 'changed outside Dream',
    removedOutside: 'removed outside Dream',
  },

  diff: {
    between: (from: number, to: number) => `version ${from} → version ${to}`,
    same: 'No difference.',
    hidden: 'The difference is a secret, a line ending or trailing white space.',
    noVersion: (word: string) =>
      `a version is a number, 1 or higher, not ${word}; dream history MEMORY lists them`,
  },

  recover: {
    nothing: 'No interrupted run: every run is finished',
    finished: (run: string) => `finished ${run}`,
    damaged: (runs: string, files: string) =>
      `the record of ${runs} is damaged and was set aside; files named ${files} in the folder, if any, hold what that run had moved`,
  },

  fsck: {
    checked: (versions: number, size: string, runs: number) =>
      `${count(versions, 'version')} (${size}) and ${count(runs, 'run')} checked`,
    ok: 'no problems',
    problems: (many: number) => count(many, 'problem'),
  },

  gc: {
    noState: 'Dream keeps no state for these folders',
    wouldFree: (size: string) => `Would free ${size}. Run without --dry-run to do it.`,
    freed: (size: string) => `Freed ${size}`,
    nothing: 'Nothing to remove: everything stored is needed',
    caches: 'caches',
    unusedCaches: (many: number) => `${count(many, 'file')} not used for months`,
    packed: (many: number) => `${count(many, 'version')} of Dream’s own files, now stored as differences`,
    unneeded: (many: number) => `${count(many, 'stored version')} that nothing needs`,
    trash: (many: number) => `${count(many, 'file')} kept for late edits`,
    leftovers: (many: number) => `${count(many, 'leftover')} of interrupted runs`,
    held: (why: string) => `stored versions that seem unneeded stay: ${why}`,
  },

  purge: {
    needsYes: 'erasing cannot be undone: pass --yes, or --dry-run to look first',
    confirm: 'Erase this for good? It cannot be undone.',
    whichOne: 'say what to purge: a note, --run ID, --object HASH or --source SESSION, and only one of them',
    hash: (given: string) => `an object is named by at least 12 hex digits of its hash, not ${given}`,
    noFile: (name: string) => `not a note: ${name}`,
    whichSource: 'say which source: the id of a session, or its transcript',
    notAll: 'not everything could be removed, so nothing was erased',
    nothing: 'Nothing stored matches; nothing was erased',
    removed: { gone: 'removed', cut: 'text taken over from it removed' },
    wouldRemove: { gone: 'would be removed', cut: 'text taken over from it would be removed' },
    erased: (files: string, size: string) => `erased: ${files}, ${size}`,
    wouldErase: (files: string, size: string) => `would be erased: ${files}, ${size}`,
    kept: (why: string) => `kept: ${why}`,
    broken: (runs: string) => `can no longer be undone completely: ${runs}`,
    wouldBreak: (runs: string) => `could then not be undone completely: ${runs}`,
  },

  doctor: {
    fix: (what: string) => `fix: ${what}`,
    ok: (looked: string) => `No problems found (${looked}).`,
    found: (wrong: number, known: number) =>
      `${count(wrong, 'problem')}, ${count(known, 'thing')} worth knowing.`,
    parts: {
      configuration: 'configuration',
      state: 'state directory',
      locks: 'locks and runs',
      moved: 'memory of moved projects',
      hooks: 'hooks',
      daemon: 'daemon',
      runs: 'automatic runs',
      starters: 'what starts Dream',
      database: 'database of the team',
      summary: 'summary file of OpenClaw',
    },
    strangeState: (why: string) => `Dream does not use its state directory: it ${why}`,
    again: 'then run dream doctor again',
    wantsMore: (names: string) => `This project’s dream.config.json sets what needs your trust: ${names}`,
    readAndTrust: 'read it, then run dream config trust; or leave it as it is',
    badConfiguration: 'The configuration cannot be used',
    correctIt: 'correct it there; dream config schema prints a JSON Schema for your editor',
    cannotWrite: 'Dream cannot write its own state, so it can change nothing',
    makeItYours: (folder: string) => `check its owner (ls -ld ${folder}), or set XDG_STATE_HOME`,
    unreadableState: 'The state of a folder cannot be read',
    tryFix: (why: string) => `${why}; try dream doctor --fix`,
    goneFolder: (root: string) => `Dream keeps the history of a folder that no longer exists: ${root}`,
    goneFolderFix: 'if you moved the folder, move it back to undo old runs; nothing is lost meanwhile',
    leftLock: (root: string) => `A run ended without releasing its lock: ${root}`,
    leftLockFix: 'nothing to do: the next run takes it over',
    interrupted: (run: string) => `Run ${run} was interrupted`,
    interruptedFix: 'dream doctor --fix finishes it',
    wouldFix: (runs: number) =>
      `dream doctor --fix ${runs === 0 ? '' : `finishes ${count(runs, 'interrupted run')} and `}verifies every byte that Dream keeps.`,
    lostProject: (project: string) => `The project of this memory is gone or was moved: ${project}`,
    maybeMoved: (to: string, command: string) => `it may be ${to} now: ${command}`,
    lostProjectFix: (memory: string, projects: string) =>
      `if you moved it, move its memory too: mv ${memory} ${projects}/<slug of the new path>/; if it is gone, ignore this`,
    deadHook: (missing: string) => `A hook cannot start: ${missing} does not exist`,
    deadHookFix:
      'install Dream where the hook expects it, or correct the hook (command -v dream shows where it is)',
    deadDaemon: (script: string) => `The daemon’s unit starts a program that does not exist: ${script}`,
    oldDaemon: 'The daemon’s unit is not what would be written now',
    reinstall: 'dream setup timer writes it again',
    failedRuns: (times: number, why: string) =>
      `The last ${times === 1 ? 'automatic run' : `${times} automatic runs`} failed: ${why}`,
    failedRunsFix: 'it is tried again automatically; dream --dry-run there shows what it would do',
  },
}
