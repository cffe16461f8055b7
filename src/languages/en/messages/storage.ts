/** What happened to one file of a run, and what is wrong with what Dream keeps. */
export const storage = {
  finishedFirst: (run: string, done: number, all: number) =>
    `run ${run} was interrupted and has been finished first (${done} of ${all} changes made)`,
  damagedRecord: (run: string) =>
    `run ${run} was interrupted and its record is damaged. Look at the files .dream-${run}-* in the folder, which hold what it moved, then run dream doctor --fix`,
  unknownVault: (run: string, vault: string) =>
    `run ${run} was interrupted while it wrote to the vault ${vault}, which neither the settings nor history name. Set it as DREAM_VAULT_PATH or obsidian.vault, then run dream doctor --fix`,
  interrupted: (why: string) =>
    `the run was interrupted (${why}). Nothing is lost: dream doctor --fix finishes it`,
  tracesLeft: (why: string) =>
    `this run left temporary files (${why}); the next command that writes removes them`,
  couldNot: (file: string, what: string, why: string) => `${file} could not be ${what}: ${why}`,
  what: { updated: 'updated', changed: 'changed', archived: 'archived' },
  stuck: (file: string, first: string, second: string) =>
    `${file} could not be changed (${first}) and not be restored (${second}). Nothing is lost: run dream doctor --fix when the disk works again`,
  wasToBeTakenBack: 'it was to be restored',
  otherOwner: (file: string, uid: number, gid: number) =>
    `${file} belongs to you now: only root can give it back to ${uid}:${gid}`,

  meanwhile: {
    deleted: 'it was deleted at the same moment',
    editedMoving: 'it was edited while it was being moved; the edit stays',
    writtenAnew: 'it was written again while it was being archived',
    editedReplacing: 'it was edited while it was being replaced; the edit stays',
    nameTaken: 'another file took its name at the same moment',
    changedSinceRun: 'it was changed since that run',
  },
  needs: (files: string) => `it needs ${files}, which was not done`,
  erased: (hash: string) => `its text (${hash}) was erased`,
  erasedThen: 'its earlier text was erased',
  damaged: (hash: string) => `its stored text (${hash}) is damaged. Run dream doctor --fix`,
  becauseIndex: (file: string, why: string) => `${file} could not be written: ${why}`,
  becauseChange: (file: string, why: string) => `${file} was not changed: ${why}`,
  becauseArchive: (file: string, why: string) => `${file} was not archived: ${why}`,
  takenBack: (because: string) => `undone, because ${because}`,
  stateOf: (root: string) => `the state of ${root}`,
  inUse: (file: string) => `${file} has this text now; change or forget it first`,

  wrongLine: (line: number, file: string) => `line ${line} of ${file} is not what was written`,
  outOfOrder: (line: number, file: string) => `line ${line} of ${file} does not follow the line before it`,
  fsck: {
    keepCopy: 'the other lines still count; keep a copy of the file',
    noVersion: 'a change from outside has no version; nothing else is affected',
    askedAgain: 'that question is asked again',
    namedBelow: 'the versions that need it are named below; the others still count',
    strange: (name: string) => `objects/${name} is not an object`,
    canGo: 'it can be deleted',
    torn: (bytes: number) => `the last ${bytes} bytes of history.jsonl are half a line`,
    setAside: 'the next run sets them aside',
    wrongBytes: (hash: string) => `object ${hash} does not hold the bytes it is named after`,
    missing: (hash: string) => `object ${hash} is missing`,
    notNeeded: 'no recorded run needs it',
    broken: (runs: string) =>
      `${runs} cannot be undone completely; restore the state directory from a backup if you have one`,
    interrupted: (run: string) => `run ${run} was interrupted`,
    fix: 'run dream doctor --fix',
    damagedRecord: (run: string) => `the record of the interrupted run ${run} is damaged`,
    fixAndRead: 'run dream doctor --fix and read what it says',
    deleteIt: 'delete it; the next run writes it again',
    otherRoot: 'root.json does not name the folder of this state',
    damagedRoot: 'root.json is damaged',
  },
  held: {
    history: 'history is damaged',
    seen: 'seen.jsonl is damaged',
    unfinished: 'an interrupted run is not finished',
    damagedRecord: 'the record of an interrupted run is damaged',
  },
}
