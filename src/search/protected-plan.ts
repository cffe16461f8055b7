import { storeContext, type Where } from '../app/index.ts'
import { bodyWords, reasonInfo } from '../checks/index.ts'
import { appendLine, readSmallText } from '../disk/index.ts'
import { say } from '../languages/index.ts'
import {
  type Action,
  type FileName,
  type FolderPlan,
  INDEX_FILE,
  knownOf,
  type Memory,
  type Policy,
  type Reason,
  type RecallFigure,
  type Snapshot,
} from '../model/index.ts'
import { joinPieces, planFolder } from '../plan/index.ts'
import { STATE } from '../state/index.ts'
import { rootId } from '../store/index.ts'
import { cutAtWord, findSecrets, parseMemory } from '../text/index.ts'
import type { RecallDocument } from './engine.ts'
import { documentOfMemory } from './memory-document.ts'
import { type CountedBefore, type GateVerdict, nothingCounted, recallGate } from './recall-check.ts'

/** What people asked for, for the recall gate: what could be found yesterday has to be found tomorrow. Nothing leaves the machine. */
const MOST_BYTES = 50_000
const LONGEST = 300
const MOST = 100

export function noteSearch(where: Where, query: string): void {
  const asked = query.trim().slice(0, LONGEST)
  if (asked === '' || findSecrets(asked).length > 0) return
  try {
    appendLine(fileOf(where), JSON.stringify(asked), MOST_BYTES)
  } catch {
    // An answer is worth more than the note that somebody asked.
  }
}

/** Newest first, each once. */
export function pastSearches(where: Where): readonly string[] {
  const text = readSmallText(fileOf(where)) ?? ''
  const asked = text.split('\n').flatMap(line => {
    try {
      const query: unknown = JSON.parse(line)
      return typeof query === 'string' ? [query] : []
    } catch {
      return []
    }
  })
  // Where results come as one types, what the next begins with was only on its way to it.
  const whole = asked.filter((query, at) => asked[at + 1] === query || !asked[at + 1]?.startsWith(query))
  return [...new Set(whole.reverse())].slice(0, MOST)
}

const fileOf = (where: Where): string => `${storeContext(where).stateHome}/${STATE.searches}`

/** A plan that keeps losing answers after so many tries carries nothing out. */
const MOST_ROUNDS = 4
const LONGEST_QUESTION = 80

/** A question of the gate, as short as a person wants to read it. */
export const askedWords = (query: string): string => cutAtWord(query, LONGEST_QUESTION)

/**
 * The plan of a folder, past the recall gate: what would make something unfindable that is meant to be found is left to a
 * person, and the rest is planned anew without it. Under `seed` the figure is reported and nothing is held back.
 */
export function planThroughGate(
  snapshot: Snapshot,
  policy: Policy,
  searches: readonly string[] = [],
  known: GateKnows = gateKnowsNothing(),
): FolderPlan {
  const unfindable = new Map<FileName, string>()
  for (let round = 1; ; round++) {
    const plan = planFolder({ ...snapshot, unfindable }, policy)
    const verdict = askGate(snapshot, plan.actions, searches, known)
    if (verdict.outcome === 'nothing-changes' && unfindable.size === 0) return plan
    const figure = figureOf(verdict, unfindable)
    if (verdict.outcome !== 'lost' || policy.rules === 'seed') return { ...plan, recall: figure }
    const before = unfindable.size
    for (const [file, query] of blamedFiles(snapshot, plan.actions, verdict)) unfindable.set(file, query)
    if (unfindable.size === before || round === MOST_ROUNDS) return refused(plan, verdict, figure)
  }
}

/** What one asking of the gate found out that serves the next, of this folder or of another. */
interface GateKnows {
  readonly documents: WeakMap<Memory, RecallDocument>
  counted?: CountedBefore
}

export const gateKnowsNothing = (): GateKnows => ({ documents: new WeakMap() })

/** What the store answers today, asked of the store as these actions would leave it. */
export function askGate(
  snapshot: Snapshot,
  actions: readonly Action[],
  searches: readonly string[] = [],
  known: GateKnows = gateKnowsNothing(),
): GateVerdict {
  // A link that leads to the replacement instead is no other text.
  const changes = actions.filter(({ file, reason }) => file !== INDEX_FILE && reason.why !== 'links-repaired')
  if (changes.length === 0) return NOTHING
  const { documents } = known
  const { folder } = snapshot
  const near = nearby(snapshot, changes)
  const place = { root: folder.root, label: folder.label, id: rootId(folder.root) }
  const documentOf = (memory: Memory): RecallDocument => {
    const document = documents.get(memory) ?? documentOfMemory(memory, place)
    documents.set(memory, document)
    return document
  }
  const idOf = (file: FileName): string => `${place.id}/${file}`
  const archives = changes.filter(({ kind }) => kind === 'archive')
  const request = {
    searches,
    before: near.map(documentOf),
    after: leftBy(near, changes).map(documentOf),
    replacements: new Map(
      archives.flatMap(({ file, reason: { of } }) =>
        of === undefined ? [] : [[idOf(file), idOf(of)] as const],
      ),
    ),
    outdated: new Set(archives.filter(({ reason }) => isDisused(reason)).map(({ file }) => idOf(file))),
  }
  known.counted ??= nothingCounted()
  return recallGate(request, known.counted)
}

/**
 * The store that is asked: all of a folder up to so many, of a larger one those that have most words in common with what
 * changes. No smaller where less changes: what was held back among many has to be held back among few in the next run.
 */
const LARGEST_STORE = 5000
const NEAR_EACH_CHANGE = 10

function nearby(snapshot: Snapshot, changes: readonly Action[]): readonly Memory[] {
  const { memories } = snapshot.folder
  const most = Math.max(LARGEST_STORE, NEAR_EACH_CHANGE * changes.length)
  if (memories.length <= most) return memories
  const named = new Set(changes.flatMap(({ file, reason }) => [file, ...replacementsIn(reason)]))
  const known = knownOf(snapshot)
  const wordsOf = (memory: Memory): number[] => [...bodyWords(memory, 'careful', known)]
  const wanted = new Set(memories.filter(({ file }) => named.has(file)).flatMap(wordsOf))
  const scored = memories.map((memory, at) => {
    const words = wordsOf(memory)
    const shared = words.filter(word => wanted.has(word)).length
    return {
      at,
      score: named.has(memory.file) ? Number.POSITIVE_INFINITY : shared / Math.sqrt(words.length + 1),
    }
  })
  const nearest = scored.sort((a, b) => b.score - a.score || a.at - b.at).slice(0, most)
  return nearest.sort((a, b) => a.at - b.at).map(({ at }) => memories[at]!)
}

const replacementsIn = ({ of }: Reason): FileName[] => (of === undefined ? [] : [of])

const NOTHING: GateVerdict = {
  outcome: 'nothing-changes',
  asked: 0,
  before: { found: 0, share: 1 },
  after: { found: 0, share: 1 },
  lost: [],
  blamed: [],
}

/** Whether what goes for this reason is meant to be found no more. */
const isDisused = (reason: Reason): boolean =>
  reason.why === 'forgotten' || reasonInfo(reason)?.isOutdated === true

function leftBy(memories: readonly Memory[], actions: readonly Action[]): Memory[] {
  const done = new Set(actions.filter(({ kind }) => kind === 'archive').map(({ file }) => file))
  const texts = new Map<FileName, string>()
  const before = new Map(memories.map(memory => [memory.file, memory]))
  for (const action of actions) {
    const memory = before.get(action.file)
    if (action.kind === 'write') texts.set(action.file, joinPieces(action.pieces, done))
    if (action.kind === 'append' && memory !== undefined)
      texts.set(action.file, memory.head + memory.body + action.text)
  }
  const written = [...texts].map(([file, text]) => {
    const { hash = '', size = 0, modified = 0 } = before.get(file) ?? {}
    return parseMemory({ file, hash, size, modified, text })
  })
  return [...memories.filter(({ file }) => !done.has(file) && !texts.has(file)), ...written]
}

/** Of what is to blame, the files that would go, each with a question that it alone answers. */
function blamedFiles(
  { folder }: Snapshot,
  actions: readonly Action[],
  { lost }: GateVerdict,
): Map<FileName, string> {
  const going = new Set(actions.filter(({ kind }) => kind === 'archive').map(({ file }) => file))
  const replacementOf = new Map<FileName, FileName[]>()
  for (const { file, kind, reason } of actions)
    if (kind === 'archive')
      for (const replacement of replacementsIn(reason))
        replacementOf.set(replacement, [...(replacementOf.get(replacement) ?? []), file])
  const found = new Map<FileName, string>()
  for (const { query, blame } of lost)
    for (const { file } of folder.memories.filter(each => blame.some(id => id.endsWith(`/${each.file}`)))) {
      const question = askedWords(query)
      // A replacement that took too much is to blame by way of those that it replaces.
      for (const one of going.has(file) ? [file] : (replacementOf.get(file) ?? []))
        if (!found.has(one)) found.set(one, question)
    }
  return found
}

function figureOf(
  { asked, before, after }: GateVerdict,
  unfindable: ReadonlyMap<FileName, string>,
): RecallFigure {
  return { asked, before: before.found, after: after.found, kept: [...unfindable.keys()].sort() }
}

/** Nothing of it is carried out: nobody knows which part would do no harm. */
function refused(plan: FolderPlan, { lost }: GateVerdict, recall: RecallFigure): FolderPlan {
  const files = plan.actions.filter(({ kind }) => kind === 'archive').map(({ file }) => file)
  const example = askedWords(lost[0]?.query ?? '')
  const sentence = say().searching.recallLost(plan.label, lost.length, example)
  return {
    ...plan,
    actions: [],
    recall,
    withheld: [...plan.withheld, { breaker: 'unfindable', files, sentence }],
  }
}
