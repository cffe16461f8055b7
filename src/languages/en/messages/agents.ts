import { count, number } from './count.ts'

/** The dream agent, extraction and refining: why they stop, and why something is not kept or waits. */
export const agents = {
  noKey: (variable: string, endpoint: string) => `${variable} is empty. Put the key of ${endpoint} into it`,
  noModel:
    'no model is set for the agents. Set llm.agents.preset, or llm.agents.endpoint, model and keyVariable, or llm.agents.api to claude-command',
  modelHelp: (why: string) => `${why}. See docs/models.md; dream prompt prints the prompt for another agent`,
  whichFolder: 'No memory folder found. Name one: --folder DIR',
  oneFolder: (labels: string) => `dream agent works on one folder at a time. Name one of ${labels}`,
  step: 'the agent is working, step',
  asking: (label: string) => `asking the model about ${label}`,

  /** A9: what the model did in an automatic run. */
  automatic: {
    notReady: (what: string) =>
      `autoDream.model.enabled is true, but no model can be asked: ${what} is not set. The rules did their work`,
    drafts: (many: number, what: 'written' | 'waiting') =>
      what === 'written'
        ? `${count(many, 'new note')} from conversations`
        : `${count(many, 'new note')} from conversations ${many === 1 ? 'waits' : 'wait'} in dream queue`,
    unanswered: (why: string) =>
      `the model did not answer everything (${why}); those sessions are read again`,
    plan: (label: string, many: number) =>
      `the dream agent left a plan for ${label} with ${count(many, 'change')}: dream queue`,
    stopped: (label: string, why: string) => `the dream agent did not finish ${label} (${why})`,
    stillWaits: (label: string) => `the last plan of the dream agent for ${label} still waits in dream queue`,
    tooDear: (tokens: number, left: number) =>
      `needs about ${number(tokens)} tokens, and ${number(left)} are left in the budget`,
    failed: (what: string, why: string) => `the model could not help with ${what}: ${why}`,
    spent: (tokens: number) => `${number(tokens)} tokens`,
  },

  cannot: {
    journal: (label: string) => `${label} holds journals. Use dream journal review there`,
    unclear: (label: string) =>
      `${label} could be an index or a journal. Add --layout index if its notes are files`,
    notListed: (label: string) => `${label} could not be listed completely. Try again when it can be read`,
    remember: (label: string) =>
      `${label} holds journals. Write to it with dream remember; dream journal review distils them`,
    holdsNone: (label: string) =>
      `${label} holds no notes. Add --layout index to keep notes there, or run dream journal init there for journals`,
  },
  noFolder: 'there is no memory folder to write to. Name one with --folder',
  severalFolders: (many: number, labels: string) =>
    `there are ${many} memory folders here (${labels}). Choose one with --folder`,
  noSession: (names: string, all: number) =>
    `none of the ${count(all, 'session')} of this project is called ${names}. Name its file instead`,
  noTranscript: (path: string) => `no such transcript: ${path}`,
  badTranscript: (path: string, why: string) => `cannot read ${path} as a transcript: ${why}`,
  cursorsNotWritten: (why: string) =>
    `Dream could not record how far it read the conversations, and will read them again: ${why}`,

  dropped: {
    badOrigin: (origin: string, type: string) => `is ${origin}, which is not enough for a ${type} note`,
    userAlone: 'only the user can say that',
    secret: 'looks like a secret',
    instruction: 'is an instruction to whoever reads it',
    tooLong: (most: number) => `is longer than ${number(most)} characters`,
    tooLittle: 'says too little',
    documented: (path: string) => `stands in ${path}`,
    inCode: 'can be read from the code',
    inCodeAt: (names: string) => `can be read from the code: ${names}`,
    known: (file: string) => `is known: ${file}`,
    saidLater: 'is said again later',
    takenBack: 'is taken back later',
    overLimit: 'is over the limit for one conversation',
    earlier: (many: number) => `${many} earlier ones`,
    more: (many: number) => `${many} more`,
    tooMany: 'too many at once',
    noType: 'has an unknown type',
    notSaid: 'does not stand in the conversation',
    quoted: 'is quoted or pasted, not said',
  },

  waits: {
    origin: (origin: string) => `it was ${origin}`,
    lessTrusted: (origin: string) => `the agent had read text ${origin}, which is trusted less`,
    noNote: 'it leads to no note of this folder',
    noteWaits: 'its note waits for you',
    noteOrigin: (origin: string) => `its note is ${origin}`,
    instruction: 'it tells its reader what to do',
    instructionQuoted: (quote: string) => `it tells its reader what to do: “${quote}”`,
    ownWords: (origin: string) => `the agent wrote this itself after it read text ${origin}`,
    pinned: 'the agent pinned it',
    aboutYou: 'the agent made it about you',
    ownAboutYou: 'it is about you, in the agent’s own words',
    ownPinned: 'it is pinned, and the agent wrote it itself',
    ownFeedback: 'it is feedback, in the agent’s own words',
    noFrontmatter: (origin: string) => `it is ${origin}, and has no frontmatter to say so`,
    unanswered: (question: string) => `nothing else answers “${question}”`,
    indexText:
      'the agent changed lines that are no entries. Agents load them unasked, so only the entries were updated',
  },
  fate: {
    none: 'the dream agent left it unchanged',
    added: 'added by the dream agent',
    rewritten: 'rewritten by the dream agent',
    retired: 'archived by the dream agent',
  },

  opinion: {
    unsure: (confidence: number) => `the model is only ${confidence} sure`,
    notQuoted: (file: string) => `the quote does not stand in ${file}`,
  },

  refused: {
    part: 'a part is empty or too long',
    name: (most: number) => `the name has more than ${most} words`,
    person: 'the name speaks as the user does, not about them',
    description: 'the description is not one sentence',
    unsafe: 'it contains an instruction to the reader, or a secret',
    lost: (value: string) => `it lost ${value}`,
    not: 'it lost or added a "not"',
    invented: (value: string) => `it invented ${value}`,
    rule: 'it made a rule of it',
    more: (sentence: string) => `it says more than was said: ${sentence}`,
  },
}
