import { count, number } from './count.ts'

/** Where a person decides: approval of a plan, the review queue, drafts and plans of models. */
export const review = {
  nothingChanged: 'Nothing was changed.',
  runWithYes: 'Nothing was changed. Run with --yes to apply.',
  outcome: { archive: 'archived', write: 'written', append: 'appended to' },
  undoes: (command: string) => `${command}  undoes it`,
  inMemoryFolder: (file: string, label: string) =>
    `${file} is inside the memory folder ${label}; choose a place outside it`,

  approve: {
    question: 'Apply this? dream undo takes it back.',
    apply: 'apply',
    oneByOne: 'one by one',
    oneByOneHint: 'see and decide each change, MEMORY.md included',
    notNow: 'not now',
    keep: 'keep it',
    archive: 'archive it',
    skip: 'skip',
    skipHint: 'leave the file as it is',
  },

  consult: {
    moved: 'dream consult is now dream --consult (a folder of this name is ./consult)',
    needed: '--record and --replay need --consult',
    noModel: 'No model is set for the agents, so none was asked.',
    nothing: 'Nothing to ask: every pair of similar notes is covered by a rule.',
    asked: (model: string, pairs: number, raised: number) =>
      `${model} was asked about ${count(pairs, 'pair')}: ${raised === 0 ? 'nothing to look at' : `${count(raised, 'question')} for you; nothing was changed`}.`,
  },

  apply: {
    needsYes:
      'nothing was changed: dream apply asks before it changes files, and there is no terminal. Read the plan, then pass --yes.',
    nothing: 'The plan changes nothing.',
    would: {
      write: 'would be written',
      append: 'would be appended to',
      archive: 'would be archived',
    },
    changedSince: 'changed since the plan was made, so it would be left alone',
  },

  queue: {
    answered: {
      rejected: 'Rejected. You are asked again only if one of its files changes.',
      never: 'Rejected for good. dream queue --answered lists it.',
      reopened: 'Open again.',
    },
    confirm: 'Accept this? dream undo takes it back.',
    progress: (at: number, all: number) => `${at} of ${all}`,
    whatNow: 'What now?',
    keys: {
      accept: 'accept',
      reject: 'reject',
      rejectHint: 'until it changes',
      edit: (file: string) => `edit ${file}`,
      skip: 'skip',
      skipHint: 'Enter',
      never: 'never ask again',
      quit: 'quit',
    },
    empty: 'Nothing waits for you.',
    howToAnswer: 'answers one; --reject and --never do too. On a terminal dream queue asks',
    noAnswers: 'Nothing was answered yet, or it has changed since.',
    id: (id: string) => `id ${id}`,
    needsReview: (why: string) => `needs review: ${why}`,
    saidNever: (day: string) => `rejected for good on ${day}`,
    saidNo: (day: string) => `rejected on ${day}, until it changes`,
    accepting: (what: string) => `accepting ${what}`,
    onlyIn: (file: string) => `only in ${file}`,
    moreLines: (lines: number) => `… and ${count(lines, 'line')} more`,
  },

  extract: {
    question: 'Keep these as notes? dream undo takes it back.',
    keepAll: 'keep them all',
    noHelp: (model: string, why: string) => `${model} did not answer: ${why}`,
    read: (conversations: number, turns: number, label: string, others: number) =>
      `${count(conversations, 'conversation')} with ${count(turns, 'new turn')} read for ${label}${others > 0 ? `; ${others} unchanged` : ''}`,
    unreadable: 'cannot be read',
    own: 'a session of Dream itself, skipped',
    tooLong: (lines: number) => `${count(lines, 'line')} too long to read, skipped`,
    odd: (lines: number) => `${count(lines, 'line')} in an unknown format, skipped`,
    left: (conversations: number) => `${count(conversations, 'older conversation')} left for the next time`,
    draft: (type: string, origin: string, day: string | undefined, quote: string) =>
      `${type}, ${origin}${day === undefined ? '' : ` on ${day}`}: ${quote}`,
    dropped: (many: number) => `Not kept (${many}):`,
    moreDropped: (many: number) => `and ${many} more; --json lists all`,
    nothing: 'Nothing worth keeping was said.',
    noneKept: 'None was kept.',
    dryRun: (many: number) => `[DRY RUN] Nothing was written; ${count(many, 'note')} would be proposed.`,
    declined: (command: string) => `Nothing was written; ${command} asks again.`,
    waiting: (many: number, command: string) =>
      `${count(many, 'note')} ${many === 1 ? 'waits' : 'wait'} for you: ${command}`,
    written: 'written',
  },

  agent: {
    estimate: (
      notes: number,
      model: string,
      tokens: number,
      most: number,
      usd: { readonly about: string; readonly most: string } | null,
    ) =>
      `${count(notes, 'note')}, ${model}: about ${number(tokens)} tokens${usd === null ? '' : ` ($${usd.about})`}, at most ${number(most)}${usd === null ? '' : ` ($${usd.most})`}.`,
    stops: {
      'out-of-steps': 'no steps left (--steps gives more)',
      'out-of-tokens': 'no tokens left',
      'out-of-time': 'out of time',
      'over-budget': 'budget used up',
    },
    finished: (steps: number, seconds: string) =>
      `The dream agent finished after ${count(steps, 'step')} in ${seconds} s.`,
    stopped: (steps: number, seconds: string, word: string, why: string) =>
      `The dream agent was stopped after ${count(steps, 'step')} in ${seconds} s: ${word}, ${why}.`,
    restWaits: 'What it did until then waits for you.',
    ownWords: 'Its summary',
    tools: (calls: string, refused: number) =>
      `Tools: ${calls}${refused === 0 ? '' : `; ${refused} refused`}`,
    more: (many: number) => `and ${many} more (--verbose)`,
    moreLines: (lines: number) => `and ${count(lines, 'line')} more (--verbose)`,
    change: { added: 'new', rewritten: 'rewritten', retired: 'archived' },
    nothing: 'No changes: the agent left the folder as it is.',
    notTaken: (why: string) => `not taken over: ${why}`,
    wanted: 'What it wanted',
    done: 'Done',
    would: 'Would be done',
    searchCheck: (asked: number, before: number, after: number) =>
      `Search check: ${before} of ${count(asked, 'test query', 'test queries')} found their answer before, ${after} after`,
    waits: 'Waits for you',
    left: 'Left as it is',
    index: (entries: string) => `updated: ${entries}`,
    held: (why: string) => `needs your approval: ${why}`,
    withheld: 'Held back completely',
    applyWaiting: 'applies what waits',
    undo: 'undoes all of this',
  },

  spent: {
    title: 'Model calls:',
    together: 'total',
    amount: (calls: number, input: number, output: number, cost: string) =>
      `${count(calls, 'call')}, ${number(input)} tokens sent, ${number(output)} received, ${cost}`,
    unknownPrice: 'price not known',
    little: 'less than $0.01',
  },

  near: (note: string) => `Similar note, kept: ${note}`,
}
