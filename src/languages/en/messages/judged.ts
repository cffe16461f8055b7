/** Words of the findings that read what notes say and what surrounds them. */
export const judged = {
  tombstone: {
    title: 'Tombstone',
    meaning: 'The memory says itself that it no longer holds, and agents read it like any other.',
    whatNow: 'Accept where nobody needs it as a record; keep a lesson in it as a memory of its own.',
    wouldChange: 'The memory without that sentence, or a word that it is kept on purpose.',
    say: (by: string | undefined) =>
      `says itself that it no longer holds${by === undefined ? '' : `: see ${by}`}`,
    needsReview: 'only you know whether it is kept as a record',
    because: (quote: string) => `it says itself that it no longer holds: ${quote}`,
    reason: 'Tombstone: it says so itself',
  },
  pointer: {
    title: 'Pointer',
    meaning: 'All that is left of the memory is where its text stands now.',
    whatNow: 'Accept where agents read the other place anyway.',
    wouldChange: 'Text of its own.',
    say: 'only says where its text stands now',
    needsReview: 'only you know whether somebody still looks for the old name',
    because: (quote: string) => `only a pointer is left of it: ${quote}`,
    reason: 'Pointer: its text stands elsewhere',
  },
  replaced: {
    title: 'Replaced',
    meaning: 'Another memory says that it replaces this one.',
    whatNow: 'Check that the newer one has all that still holds, and accept.',
    wouldChange: 'The sentence out of the other memory.',
    say: (by: string) => `is replaced, says ${by}`,
    needsReview: 'what only the older one says is for you to see',
    because: (by: string, quote: string) => `${by} says that it replaces it: ${quote}`,
    reason: (by: string) => `Replaced by ${by}`,
  },
  description: {
    title: 'Description that misleads',
    meaning: 'The description, by which agents choose what to read, says other than the memory.',
    whatNow: 'Write the description anew; in quotes if it has a "#" or a colon.',
    wouldChange: 'A description that says what the memory says.',
    how: {
      'cut-off': 'its description breaks off',
      comment: 'its description is cut at "#", which begins a comment in YAML',
      over: 'its description presents as current what its text calls over',
      committed: 'its description says "not committed", and git has the work',
      removed: 'its description speaks of a part of the project that was removed',
    },
    quote: (quote: string) => `description: ${quote}`,
  },
  carriedOut: {
    title: 'Carried out',
    meaning: 'The memory speaks of work that waits, and the project has it by now.',
    whatNow: 'Write what is there, or take the line out; archive a plan of which nothing is left to do.',
    wouldChange: 'A line that no longer calls it open.',
    say: (line: string, name: string) => `${line} calls ${name} yet to be made; it is there`,
    at: (path: string) => `in the project: ${path}`,
  },
  version: {
    title: 'Version changed',
    meaning: 'The memory names a version that a manifest of the project contradicts.',
    whatNow: 'Write the version that holds, or take it out: the manifest says it anyway.',
    wouldChange: 'The version of the manifest, or a word that the older one is meant.',
    itself: 'version',
    say: (line: string, said: string, where: string, now: string) =>
      `${line} says ${said}; ${where} has ${now}`,
  },
  uncommitted: {
    title: 'Committed by now',
    meaning: 'The memory says that its work is not committed, and git has it.',
    whatNow: 'Take the remark out, or name the commit.',
    wouldChange: 'The remark out of the memory, or a file it names changed and not committed.',
    say: (line: string, paths: string) => `${line} says "not committed"; git has ${paths}`,
    digest: (count: number, files: string) =>
      `${count} notes and index lines say "not committed" of work that git has: ${files}`,
  },
  removedModule: {
    title: 'Removed part of the project',
    meaning: 'The memory speaks of a part of the project that git removed after it was written.',
    whatNow: 'Archive it if nothing in it holds any more, or take out what is about the removed part.',
    wouldChange: 'A word that it is gone, or the folder back in the project.',
    say: (line: string, name: string, date: string) =>
      `${line} speaks of ${name}, which was removed on ${date}`,
    evidence: (folder: string, commit: string) => `git: ${folder}/ was removed ${commit}`,
  },
  saidGone: {
    title: 'Gone, says another text',
    meaning: 'The memory names code as if it were there, and another text says that it is gone.',
    whatNow: 'Correct the memory, or the other text.',
    wouldChange: 'A word in the memory that it is gone.',
    say: (line: string, name: string, where: string) => `${line} names ${name}, which is gone, says ${where}`,
    evidence: (where: string, line: string, quote: string) => `${where}, ${line}: ${quote}`,
  },
  indexText: {
    title: 'Stale line of the index',
    meaning: 'A line that is written into MEMORY.md names what is no longer in the project.',
    whatNow: 'Correct the line; agents read it in every conversation.',
    wouldChange: 'The path as it is now, or a word that it is gone.',
    say: (line: string, path: string, fact: string) => `${line} names ${path}: ${fact}`,
    place: (line: number, path: string) => `line ${line} ${path}`,
    digest: (count: number, places: string) => `${count} lines name what is gone: ${places}`,
  },
  orphanedAgent: {
    title: 'Deleted agent',
    meaning: 'The agent that wrote this memory was deleted: no agent reads these notes any more.',
    whatNow: 'Move what other agents need, then archive the folder.',
    wouldChange: 'The definition of the agent back in the project.',
    say: (agent: string, notes: number) =>
      `is the memory of ${agent}, an agent that was deleted; nobody reads its ${notes} notes`,
    evidence: (path: string, commit: string) => `git: ${path} was removed ${commit}`,
    rules: (files: string) => `rules that no document of the project states: ${files}. Save them first`,
  },
  listUnlisted: {
    title: 'List missing from the index',
    meaning: 'A sub-folder has a list of its notes, and MEMORY.md does not lead to it.',
    whatNow: 'Add a line for it to MEMORY.md.',
    wouldChange: 'A line of MEMORY.md that names it.',
    say: (notes: number) => `is not in MEMORY.md: agents do not find what only it names of ${notes} notes`,
  },
  otherFolder: {
    title: 'Another memory folder',
    meaning: 'The memory sends agents to another memory folder than the one it lies in.',
    whatNow: 'Write where the memory lies now.',
    wouldChange: 'The path of this folder in its place.',
    say: (line: string, path: string) => `${line} names ${path} as the memory folder, which is not this one`,
  },
  dated: 'is one of several dated logs that the index does not list',
  headNotFirst:
    'its frontmatter does not begin on the first line, so agents do not read it; its name, description and type are not known',
  /** Over what was found and asks for no decision. */
  found: 'Found',
  deadLines: (count: number, lines: string) =>
    `${count} links lead to memories that are not there, and nothing shows that they ever were: ${lines}`,
  deadLine: (line: number, target: string) => `line ${line} ${target}`,
  /** Kinds that a short report only counts. */
  mentions: (kinds: string) => `Not shown: ${kinds} (--verbose)`,
  mention: (count: number, title: string) => `${count} × ${title}`,
  citedBy: (where: string) => `${where} leads to it, so it is not offered for the archive`,
  oneCommit: (notes: number, commit: string) => `${notes} notes name what was removed ${commit}`,
  /** A folder whose knowledge stands in MEMORY.md itself. */
  inIndex: (lines: number) => `No memory files; the ${lines} lines of MEMORY.md itself were checked`,
}
