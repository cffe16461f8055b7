import { filesOf, findingEvidence, findingSubject, findingWords, idOf, kindOf } from '../checks/index.ts'
import { type FileName, type Finding, type FolderPlan, INDEX_FILE, type Report } from '../model/index.ts'
import { maskSecrets } from '../text/index.ts'
import type { Tone } from './page.ts'
import { type ChangeView, type FolderView, onlyFlagged } from './view.ts'
import { againWords, indexWords, LIMIT_WORDS, RESULT_WORDS, reasonWords, recallWords } from './words.ts'

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
  /** What is shown in any case. */
  readonly also?: readonly string[]
}

/** All there is to say about a folder, in the order in which it is told; nothing where nobody has to read anything. */
export function sectionsOf(view: FolderView, report: Report, length: 'short' | 'whole'): Section[] {
  const { plan, warnings } = view
  const isLive = report.mode === 'live'
  const recall = plan.recall && recallWords(plan.recall)
  const plain = (sentences: readonly string[]) => sentences.map(words => ({ name: '', words }))
  const notes = notesOf(plan)
  const sections: Section[] = [
    {
      title: isLive ? 'Archived' : 'Would go',
      tone: isLive ? 'good' : 'warn',
      items: changes(view, 'archive'),
    },
    { title: isLive ? 'Edited' : 'Would be edited', tone: 'warn', items: changes(view, 'edit') },
    { title: 'Not done', tone: 'bad', items: notDone(view), isTrouble: true },
    { title: 'Waits for you', tone: 'warn', items: waiting(plan) },
    ...withheld(plan, report),
    { title: 'Flagged, kept', tone: 'warn', items: onlyFlagged(view).map(flaggedItem) },
    { title: 'Index', tone: 'quiet', items: indexItems(view) },
    { title: 'Search check', tone: 'quiet', items: plain(recall === undefined ? [] : [recall]) },
    { title: 'Warnings', tone: 'warn', items: plain(warnings) },
    { title: 'Not checked', tone: 'quiet', items: plain(plan.suspended) },
    { title: 'Also seen', tone: 'quiet', items: length === 'short' ? digest(notes) : notes.map(noteItem) },
  ]
  if (length === 'whole')
    sections.push({ title: 'Sub-folders, left alone', tone: 'quiet', items: plain(plan.subfolders) })
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
      words: `edited in the moment it was replaced; that edit is kept as ${kept}`,
    })),
  ]
}

const resultWords = ({ result, detail }: ChangeView): string =>
  result === 'planned' || result === 'declined' ? result : `${RESULT_WORDS[result]}: ${detail}`

const waiting = ({ proposals }: FolderPlan): Item[] =>
  proposals.map(({ finding, because, decision }) => ({
    name: findingSubject(finding),
    words: findingWords(finding),
    lines: findingEvidence(finding),
    also: [`needs review: ${because}`, ...(decision === undefined ? [] : [againWords(decision)])],
  }))

function withheld(plan: FolderPlan, { plan: { rules } }: Report): Section[] {
  const listed = new Set<FileName>()
  return plan.withheld.map(({ breaker: limit, sentence, files }) => {
    const items = files
      .filter(file => !listed.has(file))
      .map(file => {
        const finding = plan.findings.find(one => wouldRemove(one, rules) && filesOf(one)[0] === file)
        listed.add(file)
        return { name: file, words: finding === undefined ? 'kept' : findingWords(finding) }
      })
    return {
      title: `Withheld: ${LIMIT_WORDS[limit]}`,
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
  name: findingSubject(finding),
  words: findingWords(finding),
  lines: (kindOf(finding).missing?.(finding) ?? []).map(({ text, words }) => `${text}: ${words}`),
})

/** Every line of the index that comes or goes, and how it is known that a file left. */
function indexItems({ plan, index, indexSummary }: FolderView): Item[] {
  if (index === undefined || index.detail !== undefined) return []
  const words = index.result === 'done' ? 'brought up to date' : 'would be brought up to date'
  const lines = (indexSummary.lines ?? []).map(({ change, line, text, unseen }) => {
    const left =
      change === 'removed'
        ? plan.findings.filter(one => kindOf(one).indexLine?.(one) === line).flatMap(findingEvidence)
        : []
    const because = left.length === 0 ? '' : ` (${left.join('; ')})`
    const behind = unseen === true ? ' (agents do not see this line)' : ''
    return `${change === 'removed' ? '-' : '+'} line ${line}: ${maskSecrets(text)}${because}${behind}`
  })
  return [{ name: INDEX_FILE, words: `${words}: ${indexWords(indexSummary)}`, lines, few: 12 }]
}

/** Findings that nothing else in the report speaks of. */
function notesOf(plan: FolderPlan): Finding[] {
  const proposed = new Set(plan.proposals.map(({ finding }) => idOf(finding)))
  const isWritten = plan.actions.some(action => action.file === INDEX_FILE)
  const isNote = (finding: Finding): boolean => {
    const { isNote: decides, removal, settledBy } = kindOf(finding)
    if (decides !== undefined) return decides(finding, { isWritten, step: plan.index.step })
    return removal === undefined && !(settledBy === 'index' && isWritten)
  }
  return plan.findings.filter(finding => isNote(finding) && !proposed.has(idOf(finding)))
}

const noteItem = (finding: Finding): Item => ({
  name: findingSubject(finding),
  words: findingWords(finding),
  lines: findingEvidence(finding),
  few: kindOf(finding).showsEvidence ? FEW : 0,
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
    return rest === 0 ? shown : [...shown, { name: `and ${rest} more of this kind`, words: '(--verbose)' }]
  })
}
