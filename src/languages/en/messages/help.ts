/** Options that several commands share. */
export const options = {
  paths: 'memory folders (default: those of this project)',
  folder: 'use this memory folder',
  project: 'the project that the notes are about (default: the current one)',
  allProjects: 'every project of this user',
  layout: 'how to read a folder that could be either',
  env: 'use this environment of the configuration (default: DREAM_ENV)',
  rules: 'what Dream may change without asking',
  recentDays: 'leave notes alone that changed in the last n days (3)',
  merge: 'for a duplicate: list what only it says, or append it to the note that stays',
  allowLarge: 'allow archiving more than 10 % of a folder in one run',
  rebuildIndex: 'write MEMORY.md from scratch instead of editing it',
  checkLinks: 'check whether linked web pages still exist (uses the network)',
  dryRun: 'show what would change, change nothing',
  yes: 'apply without asking; without a terminal nothing changes unless you pass it',
  scheduled: 'for timers: never ask, say little, exit quietly if another run is busy',
  markdown: 'print Markdown',
  output: 'write the result to a file',
  verbose: 'show all evidence and every note',
  quiet: 'one line',
  hook: 'for agent hooks: read JSON from standard input; at a start, one line of JSON if something waits',
  session: 'a session, by its id',
  transcripts: 'a folder of session transcripts to search; it is never written',
  consult:
    'ask the model set in llm.agents, too: its opinions of notes wait for your review, journals it judges before the rules',
}

export const help = {
  run: {
    summary: 'check memory folders, archive outdated notes, update MEMORY.md (the default)',
    options: {
      check: 'change nothing; exit 3 if there is something to do',
      format: 'for CI, with --check: annotations of GitHub Actions, SARIF 2.1.0, or the report as JSON',
      record: 'append every model call and its answer to a file',
      replay: 'take model answers from a recording',
    },
    examples: [
      'show the plan for this project and ask; without a terminal, only show it',
      'only look',
      'this folder, checked against that project',
      'for CI: exit 3 if there is something to do',
      'the same, as annotations beside the lines of a pull request',
      'apply without asking, save the report',
      'also check whether linked web pages still exist',
      'ask a model about similar notes first; its opinions wait for you',
    ],
  },
  explain: {
    summary: 'show what Dream knows about one note and what would change its verdict',
    options: { memory: 'its file or its name' },
    examples: ['by file', 'by name'],
  },
  queue: {
    summary: 'go through what waits for you: accept, reject, edit, skip or never ask again',
    options: {
      accept: 'accept this item',
      goes: 'with --accept: which of the two goes: a note, or file or note',
      reject: 'reject this item until one of its files changes',
      never: 'reject this item for good',
      reopen: 'take an answer back',
      answered: 'list what was answered instead of what waits',
    },
    examples: [
      'go through the items; without a terminal, list them',
      'by the first characters of its id',
      'what you rejected, and for how long',
    ],
  },
  undo: {
    summary: 'undo a run: every file comes back byte for byte',
    options: { run: 'the id of a run or its beginning (default: the last run that can be undone)' },
    examples: ['undo the last run', 'find the run you mean', 'undo that one; the id of an undo redoes it'],
  },
  history: {
    summary: 'list every change Dream made; compare or restore versions of a note',
    options: {
      memory: 'only the versions of this note, even if it is gone',
      a: 'with --diff: the earlier version (default: the one before b)',
      b: 'with --diff: the later version (default: the newest)',
      diff: 'show what changed between two versions of the note',
      restore: 'write this version of the note again; dream undo takes that back',
    },
    examples: [
      'all runs, newest first',
      'the versions of one note, even if it is gone',
      'its last change',
      'between these two versions',
      'back to version 2, as one more version',
    ],
  },
  doctor: {
    summary: 'find problems with this installation and say how to fix them',
    options: { fix: 'finish interrupted runs and verify every byte that Dream keeps' },
    examples: [
      'exit 1 if something is wrong; changes nothing',
      'finish interrupted runs, verify stored bytes, then look again',
    ],
  },
  journal: {
    summary: 'daily journals and their summary file (OpenClaw and similar agents)',
    options: {},
    examples: [
      'where the journals stand',
      'create a workspace; existing files stay as they are',
      'update the summary file now',
    ],
  },
  journalStatus: {
    summary: 'show the summary file, the archive and when the next review is due',
    options: {},
    examples: ['the same as dream journal', 'for programs'],
  },
  magma: {
    summary: 'MAGMA, the second search engine: where its notes are and what is indexed',
    options: {},
    examples: ['records, documents and the vector index', 'embed what is new', 'compare it with the files'],
  },
  magmaRebuild: {
    summary: 'bring the vector index up to date',
    options: { anew: 'discard the old index first' },
    examples: ['embed what is new', 'start from scratch'],
  },
  magmaConsolidate: {
    summary: 'consolidate the files, take them over into MAGMA, then tidy MAGMA itself',
    options: { part: 'only ccb, refine or magma (default: all three)' },
    examples: ['all three, one after the other', 'what would be taken over'],
  },
  config: {
    summary: 'show every setting, where it comes from and which file to edit',
    options: { what: 'a setting or a group (autoDream), or schema for the JSON Schema' },
    examples: [
      'all settings; a file that cannot be read is explained',
      'one group, in that environment',
      'change one setting',
      'for an editor',
    ],
  },
  configSet: {
    summary: 'write one setting into your configuration file, or that of this project',
    options: {
      key: 'the setting, as dream config lists it',
      value: 'its value: a word, a number, true, false, null or JSON',
      project: 'write dream.config.json of this project instead of your own file',
    },
    examples: ['in your own file', 'in the file of this project', 'a value that is JSON'],
  },
  configPath: {
    summary: 'list the configuration files, those that win first',
    options: {},
    examples: ['each with whether it exists', 'open your own file'],
  },
  search: {
    summary: 'search notes, journals, the summary file and the archive',
    options: {
      words: 'words or a question',
      limit: 'at most n results (10)',
      engine: 'search the files, the vectors or both (default: as configured)',
      explain: 'show how each result was found',
      verify: 'let the model set in llm.verification judge the results',
    },
    examples: ['every result with its source', 'with the reasons', 'in every project'],
  },
  status: {
    summary: 'show memory folders, their last run, what waits and what runs by itself',
    options: {},
    examples: ['this project', 'every project of this user'],
  },
  plan: {
    summary: 'write a plan to a file, to read now and apply later',
    options: {},
    examples: [
      'write the plan and show it',
      'apply it; files that changed since are left alone',
      'print the plan itself, with secrets masked',
    ],
  },
  apply: {
    summary: 'apply a plan file; files that changed since are left alone',
    options: { plan: 'the plan file' },
    examples: [
      'show every change, line by line',
      'show it with real paths, ask, apply',
      'do not ask; required without a terminal',
      'a folder that Dream would not find by itself',
      'undo it',
    ],
  },
  load: {
    summary: 'print what an agent should know at the start of a conversation',
    options: { budget: 'at most n characters (16000)' },
    examples: ['for a session-start hook', 'for a smaller model'],
  },
  remember: {
    summary: 'save a note now and list it in MEMORY.md',
    options: {
      text: 'what to remember',
      as: 'what kind of note it is',
      origin: 'who says it: you, or an assistant whose rules and wishes wait for you',
      propose: 'leave it in dream queue instead of writing it',
    },
    examples: [
      'a decision about the project',
      'a correction, whatever the words look like',
      'a note about you',
    ],
  },
  forget: {
    summary: 'archive the notes you describe; in journals, remove what matches',
    options: { description: 'a few words, or a file name' },
    examples: [
      'show what matches',
      'archive it; dream undo brings it back',
      'this note only, even if pinned',
    ],
  },
  index: {
    summary: 'add an address, a file or a text to the content index of a journal workspace',
    options: {
      what: 'an address, a file, or the text itself',
      title: 'its title',
      summary: 'one sentence about it',
      topic: 'a topic it belongs to',
    },
    examples: ['nothing is fetched', 'a file, under a topic'],
  },
  journalInit: {
    summary: 'create a journal workspace; existing files stay as they are',
    options: {},
    examples: ['asks five questions if MEMORY.md is empty', 'asks nothing'],
  },
  journalReview: {
    summary: 'update the summary file from the journals (OpenClaw and similar agents)',
    options: {
      makeRoom: 'where your own lines are too long for the limit: move the lightest to the permanent archive',
    },
    examples: [
      'now',
      'show line by line what it would do',
      'also ask a model: it may keep or promote entries, never remove them',
      'for a timer: runs when due and nobody is working',
    ],
  },
  journalWakeup: {
    summary: 'first conversation after a pause: what was archived last, and where things stand',
    options: {},
    examples: ['deletes nothing'],
  },
  rollback: {
    summary: 'restore a note to an earlier version; dream undo takes that back',
    options: {
      memory: 'its file, even if it is gone',
      version: 'the version number; dream history MEMORY lists them',
    },
    examples: ['back to version 2'],
  },
  extract: {
    summary: 'find what is worth remembering in conversations and propose notes',
    options: { transcripts: 'transcripts or folders of them (default: the sessions of this project)' },
    examples: [
      'what the new sessions would give',
      'show the drafts and ask; without a terminal they wait in dream queue',
      'one session, without asking',
      'transcripts of another agent',
    ],
  },
  agent: {
    summary: 'let a model work on a copy of a memory folder; its result becomes a plan',
    options: {
      paths: 'the memory folder (default: the one of this project)',
      steps: 'at most n turns of the model (40)',
    },
    examples: [
      'only look at the result',
      'review the plan and decide; without a terminal the plan is kept',
      'apply what no limit or protection holds back',
      'undo it',
    ],
  },
  prompt: {
    summary: 'print the consolidation prompt for an agent of your own',
    options: { paths: 'the memory folder (default: the one of this project)' },
    examples: ['for the memory of this project', 'with a folder of transcripts to search'],
  },
  auto: {
    summary: 'run if it is time: called by hooks, timers and the daemon',
    options: { foreground: 'run in this process instead of a detached one' },
    examples: ['say why not, or start a run and return', 'in an agent hook', 'from a timer that waits'],
  },
  autoSession: {
    summary: 'record that a session took place, for agents whose transcripts Dream cannot find',
    options: {},
    examples: ['in a hook: reads id and folder from its JSON', 'by hand or from a script'],
  },
  autoDaemon: {
    summary: 'check every ten minutes whether a run is due',
    options: {
      what: 'status (default: run in the foreground)',
      once: 'check once, then exit (for timers)',
    },
    examples: ['in the foreground', 'when it was last at work, and where its log is'],
  },
  magmaCheck: {
    summary: 'compare the files with MAGMA; --fix settles what is safe to settle alone',
    options: { fix: 'settle what is safe without a person' },
    examples: [
      'compare only; exit 1 if they differ',
      'user and feedback notes follow the files',
      'decide on the others one by one',
    ],
  },
  magmaGraph: {
    summary: 'print notes and their links as Mermaid, DOT or JSON',
    options: {
      memory: 'only this note and what it links to',
      around: 'the same',
      limit: 'at most n edges (60; JSON: all)',
      format: 'output format (mermaid)',
      relation: 'only these: link, index, semantic, temporal, causal, entity',
    },
    examples: ['everything, for a Markdown file', 'around one note, as a picture', 'what led to what'],
  },
  configTrust: {
    summary: 'trust the dream.config.json of this project',
    options: {
      file: 'with --revoke: a trusted file, even if it is gone',
      list: 'list what is trusted',
      revoke: 'no longer trust it',
    },
    examples: ['show what it asks for, then ask you', 'what is trusted', 'no longer trust this project'],
  },
  gc: {
    summary: 'free space in Dream’s own state; every undo still works',
    options: {},
    examples: ['what would be removed, and how much space that frees', 'remove it', 'for every known folder'],
  },
  purge: {
    summary: 'erase stored bytes for good, such as a leaked secret',
    options: {
      memory: 'every stored version of this file',
      run: 'everything that one run stored',
      object: 'one stored version',
      source: 'everything that came from one conversation',
    },
    examples: [
      'show what would be erased',
      'ask, then erase',
      'one version, without asking',
      'everything that came from one conversation',
    ],
  },
  demo: {
    summary: 'watch a whole cycle on a sample project: look, apply, undo, compare',
    options: { keep: 'keep the sample folder' },
    examples: ['touches none of your files', 'keep the sample to try things on'],
  },
  completion: {
    summary: 'print a completion script for your shell',
    options: { shell: 'bash, zsh or fish' },
    examples: ['in ~/.bashrc', 'with ~/.zfunc in $fpath', 'for fish'],
  },
  brief: {
    summary: 'print what an agent needs to judge journals or notes, with a schema for its answer',
    options: { kind: 'journal or notes', part: 'part n of those that are open (1)' },
    examples: [
      'the first part of the journals that wait',
      'the second part of the notes in question',
      'for programs',
    ],
  },
  submit: {
    summary: 'check the answer to a brief and carry it out: journals at once, all else waits in dream queue',
    options: {
      answer: 'a file with the answer, - for standard input',
      text: 'the answer itself',
      by: 'let the rules or the model set in llm.agents answer',
      kind: 'with --by: what to answer (journal)',
    },
    examples: ['from a file', 'from standard input', 'no agent at hand: ask the configured model'],
  },
}
