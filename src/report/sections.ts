import {
  filesOf,
  findingEvidence,
  findingSubject,
  findingWords,
  idOf,
  kindOf,
  kindWords,
} from '../checks/index.ts'
import { say } from '../languages/index.ts'
import {
  type FileName,
  type Finding,
  type FolderPlan,
  groupBy,
  INDEX_FILE,
  type Proposal,
  type Report,
} from '../model/index.ts'
import { maskSecrets } from '../text/index.ts'
import type { Tone } from './page.ts'
import { type ChangeView, type FolderView, onlyFlagged } from './view.ts'
import { againWords, indexWords, reasonWords, recallWords } from './words.ts'

/** A part of what a report says about one folder. */
export interface Section {
  readonly title: string
  readonly tone: Tone
  readonly items: readonly Item[]
  /** It tells what did not go as planned: to be read also by who has just seen the plan. */
  readonly isTrouble?: true
}

export interface Item {
  /** Empty where the words stand alone. */
  readonly name: string
  readonly words: string
  /** How we know, and more; a short report shows `few` of them. */
  readonly lines?: readonly string[]
  readonly few?: number
  /** Its kind, for the count of what is not shown. */
  readonly title?: string
  /** What is shown in any case. */
  readonly also?: readonly string[]
}

/** All there is to say about a folder, in the order in which it is told; nothing where nobody has to read anything. */
export function sectionsOf(view: FolderView, report: Report, length: 'short' | 'whole'): Section[] {
  const { plan, warnings } = view
  const titles = say().report.sections
  const isLive = report.mode === 'live'
  const recall = plan.recall && recallWords(plan.recall)
  const plain = (sentences: readonly string[]) => sentences.map(words => ({ name: '', words }))
  const notes = notesOf(plan)
  const isShort = length === 'short'
  const shown = isShort ? notes.filter(isShown) : notes
  const sections: Section[] = [
    // What the agent cannot see comes before what waits: it costs the most and nobody else tells it.
    { title: say().judged.found, tone: 'warn', items: isShort ? digest(worstFirst(shown)) : [] },
    {
      title: isLive ? titles.archived : titles.wouldArchive,
      tone: isLive ? 'good' : 'warn',
      items: changes(view, 'archive'),
    },
    { title: isLive ? titles.edited : titles.wouldEdit, tone: 'warn', items: changes(view, 'edit') },
    { title: titles.notDone, tone: 'bad', items: notDone(view), isTrouble: true },
    { title: titles.waits, tone: 'warn', items: waiting(plan, length) },
    ...withheld(plan, report),
    { title: titles.flagged, tone: 'warn', items: flaggedItems(view, length) },
    { title: titles.index, tone: 'quiet', items: indexItems(view) },
    { title: titles.search, tone: 'quiet', items: plain(recall === undefined ? [] : [recall]) },
    { title: titles.warnings, tone: 'warn', items: plain(warnings) },
    { title: titles.notChecked, tone: 'quiet', items: plain(plan.suspended) },
    { title: titles.alsoSeen, tone: 'quiet', items: isShort ? unshown(view, notes) : notes.map(noteItem) },
  ]
  if (length === 'whole')
    sections.push({ title: titles.subfolders, tone: 'quiet', items: plain(plan.subfolders) })
  return sections.filter(({ items }) => items.length > 0)
}

function changes({ changes }: FolderView, which: 'archive' | 'edit'): Item[] {
  return changes
    .filter(
      ({ action, detail }) => detail === undefined && (action.kind === 'archive') === (which === 'archive'),
    )
    .map(({ action, evidence }) => ({
      name: action.file,
      words: reasonWords(action.reason),
      lines: evidence,
    }))
}

/** What a live run set out to do and did not: conflicts, failures and what depended on them. */
function notDone({ changes, index, outcome }: FolderView): Item[] {
  if (outcome?.failure !== undefined) return [{ name: '', words: outcome.failure.sentence }]
  const undone = [...changes, ...(index === undefined ? [] : [index])].filter(
    ({ detail }) => detail !== undefined,
  )
  return [
    ...undone.map(change => ({ name: change.action.file, words: resultWords(change) })),
    ...(outcome?.salvaged ?? []).map(({ file, kept }) => ({
      name: file,
      words: say().report.editedMeanwhile(kept),
    })),
  ]
}

const resultWords = ({ result, detail }: ChangeView): string =>
  result === 'planned' || result === 'declined'
    ? say().report[result === 'planned' ? 'planned' : 'declinedChange']
    : say().look.about(say().report.results[result], detail ?? '')

/** A kind at a time: of many questions of one kind a short report shows the first. */
function waiting({ proposals }: FolderPlan, length: 'short' | 'whole'): Item[] {
  if (length === 'whole') return proposals.map(proposalItem)
  const asked = proposals.filter(({ finding }) => isShown(finding))
  return [...new Set(asked.map(({ finding }) => finding.kind))].flatMap(kind => {
    const own = asked.filter(({ finding }) => finding.kind === kind)
    const shown = own.length > MOST_OF_A_KIND ? own.slice(0, MOST_OF_A_KIND - 1) : own
    const rest = own.length - shown.length
    const more = rest === 0 ? [] : [{ name: say().report.moreOfKind(rest), words: '(--verbose)' }]
    const few = asked.length > MANY ? 1 : FEW
    return [...shown.map(one => ({ ...proposalItem(one), few })), ...more]
  })
}

const MOST_OF_A_KIND = 3
/** Of so many questions each shows one line of evidence. */
const MANY = 6

const proposalItem = ({ finding, because, decision }: Proposal): Item => ({
  name: findingSubject(finding),
  words: findingWords(finding),
  title: kindWords(finding).title,
  lines: findingEvidence(finding),
  also: [say().report.needsReview(because), ...(decision === undefined ? [] : [againWords(decision)])],
})

const isShown = ({ mention }: Finding): boolean => mention !== true

function flaggedItems(view: FolderView, length: 'short' | 'whole'): Item[] {
  const flagged = onlyFlagged(view)
  if (length === 'whole') return flagged.map(flaggedItem)
  return [...groupBy(flagged.filter(isShown), commitOf).entries()].flatMap(([commit, own]) =>
    commit === '' || own.length < AN_EVENT ? own.map(flaggedItem) : [eventItem(commit, own)],
  )
}

/** D38: so many notes that one commit left behind are one event. */
const AN_EVENT = 3

const missingOf = (finding: Finding) => kindOf(finding).missing?.(finding) ?? []

/** The commit that all its missing paths went with, as far as they went with one. */
function commitOf(finding: Finding): string {
  const words = new Set(missingOf(finding).flatMap(({ went }) => went ?? []))
  return words.size === 1 ? [...words][0]! : ''
}

const eventItem = (commit: string, findings: readonly Finding[]): Item => ({
  name: '',
  words: say().judged.oneCommit(findings.length, commit),
  lines: findings.map(one => {
    const texts = missingOf(one).flatMap(({ text, went }) => (went === undefined ? [] : [text]))
    return `${findingSubject(one)}: ${texts.join(', ')}`
  }),
})

/** What agents cannot see, what points nowhere, what the rest is. */
const WORST = [/^(?:index|list|orphaned|oddity|misleading)/, /^(?:removed|said|dangling|renamed)/]

function worstFirst(findings: readonly Finding[]): Finding[] {
  const rank = ({ kind }: Finding) =>
    (WORST.findIndex(one => one.test(kind)) + WORST.length + 1) % (WORST.length + 1)
  return findings.toSorted((a, b) => rank(a) - rank(b))
}

/** Every kind that is only mentioned, with its number. */
function unshown(view: FolderView, notes: readonly Finding[]): Item[] {
  const { proposals } = view.plan
  const hidden = [...notes, ...onlyFlagged(view), ...proposals.map(({ finding }) => finding)].filter(
    finding => !isShown(finding),
  )
  if (hidden.length === 0) return []
  const kinds = [...groupBy(hidden, ({ kind }) => kind).values()].map(own =>
    say().judged.mention(own.length, kindWords(own[0]!).title),
  )
  return [{ name: '', words: say().judged.mentions(kinds.join(', ')) }]
}

function withheld(plan: FolderPlan, { plan: { rules } }: Report): Section[] {
  const listed = new Set<FileName>()
  return plan.withheld.map(({ breaker: limit, sentence, files }) => {
    const items = files
      .filter(file => !listed.has(file))
      .map(file => {
        const finding = plan.findings.find(one => wouldRemove(one, rules) && filesOf(one)[0] === file)
        listed.add(file)
        return { name: file, words: finding === undefined ? say().report.kept : findingWords(finding) }
      })
    return {
      title: say().report.sections.heldBack(say().report.limits[limit]),
      tone: 'bad',
      items: [{ name: '', words: sentence }, ...items],
    }
  })
}

function wouldRemove(finding: Finding, rules: Report['plan']['rules']): boolean {
  const { removal } = kindOf(finding)
  return removal !== undefined && (rules === 'seed' || typeof removal.needsReview === 'function')
}

const flaggedItem = (finding: Finding): Item => ({
  title: kindWords(finding).title,
  name: findingSubject(finding),
  words: findingWords(finding),
  lines: (kindOf(finding).missing?.(finding) ?? []).map(({ text, words }) => say().look.about(text, words)),
})

/** Every line of the index that comes or goes, and how it is known that a file left. */
function indexItems({ plan, index, indexSummary }: FolderView): Item[] {
  if (index === undefined || index.detail !== undefined) return []
  const { indexDone, indexPlanned, unseen: notSeen, line: lineName } = say().report
  const words = index.result === 'done' ? indexDone : indexPlanned
  const lines = (indexSummary.lines ?? []).map(({ change, line, text, unseen }) => {
    const left =
      change === 'removed'
        ? plan.findings.filter(one => kindOf(one).indexLine?.(one) === line).flatMap(findingEvidence)
        : []
    const because = left.length === 0 ? '' : ` (${left.join('; ')})`
    const behind = unseen === true ? ` (${notSeen})` : ''
    return `${change === 'removed' ? '-' : '+'} ${lineName(line)}: ${maskSecrets(text)}${because}${behind}`
  })
  return [{ name: INDEX_FILE, words: words(indexWords(indexSummary)), lines, few: 6 }]
}

/** Findings that nothing else in the report speaks of. */
function notesOf(plan: FolderPlan): Finding[] {
  const proposed = new Set(plan.proposals.map(({ finding }) => idOf(finding)))
  const isWritten = plan.actions.some(action => action.file === INDEX_FILE)
  const isNote = (finding: Finding): boolean => {
    const { isNote: decides, removal, settledBy } = kindOf(finding)
    if (decides !== undefined) return decides(finding, { isWritten, step: plan.index.step })
    return (removal === undefined || finding.citedBy !== undefined) && !(settledBy === 'index' && isWritten)
  }
  return plan.findings.filter(finding => isNote(finding) && !proposed.has(idOf(finding)))
}

const noteItem = (finding: Finding): Item => ({
  name: findingSubject(finding),
  words: findingWords(finding),
  title: kindWords(finding).title,
  lines: findingEvidence(finding),
  few: kindOf(finding).showsEvidence || finding.citedBy !== undefined ? FEW : 0,
})

/** Lines of evidence, and findings of one kind, that a short report shows before it only counts the rest. */
export const FEW = 4

/** What else was seen, a kind at a time: a hundred long lines are one remark, not a hundred. */
function digest(findings: readonly Finding[]): Item[] {
  const kinds = new Set(findings.map(({ kind }) => kind))
  return [...kinds].flatMap(kind => {
    const own = findings.filter(finding => finding.kind === kind)
    const { digest: inOneLine } = kindOf(own[0]!)
    if (inOneLine !== undefined && own.length > 1)
      return [{ name: findingSubject(own[0]!), words: inOneLine(own) }]
    const shown = own.slice(0, own.length > FEW + 1 ? FEW : FEW + 1).map(noteItem)
    const rest = own.length - shown.length
    return rest === 0 ? shown : [...shown, { name: say().report.moreOfKind(rest), words: '(--verbose)' }]
  })
}
