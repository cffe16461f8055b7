import type { FindingInfo, FindingKind } from '../memory/finding.ts'

/** What a person needs to know about each kind of finding. */
export const FINDING_INFO: Record<FindingKind, FindingInfo> = {
  'fully-stale': {
    title: 'Fully stale',
    meaning: 'Nothing that the memory names is in the project any more.',
    whatNow: 'It is archived, or waits for you where it is a rule, pinned, recent or about you.',
  },
  'partially-stale': {
    title: 'Partially stale',
    meaning: 'Some of what the memory names is gone, some is still there.',
    whatNow: 'Read it and correct what is gone; it is kept as it is.',
  },
  'renamed-path': {
    title: 'Renamed path',
    meaning: 'The memory names a path that git knows under a new name.',
    whatNow: 'Accept the proposal to write the new path.',
  },
  duplicate: {
    title: 'Duplicate',
    meaning: 'Two memories say the same.',
    whatNow: 'The newer one is kept; where the older one says more, accept the merge or leave both.',
  },
  contradiction: {
    title: 'Contradiction',
    meaning: 'One memory says to do what the other says not to do.',
    whatNow: 'The newer one is kept where the order is known; else read both quotes and keep one.',
  },
  'index-missing': {
    title: 'No index',
    meaning: 'There is no MEMORY.md, so agents do not see that these memories are here.',
    whatNow: 'It is made from the memories that are there.',
  },
  'index-entry-gone': {
    title: 'Entry without a file',
    meaning: 'A line of MEMORY.md leads to a file that is not there.',
    whatNow: 'The line is removed.',
  },
  'index-entry-missing': {
    title: 'Memory without an entry',
    meaning: 'No line of MEMORY.md names this memory, so agents do not find it.',
    whatNow: 'It gets a line.',
  },
  'index-line-long': {
    title: 'Long index line',
    meaning: 'A line of MEMORY.md has 150 characters or more; the index is read whole in every conversation.',
    whatNow: 'Shorten it and leave the detail to its file.',
  },
  'index-too-long': {
    title: 'Index too long',
    meaning:
      'MEMORY.md has more than 200 lines or 25,000 bytes. Agents cut the end in silence, and the end is where new entries stand.',
    whatNow: 'Merge or shorten entries, and see that the newest ones are not alone at the end.',
  },
  'index-not-utf8': {
    title: 'Index not readable',
    meaning: 'MEMORY.md is not valid UTF-8.',
    whatNow: 'Save it as UTF-8; until then it is never edited.',
  },
  'dangling-link': {
    title: 'Dangling link',
    meaning: 'A link of the memory leads to nothing beside it.',
    whatNow: 'Correct the link, or write the memory it asks for.',
  },
  oddity: {
    title: 'Left alone',
    meaning: 'Something in the folder could not be taken as a memory.',
    whatNow: 'Nothing is done to it; the detail says what is odd.',
  },
}
