import type { Day, Stretch } from './calendar.ts'
import type { Comparing } from './comparing.ts'
import type { TalkSigns } from './talk-signs.ts'

/** Several where one would be too long, or where capitals count in one and not in the other. */
export type Pattern = RegExp | readonly RegExp[]

/**
 * What Dream knows of a language. Every part may be missing: then the language adds nothing there. Lists are words with
 * white space between them. Where two askers want other words for one thing, both stand under the thing: `inTalk` is what a
 * person says to an agent, `inJournal` a line of a journal, `inHeading` the heading above such lines, `inNote` a memory.
 */
export interface Lexicon {
  readonly code: string
  /** Letters that no other language has: a sentence with one of them is read by this language alone. */
  readonly script?: RegExp
  readonly words?: Words
  readonly dates?: Dates
  readonly status?: Status
  readonly notes?: NoteWords
  readonly cues?: Cues
  readonly worth?: Worth
  readonly values?: Values
  readonly comparing?: Comparing
  readonly talkSigns?: TalkSigns
  readonly secrets?: Secrets
  readonly questions?: Questions
  readonly speakers?: Speakers
  readonly answers?: Answers
  /** What Dream writes into files. */
  readonly written?: Written
  /** Rules and decisions of a sentence. */
  readonly claims?: (sentence: string) => Claim[]
  readonly stem?: (word: string, how: Stemming) => string
}

export interface Words {
  /** Say nothing about a subject. */
  readonly stop?: string
  /** Left out where texts are compared that say the same in other words. */
  readonly topicStop?: string
  /** Left out where a sentence becomes a vector. */
  readonly silent?: string
  /** Tell what happens to a thing, not which thing it is. */
  readonly events?: string
  /** In the names of two files: of the newer, of the older, of either. */
  readonly newer?: string
  readonly older?: string
  readonly months?: string
  /** Between two links of a list, as a pattern. */
  readonly and?: string
  /** Characters that are no part of a name, though no dictionary has the name. */
  readonly particles?: string
}

/**
 * How much of an ending goes. `full`: for search. `topic`, `statement`, `said`: where two texts are compared. `plural`,
 * `verb`: in a rule. `name`: of a file.
 */
export type Stemming = 'full' | 'topic' | 'statement' | 'said' | 'plural' | 'verb' | 'name'

/** A form of words and what it means on a day; nothing where it could mean two things. */
type DateForm = readonly [
  pattern: RegExp,
  meaning: (found: RegExpExecArray, written: Day) => Stretch | undefined,
]

export interface Dates {
  /** The first three letters of each. */
  readonly months?: string
  /** Found wherever a relative date may be. */
  readonly hint?: RegExp
  /** A line with one of these gives the day itself. */
  readonly absolute?: RegExp
  /** Days told from the day of writing, in the order in which they are tried. */
  readonly relative?: readonly DateForm[]
  /** Where what looks like one of those is none: all that is given has to be there. */
  readonly notMeant?: readonly { readonly text?: RegExp; readonly before?: RegExp; readonly after?: RegExp }[]
  /** A day of the calendar, in groups `month`, `day` and perhaps `year`. */
  readonly spelled?: readonly RegExp[]
  /** A near day that something is due on. */
  readonly near?: readonly (readonly [RegExp, (found: RegExpExecArray, today: Day) => Day])[]
  /** What a question asks about, in groups `month` and perhaps `day` and `year`; global. */
  readonly asked?: readonly RegExp[]
  /** "Never on a Friday", "every Monday": no day that could pass. */
  readonly habit?: { readonly inTalk?: RegExp; readonly inJournal?: RegExp }
  readonly weekday?: RegExp
  /** A weekday that may be of any week. */
  readonly bareWeekday?: RegExp
  /** The text with near days by their dates. */
  readonly withDays?: (text: string, dayNamed: (words: string) => string | undefined) => string
}

/** Stands for the name of a thing in a sentence, so that a pattern can say what has to stand beside it. */
export const HERE = '\u0001'

/** What a note says of the work or the thing that it is about. */
export interface Status {
  /** Before the state of the work: "Status", as a pattern. */
  readonly label?: string
  /** Behind that label: the work is done, as a pattern. */
  readonly done?: string
  /** Before the day on which it was done, as a pattern. */
  readonly completedLabel?: string
  /** In a title: the work is done. */
  readonly title?: Pattern
  /** At the end of a short title. */
  readonly titleEnd?: RegExp
  /** Words of a status that are none. */
  readonly notYet?: RegExp
  /** A sentence that closes the work. */
  readonly closing?: Pattern
  readonly itemDone?: RegExp | string
  readonly itemOpen?: RegExp
  /** A line with which a file says that it is no longer in use. */
  readonly disused?: Pattern
  /** A sentence that says of the thing at `HERE` that it is gone. */
  readonly gone?: Pattern
  /** A section about what is gone. */
  readonly goneHeading?: RegExp
  /** A note gives way to the one that the line links to. */
  readonly replacedBy?: RegExp
  /** A rule replaces another. */
  readonly replaces?: RegExp
}

/** What notes say of themselves and of each other. Lines come without marks of emphasis and lists. */
export interface NoteWords {
  /** What a line names only stands for others of its kind. */
  readonly example?: RegExp
  /** A line with which a note says that it no longer holds; the same in its name or description. */
  readonly tombstone?: Pattern
  readonly tombstoneTitle?: RegExp
  /** And that it is there on purpose. */
  readonly kept?: RegExp
  /** What it said stands elsewhere now. */
  readonly pointer?: Pattern
  /** Ends right before the name of a note that this one takes the place of. */
  readonly replaces?: RegExp
  /** A heading or lead-in under which stands what outlasts the work, or what is open. */
  readonly lasting?: RegExp
  /** A sentence that says of the thing at `HERE` that it is yet to be made. */
  readonly planned?: Pattern
  /** A heading over what comes next; an order to make what stands at `HERE`. */
  readonly nextWork?: RegExp
  readonly toMake?: RegExp
  /** A version of another time, or a bound; and the version that the project itself has. */
  readonly otherTime?: RegExp
  readonly currentVersion?: RegExp
  /** What a line tells of is kept on another machine, or for one person. */
  readonly keptApart?: RegExp
  /** What stands at `HERE` is called the forerunner of something. */
  readonly forerunner?: RegExp
  /** A fault that is mended: the note is there so that it does not come back. */
  readonly mended?: RegExp
  /** A rule that keeps addresses of machines out of notes. */
  readonly forbidsAddresses?: RegExp
  /** A name in backticks, as the group, and the word that it is gone. */
  readonly saidGone?: RegExp
  /** Two folders are one. */
  readonly linkedFolder?: RegExp
  /** The work is in no commit; and a sentence that speaks of no state of things. */
  readonly uncommitted?: RegExp
  readonly conditional?: RegExp
}

type Asked<Names extends string> = { readonly [Name in Names]?: Pattern }
type Single<Names extends string> = { readonly [Name in Names]?: RegExp }

/** What a sentence says. */
export interface Cues {
  readonly rule?: Asked<'inTalk'> &
    Single<
      /** Begins like a rule; begins like an order. */
      | 'opening'
      | 'orderOpening'
      /** Demands something, wherever the word stands. */
      | 'demand'
      | 'inIndexLine'
      | 'word'
      /** Begins with what is to be done. */
      | 'imperative'
      | 'duty'
      /** "When …, " with what follows as its group. */
      | 'condition'
      /** A clause that begins with an order. */
      | 'inClause'
      /** Said to whoever reads it. */
      | 'addressed'
      /** Told of the user by somebody else. */
      | 'ofTheUser'
      | 'notInTalk'
      /** For this once. */
      | 'oneOff'
    >
  readonly denial?: RegExp
  readonly decision?: Asked<'inTalk' | 'inJournal' | 'inHeading' | 'inNote'>
  /** `inTalk` is what only says that a correction follows. */
  readonly correction?: Asked<'inJournal' | 'inHeading'> & Single<'inTalk'>
  readonly preference?: Asked<'inTalk' | 'inJournal' | 'inHeading' | 'aboutWork'>
  /** `speaker`: whoever speaks of themselves. */
  /** `speaking`: in the first or second person. */
  readonly person?: Asked<'inTalk' | 'inJournal' | 'inHeading' | 'speaker' | 'speaking'>
  /** `appointment`: a day on which something is, and not by which. */
  readonly deadline?: Asked<'inTalk' | 'inJournal' | 'appointment'>
  readonly progress?: Asked<
    'begun' | 'finished' | 'inHeading' | 'ended' | 'changed' | 'past' | 'tentative' | 'reopened'
  >
  /** `cause` and `effect` stand before what they name; `inside` has the reason as its group; `word` and `label` are patterns. */
  readonly cause?: Single<'cause' | 'effect' | 'opening' | 'inside'> & {
    readonly word?: string
    readonly label?: string
  }
  readonly talk?: Talk
  readonly noise?: Asked<'transport' | 'smallTalk' | 'observable' | 'detail' | 'instruction'>
}

/** What a line of a journal is worth to a reader in six weeks. */
export interface Worth {
  /** Headings and lead-ins under which stands what lasts; or what passes; or that name no subject. */
  readonly heading: Asked<
    /** Rules, decisions, lessons: whatever stands there counts. */
    | 'rules'
    | 'keeps'
    | 'drops'
    | 'plain'
    /** Says that the work it tells of is finished. */
    | 'done'
  >
  /** Before a colon: what follows lasts; or passes. */
  readonly label: Asked<
    | 'keeps'
    | 'drops'
    /** Says what kind of statement follows, and names no value. */
    | 'acts'
  >
  readonly line: Asked<
    /** A rule, a decision, a lesson. */
    | 'strong'
    /** How something is, must be or works. */
    | 'lasting'
    /** Begins as a report of what was done. */
    | 'log'
    /** A state that passes: "running", "nothing urgent". */
    | 'passing'
    /** A count of files, tests, times. */
    | 'counter'
    /** When and how often something runs. */
    | 'schedule'
    /** Waits for something. */
    | 'open'
    /** Praise. */
    | 'praise'
    /** Meant as a joke, told by others, off the topic. */
    | 'aside'
    /** What hangs in the air without the line before. */
    | 'fragment'
  >
  /** What never stands in a file that is loaded into every conversation. */
  readonly never: Asked<
    /** Speaks to whoever reads it. */
    | 'instruction'
    /** A password, a code, a key, however it is told. */
    | 'credential'
    /** How to reach a private person. */
    | 'contact'
  >
  /** What a heading says beside its subject: "created", "(done)"; global. */
  readonly beside?: RegExp
}

interface Talk {
  /** What only says that the rest is to be remembered. */
  readonly remember?: RegExp
  readonly rememberNot?: RegExp
  /** Speaks of how something is or is done, so that it is more than a word about the task at hand. */
  readonly fact?: RegExp
  /** What a link is for. */
  readonly purpose?: RegExp
  /** A link that is to be opened now. */
  readonly fetch?: RegExp
  /** What a project is made of: whoever can read the code knows. */
  readonly ofTheCode?: RegExp
  /** A heading or lead-in under which a text says the opposite of what it says, or what was. */
  readonly turning?: RegExp
  readonly fillerStart?: RegExp
  readonly fillerInside?: RegExp
  /** As patterns: filler at the end; a label before a line. */
  readonly fillerEnd?: string
  readonly label?: string
}

/** What a sentence could be wrong about. */
export interface Values {
  /** What may follow a number, as a pattern. */
  readonly units?: string
  /** Colours, weekdays, months, counts, in small letters. */
  readonly named?: RegExp
  /** Of those, a colour, weekday or month and nothing else. */
  readonly whole?: RegExp
  /** A value that is never the name of something. */
  readonly neverName?: RegExp
  /** Capitals that only shout. */
  readonly shouted?: string
  /** A word that denies the next two words, these left out. */
  readonly denies?: RegExp
  readonly skipped?: string
  /** A denial, with what it denies as its group. */
  readonly denied?: RegExp
  readonly prohibition?: RegExp
  /** What something is only set against: ", not spaces". */
  readonly contrast?: RegExp
  /** Ends before a value: "is", "in", "called"; as a pattern. */
  readonly before?: string
  /** Other spellings of one day. */
  readonly sundays?: readonly [RegExp, string]
  readonly weekdays?: readonly [RegExp, string]
}

/** How sure it is that a secret follows: "password: …" is surer than "token …". */
export type Surety = 'sure' | 'likely' | 'unsure'

/** Words around secrets, beside the English ones of code and command lines. All patterns are global. */
export interface Secrets {
  /** Found wherever one of the others may be. */
  readonly hint?: RegExp
  readonly places?: readonly (readonly [Surety, RegExp])[]
  /** What follows a secret, and the secret before it as the group of the second. */
  readonly before?: readonly (readonly [words: RegExp, value: RegExp])[]
  /** What is a secret by its name however plain it looks, with the value as the group. */
  readonly codes?: readonly (readonly [what: string, RegExp])[]
  /** Between a code's name and the code, as a pattern. */
  readonly said?: string
}

/** A sign of what a question asks for, and how sure it makes us, from 0 to 1. */
export type Sign = readonly [pattern: RegExp, confidence: number]

export type Questions = {
  readonly [Kind in 'cause' | 'time' | 'preference' | 'relation' | 'fact']?: readonly Sign[]
}

/** Who speaks, as the word before a colon says: a list; in a journal a pattern. */
export interface Speakers {
  readonly inTranscript?: { readonly [Speaker in 'user' | 'assistant' | 'tool' | 'system']?: string }
  readonly inJournal?: { readonly [Speaker in 'user' | 'assistant' | 'tool']?: string }
}

/** What an answer that sums up a text may not make up. */
/** Who somebody can be, so that the words of one language can be held against those of another. */
export const ROLE_NAMES = [
  ...[
    'wife',
    'husband',
    'boyfriend',
    'girlfriend',
    'fiance',
    'mother',
    'father',
    'parent',
    'sister',
    'brother',
  ],
  ...['daughter', 'son', 'boss', 'supervisor', 'colleague', 'employee', 'landlord', 'roommate', 'neighbour'],
  ...['client', 'accountant', 'lawyer', 'doctor', 'dentist', 'therapist', 'teacher', 'coach', 'investor'],
  ...['advisor', 'contractor', 'founder', 'chief', 'manager'],
] as const

export interface Answers {
  /** Words that say who somebody is. */
  readonly roles?: Readonly<Record<(typeof ROLE_NAMES)[number], string>>
  /** Somebody else, whom only a text can know of; global. */
  readonly another?: RegExp
  /** Names of people and places in a script without capitals; global. */
  readonly names?: RegExp
  /** Ways to reach a person. */
  readonly contact?: RegExp
  /** Says of something that the user said or wants it. */
  readonly asUser?: RegExp
  /** Number words, from one on. */
  readonly counts?: string
  /** From Monday on; the words for one day between strokes. */
  readonly weekdays?: string
  /** Words behind a number that make it larger. */
  readonly scales?: Readonly<Record<string, number>>
  /** Ordinary words that open a sentence, so that their capital says nothing. */
  readonly openings?: string
}

type Texts<Names extends string> = { readonly [Name in Names]: string }

export interface Written {
  /** Ends a sentence. */
  readonly stop: string
  readonly sections: Texts<'current' | 'stable' | 'relations' | 'dream'>
  /** What belongs into each of them. */
  readonly guides: Texts<'current' | 'stable' | 'relations' | 'dream'>
  readonly ledger: Texts<'at' | 'category' | 'content' | 'source'>
  /** Where an entry of the ledger stood first, and the id of the line that took its place. */
  readonly ledgerSource: (journal: string, successor?: string) => string
  /** Of the ledger, where they are not as the code has them. */
  readonly categories: { readonly [category: string]: string }
  /** The five questions of `dream journal init`, and what stands before the answers. */
  readonly firstQuestions: readonly { readonly asks: string; readonly says: string }[]
  readonly log: {
    /** Begins the line of counts, which tells the language of a log. */
    readonly opening: string
    readonly counts: (counts: Readonly<Record<string, number>>) => string
    readonly size: (before: number, after: number) => string
    readonly undone: (run: string) => string
  }
  readonly draft: Draft
}

/** A memory that was made of a conversation. */
interface Draft {
  readonly unsaid: string
  readonly noReason: string
  readonly untrusted: string
  readonly apply: {
    readonly [Type in 'feedback' | 'user' | 'project' | 'reference']: (day?: string) => string
  }
  /** Before a quotation: who said it, and when. */
  readonly saidBy: (who: 'user' | 'assistant' | 'tool' | 'web' | 'unknown' | 'given', day?: string) => string
}

/** What a rule or a decision says: do or do not `verb` the `object`. */
export interface Claim {
  readonly polarity: 'do' | 'do-not'
  /** Without its ending, so that `use`, `uses` and `using` are one. */
  readonly verb: string
  /** The content words of the object, plural folded, in their order; the last is the head. */
  readonly object: readonly string[]
  /** Who the rule is about, where it names someone: "tests should not …". */
  readonly about: readonly string[]
  /** "for …", "in …", "when …": where the rule holds. Empty: everywhere. */
  readonly domain: readonly string[]
  /** "over …", "instead of …": what it is set against. */
  readonly over: readonly string[]
  /** A plain imperative ("Commit to main"): counts only where the other side says exactly the same with a "not". */
  readonly plain: boolean
  readonly quote: string
}

/** The verbs that stand against each other in any language, as `en` stems them. */
export const USE = 'us'
export const PREFER = 'prefer'

/** An object that is written as one word: its head is its end. */
export const IS_ONE_WORD = /^\p{Script=Han}{2}/u
