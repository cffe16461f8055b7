import { type Sys, sha256 } from '../src/disk/sys.ts'

import type { FolderOutcome, Outcome, RunRecord } from '../src/model/outcome.ts'
import { findStore } from '../src/store/store.ts'
import { spied } from './dying.ts'
import { type Edit, Editor } from './editor.ts'
import { type FaultDeed, type Opening, openingOf } from './faults.ts'
import { afterActions, contentsOf } from './model.ts'
import { type Ground, hashOf, indexDrift, leftovers, lostBytes, survey } from './oracle.ts'
import { copyOf } from './power-cut.ts'
import { PLAIN_SCENE } from './scene.ts'
import type { SimDisk } from './sim-disk.ts'
import { deskOn, everythingOn, ROOT, recover, STATE_HOME, StageClock, type StageTraits } from './stage.ts'

export const RACE_DEEDS = ['apply', 'undo', 'recover'] as const satisfies readonly FaultDeed[]
export const RACE_FILES = ['a.md', 'b.md', 'c.md', 'd.md', 'MEMORY.md'] as const

const LATER = 1_700_086_400_000

/** A deed, and the moments in it between which an editor can tell a difference. */
export interface RaceCourse {
  readonly opening: Opening
  readonly moments: readonly number[]
}

/** An edit before a call is the same as one before the next, unless the call looked at the folder or changed it. */
export async function courseOf(
  name: (typeof RACE_DEEDS)[number],
  traits: StageTraits = {},
): Promise<RaceCourse> {
  const opening = await openingOf(name, traits)
  const moments = [1]
  const folder = new Set<number>()
  let calls = 0
  const clock = new StageClock(LATER)
  const watching = spied(copyOf(opening.disk, clock).connect(), (call, args, go) => {
    calls += 1
    const result = go()
    const path = String(args[0])
    const inFolder =
      path === ROOT || folder.has(Number(/^#(\d+)\//.exec(path)?.[1])) || folder.has(args[0] as number)
    if (inFolder) moments.push(calls + 1)
    if (inFolder && call === 'open') folder.add(result as number)
    return result
  })
  await opening.deed(deskOn(watching, clock))
  return { opening, moments }
}

/** Does the deed while others edit, recovers, and says what is wrong then. */
export async function tryRace({ opening }: RaceCourse, edits: readonly Edit[]): Promise<string[]> {
  const clock = new StageClock(LATER)
  const disk = copyOf(opening.disk, clock)
  const editor = new Editor(disk, edits)
  const { sys, rest } = interrupted(disk.connect(), edits, editor)
  const problems: string[] = []
  const outcome = (await opening.deed(deskOn(sys, clock)).catch(error => {
    problems.push(`it failed: ${String(error)}`)
  })) as FolderOutcome | undefined
  rest()
  if (outcome?.failure !== undefined) problems.push(`it failed: ${outcome.failure.sentence}`)
  const done = editor.log.map(({ edit: { kind, file }, result }) => [kind, file, result])
  // Edits in two moments between which nobody looked leave the same: that is recovered and judged once.
  const key = JSON.stringify([done, outcome]) + everythingOn(disk)
  const known = opening.judged.get(key) ?? (await judged(opening, disk, clock, editor, outcome))
  opening.judged.set(key, known)
  const where = `${opening.name}, ${edits.map(({ kind, file, at }) => `${kind} ${file} at ${at}`).join(' and ')}`
  return [...problems, ...known].map(problem => `${where}: ${problem}`)
}

async function judged(
  opening: Opening,
  disk: SimDisk,
  clock: StageClock,
  editor: Editor,
  outcome: FolderOutcome | undefined,
): Promise<readonly string[]> {
  clock.skip()
  const problems: string[] = []
  try {
    await recover(deskOn(disk.connect(), clock))
  } catch (error) {
    problems.push(`recovery failed: ${String(error)}`)
  }
  const records = findStore(disk.connect(), STATE_HOME, ROOT)?.log.read().records ?? []
  return [...problems, ...judge(opening, editor, survey(disk), records, outcome)]
}

function interrupted(inner: Sys, edits: readonly Edit[], editor: Editor): { sys: Sys; rest: () => void } {
  let calls = 0
  const waiting = [...edits].sort((one, other) => one.at - other.at)
  const due = () => {
    while (waiting.length > 0 && waiting[0]!.at <= calls) editor.carryOut(waiting.shift()!)
  }
  const sys = spied(inner, (_call, _args, go) => {
    calls += 1
    due()
    return go()
  })
  const rest = () => {
    calls = Number.POSITIVE_INFINITY
    due()
  }
  return { sys, rest }
}

function judge(
  opening: Opening,
  editor: Editor,
  ground: Ground,
  records: readonly RunRecord[],
  outcome: FolderOutcome | undefined,
): string[] {
  const told = new Set(
    [...(outcome?.salvaged ?? []), ...records.flatMap(record => record.salvaged ?? [])].map(
      each => each.kept,
    ),
  )
  return [
    ...editor.log.flatMap((entry, number) =>
      editWins(entry, editor.log.slice(number + 1), ground, told, opening.name === 'undo'),
    ),
    ...lostBytes(ground, { kept: untouched(opening, editor) }),
    ...ground.damage.map(what => `(c) ${what}`),
    ...leftovers(ground),
    ...oldBytesTold(opening, editor, ground, records, told),
    ...othersAsReported(opening, editor, ground, records),
    ...reportIsHistory(records, outcome?.outcomes ?? []),
  ]
}

type Entry = Editor['log'][number]

/** What the last one saved under a name stands there; what went into a file held open is there or kept, and told. */
function editWins(
  { edit, text, result }: Entry,
  later: readonly Entry[],
  ground: Ground,
  told: ReadonlySet<string>,
  undoing: boolean,
): string[] {
  const now = ground.tree.get(edit.file)?.bytes.toString()
  const overwritten = later.some(other => other.edit.file === edit.file && other.result !== 'nothing')
  if (result === 'nothing' || overwritten) return []
  if (result === 'deleted') {
    // An undo brings back what was deleted before it began, as it is told to; what comes back with an edit in it is
    // the edit; and a file that was not there when we began is made, also where someone made it and took it away.
    const rightly = undoing || edit.file === 'd.md' || now?.includes('edit ')
    return now === undefined || rightly ? [] : [`(b) ${edit.file} came back after it was deleted`]
  }
  if (now?.includes(text)) return []
  if (!edit.kind.startsWith('held')) return [`(a) the edit is not in ${edit.file}`]
  const kept = [...ground.state, ...ground.beside].filter(
    ([path, { bytes }]) => /^objects|^trash/.test(path) && bytes.includes(text),
  )
  if (kept.length === 0) return ['(a) the edit is nowhere']
  const trashed = kept.some(([path]) => path.startsWith('trash'))
  return trashed || kept.some(([, { bytes }]) => told.has(hashOf(bytes)))
    ? []
    : ['(f) the edit was kept and nobody is told']
}

/** Bytes that nobody but us had a hand on. */
function untouched(opening: Opening, editor: Editor): Set<string> {
  const edited = new Set(editor.log.filter(entry => entry.result !== 'nothing').map(entry => entry.edit.file))
  const files = [...opening.original.tree].filter(([name]) => !edited.has(name))
  return new Set(files.map(([, { bytes }]) => hashOf(bytes)))
}

/** A file that lost its old bytes while our action on it was not done: the report says where they are. */
function oldBytesTold(
  opening: Opening,
  editor: Editor,
  ground: Ground,
  records: readonly RunRecord[],
  told: ReadonlySet<string>,
): string[] {
  return editor.log.flatMap(({ edit, result }) => {
    const before = opening.ground.tree.get(edit.file)
    if (editor.log.length > 1 || edit.kind !== 'append' || result !== 'saved' || before === undefined)
      return []
    const done = records.some(record =>
      record.changes.some(change => change.file === edit.file && change.result === 'done'),
    )
    const stays = ground.tree.get(edit.file)?.bytes.includes(before.bytes)
    return done || stays || told.has(hashOf(before.bytes))
      ? []
      : [`(f) the old bytes of ${edit.file} left and nobody is told`]
  })
}

/** Files that nobody edited are as history says; the index lists what is there. */
function othersAsReported(
  opening: Opening,
  editor: Editor,
  ground: Ground,
  records: readonly RunRecord[],
): string[] {
  const edited = new Set(editor.log.map(entry => entry.edit.file))
  const changes = records.slice(opening.ground.runs.length).flatMap(record => record.changes)
  const done = new Set(
    changes.filter(change => change.result === 'done').map(change => change.file as string),
  )
  const original = contentsOf(opening.original.tree)
  const should =
    opening.name === 'undo'
      ? new Map([...contentsOf(opening.ground.tree)].concat([...original].filter(([name]) => done.has(name))))
      : new Map(afterActions(original, PLAIN_SCENE.actions, done))
  if (opening.name === 'undo' && done.has('d.md')) should.delete('d.md')
  const others = RACE_FILES.filter(name => !edited.has(name) && name !== 'MEMORY.md')
  const wrong = others.filter(name => sha(ground.tree.get(name)?.bytes) !== sha(should.get(name)))
  const drift = edited.has('MEMORY.md')
    ? []
    : indexDrift(ground.tree).filter(problem => others.some(name => problem.includes(name)))
  return [...wrong.map(name => `(b) ${name} is not as history says`), ...drift]
}

function sha(bytes: Buffer | undefined): string | undefined {
  return bytes && sha256(bytes)
}

function reportIsHistory(records: readonly RunRecord[], outcomes: readonly Outcome[]): string[] {
  const last = records.findLast(record => record.changes.length > 0)
  return outcomes.flatMap(({ action, result }) => {
    // Nothing is wrong with the disk: whatever hindered us was someone's edit.
    if (result === 'failed') return [`(f) ${action.file} is reported as failed`]
    const change = last?.changes.find(each => each.file === action.file)
    return change === undefined || change.result === result
      ? []
      : [`(f) ${action.file} is reported ${result} and recorded ${change.result}`]
  })
}
