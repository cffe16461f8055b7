import {
  type Action,
  type FileName,
  type FolderPlan,
  INDEX_FILE,
  type Memory,
  type Policy,
  type Snapshot,
} from '../model/index.ts'
import { isLoadedUnasked, newNameFault, showText } from '../text/index.ts'
import { halvedBy, withheldByLimits } from './limits.ts'

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
  return foreign && `the plan touches ${name(foreign.file)}, which is no memory file`
}

function fileTwice({ actions }: FolderPlan): string | undefined {
  const seen = new Set<FileName>()
  const twice = actions.find(({ file }) => seen.size === seen.add(file).size)
  return twice && `the plan has two actions for ${name(twice.file)}`
}

function indexNotWritten({ actions }: FolderPlan): string | undefined {
  const index = actions.find(({ file, kind }) => file === INDEX_FILE && kind !== 'write')
  return index && `the plan would ${index.kind} ${INDEX_FILE}; an index is only ever edited`
}

/** An agent would read it in every conversation, whoever wrote the plan. */
function loadedFile({ actions }: FolderPlan): string | undefined {
  const loaded = actions.find(({ file, kind }) => kind !== 'archive' && isLoadedUnasked(file))
  return (
    loaded && `the plan writes to ${name(loaded.file)}, which agents read unasked; only a person does that`
  )
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
    if (fault !== undefined) return `the plan makes ${name(action.file)}: ${fault}`
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
  return unknown && `the plan waits for ${name(unknown)}, and does nothing with it`
}

function tooLarge({ actions }: FolderPlan): string | undefined {
  const large = actions.find(action => lengthOf(action) > LARGEST)
  return large && `the plan would make ${name(large.file)} larger than ${LARGEST / 1e6} MB`
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
  return 'it is a journal workspace, which no plan changes; use dream review there'
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
  return (
    foreign &&
    `the plan links ${name(foreign.slice(0, 200))} in ${INDEX_FILE}, which is no memory of the folder`
  )
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
  const going = new Set(actions.flatMap(({ kind, file }) => (kind === 'archive' ? [file] : [])))
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
  const done = new Set(actions.flatMap(({ kind, file }) => (kind === 'archive' ? [file] : [])))
  const halved = halvedBy(actions, [{ file: INDEX_FILE, size: folder.index.size }], done)
  if (halved === undefined) return undefined
  return `the plan would leave less than half of ${INDEX_FILE}; look at it, and if it is right run again with --allow-large`
}
