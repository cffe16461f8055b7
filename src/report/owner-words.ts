import type { Finding, SeenBy } from '../model/index.ts'
import { showText } from '../text/index.ts'
import { lineWords, quoted } from './quoted.ts'

/** What owners really do with memories, and what they would rather know: the kinds that go beyond files, copies and index. */
export type OwnerFinding = Extract<
  Finding,
  {
    kind:
      | 'promoted'
      | 'finished'
      | 'superseded'
      | 'project-inactive'
      | 'taken-out-of-index'
      | 'topic-cluster'
      | 'copy-elsewhere'
      | 'unreachable-resource'
      | 'relative-date'
      | 'secret'
  }
>

const EXTENT_WORDS = {
  whole: 'all of it stands in',
  most: 'most of it stands in',
  rule: 'what it demands stands in',
} as const

const HOW_WORDS = {
  status: 'says that its work is done',
  closing: 'closes the work it is about',
  items: 'says of every item that it is done',
} as const

/** In one line, to stand behind the name of the memory. */
export function ownerWords(finding: OwnerFinding): string {
  switch (finding.kind) {
    case 'promoted':
      return `${EXTENT_WORDS[finding.extent]} ${showText(finding.document)}`
    case 'finished':
      return HOW_WORDS[finding.how]
    case 'superseded':
      return `is an older version of ${showText(finding.by)}`
    case 'project-inactive':
      return `is about a project without commit, session or edit since ${showText(finding.last)}`
    case 'taken-out-of-index':
      return 'has no line in MEMORY.md any more: it was taken out'
    case 'topic-cluster':
      return `${finding.files.length} notes on one subject: ${finding.topic.map(showText).join(', ')}`
    case 'copy-elsewhere':
      return `stands in ${showText(finding.folder)} too, as ${showText(finding.other)}`
    case 'unreachable-resource':
      return `broken: ${lineWords(finding.line)} links to ${showText(finding.url)}, which is gone (${showText(finding.why)})`
    case 'relative-date':
      return `line ${finding.line} says ${quoted(finding.text)}, which meant ${showText(finding.date)}`
    case 'secret':
      return `line ${finding.line} holds what looks like ${finding.what}: ${showText(finding.masked)}`
  }
}

const SIGN_WORDS = { commit: 'a commit', session: 'a session', edit: 'an edited file' } as const

/** How we know, a line each. */
export function ownerEvidence(finding: OwnerFinding): string[] {
  switch (finding.kind) {
    case 'promoted':
      return [
        `here: ${quoted(finding.quote)}`,
        `${showText(finding.document)}, line ${finding.line}: ${quoted(finding.documentQuote)}`,
        finding.extent === 'rule'
          ? `${percent(finding.share)} of what it is called, rare words first, stands there`
          : `${percent(finding.share)} of it stands there word for word`,
      ]
    case 'finished':
      return [`${lineWords(finding.line)}: ${quoted(finding.quote)}`]
    case 'superseded':
      return [`the two names differ in ${quoted(finding.words)} alone`]
    case 'project-inactive':
      return [`the last sign of life was ${SIGN_WORDS[finding.what]}, on ${showText(finding.last)}`]
    case 'taken-out-of-index':
      return [takenOutWords(finding.seen)]
    case 'unreachable-resource':
      return []
    case 'topic-cluster':
      return [
        `notes: ${finding.files.map(showText).join(', ')}`,
        `a merge would write ${showText(finding.into)}`,
      ]
    case 'copy-elsewhere':
      return [
        finding.how === 'identical' ? 'the same text' : `${percent(finding.share)} of it, word for word`,
      ]
    case 'relative-date':
      return [`written on ${finding.written}, ${CLOCK_WORDS[finding.clock]}`]
    case 'secret':
      return [
        'change it where it is used, then: dream purge, which also erases it from the history that Dream keeps',
      ]
  }
}

const takenOutWords = ({ by, date, commit = '' }: SeenBy): string =>
  by === 'git'
    ? `git: its line was taken out in ${showText(commit.slice(0, 8))} on ${showText(date)}, and the memory stayed`
    : `its line was there when Dream wrote MEMORY.md on ${showText(date)}, and the memory stayed`

/** Nothing but all of it is 100 %. */
const percent = (share: number): string => `${Math.floor(share * 100)} %`

const CLOCK_WORDS = {
  frontmatter: 'by the date it gives itself',
  git: 'by its last commit',
  mtime: 'by its file time',
  name: 'by its name',
} as const
