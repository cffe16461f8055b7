import type { FindingInfo, FindingKind } from '../model/index.ts'

/** What a person needs to know about each kind of finding. */
export const FINDING_INFO: Record<FindingKind, FindingInfo> = {
  'fully-stale': {
    title: 'Fully stale',
    meaning: 'Nothing that the memory names is in the project any more.',
    whatNow: 'It is archived, or waits for you where it is a rule, pinned, recent or about you.',
    wouldChange:
      'One reference that returns, `pinned: true`, or a change to the memory after its files went keeps it.',
  },
  'mostly-stale': {
    title: 'Mostly stale',
    meaning: 'What the memory is about has left the project: git removed the files, after it was written.',
    whatNow: 'Accept where nothing in it holds any more, or correct what does.',
    wouldChange:
      'A path it spells out that is there, or a change to the memory after its files went, makes it partly stale at most.',
  },
  'partially-stale': {
    title: 'Partially stale',
    meaning: 'Some of what the memory names is gone, some is still there.',
    whatNow: 'Read it and correct what is gone; it is kept as it is.',
    wouldChange: 'Corrected paths make it fresh; more paths that git removed make it mostly or fully stale.',
  },
  'renamed-path': {
    title: 'Renamed path',
    meaning: 'The memory names a path that git knows under a new name.',
    whatNow: 'Accept the proposal to write the new path.',
    wouldChange: 'The new path in its text, or the old one back in the project.',
  },
  duplicate: {
    title: 'Duplicate',
    meaning: 'Two memories say the same.',
    whatNow: 'The newer one is kept; where the older one says more, accept the merge or leave both.',
    wouldChange:
      'A value or a sentence in which the two differ makes them two memories; a date in the frontmatter settles which is newer.',
  },
  contradiction: {
    title: 'Contradiction',
    meaning: 'One memory says to do what the other says not to do.',
    whatNow: 'The newer one is kept where the order is known; else read both quotes and keep one.',
    wouldChange:
      'A place where each holds ("in tests", "in production"); a date in the frontmatter, or "no longer" in the newer one, settles which holds.',
  },
  promoted: {
    title: 'Promoted',
    meaning: "What the memory says stands in the project's own Markdown.",
    whatNow:
      'Where all of it stands there word for word it is archived; else compare the two quotes and accept or keep it.',
    wouldChange:
      "A sentence that the document does not have, the document's name in the memory (then it is a pointer), or the passage gone from the document.",
  },
  finished: {
    title: 'Finished',
    meaning: 'The memory says itself that the work it is about is done.',
    whatNow: 'Accept where nobody will need the story; lessons in it are worth a memory of their own.',
    wouldChange:
      'An open item or a status that says so; `type: feedback` or `reference` for what goes on to hold; a name such as `lessons` or `decision`.',
  },
  superseded: {
    title: 'Older version',
    meaning: 'Two memories have the same name but for words such as "updated", "v2" or a date.',
    whatNow: 'Look whether the newer one has all that still holds, and accept.',
    wouldChange:
      'Another name, for what is no version of the other; or a clock that says the other one is newer.',
  },
  'project-inactive': {
    title: 'Inactive project',
    meaning:
      'The memory is about a project in which nothing has happened for long: no commit, no session, no edit.',
    whatNow: 'Accept where the project is over; what it taught is worth a memory of another type.',
    wouldChange:
      'A commit, a session, an edited file or memory; `pinned: true`; more days in `expiry.project.inactiveDays`, or `expiry.project.enabled` set to false.',
  },
  'taken-out-of-index': {
    title: 'Taken out of the index',
    meaning:
      'The memory is there, and somebody took its line out of MEMORY.md: agents do not find it any more.',
    whatNow: 'Accept to archive it, or write its line again; Dream does neither alone.',
    wouldChange: 'A line, a table row or a mention of the file in MEMORY.md.',
  },
  'topic-cluster': {
    title: 'Notes on one subject',
    meaning: 'Several small memories are about one subject and would be easier to find as one.',
    whatNow: 'Read the draft, in which every sentence names its source; accept, edit or leave them apart.',
    wouldChange:
      'Names without the common word, or a note of more than 2,500 characters, which stands on its own.',
  },
  'copy-elsewhere': {
    title: 'Copy in another folder',
    meaning: 'The same memory stands in the folder of another agent or project.',
    whatNow: 'Keep the one that is read where it is needed, and forget the other.',
    wouldChange: 'A text of its own; or only one of the two folders in a run.',
  },
  'index-missing': {
    title: 'No index',
    meaning: 'There is no MEMORY.md, so agents do not see that these memories are here.',
    whatNow: 'It is made from the memories that are there.',
    wouldChange: 'A MEMORY.md beside the memories.',
  },
  'index-entry-gone': {
    title: 'Entry without a file',
    meaning: 'A line of MEMORY.md leads to a file that is not there.',
    whatNow:
      'The link goes where git or Dream itself shows that the file was here and left; else it stays: bring the file back, write it, or take the line out.',
    wouldChange: 'The file back, or the link out of MEMORY.md.',
  },
  'index-entry-missing': {
    title: 'Memory without an entry',
    meaning: 'No line of MEMORY.md names this memory, so agents do not find it.',
    whatNow: 'It gets a line, unless somebody took its line out before.',
    wouldChange: 'A line, a table row or a mention of the file in MEMORY.md.',
  },
  'index-line-long': {
    title: 'Long index line',
    meaning: 'A line of MEMORY.md has 150 characters or more; the index is read whole in every conversation.',
    whatNow: 'Shorten it and leave the detail to its file.',
    wouldChange: 'Fewer than 150 characters.',
  },
  'index-too-long': {
    title: 'Index too long',
    meaning:
      'MEMORY.md has more than 200 lines or 25,000 bytes. Agents cut the end in silence, and the end is where new entries stand.',
    whatNow: 'Merge or shorten entries, and see that the newest ones are not alone at the end.',
    wouldChange: 'At most 200 lines and 25,000 bytes.',
  },
  'index-retired': {
    title: 'Retired index',
    meaning: 'MEMORY.md says itself that it is no longer in use.',
    whatNow: 'Nothing is done to it; take that sentence out if it is in use after all.',
    wouldChange: 'The head of MEMORY.md without that sentence, or --rebuild-index.',
  },
  'index-not-utf8': {
    title: 'Index not readable',
    meaning: 'MEMORY.md is not valid UTF-8.',
    whatNow: 'Save it as UTF-8; until then it is never edited.',
    wouldChange: 'The file saved as UTF-8.',
  },
  'dangling-link': {
    title: 'Dangling link',
    meaning: 'A link of the memory leads to nothing beside it.',
    whatNow: 'Correct the link, or write the memory it asks for.',
    wouldChange:
      'A memory of that name or file name beside it, or a link with a path, which leads elsewhere.',
  },
  'unreachable-resource': {
    title: 'Broken reference',
    meaning: 'A link of the memory leads to something that is not there any more.',
    whatNow: 'Find where it moved and correct the link; the memory stays.',
    wouldChange: 'A link that answers. Only what is surely gone is told: 404, 410, no such host.',
  },
  'relative-date': {
    title: 'Relative date',
    meaning: 'The memory says "yesterday", "next week" or the like, which means less with every day.',
    whatNow: 'Accept the proposal to write the day that was meant.',
    wouldChange: 'The day itself on the same line.',
  },
  secret: {
    title: 'Looks like a secret',
    meaning: 'The memory holds what looks like a key or a password; agents read it in every conversation.',
    whatNow:
      'Change it where it is used, take it out of the memory, then run dream purge to erase it from the history too.',
    wouldChange: 'A placeholder such as `<token>` in its place.',
  },
  oddity: {
    title: 'Left alone',
    meaning: 'Something in the folder could not be taken as a memory.',
    whatNow: 'Nothing is done to it; the detail says what is odd.',
    wouldChange: 'Whatever the detail names, put right.',
  },
}
