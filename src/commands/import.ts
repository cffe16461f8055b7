import { resolve } from 'node:path'
import { newRunId, storeContext } from '../app/index.ts'
import { readTextFile } from '../disk/index.ts'
import { say } from '../languages/index.ts'
import { type FolderOutcome, INDEX_FILE, outcomeExitCode } from '../model/index.ts'
import { type Page, shellWord, timeWords } from '../report/index.ts'
import { finishOpenRuns } from '../store/index.ts'
import { showText } from '../text/index.ts'
import { type Arrival, arrivalOf, readContainer, receive, targetsOf } from '../transfer/index.ts'
import { command, type Talk } from './command.ts'
import { shared } from './options.ts'

export const importCommand = command({
  name: 'import',
  group: 'keeping',
  help: say => say.transfer.import.help,
  effect: 'write',
  settings: 'none',
  input: {
    file: { kind: 'word', need: 'required', completes: 'files' },
    to: { kind: 'texts', value: 'dir' },
    ...shared('project', 'dryRun', 'yes'),
  },
  examples: [
    'dream import memory.dream',
    'dream import memory.dream --yes',
    'dream import notes.dream --to ./notes',
    'dream undo',
  ],
  format: 'import',
  async run({ where, host }, { file, to = [], dryRun, yes }, talk): Promise<Imported> {
    const context = storeContext(where)
    const now = context.clock.now()
    const container = readContainer(readTextFile(resolve(host.cwd, file)), file, now)
    const targets = targetsOf(where, container, to)
    const arrivals = container.folders.map((folder, at) => arrivalOf(where, folder, targets[at]!))
    const { at, home } = container.origin
    const shown = { from: { at, home }, folders: arrivals.map(summaryOf) }
    if (!arrivals.some(isNews)) return { did: 'nothing', ...shown }
    if (dryRun === true) return { did: 'shown', ...shown }
    if (yes !== true) {
      if (talk.ask === undefined) return { did: 'unasked', ...shown }
      showOn(talk, shown)
      if ((await talk.ask.confirm(say().transfer.import.question)) !== 'yes')
        return { did: 'declined', ...shown }
    }
    const notes = await finishOpenRuns(context)
    const run = newRunId(now)
    const results: FolderOutcome[] = []
    for (const arrival of arrivals.filter(isNews)) results.push(await receive(where, arrival, run))
    return { did: 'imported', run, results, notes, ...shown }
  },
  render(result, page) {
    const words = say().transfer.import
    if (result.did === 'declined') return page.text(words.declined)
    writeFolders(page, result, result.did === 'imported' ? 'did' : 'would')
    page.gap()
    if (result.did === 'imported') return writeResults(page, result)
    if (result.did === 'nothing') return page.text(words.nothing)
    return page.text(result.did === 'unasked' ? words.runWithYes : say().report.dryRun, 0, 'warn')
  },
  exitCode: result =>
    result.did === 'imported' ? outcomeExitCode(result.results) || conflictCode(result) : 0,
})

export interface Shown {
  readonly from: { readonly at: string; readonly home: string }
  readonly folders: readonly ReturnType<typeof summaryOf>[]
}

export type Imported = Shown &
  (
    | { readonly did: 'nothing' | 'shown' | 'unasked' | 'declined' }
    | {
        readonly did: 'imported'
        readonly run: string
        readonly results: readonly FolderOutcome[]
        readonly notes: readonly string[]
      }
  )

const isNews = ({ added, runs }: Arrival): boolean => added.length + runs > 0

const conflictCode = ({ folders }: Shown): number => Number(folders.some(({ kept }) => kept.length > 0))

function summaryOf({ folder, root, isNew, added, same, differing, runs }: Arrival) {
  return {
    label: folder.label,
    from: folder.root,
    root,
    isNew,
    added: added.map(({ file }) => file),
    same,
    kept: differing,
    runs,
  }
}

function showOn({ say: tell, look }: Talk, { from, folders }: Shown): void {
  const words = say().transfer.import
  const lines = folders.flatMap(({ from: old, root, isNew, added, runs, same, kept }, at) => [
    `${at + 1}. ${showText(old)}`,
    `   ${words.to(showText(root), isNew)}`,
    `   ${words.would(added.length, runs, same)}`,
    ...kept.map(file => look.color.warn(`   ${showText(file)}: ${words.differs}`)),
  ])
  tell(`${[words.from(showText(from.home), timeWords(from.at)), ...lines].join('\n')}\n`)
}

function writeFolders(page: Page, { from, folders }: Shown, tense: 'did' | 'would'): void {
  const words = say().transfer.import
  page.text(words.from(showText(from.home), timeWords(from.at)), 0, 'strong')
  folders.forEach(({ from: old, root, isNew, added, runs, same, kept }, at) => {
    page.text(`${at + 1}. ${showText(old)}`)
    page.text(words.to(showText(root), isNew && tense === 'would'), 3)
    page.text(words[tense](added.length, runs, same), 3)
    for (const file of kept) page.entry(showText(file), words.differs, 3, 'warn')
  })
}

function writeResults(
  page: Page,
  { run, results, folders, notes }: Extract<Imported, { did: 'imported' }>,
): Page {
  const words = say().transfer.import
  for (const note of notes) page.text(say().notes.warning(showText(note)), 0, 'warn')
  for (const { label, failure, outcomes, warnings } of results) {
    if (failure !== undefined) page.text(`${label}: ${failure.sentence}`, 0, 'bad')
    for (const one of outcomes)
      if (one.result !== 'done') page.entry(showText(one.action.file), one.detail, 2, 'bad')
    for (const warning of warnings) page.text(say().notes.warning(showText(warning)), 2, 'warn')
  }
  for (const { root, kept, added } of folders)
    if (kept.includes(INDEX_FILE) && added.length > 0)
      page.entry(`dream --folder ${shellWord(root)}`, words.index, 0, 'good')
  const places = folders.map(({ root }) => ` --folder ${shellWord(root)}`).join('')
  return page.entry(`dream undo ${run}${places}`, words.undo, 0, 'good')
}
