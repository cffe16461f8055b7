import { count, number } from './count.ts'

/** What a plan says of memories and folders, and why a plan from a file is refused. */
export const plan = {
  fates: { stays: 'stays', goes: 'goes' },
  classNames: {
    fresh: 'fresh',
    'partially-stale': 'partially-stale',
    'fully-stale': 'fully-stale',
    evergreen: 'evergreen',
    unverified: 'unverified',
  },
  /** To follow "is". */
  origins: {
    user: 'said by the user',
    assistant: 'said by the assistant',
    tool: 'from the result of a tool',
    web: 'from a web page',
    unknown: 'of unknown origin',
    none: 'without a label',
  },

  underPropose: 'under `propose` nothing is done without you',
  answered: (day: string) => `you said no on ${day}`,
  suggested: 'a model suggested it; that alone changes nothing',
  unfindable: (query: string) => `without it no search finds “${query}” any more`,
  lessTrusted: (file: string, origin: string) => `${file} is ${origin} and trusted less`,
  notAdded: (file: string, origin: string, to: string) =>
    `${file} is ${origin}: what it says is not added to ${to} without you`,

  verdicts: {
    heldBack: (because: string, held: string) => `kept although it would go (${because}): ${held}`,
    waits: 'it waits for you',
    keptOver: (files: string) => `; kept over ${files}`,
    fresh: (references: number, files: string) =>
      `${references} of ${count(references, 'reference')} found: ${files}`,
    partiallyStale: (missing: number, all: number, files: string) =>
      `${missing} of ${count(all, 'reference')} missing: ${files}; you decide about the rest`,
    fullyStale: (held: string) => `kept although nothing it names exists: ${held}`,
    waitsForYou: 'it waits for you',
    evergreen: 'it names nothing that could be checked',
    noFrontmatter: 'its frontmatter cannot be read, so it is not judged',
    unknown: (names: string) => `what it names could not be looked up: ${names}`,
    never: (names: string) => `what it names never was in this project: ${names}`,
    elsewhere: (names: string) => `what it names is outside this project: ${names}`,
  },

  suspended: {
    noProject: (why: string) => `Skipped the check for outdated files: ${why}`,
    nothingFound: (references: number) =>
      `Skipped the check for outdated files: none of its references (${references}) could be looked up`,
    paths: (paths: number, why: string) => `${count(paths, 'path')} not judged: ${why}`,
    names: (names: number) =>
      `${count(names, 'name')} in the code not judged: not every file of the project could be read`,
    readOnly: (label: string) =>
      `${label} is written by its agent alone: checked and searched, never changed`,
    journals: (label: string) =>
      `journal workspace: ${label}/MEMORY.md is a snapshot, not an index, and is left as it is`,
  },

  limits: {
    unclearLayout: (label: string) =>
      `${label}: MEMORY.md could be an index or the snapshot of journals, so nothing is written. Say which: --layout index or --layout journal`,
    failedListing: (label: string, why: string) =>
      `${label}: the folder could not be listed completely (${why}), so nothing is written. Run again when it can be read`,
    tooMany: (label: string, going: number, all: number, most: number) =>
      `${label}: ${going} of ${count(all, 'memory', 'memories')} would be archived at once; the limit is ${most}. Check the plan; if it is right, run again with --allow-large`,
    moreThanHalf: (label: string, going: number, all: number) =>
      `${label}: ${going} of ${count(all, 'memory', 'memories')} would be archived, more than half. No flag allows this: check that the project is the right one, and use dream forget for what really should go`,
    lastMemory: (label: string) =>
      `${label}: no memory would be left. No flag allows this: use dream forget for what really should go`,
    wrongRoot: (label: string) =>
      `${label}: nothing that its memories name is in the project, so this is probably the wrong one. Name the right one: --project DIR`,
    halvedFile: (label: string, file: string) =>
      `${label}: rewriting ${file} would leave less than half of it. Correct its links by hand and run again`,
  },

  warnings: {
    notCompared: (label: string, memories: number, most: number) =>
      `${label}: ${number(memories)} memories are too many to compare each with all others, so near duplicates and contradictions are not searched for; the limit is ${number(most)}`,
    wrongRoot: (label: string) =>
      `${label}: nothing that its memories name is in the project. If this is the wrong one: --project DIR`,
    indexTooLong: (label: string, lines: number, bytes: number, mostLines: number, mostBytes: number) =>
      `${label}/MEMORY.md will have ${lines} lines and ${bytes} bytes, but agents read only ${mostLines} lines or ${mostBytes} bytes. Merge or shorten memories, so that the newest are read`,
    unseenLine: (label: string, line: number, mostLines: number, mostBytes: number) =>
      `${label}/MEMORY.md: the new line ${line} is behind the ${mostLines} lines or ${mostBytes} bytes that agents read. Move it up, or merge and shorten entries`,
    unseenLines: (label: string, first: number, last: number, mostLines: number, mostBytes: number) =>
      `${label}/MEMORY.md: new lines (${first} to ${last}) are behind the ${mostLines} lines or ${mostBytes} bytes that agents read. Move them up, or merge and shorten entries`,
  },

  refused: {
    foreignFile: (file: string) => `the plan changes ${file}, which is not a memory file`,
    fileTwice: (file: string) => `the plan has two actions for ${file}`,
    indexNotWritten: (kind: 'archive' | 'append') =>
      `the plan would ${kind} MEMORY.md; an index can only be edited`,
    loadedFile: (file: string) =>
      `the plan writes to ${file}, which agents load by themselves; only a person may do that`,
    newName: (file: string, fault: string) => `the plan creates ${file}: ${fault}`,
    unknownCondition: (file: string) => `the plan waits for ${file}, but has no action for it`,
    tooLarge: (file: string, megabytes: number) => `the plan would make ${file} larger than ${megabytes} MB`,
    journals: 'this is a journal workspace, which no plan changes. Use dream journal review there',
    foreignLink: (target: string) =>
      `the plan links ${target} in MEMORY.md, which is not a memory of the folder`,
    halvedIndex:
      'the plan would leave less than half of MEMORY.md. Check it; if it is right, run again with --allow-large',
    notJson: (why: string) => `the plan is not JSON (${why}). Make one with dream plan -o FILE`,
    secretsHidden:
      'the plan was printed with its secrets hidden, so it would write the masks into your notes. Make one with dream plan -o FILE',
    invalid: (where: string, fault: string) => `the plan cannot be used: ${where}: ${fault}`,
    wholePlan: 'plan',
  },

  newNames: {
    loaded: 'agents load it by themselves; only a person may write to it',
    odd: 'a new memory needs a plain name that ends with .md and is not a date, such as deploy-steps.md',
    taken: (twin: string) => `${twin} exists already, under that name or another spelling of it`,
  },
}
