import { count } from './count.ts'

/** What waits in the review queue: what each item says of itself. */
export const items = {
  /** To follow "accepting": "archives a.md, adds to b.md". */
  accepting: {
    archive: (file: string) => `archives ${file}`,
    write: (file: string) => `writes ${file}`,
    append: (file: string) => `adds to ${file}`,
  },
  keepOne: (stays: string, goes: string) => `keep ${stays}, archive ${goes}`,
  onlyYou: 'only you can write this fix: edit the memory instead',
  ambiguous: (id: string, items: number) => `${id} matches ${items} items. Type more of the id`,
  unknown: (id: string) => `no item ${id}; it may have changed. dream queue lists what waits now`,
  notEditable: (file: string) => `${file} does not exist any more, or cannot be edited here`,
  reading: (label: string) => `reading ${label}`,

  agentPlan: {
    subject: 'plan of the dream agent',
    words: (changes: number, files: string) => `${count(changes, 'change')} (${files})`,
    made: (at: string) => `made ${at}`,
    because: 'nobody was there to ask when the agent finished',
    accepting: 'makes those changes',
  },
  draft: {
    words: (type: string, description: string) => `a new ${type} memory: ${description}`,
    evidence: (origin: string, day: string | undefined, quote: string) =>
      `${origin}${day === undefined ? '' : ` on ${day}`}: ${quote}`,
    because: 'what was said in a conversation is kept only if you agree',
  },
  conflict: {
    because: {
      'ccb-wins': 'the file is right: MAGMA follows the files in what you are and what you said',
      'magma-wins': 'the note is right: the files follow MAGMA in lasting knowledge',
      'manual-review': 'only you can decide which is right',
    },
    changed: 'the two changed since. Run dream queue again',
    choose:
      'only you can decide this: add --goes file (the note is right) or --goes note (the file is right)',
    writesBoth: (file: string, note: string) => `writes ${file} and ${note}`,
    words: (note: string) => `differs from ${note}`,
    evidence: (differences: string) => `they differ in: ${differences}`,
    keepFile: (file: string) => `keep ${file}, write it into the note`,
    keepNote: (file: string) => `keep the note, write it into ${file}`,
  },
  saidAgain: {
    back: 'it is back already',
    evidence: (removed: string, asked: string) =>
      `you forgot it on ${removed}; a journal said it again, noticed on ${asked}`,
    because: 'what you forgot comes back only if you agree',
    accepting: 'writes it into MEMORY.md again',
  },
}
