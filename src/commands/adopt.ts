import { resolve } from 'node:path'
import {
  discoverFolders,
  memoryPlace,
  movedMemories,
  newRunId,
  noteAdopted,
  notedProject,
  storeContext,
  type Where,
} from '../app/index.ts'
import { isFolder, makeFolder, namesIn, readRegularFile, realPath } from '../disk/index.ts'
import { say } from '../languages/index.ts'
import {
  type Action,
  asFileName,
  DEFAULT_POLICY,
  DreamError,
  type FileName,
  INDEX_FILE,
  type Policy,
} from '../model/index.ts'
import { asListed, newMemoryActions } from '../plan/index.ts'
import { newPage, type Page } from '../report/index.ts'
import { readFolder } from '../sources/index.ts'
import { commit, finishOpenRuns, throwUnlessDone } from '../store/index.ts'
import { exactText } from '../text/index.ts'
import { keptTexts } from '../vault/index.ts'
import { command, type Talk } from './command.ts'
import { shortPath } from './look-facts.ts'
import { shared } from './options.ts'

/** Copies what is not there yet. Nothing is written over, and the old folder is not touched. */
export const adopt = command({
  name: 'adopt',
  group: 'notes',
  help: say => say.look.help.adopt,
  effect: 'write',
  settings: 'follow',
  input: {
    memory: { kind: 'word', need: 'optional', completes: 'directories' },
    ...shared('project', 'dryRun', 'yes', 'layout'),
  },
  examples: ['dream adopt', 'dream adopt --yes', 'dream adopt ~/.claude/projects/-home-ann-shop/memory'],
  format: 'adopt',
  async run({ host, policy, where: named }, { memory, dryRun, yes }, talk) {
    const where = { ...named, paths: [] }
    if (dryRun !== true) await finishOpenRuns(storeContext(where))
    const way = wayOf(where, memory)
    const { actions, ...copy } = planCopy(where, way, policy)
    const history = way.isGone ? {} : { history: `dream history --folder ${shortPath(way.from, host.home)}` }
    const shown: Shown = { ...way, ...copy, ...history }
    const state = dryRun === true ? ('shown' as const) : await consent(shown, yes === true, talk)
    if (state !== 'agreed') return { ...shown, state }
    if (actions.length === 0) return { ...shown, state: 'shown' as const }
    const run = await carryOut(where, way, actions)
    const undo = `dream undo ${run} --folder ${shortPath(way.to, host.home)}`
    return { ...shown, state: 'copied' as const, run, undo }
  },
  render(result, page) {
    const words = say().look.adopt
    const { copied, state, history } = result
    if (state === 'declined') return page.text(words.declined)
    writeCopy(page, result)
    if (copied.length === 0) return page.gap().text(words.nothing)
    if (result.state !== 'copied') return page.gap().text(words.runWithYes)
    page.gap().text(words.copied(copied.length), 0, 'good').text(words.untouched)
    if (history !== undefined) page.text(words.historyStays(history), 0, 'quiet')
    return page.text(words.undo(result.undo))
  },
})

/** From where to where. */
interface Way {
  readonly from: string
  readonly to: string
  /** The folder is not there any more: Dream's own copies of it are taken. */
  readonly isGone: boolean
  readonly why?: string
}

function wayOf(where: Where, named: string | undefined): Way {
  const words = say().look
  if (named !== undefined) return wayOfNamed(where, named)
  const [best, second] = movedMemories(where)
  if (best === undefined) throw new DreamError(words.adopt.none, 2)
  if (second?.by === best.by && best.by !== 'commit')
    throw new DreamError(
      words.adopt.several([best, second].map(({ memory }) => `  dream adopt ${memory}`)),
      2,
    )
  const why = words.adopt.why(words.movedBy[best.by], best.project)
  return { from: best.memory, to: placeHere(where), isGone: false, why }
}

function placeHere(where: Where): string {
  const place = memoryPlace(where)
  if (place === undefined) throw new DreamError(say().look.adopt.noPlace, 2)
  return place
}

/** A folder that is gone comes back to its own place, where its project is still there. */
function wayOfNamed(where: Where, named: string): Way {
  const words = say().look.adopt
  const from = realPath(resolve(where.cwd, named)) ?? resolve(where.cwd, named)
  if (!isFolder(from)) {
    if (keptTexts(where, from).length === 0) throw new DreamError(words.unknown(named), 2)
    const project = notedProject(where, from)
    const isMoved = project !== undefined && !isFolder(project.path)
    return { from, to: isMoved ? placeHere(where) : from, isGone: true }
  }
  const to = placeHere(where)
  if (realPath(to) === from) throw new DreamError(words.itself(named), 2)
  return { from, to, isGone: false }
}

interface NoteToCopy {
  readonly file: FileName
  readonly text: string
  readonly modified: number
}

const LARGEST = 5_000_000

function notesOf(where: Where, { from, isGone }: Way): { notes: NoteToCopy[]; notText: string[] } {
  if (isGone) return { notes: keptTexts(where, from), notText: [] }
  const notes: NoteToCopy[] = []
  const notText: string[] = []
  for (const name of namesIn(from).filter(each => each.endsWith('.md') && !each.startsWith('.'))) {
    const file = asFileName(name)
    const read = readRegularFile(`${from}/${name}`, LARGEST)
    const text = read.kind === 'read' ? exactText(read.bytes) : undefined
    if (file === undefined || text === undefined || read.kind !== 'read') notText.push(name)
    else notes.push({ file, text, modified: Number(read.stat.mtimeNs / 1000n) })
  }
  return { notes, notText }
}

/** What is there under the same name with another text stays, and is named. */
function planCopy(where: Where, way: Way, policy: Policy) {
  const { notes, notText } = notesOf(where, way)
  if (notes.every(({ file }) => file === INDEX_FILE))
    throw new DreamError(say().look.adopt.empty(way.from), 2)
  const there = new Map(notes.map(({ file }) => [file, textAt(`${way.to}/${file}`)]))
  const isNew = ({ file }: NoteToCopy) => there.get(file) === undefined
  const differs = ({ file, text }: NoteToCopy) => !isNew({ file } as NoteToCopy) && there.get(file) !== text
  const fresh = notes.filter(isNew)
  const hasIndex = there.get(INDEX_FILE) !== undefined || textAt(`${way.to}/${INDEX_FILE}`) !== undefined
  return {
    actions: hasIndex ? withLines(where, way.to, fresh, policy) : fresh.map(written).sort(indexLast),
    copied: fresh.map(({ file }) => file),
    same: notes.filter(note => !isNew(note) && !differs(note)).length,
    // Its lines are added to the index that is there.
    conflicts: notes.filter(note => differs(note) && note.file !== INDEX_FILE).map(({ file }) => file),
    notText,
    subfolders: way.isGone ? [] : namesIn(way.from).filter(name => isFolder(`${way.from}/${name}`)),
  }
}

function textAt(path: string): string | undefined {
  const read = readRegularFile(path, LARGEST)
  if (read.kind === 'gone') return undefined
  return read.kind === 'read' ? read.bytes.toString('utf8') : ''
}

const written = ({ file, text, modified }: NoteToCopy): Action => ({
  kind: 'write',
  file,
  expect: 'absent',
  pieces: [{ text }],
  reason: { why: 'adopted' },
  needs: [],
  modified,
})

const indexLast = (a: Action, b: Action): number =>
  Number(a.file === INDEX_FILE) - Number(b.file === INDEX_FILE)

function withLines(where: Where, to: string, notes: readonly NoteToCopy[], policy: Policy): Action[] {
  const found = discoverFolders({ ...where, paths: [to] }).folders[0]
  if (found === undefined) return notes.map(written)
  const folder = readFolder(found, { layout: 'index' })
  const times = new Map(notes.map(({ file, modified }) => [file, modified]))
  const rules = { ...DEFAULT_POLICY, rules: policy.rules }
  return newMemoryActions(asListed(folder), notes, rules, { why: 'adopted' }).map(action => {
    const modified = times.get(action.file)
    return action.kind === 'write' && modified !== undefined ? { ...action, modified } : action
  })
}

type Shown = Way & Omit<ReturnType<typeof planCopy>, 'actions'> & { readonly history?: string }

async function consent(
  shown: Shown,
  yes: boolean,
  { ask, say: tell, look }: Talk,
): Promise<'agreed' | 'shown' | 'declined'> {
  if (yes || shown.copied.length === 0) return 'agreed'
  if (ask === undefined) return 'shown'
  tell(writeCopy(newPage(look), shown).end())
  const answer = await ask.confirm(say().look.adopt.question(shown.copied.length))
  return answer === 'yes' ? 'agreed' : 'declined'
}

async function carryOut(
  where: Where,
  { from, to, isGone }: Way,
  actions: readonly Action[],
): Promise<string> {
  makeFolder(to)
  const root = realPath(to) ?? to
  const run = newRunId(Date.now())
  const order = { root, label: to, actions, run, command: 'adopt', together: true } as const
  throwUnlessDone(await commit(storeContext(where), order), say().look.adopt.failed)
  if (!isGone) await noteAdopted(where, from)
  return run
}

const FEW = 6

function writeCopy(page: Page, shown: Shown): Page {
  const words = say().look.adopt
  const { copied, same, conflicts, notText, subfolders } = shown
  const some = (names: readonly string[], say: (names: readonly string[], more: number) => string) => {
    const few = names.slice(0, FEW)
    if (few.length > 0) page.text(say(few, names.length - few.length))
  }
  const notes = copied.length + same + conflicts.length
  page.text((shown.isGone ? words.fromCopies : words.from)(shown.from, notes)).text(words.to(shown.to))
  if (shown.why !== undefined) page.text(shown.why, 0, 'quiet')
  page.gap()
  some(copied, (names, more) => words.would(copied.length, names, more))
  if (same > 0) page.text(words.same(same))
  some(conflicts, words.conflicts)
  some(notText, words.notText)
  some(subfolders, words.subfolders)
  return page
}
