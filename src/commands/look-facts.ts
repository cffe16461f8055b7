import type { Where } from '../app/index.ts'
import { findingEvidence, findingSubject, findingWords, kindOf, ofKind } from '../checks/index.ts'
import { isInside } from '../disk/index.ts'
import { say } from '../languages/index.ts'
import type { Finding, FolderPlan } from '../model/index.ts'
import type { FolderLook } from '../pipeline/index.ts'
import { shellWord } from '../report/index.ts'
import type { ReviewItem } from '../review/index.ts'
import type { FoundFolder } from '../sources/index.ts'
import { type VanishedMemory, vanishedMemories } from '../vault/index.ts'

/** What an owner wants to know of one folder, in the order in which it is told. */
export interface FolderFacts {
  readonly root: string
  readonly label: string
  readonly layout: FolderPlan['layout']
  readonly notes: number
  readonly record: FolderLook['record']
  readonly why?: string
  /** Options that lead another command to this folder. */
  readonly place: string
  readonly vanished: readonly (VanishedMemory & { readonly restore?: string })[]
  readonly unseen: Unseen
  readonly nowhere: readonly LookItem[]
  readonly contradicts: readonly LookItem[]
  readonly waiting: readonly WaitingItem[]
  /** What `dream` would do without a decision. */
  readonly planned: { readonly archives: readonly string[]; readonly index: FolderPlan['index']['step'] }
  /** Findings that are none of these. */
  readonly others: number
  readonly notKept: readonly string[]
  /** Files that are named by a date, where there are any. */
  readonly dated?: number
  readonly suspended: readonly string[]
}

/** Notes and lines that agents do not load. */
interface Unseen {
  readonly noIndex: boolean
  readonly unreadable: boolean
  readonly notListed: readonly string[]
  readonly beyond: readonly { readonly line: number; readonly text: string }[]
}

export interface LookItem {
  readonly file: string
  /** What is wrong with it, the best known first. */
  readonly words: readonly string[]
}

interface WaitingItem {
  readonly id: string
  readonly subject: string
  readonly words: string
  /** It is told among what points nowhere or contradicts. */
  readonly isAbove: boolean
}

/** Which part of the report tells a finding, in this order; those that are not here are counted. */
const PARTS: Readonly<Record<string, 'nowhere' | 'contradicts' | 'unseen'>> = {
  'fully-stale': 'nowhere',
  'mostly-stale': 'nowhere',
  'index-entry-gone': 'nowhere',
  'partially-stale': 'nowhere',
  'renamed-path': 'nowhere',
  'moved-paths': 'nowhere',
  'unreachable-resource': 'nowhere',
  'dangling-link': 'nowhere',
  contradiction: 'contradicts',
  'value-changed': 'contradicts',
  'index-missing': 'unseen',
  'index-entry-missing': 'unseen',
  'index-too-long': 'unseen',
  'index-not-utf8': 'unseen',
}
const KINDS = Object.keys(PARTS)

export function factsOf(
  where: Where,
  { found, plan, record, why }: FolderLook,
  place: string,
  others: readonly ReviewItem[],
): FolderFacts {
  const { root, label, layout, verdicts, findings } = plan
  const inPart = (part: string) => findings.filter(({ kind }) => PARTS[kind] === part)
  const dated = ofKind(findings, 'oddity').filter(isOdd('dated-name')).length
  const canTell = record === 'noted' || record === 'first' || record === 'failed'
  return {
    root,
    label,
    layout,
    notes: verdicts.length,
    record,
    ...(why !== undefined && { why }),
    place,
    vanished: canTell && layout !== 'journal' ? vanishedMemories(where, found).map(restorable(place)) : [],
    unseen: unseenIn(plan),
    nowhere: bySubject(inPart('nowhere')),
    contradicts: inPart('contradicts').map(finding => ({
      file: findingSubject(finding),
      words: [findingWords(finding), ...findingEvidence(finding)],
    })),
    waiting: waitingIn(plan, others),
    planned: {
      archives: plan.actions.filter(({ kind }) => kind === 'archive').map(({ file }) => file),
      index: plan.actions.some(({ reason }) => reason.why === 'index') ? plan.index.step : 'none',
    },
    others: findings.filter(({ kind }) => PARTS[kind] === undefined && kind !== 'oddity').length,
    notKept: ofKind(findings, 'oddity').filter(isUnkept).map(findingSubject),
    ...(dated > 0 && { dated }),
    suspended: plan.suspended,
  }
}

const isOdd =
  (...kinds: readonly string[]) =>
  (finding: Finding): boolean =>
    kinds.includes(String((finding as { oddity?: string }).oddity))

const isUnkept = isOdd('unreadable', 'not-utf8', 'too-large')

const restorable = (place: string) => (memory: VanishedMemory) =>
  memory.bytes === 'not-kept'
    ? memory
    : { ...memory, restore: `dream history ${shellWord(memory.file)} --restore ${memory.version}${place}` }

function unseenIn({ findings }: FolderPlan): Unseen {
  return {
    noIndex: ofKind(findings, 'index-missing').length > 0,
    unreadable: ofKind(findings, 'index-not-utf8').length > 0,
    notListed: ofKind(findings, 'index-entry-missing').map(({ file }) => file),
    beyond: ofKind(findings, 'index-too-long').flatMap(({ unseen = [] }) => unseen),
  }
}

export const countUnseen = ({ unseen, notes }: Pick<FolderFacts, 'unseen' | 'notes'>): number =>
  unseen.noIndex || unseen.unreadable ? notes : unseen.notListed.length + unseen.beyond.length

/** All that is wrong with one note in one place; a commit that shows it comes first. */
function bySubject(findings: readonly Finding[]): LookItem[] {
  const items = new Map<string, string[]>()
  const inOrder = findings.toSorted((a, b) => KINDS.indexOf(a.kind) - KINDS.indexOf(b.kind))
  for (const finding of inOrder) {
    const file = findingSubject(finding)
    items.set(file, [...(items.get(file) ?? []), ...wordsOf(finding)])
  }
  const isProven = ({ words }: LookItem) => words.some(line => NAMES_COMMIT.test(line))
  return Array.from(items, ([file, words]) => ({ file, words })).sort(
    (a, b) => Number(isProven(b)) - Number(isProven(a)),
  )
}

const NAMES_COMMIT = /\b[0-9a-f]{8}\b/

function wordsOf(finding: Finding): string[] {
  const missing = kindOf(finding).missing?.(finding)
  if (missing === undefined) {
    const evidence = findingEvidence(finding)
    const words = findingWords(finding)
    return [evidence[0] === undefined ? words : say().look.aside(words, evidence[0])]
  }
  return missing
    .map(({ text, words }) => say().look.about(text, words))
    .sort((a, b) => Number(NAMES_COMMIT.test(b)) - Number(NAMES_COMMIT.test(a)))
}

function waitingIn({ root, proposals }: FolderPlan, others: readonly ReviewItem[]): WaitingItem[] {
  return [
    ...proposals.map(({ id, finding }) => ({
      id,
      subject: findingSubject(finding),
      words: findingWords(finding),
      isAbove: PARTS[finding.kind] !== undefined,
    })),
    ...others
      .filter(item => item.root === root)
      .map(({ id, subject, words }) => ({ id, subject, words, isAbove: false })),
  ]
}

/** The shortest options that lead from here to one folder. */
export function placeOfFolder(
  { home, cwd, paths, allProjects }: Where,
  place: string,
  { root }: Pick<FoundFolder, 'root'>,
  folders: number,
): string {
  if (!allProjects && folders <= 1 && paths.length <= 1) return place
  const below = root.slice(cwd.length + 1)
  if (root.startsWith(`${cwd}/`) && !below.startsWith('-')) return ` --folder ${shellWord(below)}`
  return ` --folder ${shortPath(root, home)}`
}

/** As a shell takes it. */
export function shortPath(path: string, home: string): string {
  const short = isInside(path, home) ? `~${path.slice(home.length)}` : path
  return shellWord(short) === short ? short : shellWord(path)
}
