import { count } from './count.ts'

const more = (items: string, others: number): string => `${items} and ${others} more`

/** What the checks find: a part for each kind of finding, and before them what several of them say. */
export const checks = {
  more,
  line: (line: number) => (line === 0 ? 'description' : `line ${line}`),
  here: (quote: string) => `here: ${quote}`,
  at: (place: string, what: string) => `${place}: ${what}`,
  inCommit: (commit: string, date: string) => `in ${commit} on ${date}`,
  place: (text: string, line: string) => `${text} (${line})`,

  facts: {
    present: (at: string) => `exists as ${at}`,
    unknown: (why: string) => `could not be looked up: ${why}`,
    removed: (commit: string) => `removed ${commit}`,
    renamed: (to: string, commit: string) => `renamed to ${to} ${commit}`,
    gone: 'does not exist',
    never: 'never was in this repository',
    'out-of-scope': 'is outside this project',
    symbol: 'occurs nowhere in the code',
  },
  removedReference: (text: string, commit: string) => `${text} (removed ${commit})`,

  clocks: {
    frontmatter: 'by the date in its frontmatter',
    git: 'by its last commit',
    mtime: 'by its file time',
    name: 'by its name',
  },
  order: {
    byClock: (file: string, clock: string) => `${file} is newer ${clock}`,
    byWords: (file: string, quote: string) => `${file} says so itself: ${quote}`,
    unknown: 'it is not known which of the two is newer',
  },

  protections: {
    user: 'is about you',
    pinned: 'is pinned',
    rule: 'is a rule',
    recent: 'was changed in the last few days',
  },
  protectedBy: (subject: string, why: readonly string[]) => `${subject} ${why.join(' and ')}`,
  it: 'it',

  fullyStale: {
    title: 'Fully stale',
    meaning: 'Nothing that the memory names is in the project any more.',
    whatNow: 'It is archived, or waits for you where it is a rule, pinned, recent or about you.',
    wouldChange:
      'It stays if one reference returns, if it is `pinned: true`, or if it is edited after its files were removed.',
    say: 'nothing it names exists any more',
    because: (missing: string) => `nothing it names exists: ${missing}`,
    reason: 'Fully stale: all referenced files removed',
    traceless: (paths: string) => `it is not known whether ${paths} ever existed here`,
    runTimeState: (paths: string) => `${paths} looks like run-time state, not part of the project`,
    onlyDocuments: 'only documents were removed, no code: the note may still hold',
    writtenUnknown: 'it is not known when the note was written: it may describe the removal itself',
    writtenLater: (written: string, missing: string) =>
      `written on ${written}, not before ${missing}: the note may describe the removal itself`,
    saysGone: (path: string) => `the note says itself that ${path} is gone`,
    feedback: (file: string) => `${file} is feedback: what it asks for may still hold`,
    rule: (file: string) => `${file} is a rule`,
  },

  mostlyStale: {
    title: 'Mostly stale',
    meaning: 'What the memory is about is gone: git removed the files after it was written.',
    whatNow: 'Accept where nothing in it holds any more, or correct what does.',
    wouldChange:
      'A path it spells out that exists, or an edit after its files were removed, makes it partially stale at most.',
    say: 'what it is about is gone',
    needsReview: 'some of what it names may still exist',
    reason: 'Mostly stale: nearly all referenced files removed',
  },

  partiallyStale: {
    title: 'Partially stale',
    meaning: 'Some of what the memory names is gone, some still exists.',
    whatNow: 'Read it and correct what is gone; Dream leaves it as it is.',
    wouldChange: 'Corrected paths make it fresh; more paths that git removed make it mostly or fully stale.',
    say: (missing: number, present: number) =>
      `${count(missing, 'reference')} missing, ${present} still there`,
  },

  renamedPath: {
    title: 'Renamed path',
    meaning: 'The memory names a path that git knows under a new name.',
    whatNow: 'Accept the proposal to write the new path.',
    wouldChange: 'The new path in its text, or the old one back in the project.',
    say: (path: string, to: string) => `${path} is now ${to}`,
    evidence: (line: string, commit: string) => `${line}: renamed ${commit}`,
    because: (path: string, to: string) => `the old path ${path} may be meant; the new one is ${to}`,
    sayMany: (paths: number, notes: number, commit: string) =>
      `${paths} paths in ${notes} notes have new names since one commit, ${commit}`,
    becauseMany: (paths: string) => `the old paths may be meant: ${paths}`,
  },

  contradiction: {
    title: 'Contradiction',
    meaning: 'One memory says to do what the other says not to do.',
    whatNow: 'The newer one is kept where the order is known; else read both quotes and keep one.',
    wouldChange:
      'Say where each holds ("in tests", "in production"). A date in the frontmatter, or "no longer" in the newer one, settles which holds.',
    say: (by: string, object: string) => `says the opposite of ${by} about ${object}`,
    narrower: 'one of the two covers only a part of what the other covers',
    saysMore: (file: string) => `${file} says much else`,
    because: (by: string, quote: string, byQuote: string, order: string) =>
      `contradicted by ${by}: ${quote} against ${byQuote}; ${order}`,
    reason: (by: string) => `Contradicted by ${by}`,
  },

  valueChanged: {
    title: 'Changed value',
    meaning: 'Two memories say the same of one subject, with another value.',
    whatNow: 'Accept where the newer one holds: the older is archived. Else keep the older, or both.',
    wouldChange: 'Say where each holds, or take the old value out of the older one.',
    say: (value: string, by: string, byValue: string) => `says ${value}, ${by} says ${byValue}: which holds?`,
    older: (day: string, quote: string) => `older says, ${day}: ${quote}`,
    newer: (by: string, day: string, quote: string) => `newer says, ${by}, ${day}: ${quote}`,
    corrected: (day: string) => `you corrected it on ${day}`,
    needsReview: 'only you know which of the two holds',
    because: (by: string, quote: string, byQuote: string, order: string) =>
      `${by} has another value: ${quote} against ${byQuote}; ${order}`,
    reason: (by: string) => `Its value changed: ${by}`,
  },

  duplicate: {
    title: 'Duplicate',
    meaning: 'Two memories say the same.',
    whatNow: 'The newer one is kept; where the older one says more, accept the merge or leave both.',
    wouldChange:
      'A value or a sentence in which the two differ makes them two memories; a date in the frontmatter settles which is newer.',
    say: (of: string) => `says the same as ${of}`,
    identical: (order: string) => `the same text; ${order}`,
    contained: (of: string) => `${of} says all of it, and more`,
    overlap: (share: string, order: string) => `${share} of the words are shared; ${order}`,
    differsIn: (values: string) => `differs in ${values}`,
    onlyHere: (quote: string) => `only here: ${quote}`,
    tooShort: 'the text is too short to tell, and the descriptions differ',
    saysMore: (of: string) => `${of} says more; you may want the short form`,
    differing: (values: string) => `the two differ in ${values}`,
    merge: (file: string, sentences: number, of: string) =>
      `${file} has ${count(sentences, 'sentence')} that ${of} does not have: a merge`,
    becauseIdentical: (of: string, order: string) => `duplicate of ${of}: identical body; ${order}`,
    because: (of: string, share: string, order: string) =>
      `duplicate of ${of}: ${share} of the words shared; ${order}`,
    reason: (of: string) => `Duplicate of ${of}`,
  },

  copyElsewhere: {
    title: 'Copy in another folder',
    meaning: 'The same memory is in the folder of another agent or project.',
    whatNow: 'Keep the one that is read where it is needed, and forget the other.',
    wouldChange: 'A text of its own; or only one of the two folders in a run.',
    say: (folder: string, other: string) => `is in ${folder} too, as ${other}`,
    identical: 'the same text',
    near: (share: string) => `${share} of it, word for word`,
    because: 'only you know which folder should keep it',
    reason: (other: string, folder: string) => `The same as ${other} in ${folder}`,
  },

  superseded: {
    title: 'Older version',
    meaning: 'Two memories have the same name except for words such as "updated", "v2" or a date.',
    whatNow: 'Check that the newer one has all that still holds, and accept.',
    wouldChange:
      'Another name, if it is not a version of the other; or a date that makes the other one newer.',
    say: (by: string) => `is an older version of ${by}`,
    evidence: (words: string) => `the two names differ only in ${words}`,
    needsReview: 'the names show a newer version; check what only the older one says',
    because: (by: string, order: string) => `an older version of ${by}; ${order}`,
    reason: (by: string) => `Superseded by ${by}`,
  },

  promoted: {
    title: 'Promoted',
    meaning: "What the memory says is in the project's own Markdown.",
    whatNow:
      'Where all of it is there word for word it is archived; else compare the two quotes and accept or keep it.',
    wouldChange:
      "A sentence that the document does not have, the document's name in the memory (then it is a pointer), or the passage removed from the document.",
    extents: {
      whole: (document: string) => `all of it is in ${document}`,
      most: (document: string) => `most of it is in ${document}`,
      rule: (document: string) => `${document} has this rule too`,
    },
    inDocument: (document: string, line: number, quote: string) => `${document}, line ${line}: ${quote}`,
    shareOfName: (share: string) => `${share} of its title is there, rare words counted more`,
    share: (share: string) => `${share} of it is there word for word`,
    notAll: (document: string) => `some of it is not in ${document}`,
    otherWords: (document: string) => `${document} says it in other words`,
    because: (document: string) => `it is in ${document}`,
    reason: (to: string) => `Promoted: is in ${to}`,
  },

  finished: {
    title: 'Finished',
    meaning: 'The memory says itself that its work is done.',
    whatNow: 'Accept where nobody will need the story; keep its lessons as memories of their own.',
    wouldChange:
      'An open item or a status that says so; `type: feedback` or `reference` for what still holds; a name such as `lessons` or `decision`.',
    how: {
      status: 'says that its work is done',
      closing: 'closes the work it is about',
      items: 'says of every item that it is done',
    },
    needsReview: 'only you know whether the story is still needed',
    because: (quote: string) => `it says itself that it is done: ${quote}`,
    reason: 'Finished: it says so itself',
  },

  inactive: {
    title: 'Inactive project',
    meaning:
      'The memory is about a project in which nothing has happened for long: no commit, no session, no edit.',
    whatNow: 'Accept where the project is over; keep what it taught as a memory of another type.',
    wouldChange:
      'A commit, a session, an edited file or memory; `pinned: true`; more days in `expiry.project.inactiveDays`, or `expiry.project.enabled` set to false.',
    say: (last: string) => `is about a project without commit, session or edit since ${last}`,
    signs: { commit: 'a commit', session: 'a session', edit: 'an edited file' },
    evidence: (sign: string, last: string) => `last activity: ${sign}, on ${last}`,
    needsReview: 'only you know whether the project is over',
    because: (last: string) => `its project is inactive: no commit, session or edit since ${last}`,
    reason: 'Project inactive',
  },

  topicCluster: {
    title: 'Notes on one subject',
    meaning: 'Several small memories are about one subject and would be easier to find as one.',
    whatNow: 'Read the draft, in which every sentence names its source; accept, edit or leave them apart.',
    wouldChange:
      'Names without the common word, or a note of more than 2,500 characters, which is long enough on its own.',
    say: (files: number, topic: string) => `${files} notes on one subject: ${topic}`,
    notes: (files: string) => `notes: ${files}`,
    into: (file: string) => `a merge would write ${file}`,
    because: 'only you know whether they belong together; the draft loses no sentence',
    clustered: (into: string) => `Merged into ${into}`,
    drafted: (from: string) => `Drafted from ${from}`,
  },

  danglingLink: {
    title: 'Dangling link',
    meaning: 'The memory links to another one that does not exist.',
    whatNow: 'Correct the link, or write the memory it asks for.',
    wouldChange:
      'A memory of that name or file name beside it, or a link with a path, which leads elsewhere.',
    say: (line: string, target: string) => `${line} links to ${target}, which does not exist`,
  },

  unreachable: {
    title: 'Broken reference',
    meaning: 'The memory links to a page that no longer exists.',
    whatNow: 'Find where it moved and correct the link; the memory stays.',
    wouldChange: 'A link that answers. Only what is surely gone is told: 404, 410, no such host.',
    say: (line: string, url: string, why: string) =>
      `broken: ${line} links to ${url}, which is gone (${why})`,
  },

  relativeDate: {
    title: 'Relative date',
    meaning: 'The memory says "yesterday", "next week" or the like, which means less with every day.',
    whatNow: 'Accept the proposal to write the date that was meant.',
    wouldChange: 'The date itself on the same line.',
    say: (line: number, quote: string, date: string) => `line ${line} says ${quote}, which meant ${date}`,
    evidence: (written: string, clock: string) => `written on ${written}, ${clock}`,
    because: (date: string, written: string) => `${date} is counted from ${written}; the line may be older`,
  },

  secret: {
    title: 'Looks like a secret',
    meaning: 'The memory holds what looks like a key or a password; agents read it in every conversation.',
    whatNow:
      'Change it where it is used, take it out of the memory, then run dream purge to erase it from the history too.',
    wouldChange: 'A placeholder such as `<token>` in its place.',
    /** Of what the search for secrets calls it. */
    what: (what: string) => what,
    say: (line: number, what: string, masked: string) =>
      `line ${line} holds what looks like ${what}: ${masked}`,
    evidence: 'change it where it is used, then run dream purge, which erases it from Dream’s history too',
  },

  takenOut: {
    title: 'Taken out of the index',
    meaning: 'The memory exists, but somebody took its line out of MEMORY.md: agents no longer find it.',
    whatNow: 'Accept to archive it, or write its line again; Dream does neither alone.',
    wouldChange: 'A line, a table row or a mention of the file in MEMORY.md.',
    say: 'has no line in MEMORY.md any more: it was taken out',
    byGit: (commit: string) => `git: its line was taken out ${commit}, and the memory stayed`,
    byDream: (date: string) =>
      `its line was there when Dream wrote MEMORY.md on ${date}, and the memory stayed`,
    needsReview: 'only you know why its line was taken out',
    because: (date: string) => `its line was taken out of MEMORY.md by ${date}`,
    reason: 'Taken out of the index by its owner',
  },

  indexMissing: {
    title: 'No index',
    meaning: 'There is no MEMORY.md, so agents do not see these memories.',
    whatNow: 'Dream writes it from the memories in the folder.',
    wouldChange: 'A MEMORY.md beside the memories.',
    say: 'does not exist',
  },

  entryGone: {
    title: 'Entry without a file',
    meaning: 'A line of MEMORY.md leads to a file that does not exist.',
    whatNow:
      'The link is removed where git or Dream itself shows that the file was here; else it stays: restore the file, write it, or remove the line.',
    wouldChange: 'The file back, or the link out of MEMORY.md.',
    say: (line: number, target: string) => `line ${line} points to ${target}, which does not exist`,
    sayUnproven: (line: number, target: string) =>
      `line ${line} points to ${target}, which does not exist; nothing shows that it ever did, so the line stays`,
    because: (line: number, target: string) =>
      `line ${line} is all that is left of it: accepting writes ${target} from that line`,
    archived: (file: string, date: string) => `Dream archived ${file} on ${date}`,
    leftGit: (file: string, commit: string) => `git: ${file} was removed ${commit}`,
    seen: (file: string, date: string) => `${file} was here when Dream looked on ${date}`,
  },

  entryMissing: {
    title: 'Memory without an entry',
    meaning: 'No line of MEMORY.md names this memory, so agents do not find it.',
    whatNow: 'It gets a line, unless somebody took its line out before.',
    wouldChange: 'A line, a table row or a mention of the file in MEMORY.md.',
    say: 'has no line in MEMORY.md',
  },

  lineLong: {
    title: 'Long index line',
    meaning:
      'A line of MEMORY.md has 150 characters or more; agents read the whole index in every conversation.',
    whatNow: 'Shorten it and leave the detail to its file.',
    wouldChange: 'Fewer than 150 characters.',
    say: (line: number, length: number) => `line ${line} has ${length} characters; about 150 are recommended`,
    digest: (lines: number, line: number, length: number) =>
      `${lines} lines are longer than the recommended 150 characters; line ${line} has ${length}`,
  },

  tooLong: {
    title: 'Index too long',
    meaning:
      'MEMORY.md has more than 200 lines or 25,000 bytes. Agents do not read the end, where new entries are.',
    whatNow: 'Merge or shorten entries, and move the newest ones up.',
    wouldChange: 'At most 200 lines and 25,000 bytes.',
    say: (lines: number, bytes: number) =>
      `has ${lines} lines and ${bytes} bytes; agents read 200 lines or 25,000 bytes`,
    evidence: (line: number, quote: string) => `agents do not see line ${line}: ${quote}`,
  },

  disused: {
    title: 'Retired index',
    meaning: 'MEMORY.md says itself that it is no longer in use.',
    whatNow: 'Dream leaves it alone; remove that sentence if it is in use after all.',
    wouldChange: 'The head of MEMORY.md without that sentence, or --rebuild-index.',
    say: (line: number, quote: string) => `is left alone: line ${line} says ${quote}`,
  },

  notUtf8: {
    title: 'Index not readable',
    meaning: 'MEMORY.md is not valid UTF-8.',
    whatNow: 'Save it as UTF-8; until then Dream does not edit it.',
    wouldChange: 'The file saved as UTF-8.',
    say: 'is not valid UTF-8 and is left as it is',
  },

  oddity: {
    title: 'Left alone',
    meaning: 'Something in the folder could not be read as a memory.',
    whatNow: 'Dream leaves it alone; the detail says why.',
    wouldChange: 'Correct what the detail names.',
    yamlInvalid: 'its frontmatter is not valid YAML; its name, description and type are not known',
    headTooLarge: 'its frontmatter is too large to be read; its name, description and type are not known',
  },
}
