import type {
  Clock,
  Decision,
  Finding,
  IndexSummary,
  Limit,
  MemoryClass,
  MissingReference,
  Order,
  Outcome,
  Reason,
  RecallFigure,
  SeenBy,
  Verdict,
} from '../model/index.ts'
import { showText } from '../text/index.ts'
import { ownerEvidence, ownerWords } from './owner-words.ts'
import { lineWords, quoted } from './quoted.ts'

export { quoted }

/** "1 memory", "3 memories". */
export function counted(n: number, one: string, more = `${one}s`): string {
  return `${n} ${n === 1 ? one : more}`
}

/** The reasons of D24's table, and those of the changes that D24 does not know. */
export function reasonWords(reason: Reason): string {
  switch (reason.why) {
    case 'fully-stale':
      return 'Fully stale: all referenced files removed'
    case 'duplicate':
      return `Duplicate of ${showText(reason.of)}`
    case 'contradicted':
      return `Contradicted by ${showText(reason.by)}`
    case 'promoted':
      return `Promoted: stands in ${showText(reason.to)}`
    case 'finished':
      return 'Finished: it says so itself'
    case 'superseded':
      return `Superseded by ${showText(reason.by)}`
    case 'project-inactive':
      return 'Project inactive'
    case 'mostly-stale':
      return 'Mostly stale: nearly all referenced files removed'
    case 'clustered':
      return `Merged into ${showText(reason.into)}`
    case 'copied':
      return `The same as ${showText(reason.other)} in ${showText(reason.folder)}`
    case 'drafted':
      return `Drafted from ${reason.from.map(showText).join(', ')}`
    case 'merge':
      return `Takes over what only ${showText(reason.from)} says`
    case 'index':
      return 'Index brought up to date'
    case 'links-repaired':
      return `Links repaired to ${reason.targets.map(showText).join(', ')}`
    case 'undo':
      return `Put back as it was before ${showText(reason.run)}`
    default:
      return OTHER_REASONS[reason.why]
  }
}

const OTHER_REASONS = {
  'taken-out-of-index': 'Taken out of the index by its owner',
  remembered: 'Remembered',
  forgotten: 'Forgotten on request',
  restored: 'Restored',
  reviewed: 'Reviewed',
  updated: 'Updated by a program',
  agent: 'By the dream agent',
} as const

/** The word in brackets of D17's lines. */
export function reasonTag(reason: Reason): string {
  if (reason.why === 'fully-stale') return 'FULLY_STALE'
  if (reason.why === 'duplicate') return `DUPLICATE of ${showText(reason.of)}`
  if (reason.why === 'contradicted') return `CONTRADICTED by ${showText(reason.by)}`
  if (reason.why === 'promoted') return `PROMOTED to ${showText(reason.to)}`
  if (reason.why === 'superseded') return `SUPERSEDED by ${showText(reason.by)}`
  return reason.why.toUpperCase().replaceAll('-', '_')
}

const when = (commit: string, date: string): string =>
  `in ${showText(commit.slice(0, 8))} on ${showText(date.slice(0, 10))}`

/** What the world said about something that a memory names. */
export function factWords(fact: MissingReference['fact']): string {
  if (fact.presence === 'present') return `is there as ${showText(fact.at)}`
  if (fact.presence === 'unknown') return `could not be looked up: ${showText(fact.why)}`
  switch (fact.why) {
    case 'removed':
      return `removed ${when(fact.commit, fact.date)}`
    case 'renamed':
      return `renamed to ${showText(fact.to)} ${when(fact.commit, fact.date)}`
    case 'gone':
      return 'is not there'
    case 'never':
      return 'never was in this repository'
    case 'out-of-scope':
      return 'lies outside this project'
    case 'symbol':
      return 'occurs nowhere in the code'
  }
}

const CLOCK_WORDS: Record<Clock, string> = {
  frontmatter: 'by the date it gives itself',
  git: 'by its last commit',
  mtime: 'by its file time',
}

/** Why `stays` counts as the newer of two. */
export function orderWords(order: Order, stays: string): string {
  if (order.known === 'by-clock') return `${showText(stays)} is newer ${CLOCK_WORDS[order.clock]}`
  if (order.known === 'by-words') return `${showText(stays)} says so itself: ${quoted(order.words)}`
  return 'which of the two is newer is not known'
}

/** How it is known that a file was here and left. */
function leftWords(file: string, { by, date, commit = '' }: SeenBy): string {
  if (by === 'dream') return `Dream archived ${showText(file)} on ${showText(date)}`
  return by === 'git'
    ? `git: ${showText(file)} left ${when(commit, date)}`
    : `${showText(file)} was here when Dream looked on ${showText(date)}`
}

/** A finding in one line, to stand behind the name of what it is about. */
export function findingWords(finding: Finding): string {
  switch (finding.kind) {
    case 'fully-stale':
      return 'nothing it names is there any more'
    case 'mostly-stale':
      return 'what it is about is gone'
    case 'partially-stale':
      return `${counted(finding.missing.length, 'reference')} missing, ${finding.present.length} still there`
    case 'renamed-path':
      return `${showText(finding.path)} is now ${showText(finding.to)}`
    case 'duplicate':
      return `says what ${showText(finding.of)} says`
    case 'contradiction':
      return `says the opposite of ${showText(finding.by)} about ${quoted(finding.object)}`
    case 'index-missing':
      return 'is not there'
    case 'index-entry-gone':
      return `line ${finding.line} points to ${showText(finding.target)}, which is not there${finding.proof === 'none' ? '; nothing shows that it ever was, so the line stays' : ''}`
    case 'index-entry-missing':
      return 'has no line in MEMORY.md'
    case 'index-line-long':
      return `line ${finding.line} has ${finding.length} characters; agents want about 150`
    case 'index-too-long':
      return `has ${finding.lines} lines and ${finding.bytes} bytes; agents read 200 lines or 25,000 bytes`
    case 'index-retired':
      return `is left alone: line ${finding.line} says ${quoted(finding.text)}`
    case 'index-not-utf8':
      return 'is not valid UTF-8 and is left as it is'
    case 'dangling-link':
      return `${lineWords(finding.line)} links to ${showText(finding.target)}, which is not there`
    case 'oddity':
      return showText(finding.detail)
    default:
      return ownerWords(finding)
  }
}

/** The file a finding is about; `MEMORY.md` where it is about the index. */
export function findingSubject(finding: Finding): string {
  if (finding.kind === 'oddity') return finding.name
  if (finding.kind === 'topic-cluster') return finding.into
  return 'file' in finding ? finding.file : 'MEMORY.md'
}

/** How we know: a line each. */
export function findingEvidence(finding: Finding): string[] {
  switch (finding.kind) {
    case 'fully-stale':
    case 'mostly-stale':
    case 'partially-stale':
      return finding.missing.map(missingWords)
    case 'renamed-path':
      return [`${lineWords(finding.line)}: renamed ${when(finding.commit, finding.date)}`]
    case 'duplicate':
      return [
        finding.how === 'identical'
          ? `the same text; ${orderWords(finding.order, finding.of)}`
          : finding.how === 'contained'
            ? `all it says stands in ${showText(finding.of)}, which says more`
            : `${Math.round(finding.overlap * 100)} % of the words are shared; ${orderWords(finding.order, finding.of)}`,
        ...(finding.differing.length === 0 ? [] : [`differs in ${finding.differing.map(quoted).join(', ')}`]),
        ...finding.unique.map(sentence => `only here: ${quoted(sentence)}`),
      ]
    case 'contradiction':
      return [
        `here: ${quoted(finding.quote)}`,
        `${showText(finding.by)}: ${quoted(finding.byQuote)}`,
        orderWords(finding.order, finding.by),
      ]
    case 'index-entry-gone':
      return typeof finding.proof === 'object' ? [leftWords(finding.target, finding.proof)] : []
    case 'index-too-long':
      return (finding.unseen ?? []).map(one => `agents do not see line ${one.line}: ${quoted(one.text)}`)
    case 'promoted':
    case 'finished':
    case 'superseded':
    case 'project-inactive':
    case 'taken-out-of-index':
    case 'topic-cluster':
    case 'copy-elsewhere':
    case 'relative-date':
    case 'secret':
      return ownerEvidence(finding)
    default:
      return []
  }
}

const missingWords = ({ reference, fact }: MissingReference): string =>
  `${showText(reference.text)} (${lineWords(reference.line)}): ${factWords(fact)}`

export const RESULT_WORDS: Record<Outcome['result'], string> = {
  done: 'done',
  'changed-meanwhile': 'changed meanwhile, left as it is',
  'not-started': 'not started',
  failed: 'failed',
}

export const LIMIT_WORDS: Record<Limit, string> = {
  large: 'too much at once',
  'last-memory': 'the last memory',
  'halved-file': 'a rewrite that halves a file',
  'failed-listing': 'the folder could not be listed',
  'wrong-root': 'this looks like the wrong project',
  'unclear-layout': 'the layout is not clear',
  unfindable: 'something would not be found any more',
}

export const CLASS_WORDS: Record<MemoryClass, string> = {
  fresh: 'everything it names is there',
  'partially-stale': 'some of what it names is gone',
  'fully-stale': 'nothing it names is there any more',
  evergreen: 'it names nothing that could be checked',
  unverified: 'what it names could not be checked',
}

/** M10: of feedback that was long not confirmed. */
export const weightWords = ({ weight }: Verdict): string =>
  weight === undefined ? '' : `; weighs ${Math.round(weight * 100) / 100}`

export function indexWords(index: IndexSummary): string {
  const entries = `${counted(index.removed, 'entry', 'entries')} removed, ${index.added ?? 0} added, ${index.remaining} remaining`
  return index.step === 'create' ? `new, ${counted(index.remaining, 'entry', 'entries')}` : entries
}

/** A question that was answered once and is open again. */
export const againWords = ({ at }: Decision): string =>
  `you said no on ${at.slice(0, 10)}; it has changed since`

/** The figure of the recall gate; nothing where there was nothing to ask. */
export function recallWords({ before, after, kept }: RecallFigure): string | undefined {
  if (before === 0 && kept.length === 0) return undefined
  const held = kept.length === 0 ? '' : `; ${kept.map(showText).join(', ')} waits for you because of that`
  return `Recall: of ${counted(before, 'question')} near these changes that find an answer today, ${after} still would${held}`
}

/** A path as a shell takes it. */
export const shellWord = (text: string): string =>
  /^[\w.,:@%+/~-]+$/.test(text) ? text : `'${text.replaceAll("'", "'\\''")}'`
