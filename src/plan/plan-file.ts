import { say } from '../languages/index.ts'
import {
  type Action,
  type Change,
  DreamError,
  type FileName,
  type FolderPlan,
  INDEX_FILE,
  isNewer,
  type Memory,
  newerFormat,
  type Piece,
  type Plan,
  type Policy,
  type Snapshot,
} from '../model/index.ts'
import { isLoadedUnasked, jsonFault, newNameFault, showText } from '../text/index.ts'
import { archivedIn } from './changes.ts'
import { halvedBy, withheldByLimits } from './decide.ts'

/** Larger files are never read as memories. */
const LARGEST = 5_000_000

type Objection = (plan: FolderPlan, snapshot: Snapshot, policy: Policy) => string | undefined

/**
 * Why a plan that was read from a file is not carried out in a folder; nothing where it may be. Whoever wrote the file, it
 * is held to what Dream's own plans keep to, and to the limits of a run.
 */
export const objection: Objection = (plan, snapshot, policy) => {
  for (const object of OBJECTIONS) {
    const sentence = object(plan, snapshot, policy)
    if (sentence !== undefined) return sentence.startsWith(plan.root) ? sentence : `${plan.root}: ${sentence}`
  }
  return undefined
}

const OBJECTIONS: readonly Objection[] = [
  foreignFile,
  fileTwice,
  indexNotWritten,
  loadedFile,
  newName,
  unknownCondition,
  tooLarge,
  journals,
  foreignLink,
  overLimits,
  halvedIndex,
]

const name = (text: string): string => JSON.stringify(showText(text))

function foreignFile({ actions }: FolderPlan): string | undefined {
  const isMemory = (file: string) =>
    file.endsWith('.md') && !file.startsWith('.') && !/^\d{4}-\d{2}-\d{2}\.md$/.test(file)
  const foreign = actions.find(({ file }) => !isMemory(file))
  return foreign && say().plan.refused.foreignFile(name(foreign.file))
}

function fileTwice({ actions }: FolderPlan): string | undefined {
  const seen = new Set<FileName>()
  const twice = actions.find(({ file }) => seen.size === seen.add(file).size)
  return twice && say().plan.refused.fileTwice(name(twice.file))
}

function indexNotWritten({ actions }: FolderPlan): string | undefined {
  const index = actions.find(({ file, kind }) => file === INDEX_FILE && kind !== 'write')
  if (index === undefined || index.kind === 'write') return undefined
  return say().plan.refused.indexNotWritten(index.kind)
}

/** An agent would read it in every conversation, whoever wrote the plan. */
function loadedFile({ actions }: FolderPlan): string | undefined {
  const loaded = actions.find(({ file, kind }) => kind !== 'archive' && isLoadedUnasked(file))
  return loaded && say().plan.refused.loadedFile(name(loaded.file))
}

function newName({ actions }: FolderPlan, { folder }: Snapshot): string | undefined {
  const others = new Set<string>([
    ...folder.memories.map(({ file }) => file),
    ...folder.oddities.map(oddity => oddity.name),
    INDEX_FILE,
  ])
  for (const action of actions) {
    // Of one that is there already the writer says so, file by file.
    if (action.kind !== 'write' || action.expect !== 'absent' || others.has(action.file)) continue
    const fault = newNameFault(action.file, others)
    if (fault !== undefined) return say().plan.refused.newName(name(action.file), fault)
    others.add(action.file)
  }
  return undefined
}

/** A piece that waits for something that never happens would be left out, or kept, without a reason. */
function unknownCondition({ actions }: FolderPlan): string | undefined {
  const files = new Set(actions.map(({ file }) => file))
  const named = actions.flatMap(action => [
    ...action.needs,
    ...(action.kind === 'write' ? action.pieces.flatMap(piece => [piece.unlessDone, piece.onlyIfDone]) : []),
  ])
  const unknown = named.find(file => file !== undefined && !files.has(file))
  return unknown && say().plan.refused.unknownCondition(name(unknown))
}

function tooLarge({ actions }: FolderPlan): string | undefined {
  const large = actions.find(action => lengthOf(action) > LARGEST)
  return large && say().plan.refused.tooLarge(name(large.file), LARGEST / 1e6)
}

function lengthOf(action: Action): number {
  if (action.kind === 'archive') return 0
  const texts = action.kind === 'write' ? action.pieces.map(({ text }) => text) : [action.text]
  const bytes = new TextEncoder()
  const before = action.kind === 'append' ? action.expectLength : 0
  return texts.reduce((sum, text) => sum + bytes.encode(text).length, before)
}

function journals({ actions }: FolderPlan, { folder }: Snapshot): string | undefined {
  if (actions.length === 0 || folder.layout !== 'journal') return undefined
  return say().plan.refused.journals
}

/** The index is read to the agent: what it newly links to has to be a memory of this folder. */
function foreignLink({ actions }: FolderPlan, { folder }: Snapshot): string | undefined {
  const old = (folder.index?.lines ?? []).map(({ text }) => text).join('')
  const known = new Set<string>([
    ...targetsIn(old),
    ...folder.memories.map(({ file }) => file),
    ...folder.oddities.map(oddity => oddity.name),
    ...actions.map(({ file }) => file),
  ])
  const written = actions.flatMap(action =>
    action.kind === 'write' && action.file === INDEX_FILE ? action.pieces.map(({ text }) => text) : [],
  )
  const foreign = targetsIn(written.join('')).find(target => !known.has(target))
  return foreign && say().plan.refused.foreignLink(name(foreign.slice(0, 200)))
}

/** What a text links to or has an agent read: `[…](target)`, `@~/target`. */
function targetsIn(text: string): string[] {
  const links = text.matchAll(/(?<!\\)\]\(\s{0,9}(?:<([^>\n]{0,4096})>|([^)\s]{0,4096}))/g)
  const imports = text.matchAll(/(?:^|\s)@((?:~|\.{0,2})\/[^\s]{0,4096})/g)
  return [
    ...Array.from(links, ([, quoted, plain]) => decoded(quoted ?? plain ?? '')),
    ...Array.from(imports, ([, path]) => path as string),
  ].map(target => target.replace(/^\.\//, ''))
}

function decoded(target: string): string {
  try {
    return decodeURIComponent(target)
  } catch {
    return target
  }
}

function overLimits({ root, actions }: FolderPlan, snapshot: Snapshot, policy: Policy): string | undefined {
  const named = { ...snapshot, folder: { ...snapshot.folder, label: root } }
  const going = archivedIn(actions)
  const stay = snapshot.folder.memories.filter(({ file }) => !going.has(file))
  const copies = new Set(stay.map(textOf))
  // Whether the same text stays is looked at, not believed.
  const leaving = snapshot.folder.memories.filter(({ file }) => going.has(file))
  const [withheld] = withheldByLimits({
    snapshot: named,
    going: leaving.map(({ file }) => file),
    copies: new Set(leaving.filter(memory => copies.has(textOf(memory))).map(({ file }) => file)),
    changes: actions,
    policy,
  })
  return withheld?.sentence
}

const textOf = ({ body }: Memory): string => body.replaceAll('\r\n', '\n').trim()

function halvedIndex({ actions }: FolderPlan, { folder }: Snapshot, policy: Policy): string | undefined {
  if (policy.large === 'allow' || folder.index === undefined) return undefined
  const halved = halvedBy(actions, [{ file: INDEX_FILE, size: folder.index.size }], archivedIn(actions))
  if (halved === undefined) return undefined
  return say().plan.refused.halvedIndex
}

/** A plan that was begun: what an earlier try did of it, and what is left. */
export interface Remaining {
  readonly done: readonly Action[]
  readonly left: readonly Action[]
}

/**
 * What is left of a plan when it is carried out a second time. `newest` is the last change that history knows of each
 * file, `now` the hash of what is there. Only what history tells was done from the very state that the plan expects
 * counts as done.
 */
export function remaining(
  actions: readonly Action[],
  newest: ReadonlyMap<FileName, Change>,
  now: (file: FileName) => string | undefined,
): Remaining {
  const isDone = (action: Action) => {
    const change = newest.get(action.file)
    if (change?.result !== 'done' || change.kind !== action.kind) return false
    return (change.from?.hash ?? 'absent') === action.expect && change.to?.hash === now(action.file)
  }
  const done = actions.filter(isDone)
  const isWhole = actions.every(action => action.file === INDEX_FILE || done.includes(action))
  // An index that was written beside unfinished changes is not the one that the plan means.
  const settled = isWhole ? done : done.filter(({ file }) => file !== INDEX_FILE)
  const files = new Set(settled.map(({ file }) => file))
  const left = actions.filter(action => !settled.includes(action)).map(action => without(action, files))
  return { done: settled, left }
}

/** The conditions that name what is done already are no conditions any more. */
function without(action: Action, done: ReadonlySet<FileName>): Action {
  const needs = action.needs.filter(file => !done.has(file))
  if (action.kind !== 'write') return { ...action, needs }
  return { ...action, needs, pieces: action.pieces.flatMap(piece => settledPiece(piece, done)) }
}

function settledPiece(piece: Piece, done: ReadonlySet<FileName>): Piece[] {
  const { onlyIfDone, ...always } = piece
  if (piece.unlessDone !== undefined && done.has(piece.unlessDone)) return []
  return [onlyIfDone !== undefined && done.has(onlyIfDone) ? always : piece]
}

const VERSION = 1

/** Reads a plan that `dream plan -o` wrote. Anybody may have written a plan file: all of it is checked first. */
export async function parsePlan(text: string): Promise<Plan> {
  let data: unknown
  try {
    data = JSON.parse(text)
  } catch (error) {
    throw new DreamError(say().plan.refused.notJson(jsonFault(error)), 2)
  }
  if (typeof data === 'object' && data !== null && 'secretsHidden' in data)
    throw new DreamError(say().plan.refused.secretsHidden, 2)
  const { format, version } = (data ?? {}) as { format?: unknown; version?: unknown }
  if (format === 'dream-plan' && isNewer(version, VERSION))
    throw new DreamError(newerFormat('the plan', version, VERSION), 2)
  // Only here, because the schema library takes longer to load than most commands take to run.
  const { planSchema } = await import('./schema.ts')
  const read = planSchema.safeParse(data)
  if (read.success) return read.data as Plan
  const first = read.error.issues[0]
  const { invalid, wholePlan } = say().plan.refused
  throw new DreamError(invalid(first?.path.join('.') || wholePlan, first?.message ?? ''), 2)
}
