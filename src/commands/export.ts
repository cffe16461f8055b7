import { dirname, resolve } from 'node:path'
import { type App, foldersOf, noFolderHere, storeContext, withState } from '../app/index.ts'
import { isFolder, isInside, realPath, writeSmallFile } from '../disk/index.ts'
import { say } from '../languages/index.ts'
import { DreamError } from '../model/index.ts'
import { shellWord, sizeWords } from '../report/index.ts'
import type { FoundFolder } from '../sources/index.ts'
import { failureOf, finishOpenRuns, withLease } from '../store/index.ts'
import { showText } from '../text/index.ts'
import { type Gathered, gatherFolder, writeContainer } from '../transfer/index.ts'
import { VERSION } from '../version.ts'
import { command } from './command.ts'
import { shared } from './options.ts'

/** As much as `dream import` reads. */
const LARGEST = 250_000_000

export const exportCommand = command({
  name: 'export',
  group: 'keeping',
  help: say => say.transfer.export.help,
  effect: 'write',
  settings: 'none',
  input: {
    file: { kind: 'word', need: 'required', completes: 'files' },
    ...shared('folder', 'project', 'allProjects', 'layout'),
  },
  examples: [
    'dream export memory.dream',
    'dream export --folder ./notes notes.dream',
    'dream export --all-projects everything.dream',
    'dream import everything.dream',
  ],
  format: 'export',
  async run({ where, host }, { file }) {
    const path = resolve(host.cwd, file)
    const folders = foldersOf(where)
    if (folders.length === 0) throw new DreamError(noFolderHere(where), 2)
    refusePlace(path, file, folders)
    const context = storeContext(where)
    const notes = await finishOpenRuns(context)
    const gathered: Gathered[] = []
    for (const found of folders) gathered.push(await quietly({ where }, found))
    const at = new Date(context.clock.now()).toISOString()
    const home = realPath(host.home) ?? host.home
    const text = writeContainer({
      origin: { at, dream: VERSION, home },
      folders: gathered.map(({ folder }) => folder),
    })
    const bytes = Buffer.byteLength(text)
    if (bytes > LARGEST)
      throw new DreamError(say().transfer.export.tooLarge(sizeWords(bytes), sizeWords(LARGEST)), 2)
    writeSmallFile(path, text)
    return { file: path, bytes, folders: gathered.map(summaryOf), notes }
  },
  render({ file, bytes, folders, notes }, page) {
    const words = say().transfer.export
    for (const note of notes) page.text(say().notes.warning(note), 0, 'warn')
    page.text(words.done(showText(file), folders.length, sizeWords(bytes)), 0, 'strong')
    for (const { label, files, runs, versions, left } of folders) {
      page.entry(showText(label), words.folder(files, runs, versions), 2)
      if (left.length > 0) page.text(words.left(left.map(showText).join(', ')), 4, 'quiet')
    }
    page.gap().text(words.secrets, 0, 'warn')
    return page.entry(
      `dream import ${shellWord(file.slice(file.lastIndexOf('/') + 1))}`,
      words.next,
      0,
      'good',
    )
  },
})

function summaryOf({ folder, left }: Gathered) {
  const { root, label, files, records, bytes } = folder
  const runs = new Set(records.map(({ run }) => run)).size
  return { root, label, files: files.length, runs, versions: bytes.size, left }
}

/** The folder of the file is there, the file is not, and no agent would take it for a note. */
function refusePlace(path: string, file: string, folders: readonly FoundFolder[]): void {
  const words = say().transfer.export
  const folder = realPath(dirname(path))
  if (folder === undefined || !isFolder(folder)) throw new DreamError(words.noFolder(dirname(file)), 2)
  if (realPath(path) !== undefined) throw new DreamError(words.exists(file), 2)
  const inside = folders.find(({ root }) => folder === root || isInside(folder, root))
  // A journal workspace is a whole folder of the user's; only what it remembers is memory.
  if (inside !== undefined && inside.origin !== 'journal-workspace')
    throw new DreamError(words.inside(file, inside.label), 2)
}

/** While no run is at work there. A folder that Dream never changed has no state, and needs no lock. */
async function quietly({ where }: Pick<App, 'where'>, found: FoundFolder): Promise<Gathered> {
  const { root, label } = found
  const hasState = withState(where, root, () => true) === true
  if (!hasState) return gatherFolder(where, found)
  try {
    return await withLease(storeContext(where), root, 'export', async () => gatherFolder(where, found))
  } catch (error) {
    const { failure } = failureOf(error, root, label)
    throw failure?.kind === 'locked' ? new DreamError(`${label}: ${failure.sentence}`, 4) : error
  }
}
