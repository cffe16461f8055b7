import { count } from './count.ts'

const list = (names: readonly string[], more: number): string =>
  `${names.join(', ')}${more === 0 ? '' : ` and ${more} more`}`

/** What `dream look` and `dream adopt` say, and what is said where no memory was found. */
export const look = {
  help: {
    look: {
      summary: 'show what agents cannot see, what vanished, what is outdated; changes no note',
      options: {},
      examples: [
        'the memory of this project',
        'every memory folder of this user',
        'one folder, everything that was found',
      ],
    },
    adopt: {
      summary: 'bring the memory of a moved or renamed project to where the agent looks now',
      options: { memory: 'the memory folder to adopt (default: the one that fits this project)' },
      examples: ['show what would be copied, then ask', 'without asking', 'a folder that you name'],
    },
  },

  headline: (folders: number, notes: number) =>
    `${count(folders, 'memory folder')}, ${count(notes, 'note')}. Only looked: no note was changed.`,
  none: 'No memory directories found',
  noneSeen: 'There is nothing to look at yet. dream demo shows Dream at work on a sample project.',
  looked: (places: readonly string[]) => `Looked in: ${places.join(', ')}`,
  notChecked: (folders: readonly string[], more: number) =>
    `Not checked: ${list(folders, more)}. To look at it: dream look ${folders[0]}`,
  moved: (memory: string, project: string, why: string) =>
    `This project's memory may be at ${memory} (${why}; the project was at ${project}): dream adopt`,
  movedBy: {
    commit: 'same first commit',
    remote: 'same git remote',
    name: 'same folder name',
  },

  notes: (many: number) => count(many, 'note'),
  journals: 'journal workspace: dream journal status shows it',
  unclear: 'could be an index or a journal: say --layout index or --layout journal',
  empty: 'no notes',
  dated: (many: number) =>
    `no notes; ${count(many, 'file')} named by a date: journals. dream journal --help says how to distil them`,
  joined: (...parts: readonly string[]) => parts.join('; '),
  about: (subject: string, words: string) => `${subject}: ${words}`,
  and: (parts: readonly string[]) => parts.join(', '),
  first: 'first look: from now on Dream tells what vanishes here',
  busy: 'a run is at work here: what vanished is not told now',
  interrupted: 'a run was interrupted here: what vanished is not told until it is finished',
  notNoted: (why: string) => `what was seen could not be recorded: ${why}`,
  fine: 'nothing to report',
  fineFolders: (many: number, labels: readonly string[], more: number) =>
    `${count(many, 'folder')} with nothing to report: ${list(labels, more)}`,
  emptyFolders: (many: number, labels: readonly string[], more: number) =>
    `${count(many, 'folder')} without notes: ${list(labels, more)}`,
  next: (command: string, what: string) => `→ ${command}  ${what}`,
  more: (many: number, command: string) => `and ${many} more: ${command}`,

  vanished: {
    title: (many: number) => `Vanished: ${count(many, 'note')} removed by something other than Dream`,
    seen: (day: string) => `last written ${day}`,
    commit: (commit: string) => `removed in commit ${commit}`,
    notKept: 'Dream has no copy',
    older: (many: number, days: number) => `${count(many, 'note')} more vanished over ${days} days ago`,
    folder: (label: string, notes: number, day: string) =>
      `Vanished: the whole folder ${label} (${count(notes, 'note')}, last seen ${day})`,
    restoreFolder: 'restores it from Dream’s copies',
    withProject: (many: number) =>
      `${count(many, 'memory folder')} gone together with the project: dream look --all-projects -v lists them`,
  },
  unseen: {
    title: (many: number) => `Agents cannot see ${count(many, 'entry', 'entries')}`,
    noIndex: (many: number) => `there is no MEMORY.md: none of ${count(many, 'note')} is loaded`,
    notListed: (files: readonly string[], more: number) => `not in MEMORY.md: ${list(files, more)}`,
    beyond: (lines: number) =>
      `${count(lines, 'entry', 'entries')} of MEMORY.md stand behind the 200 lines or 25,000 bytes that agents load:`,
    unreadable: 'MEMORY.md is not valid UTF-8',
    add: (many: number) => `adds ${many === 1 ? 'it' : 'them'} to MEMORY.md; shows the plan and asks first`,
    shorten: 'shows all of them; merge or shorten entries of MEMORY.md to bring them back',
  },
  nowhere: {
    title: (many: number) => `Points nowhere: ${count(many, 'note or index line', 'notes or index lines')}`,
    more: (many: number) => `and ${many} more`,
    archive: (many: number) =>
      `archives ${many === 1 ? 'one note' : `${many} notes`} of which nothing is left; shows the plan and asks first`,
    explain: 'shows the evidence',
  },
  contradicts: {
    title: (many: number) => count(many, 'contradiction'),
    decide: 'shows both texts; you choose',
    archive: (many: number) =>
      `archives the older ${many === 1 ? 'note' : 'notes'}; shows the plan and asks first`,
  },
  going: {
    title: (files: readonly string[], more: number) => `Said elsewhere as well: ${list(files, more)}`,
    apply: (many: number) => `archives ${many === 1 ? 'it' : 'them'}; shows the plan and asks first`,
  },
  waiting: {
    title: (many: number) => `Waits for your decision: ${count(many, 'item')}`,
    above: (many: number, all: number) =>
      many === 0 ? '' : many === all ? ', shown above' : `, ${many} of them shown above`,
    decide: 'asks about one after the other',
  },
  also: (many: number) => `Also: ${count(many, 'smaller finding')}`,
  showAll: 'shows everything',
  notKept: (files: readonly string[], more: number) =>
    `No copy is kept of ${list(files, more)}: not readable as text, or over 5 MB`,
  aside: (words: string, more: string) => `${words} (${more})`,

  totals: 'In all',
  total: {
    vanished: (many: number) => `${many} vanished`,
    unseen: (many: number) => `${many} that agents cannot see`,
    nowhere: (many: number) => `${many} that point nowhere`,
    contradicts: (many: number) => count(many, 'contradiction'),
    waiting: (many: number) => (many === 1 ? '1 waits for you' : `${many} wait for you`),
  },
  nothing: 'Nothing needs you: nothing vanished, agents see every note, nothing waits for a decision.',

  adopt: {
    none: 'No memory folder was found that fits this project. To adopt one anyway, name it: dream adopt FOLDER',
    noPlace: 'no agent that keeps its memory outside the project was found',
    unknown: (folder: string) =>
      `${folder} is not there, and Dream never saw it: there is nothing to adopt. dream look --all-projects lists what there is`,
    itself: (folder: string) => `${folder} is the memory of this project already: there is nothing to adopt`,
    empty: (folder: string) => `${folder} holds no notes: there is nothing to adopt`,
    several: (folders: readonly string[]) =>
      `several memory folders may belong to this project; name one:\n${folders.join('\n')}`,
    from: (folder: string, notes: number) => `From: ${folder} (${count(notes, 'note')})`,
    fromCopies: (folder: string, notes: number) =>
      `From: Dream’s copies of ${folder} (${count(notes, 'note')})`,
    to: (folder: string) => `To:   ${folder}`,
    why: (why: string, project: string) => `${why}; the project was at ${project}`,
    would: (many: number, files: readonly string[], more: number) =>
      `Would copy ${count(many, 'file')}: ${list(files, more)}`,
    copied: (many: number) => `${count(many, 'file')} copied.`,
    same: (many: number) => `${count(many, 'file')} there already with the same text`,
    conflicts: (files: readonly string[], more: number) =>
      `Not copied, because another text has that name there: ${list(files, more)}. Compare and merge by hand.`,
    notText: (files: readonly string[], more: number) =>
      `Not copied, because it is no text or over 5 MB: ${list(files, more)}`,
    subfolders: (folders: readonly string[], more: number) =>
      `Sub-folders are not copied: ${list(folders, more)}`,
    untouched: 'The old folder stays as it is.',
    historyStays: (command: string) => `Dream’s history of the old folder stays with it: ${command}`,
    nothing: 'Nothing to copy: everything is there already.',
    question: (many: number) => `Copy ${count(many, 'file')}?`,
    declined: 'Nothing was copied.',
    runWithYes: 'Nothing was copied. Run it with --yes to copy.',
    failed: 'nothing was copied',
    undo: (command: string) => `${command} takes it back`,
  },
}
