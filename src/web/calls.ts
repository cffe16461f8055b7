import { openApp } from '../app/index.ts'
import { loadCommand, SILENT } from '../commands/index.ts'
import { sha256 } from '../disk/index.ts'
import { languageSpoken, say } from '../languages/index.ts'
import { DreamError, type FolderOutcome, isGiven } from '../model/index.ts'
import type { CallName, Calls, Done, RunResult, Start } from '../page/index.ts'
import { reasonWords } from '../report/index.ts'
import { VERSION } from '../version.ts'
import { historyOf, vanishedOf } from './history.ts'
import { inboxOf, itemDetail, openItem, outcomeWords } from './inbox.ts'
import { journalsOf } from './journals.ts'
import { checksOf, differenceOf, memoryOf, namedNote, noteOf, restore, versionsOf } from './memory.ts'
import { editNote, findFolder, findNote, folderName, placesOf, wholeText } from './notes.ts'
import { searchFor } from './search.ts'
import type { Act, Session } from './session.ts'

type Handler<N extends CallName> = (session: Session, input: Calls[N]['in']) => Promise<Calls[N]['out']>

interface Call<N extends CallName> {
  readonly effect: 'read' | 'write'
  readonly needs: readonly string[]
  readonly do: Handler<N>
}

/** Everything the page can ask for. `write`: one at a time, and every tab is told afterwards. */
export const CALLS: { readonly [N in CallName]: Call<N> } = {
  start: { effect: 'read', needs: [], do: start },
  inbox: {
    effect: 'read',
    needs: ['which'],
    do: async (session, { which }) => inboxOf(await session.queue(), which),
  },
  item: {
    effect: 'read',
    needs: ['id'],
    do: async (session, { id }) => itemDetail(await session.queue(), id),
  },
  answer: { effect: 'write', needs: ['id', 'answer'], do: answer },
  raw: { effect: 'read', needs: [], do: raw },
  saveItem: { effect: 'write', needs: ['id', 'text'], do: saveItem },
  memory: { effect: 'read', needs: [], do: memoryOf },
  note: { effect: 'read', needs: ['note'], do: (session, { note }) => noteOf(session, note) },
  checks: { effect: 'read', needs: ['note'], do: (session, { note }) => checksOf(session, note) },
  versions: { effect: 'read', needs: ['note'], do: (session, { note }) => versionsOf(session, note) },
  difference: {
    effect: 'read',
    needs: ['note', 'from', 'to'],
    do: (session, { note, from, to }) => differenceOf(session, note, from, to),
  },
  save: {
    effect: 'write',
    needs: ['note', 'text', 'was'],
    do: (session, { note, text, was }) => edit(session, { note, text, was }),
  },
  pin: {
    effect: 'write',
    needs: ['note', 'pinned'],
    do: (session, { note, pinned }) => edit(session, { note, pinned: pinned ? 'yes' : 'no' }),
  },
  archive: { effect: 'write', needs: ['note'], do: archive },
  restore: {
    effect: 'write',
    needs: ['note'],
    do: async (session, { note, version }) => doneBy(session, await restore(session, note, version)),
  },
  remember: { effect: 'write', needs: ['text', 'folder'], do: remember },
  history: { effect: 'read', needs: [], do: historyOf },
  vanished: { effect: 'read', needs: [], do: vanishedOf },
  undo: { effect: 'write', needs: [], do: undo },
  search: { effect: 'read', needs: ['words'], do: (session, { words }) => searchFor(session, words) },
  journals: { effect: 'read', needs: [], do: journalsOf },
  review: { effect: 'write', needs: [], do: review },
  run: { effect: 'write', needs: ['how'], do: run },
}

async function start({ app, host, acts }: Session): Promise<Start> {
  const { where } = await app()
  const places = placesOf(where)
  const last = acts.at(-1)
  return {
    version: VERSION,
    language: languageSpoken() === 'zh' ? 'zh' : 'en',
    project: where.project ?? host.cwd,
    folders: places.map(folderName),
    hasJournals: places.some(({ folder }) => folder.layout === 'journal'),
    ...(last !== undefined && { undo: last.words }),
  }
}

/** Keeps what was done, so that one key takes it back. */
function done(session: Session, words: string, by: Act['by'] | undefined, warnings: readonly string[] = []) {
  if (by !== undefined) session.acts.push({ words, by })
  const last = session.acts.at(-1)
  return { words, warnings, ...(last !== undefined && { undo: last.words }) } satisfies Done
}

function doneBy(session: Session, outcome: FolderOutcome): Done {
  const { words, run, warnings } = outcomeWords(outcome)
  return done(session, words, runOf(run), warnings)
}

async function answer(session: Session, { id, answer: said, choice }: Calls['answer']['in']): Promise<Done> {
  const queue = await session.queue()
  const says = say().page.answered
  if (said === 'reopen') {
    await queue.answer(id, 'reopened')
    return done(session, says.reopen, undefined)
  }
  const { subject } = await openItem(queue, id)
  if (said === 'accept') return doneBy(session, (await queue.accept(id, choice)).outcome!)
  await queue.answer(id, said === 'never' ? 'never' : 'rejected')
  return done(session, says[said](subject), { answered: id })
}

/** For an editor: the one answer in which a text is as it is. */
async function raw(session: Session, asked: Calls['raw']['in']): Promise<Calls['raw']['out']> {
  if ('item' in asked) {
    const [text] = (await openItem(await session.queue(), asked.item)).texts
    if (text === undefined) throw new DreamError(say().page.errors.noText, 1)
    return { ...text, hash: sha256(text.text) }
  }
  const { memory } = findNote((await session.app()).where, asked.note)
  return { file: memory.file, text: wholeText(memory), hash: memory.hash }
}

async function saveItem(session: Session, { id, text }: Calls['saveItem']['in']): Promise<Done> {
  const queue = await session.queue()
  const { texts } = await openItem(queue, id)
  if (texts[0] === undefined) throw new DreamError(say().page.errors.noText, 1)
  return doneBy(session, await queue.edit(id, { ...texts[0], text }))
}

type Edit = {
  readonly note: string
  readonly text?: string
  readonly was?: string
  readonly pinned?: 'yes' | 'no'
}

async function edit(session: Session, input: Edit): Promise<Done> {
  const { file, run, warnings } = await editNote.run(await session.app(), input, SILENT)
  const says = say().page
  if (run === undefined) return done(session, says.unchanged(file), undefined)
  const did = { yes: says.pinned, no: says.unpinned }
  const words = input.pinned === undefined ? says.saved(file) : did[input.pinned](file)
  return done(session, words, { run }, warnings)
}

async function archive(session: Session, { note }: Calls['archive']['in']): Promise<Done> {
  const { file, root } = await namedNote(session, note)
  const result = await session.dream.forget({ description: [file], folder: [root] })
  if (result.run === undefined) throw new DreamError(result.withheld ?? say().page.errors.noNote, 1)
  return done(session, say().page.archived(file), { run: result.run }, result.warnings)
}

async function remember(session: Session, { text, folder, as }: Calls['remember']['in']): Promise<Done> {
  const { where } = await session.app()
  const { root } = findFolder(where, folder)
  const kind = as === undefined || as === '' ? {} : { as: as as never }
  const result = await session.dream.remember({ text: [text], folder: [root], ...kind })
  const says = say().page
  if ('journal' in result)
    return done(session, says.saved(result.journal), runOf(result.run), result.warnings)
  if (result.did === 'known') return done(session, says.known(result.file), undefined)
  return done(session, says.saved(result.file), runOf(result.run), result.warnings)
}

const runOf = (run: string | undefined): Act['by'] | undefined => (run === undefined ? undefined : { run })

/** The newest thing that was done here, or a run by its name. */
async function undo(session: Session, { run }: Calls['undo']['in']): Promise<Done> {
  const { acts, dream, scope } = session
  const last = acts.at(-1)
  if (run === undefined && last === undefined) throw new DreamError(say().page.errors.nothingToUndo, 1)
  if (run === undefined && 'answered' in last!.by) {
    await (await session.queue()).answer(last!.by.answered, 'reopened')
    acts.pop()
    return done(session, say().page.took(last!.words), undefined)
  }
  const name = run ?? (last!.by as { run: string }).run
  const report = await dream.undo({ ...scope, run: name })
  for (const { failure } of report.results)
    if (failure !== undefined) throw new DreamError(failure.sentence, failure.kind === 'locked' ? 4 : 1)
  const at = acts.findIndex(({ by }) => 'run' in by && by.run === name)
  const [act] = at === -1 ? [] : acts.splice(at, 1)
  const files = report.results.flatMap(({ outcomes }) => outcomes).filter(({ result }) => result === 'done')
  const says = say().page
  const left = [
    ...report.keptBoth.map(({ file, kept }) => says.bothKept(file, kept)),
    ...report.stayed.map(({ file, why }) => `${file}: ${why}`),
  ]
  return done(session, act === undefined ? says.undone(files.length) : says.took(act.words), undefined, left)
}

async function run(session: Session, { how }: Calls['run']['in']): Promise<RunResult> {
  const { host, scope, tell } = session
  const command = await loadCommand('run')
  const input = { ...scope, ...(how === 'do' ? { yes: true } : { dryRun: true }) }
  const progress = (step: { what: string; done?: number; of?: number }) => tell({ type: 'progress', ...step })
  const app = await openApp(host, input, command.settings)
  const result = await command.run(app, input, { ...SILENT, progress, form: 'text' })
  const { report } = result as Awaited<ReturnType<Session['dream']['run']>>
  const says = say().page
  const planned = report.plan.folders.flatMap(({ label, actions }) =>
    actions.map(({ file, kind, reason }) => ({
      folder: label,
      file,
      words: says.would[kind](reasonWords(reason)),
    })),
  )
  const waiting = report.plan.folders.reduce((sum, { proposals }) => sum + proposals.length, 0)
  const changed = report.results.flatMap(({ outcomes }) => outcomes).filter(({ result }) => result === 'done')
  const id = report.results.find(({ outcomes }) => outcomes.some(({ result }) => result === 'done'))?.run
  const failures = report.results.flatMap(({ failure }) => (failure === undefined ? [] : [failure.sentence]))
  const words = how === 'do' ? says.ran(changed.length) : says.wouldRun(planned.length)
  return { ...done(session, words, how === 'do' ? runOf(id) : undefined, failures), planned, waiting }
}

async function review(session: Session): Promise<Calls['review']['out']> {
  const place = placesOf((await session.app()).where).find(({ folder }) => folder.layout === 'journal')
  if (place === undefined) throw new DreamError(say().page.errors.noJournals, 1)
  const report = await session.dream.journalReview({ folder: [place.found.root] })
  const { did, why = '', counts, decisions, run: id, warnings } = report
  const says = say().page
  const words = did === 'distilled' ? says.reviewed(counts.added, counts.updated, counts.archived) : why
  return { ...done(session, words === '' ? says.nothingNew : words, runOf(id), warnings), decisions }
}

/** What came from a browser is checked before anything sees it: the names of the call, texts of a bounded length. */
const LONGEST: Readonly<Record<string, number>> = { text: 1_000_000, words: 500 }
const CHOICES: Readonly<Record<string, readonly string[]>> = {
  answer: ['accept', 'reject', 'never', 'reopen'],
  how: ['show', 'do'],
  which: ['open', 'answered'],
}
const NUMBERS = ['version', 'from', 'to']

export function checkedInput(call: CallName, given: unknown): never {
  const words = say().page.errors
  if (!isGiven(given)) throw new DreamError(words.badRequest(call), 2)
  const { needs } = CALLS[call]
  const isRight = Object.entries(given).every(([name, value]) => {
    if (CHOICES[name] !== undefined) return CHOICES[name].includes(String(value))
    if (name === 'pinned') return typeof value === 'boolean'
    if (NUMBERS.includes(name)) return Number.isInteger(value) && Number(value) > 0
    return typeof value === 'string' && value.length <= (LONGEST[name] ?? 200)
  })
  if (!isRight || needs.some(name => given[name] === undefined))
    throw new DreamError(words.badRequest(call), 2)
  return given as never
}
