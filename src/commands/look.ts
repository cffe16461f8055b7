import {
  discoverFolders,
  type MovedMemory,
  movedMemories,
  type VanishedFolder,
  vanishedFolders,
} from '../app/index.ts'
import { say } from '../languages/index.ts'
import { look as lookOver } from '../pipeline/index.ts'
import type { Page } from '../report/index.ts'
import { openQueue } from '../review/index.ts'
import { command } from './command.ts'
import { countUnseen, type FolderFacts, factsOf, placeOfFolder, shortPath } from './look-facts.ts'
import { isEmpty, isFine, isLately, type Length, writeFolder } from './look-page.ts'
import { FOLDERS, POLICY, shared } from './options.ts'

/** The pipeline without its last step: shows what matters to an owner, and notes in Dream's own state what was seen. */
export const look = command({
  name: 'look',
  group: 'everyday',
  help: say => say.look.help.look,
  effect: 'write',
  settings: 'follow',
  input: { ...shared('paths'), ...FOLDERS, ...POLICY, ...shared('verbose') },
  examples: ['dream look', 'dream look --all-projects', 'dream look ./notes --verbose'],
  format: 'look',
  async run({ where, policy, settings, place, host }, _, { progress }) {
    const { folders, missing, notes, unfinished } = await lookOver({ where, policy, progress })
    const queue = openQueue({ where, policy, settings: settings.config })
    const others = folders.length === 0 ? [] : await queue.listOthers()
    const facts = folders.map(each =>
      factsOf(where, each, placeOfFolder(where, place, each.found, folders.length), others),
    )
    const { near } = discoverFolders(where)
    return {
      folders: facts,
      totals: totalsOf(facts),
      vanishedFolders: vanishedFolders(where).map(folder => ({
        ...folder,
        restore: `dream adopt ${shortPath(folder.root, host.home)}`,
      })),
      moved: where.paths.length > 0 ? [] : movedMemories(where),
      notChecked: near,
      missing,
      unfinished,
      notes,
    }
  },
  render(result, page, { input }) {
    const words = say().look
    const { folders, missing, notes, unfinished } = result
    const notesIn = folders.reduce((sum, folder) => sum + folder.notes, 0)
    page.text(folders.length === 0 ? words.none : words.headline(folders.length, notesIn), 0, 'strong')
    for (const path of missing) page.text(say().report.missing(path), 0, 'bad')
    for (const { label, run } of unfinished) page.text(say().report.interrupted(label, run), 0, 'bad')
    writeAround(page, result, input.verbose === true)
    for (const note of notes) page.text(note, 0, 'quiet')
    const { moved, vanishedFolders: gone, notChecked } = result
    const isNothing = [folders, missing, moved, gone, notChecked].every(({ length }) => length === 0)
    if (isNothing) page.text(words.noneSeen)
    writeFolders(page, folders, input.verbose === true)
    if (folders.length > 0) writeTotals(page, result)
    return page
  },
  exitCode: ({ missing }) => (missing.length > 0 ? 2 : 0),
})

interface Result {
  readonly folders: readonly FolderFacts[]
  readonly totals: ReturnType<typeof totalsOf>
  readonly vanishedFolders: readonly (VanishedFolder & { readonly restore: string })[]
  readonly moved: readonly MovedMemory[]
  readonly notChecked: readonly string[]
}

function totalsOf(folders: readonly FolderFacts[]) {
  const sum = (of: (folder: FolderFacts) => number) => folders.reduce((all, folder) => all + of(folder), 0)
  return {
    vanished: sum(({ vanished }) => vanished.filter(isLately).length),
    unseen: sum(countUnseen),
    nowhere: sum(({ nowhere }) => nowhere.length),
    contradicts: sum(({ contradicts }) => contradicts.length),
    waiting: sum(({ waiting }) => waiting.length),
  }
}

/** Folders that are gone, that came from elsewhere, or that nobody looks at. */
function writeAround(
  page: Page,
  { folders, vanishedFolders: gone, moved, notChecked }: Result,
  isWhole: boolean,
): void {
  const words = say().look
  const shown = gone.filter(({ project }) => isWhole || project !== 'gone')
  for (const { root, notes, seen, restore } of shown) {
    page.gap().text(words.vanished.folder(root, notes, seen.slice(0, 10)), 0, 'bad')
    page.entry(`→ ${restore}`, words.vanished.restoreFolder, 2, 'good')
  }
  if (shown.length < gone.length)
    page.text(words.vanished.withProject(gone.length - shown.length), 0, 'quiet')
  // Where nothing was found the notes say so.
  if (folders.length === 0) return
  const [best] = moved
  if (best !== undefined) page.text(words.moved(best.memory, best.project, words.movedBy[best.by]), 0, 'warn')
  const few = notChecked.slice(0, 3)
  if (few.length > 0) page.text(words.notChecked(few, notChecked.length - few.length), 0, 'quiet')
}

const MANY_FOLDERS = 3

function writeFolders(page: Page, folders: readonly FolderFacts[], isWhole: boolean): void {
  const length: Length = isWhole ? 'whole' : folders.length > MANY_FOLDERS ? 'least' : 'few'
  const listed = (which: (folder: FolderFacts) => boolean) => {
    const all = isWhole ? [] : folders.filter(which)
    return all.length > 1 ? all : []
  }
  const [fine, empty] = [listed(isFine), listed(isEmpty)]
  for (const folder of folders)
    if (fine.includes(folder) || empty.includes(folder)) continue
    else if (!isFine(folder) || isWhole) writeFolder(page, folder, length)
    else page.gap().entry(folder.label, fineWords(folder), 0)
  writeList(page, fine, say().look.fineFolders)
  writeList(page, empty, say().look.emptyFolders)
}

function writeList(
  page: Page,
  folders: readonly FolderFacts[],
  words: (many: number, labels: readonly string[], more: number) => string,
): void {
  if (folders.length === 0) return
  const labels = folders.map(({ label }) => label).slice(0, MANY_FOLDERS)
  page.gap().text(words(folders.length, labels, folders.length - labels.length), 0, 'quiet')
}

function fineWords({ notes, record }: FolderFacts): string {
  const words = say().look
  return words.joined(words.notes(notes), words.fine, ...(record === 'first' ? [words.first] : []))
}

function writeTotals(page: Page, { totals, folders, vanishedFolders: gone }: Result): void {
  const words = say().look
  const parts = (Object.keys(words.total) as (keyof typeof totals)[])
    .filter(key => totals[key] > 0)
    .map(key => words.total[key](totals[key]))
  if (parts.length === 0 && gone.length === 0 && folders.every(isFine))
    page.gap().text(words.nothing, 0, 'good')
  else if (parts.length > 0 && folders.length > 1)
    page.gap().entry(words.totals, words.and(parts), 0, 'strong')
}
