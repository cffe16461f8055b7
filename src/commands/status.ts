import {
  foldersOf,
  type KnownStates,
  knownStates,
  movedNotes,
  notesNearby,
  storeContext,
  type Where,
  withState,
} from '../app/index.ts'
import { type AutoStatus, autoStatus } from '../automation/index.ts'
import { currentHolder, DREAM_LOCK, readRegularFile, sha256 } from '../disk/index.ts'
import { type JournalStatus, journalStatus } from '../journal/index.ts'
import { say } from '../languages/index.ts'
import { type FileName, INDEX_FILE } from '../model/index.ts'
import { type Page, shellWord, sizeWords, timeWords } from '../report/index.ts'
import { plansOf, suggestionsOf, type WaitingPlan } from '../review/index.ts'
import { leftOutSummary, startersOf } from '../setup/index.ts'
import { type FoundFolder, glance } from '../sources/index.ts'
import type { Store } from '../store/index.ts'
import { command } from './command.ts'
import { FOLDERS, shared } from './options.ts'

/** Reads listings and Dream's own small files, so it is quick also where a plan would take long. */
export const status = command({
  name: 'status',
  group: 'everyday',
  help: say => say.help.status,
  effect: 'read',
  settings: 'where-readable',
  input: { ...shared('paths'), ...FOLDERS },
  examples: ['dream status', 'dream status --all-projects'],
  format: 'status',
  async run({ where, host: { platform, program } }, { env }) {
    const folders = foldersOf(where, 'anywhere').map(found => statusOf(where, found))
    const isOne = !where.allProjects && folders.length > 0
    const isSearch = !where.allProjects && where.paths.length === 0
    const notes = !isSearch ? [] : folders.length === 0 ? notesNearby(where) : movedNotes(where)
    const isLeftOut =
      folders.some(({ layout }) => layout === 'journal') && leftOutSummary(where) !== undefined
    if (isLeftOut) notes.push(`${say().setup.leftOut}: ${say().setup.leftOutFix}`)
    return {
      folders,
      auto: isOne
        ? {
            ...(await autoStatus(where, Date.now(), env)),
            startedBy: startersOf({ where, platform, program }),
          }
        : undefined,
      ...(notes.length > 0 && { notes }),
    }
  },
  language: ({ folders }) => folders.find(({ journal }) => journal !== undefined)?.journal?.language,
  render({ folders, auto, notes = [] }, page) {
    if (folders.length === 0) page.text(say().notes.noFolders)
    for (const note of notes) page.text(note, 0, 'quiet')
    for (const folder of folders) writeFolder(page.gap(), folder)
    if (auto !== undefined) writeAuto(page.gap(), auto)
    return page
  },
})

type FolderStatus = ReturnType<typeof statusOf>

const LARGEST = 5_000_000

function statusOf(where: Where, found: FoundFolder) {
  const { root, label, viaSymlink } = found
  const { layout, memories, index } = glance(found)
  const isJournal = layout === 'journal'
  const own = withState(where, root, store => ({
    ...stateOf(where, store),
    known: isJournal ? undefined : knownStates(where, root, store, 'read-only').atRun,
  }))
  const since = own?.known && sinceThen(root, memories, own.known)
  const plans = plansOf(where, found)
  const suggestions = suggestionsOf(where, root).length
  return {
    label,
    root,
    layout,
    memories: memories.size,
    index,
    lastRun: own?.lastRun,
    unfinished: own?.unfinished ?? [],
    holder: own?.holder,
    /** How many memories are not as Dream last saw or wrote them: all of them where it never did. */
    changedSince: since === undefined ? memories.size : since.edited + since.added + since.gone,
    since,
    stored: own?.stored ?? { objects: 0, bytes: 0 },
    plans: plans.length > 0 ? plans : undefined,
    /** Verdicts of assistants that wait for a person. */
    suggestions: suggestions > 0 ? suggestions : undefined,
    viaSymlink,
    journal: isJournal ? journalStatus(where, root) : undefined,
  }
}

function stateOf(where: Where, store: Store) {
  const last = store.log.lastDone()
  const { versions, bytes } = store.objects.room()
  return {
    lastRun: last && {
      run: last.run,
      at: last.at,
      command: last.command,
      done: last.changes.filter(change => change.result === 'done').length,
    },
    unfinished: store.writeLog.open().map(each => each.run),
    holder: currentHolder(store.locks, DREAM_LOCK, storeContext(where).clock),
    stored: { objects: versions, bytes },
  }
}

/** A time that differs is no proof: what the file holds is. */
function sinceThen(root: string, memories: ReadonlyMap<string, number>, known: KnownStates['atRun']) {
  const before = (file: string) => known.get(file as FileName)
  const there = [...memories].filter(([file]) => (before(file)?.hash ?? null) !== null)
  const edited = there.filter(([file, modified]) => {
    const state = before(file)!
    return state.modified !== modified && state.hash !== hashOfFile(`${root}/${file}`)
  }).length
  const gone = [...known].filter(
    ([file, { hash }]) => hash !== null && file !== INDEX_FILE && !file.includes('/') && !memories.has(file),
  ).length
  return { edited, added: memories.size - there.length, gone }
}

function hashOfFile(path: string): string | undefined {
  const read = readRegularFile(path, LARGEST)
  return read.kind === 'read' ? sha256(read.bytes) : undefined
}

function writeFolder(page: Page, folder: FolderStatus): void {
  const { holder, journal, stored } = folder
  const words = say().notes.status
  page.text(folder.label, 0, 'strong')
  if (folder.viaSymlink !== undefined) page.text(words.viaLink(folder.viaSymlink, folder.root), 2, 'quiet')
  for (const line of journal === undefined ? [contentWords(folder)] : journalLines(journal))
    page.text(line, 2)
  page.text(lastRunWords(folder), 2)
  if (folder.suggestions !== undefined) page.text(say().brief.item.waiting(folder.suggestions), 2, 'warn')
  writePlans(page, folder.plans ?? [])
  if (holder !== undefined)
    page.text(words.busy(holder.command, holder.pid, holder.host, timeWords(holder.since)), 2, 'warn')
  for (const run of folder.unfinished) page.text(words.interrupted(run), 2, 'bad')
  page.text(words.kept(stored.objects, sizeWords(stored.bytes)), 2, 'quiet')
}

function writeAuto(
  page: Page,
  { last, atWork, next, opensAt, startedBy }: AutoStatus & { readonly startedBy: readonly string[] },
): void {
  const words = say().notes.status
  const done = last && `${last.result}, ${timeWords(last.at)}: ${last.words}`
  page.text(words.automatic, 0, 'strong')
  page.text(words.lastAutomatic(done), 2, last?.result === 'failed' ? 'bad' : undefined)
  if (atWork !== undefined) page.text(words.now(atWork), 2)
  page.text(words.next(next), 2)
  if (opensAt !== undefined) page.text(words.notBefore(timeWords(opensAt)), 4, 'quiet')
  if (startedBy.length === 0) page.text(say().setup.nothingStarts, 2, 'warn')
}

function contentWords({ memories, index, layout }: FolderStatus): string {
  return say().notes.status.content(memories, index?.lines, sizeWords(index?.bytes ?? 0), layout)
}

function lastRunWords({ lastRun, since, changedSince }: FolderStatus): string {
  const words = say().notes.status
  const last =
    lastRun === undefined
      ? words.noRun
      : words.lastRun(lastRun.command, lastRun.run, timeWords(lastRun.at), lastRun.done)
  // Nothing where there was no run, or where journals tell it.
  if (lastRun === undefined || since === undefined) return last
  const { edited, added, gone } = since
  return say().look.joined(
    last,
    changedSince === 0 ? words.unchanged : words.changed(changedSince, edited, added, gone),
  )
}

/** Fields and order of the first design. */
export function journalLines(status: JournalStatus): string[] {
  const { chars, limits, lastReview, state, vault, native, notes } = status
  const words = say().journal
  const percent = chars === null ? '?' : `${Math.round((chars / limits.hard) * 100)} %`
  const states: Record<typeof state, string> = {
    active: words.active,
    hibernating: words.hibernating(status.idleDays),
    pending: words.pending(status.pendingMinutes),
  }
  return [
    words.status(status.now),
    words.statusSize(chars, limits.hard, percent, status.changedSince),
    words.statusArchive(status.ledger, status.ledgerChanged),
    words.statusReview(lastReview?.at, lastReview?.hoursAgo ?? 0),
    words.statusState(states[state]),
    words.statusIndexed(status.indexed, status.indexChanged),
    words.statusWaiting(status.waiting),
    words.statusCut(limits.cut, words.cutFrom[status.cutFrom]),
    ...(vault.state === 'link-out' ? [words.vaultLinkOut(vault.path)] : []),
    ...(vault.state === 'missing' || vault.state === 'no-folder' ? [words.vaultMissing(vault.path)] : []),
    ...(native.length === 0 ? [] : [words.nativeDreaming(native.join(', '))]),
    ...notes,
  ]
}

const FEW_FILES = 4

/** A plan that waits, with the commands that show it and carry it out. */
function writePlans(page: Page, plans: readonly WaitingPlan[]): void {
  for (const { label, at, files, path } of plans) {
    const words = say().notes.status
    const since = at === '' ? undefined : timeWords(at)
    const few = files.slice(0, FEW_FILES)
    page.text(words.planWaits(label, since, few, files.length - few.length), 2)
    page.uncut(`    dream apply ${shellWord(path)} --dry-run  ${words.showPlan}`, 'quiet')
  }
}
