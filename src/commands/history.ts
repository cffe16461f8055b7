import { foldersOf, notesNearby, type Where, withState } from '../app/index.ts'
import { settingsOf } from '../config/index.ts'
import { say } from '../languages/index.ts'
import { type Change, DreamError, type RunRecord } from '../model/index.ts'
import {
  difference as differenceOf,
  leftOutWords,
  type Page,
  reasonWords,
  timeWords,
} from '../report/index.ts'
import {
  type ChangeEntry,
  type MemoryVersions,
  rollback as rollBack,
  type VersionDifference,
  versionDiff,
  versions,
} from '../vault/index.ts'
import { command, type Inputs, type Values } from './command.ts'
import { withFolderOf } from './named-folder.ts'
import { shared } from './options.ts'
import { outcomeCode, outcomeText } from './outcome.ts'

const INPUT = {
  memory: { kind: 'word', need: 'optional', completes: 'files' },
  a: { kind: 'word', need: 'optional', completes: 'nothing' },
  b: { kind: 'word', need: 'optional', completes: 'nothing' },
  diff: { kind: 'flag', conflicts: ['restore'] },
  restore: { kind: 'text', value: 'version' },
  ...shared('folder', 'project', 'allProjects'),
} as const satisfies Inputs

export const history = command({
  name: 'history',
  group: 'everyday',
  help: say => say.help.history,
  effect: 'write',
  settings: 'none',
  input: INPUT,
  examples: [
    'dream history',
    'dream history auth.md',
    'dream history auth.md --diff',
    'dream history auth.md --diff 1 4',
    'dream history auth.md --restore 2',
  ],
  run: ({ where }, input) => answerOf(withFolderOf(where, input.memory), input),
  format: formatOf,
  render(result, page, { place }) {
    if (result.outcome !== undefined) return outcomeText(result.outcome, place)
    if (result.difference !== undefined) return writeDifference(page, result.difference)
    if (result.memories !== undefined) {
      for (const life of result.memories) writeLife(page, life)
      return page
    }
    if (result.folders.length === 0) page.text(say().notes.noFolders)
    for (const note of result.notes ?? []) page.text(note, 0, 'quiet')
    for (const { label, damage, records } of result.folders) {
      page.gap().text(label, 0, 'strong')
      for (const line of damage) page.text(line, 2, 'bad')
      if (records.length === 0) page.text(say().history.list.noRun, 2, 'quiet')
      for (const record of records.toReversed()) writeRecord(page, record)
    }
    return page
  },
  exitCode(result) {
    if (result.outcome !== undefined) return outcomeCode(result.outcome)
    return result.folders?.some(({ damage }) => damage.length > 0) === true ? 1 : 0
  },
})

/** Runs and versions, oldest first; or two versions beside each other; or one that came back. */
async function answerOf(where: Where, input: Values<typeof INPUT>) {
  const { memory, a, b } = input
  refuseWithoutMemory(input)
  if (memory !== undefined && input.diff === true) {
    const [from, to] = [a, b].map(word => (word === undefined ? undefined : versionOf(word)))
    return { difference: versionDiff(where, memory, from, to) }
  }
  if (memory !== undefined && input.restore !== undefined) {
    const { config } = await settingsOf(where)
    const outcome = await rollBack({ ...where, settings: config }, memory, versionOf(input.restore), config)
    return { outcome }
  }
  if (memory === undefined) {
    const folders = foldersOf(where).map(({ root, label }) => {
      const { records = [], damage = [] } = withState(where, root, store => store.log.read()) ?? {}
      return { root, label, records, damage }
    })
    const near = folders.length === 0 && where.paths.length === 0 ? notesNearby(where) : []
    return { folders, notes: near.length > 0 ? near : undefined }
  }
  const inFolders = versions(where, memory)
  // Only for a record of MAGMA do the settings matter: they say where its notes are.
  const memories =
    inFolders.length > 0 ? inFolders : versions(where, memory, (await settingsOf(where)).config)
  if (memories.length > 0) return { memories }
  throw new DreamError(say().history.list.unknown(memory), 2)
}

type Result = Awaited<ReturnType<typeof answerOf>>

function formatOf(result: Result): string {
  if (result.folders !== undefined) return 'history'
  if (result.memories !== undefined) return 'versions'
  return result.difference === undefined ? 'restore' : 'diff'
}

function refuseWithoutMemory({ memory, diff, a, restore }: Values<typeof INPUT>): void {
  const words = say().history.list
  if (memory === undefined && (diff === true || restore !== undefined))
    throw new DreamError(words.whichMemory, 2)
  if (a !== undefined && diff !== true) throw new DreamError(words.needsDiff(a), 2)
}

function writeRecord(page: Page, { run, at, command, undoes, changes, purged }: RunRecord): void {
  const words = say().history.list
  const what = undoes === undefined ? command : words.undoOf(command, undoes)
  page.gap().entry(run, `${timeWords(at)}, ${what}`, 2)
  for (const change of changes) page.entry(change.file, changeWords(change), 4, 'quiet')
  if (purged !== undefined) page.text(words.erased(purged.length), 4, 'warn')
}

function changeWords({ kind, reason, result, detail }: Change): string {
  const what = `${say().history.list.did[kind]}: ${reasonWords(reason)}`
  return result === 'done'
    ? what
    : say().look.aside(
        what,
        detail === undefined
          ? say().report.results[result]
          : say().look.about(say().report.results[result], detail),
      )
}

function writeLife(
  page: Page,
  { id, version, state, createdAt, updatedAt, changeLog }: MemoryVersions,
): void {
  const words = say().history.list
  page
    .gap()
    .entry(id, state === 'there' ? words.version(version) : words.gone(version), 0, 'strong')
    .text(words.dates(timeWords(createdAt), timeWords(updatedAt)), 2, 'quiet')
  for (const entry of changeLog.toReversed())
    page.entry(
      entry.version === undefined ? words.removed : words.version(entry.version),
      entryWords(entry),
      2,
    )
}

function entryWords({ at, by, run, reason, version }: ChangeEntry): string {
  const words = say().history.list
  if (by === 'dream')
    return `${timeWords(at)}, ${reason === undefined ? words.changed : reasonWords(reason)} (${run})`
  const what = version === 1 ? words.firstSeen : words.changedOutside
  return `${timeWords(at)}, ${version === undefined ? words.removedOutside : what}`
}

/** What changed between two versions, line by line. */
export function writeDifference(page: Page, { id, from, to, before, after }: VersionDifference): Page {
  const words = say().history.diff
  page.entry(id, words.between(from.version, to.version), 0, 'strong').gap()
  if (before === after) return page.text(words.same)
  const lines = differenceOf(before, after)
  if (lines.every(line => line.in === 'both' || line.in === 'cut')) page.text(words.hidden)
  for (const line of lines) {
    if ('lines' in line) page.text(leftOutWords(line), 2, 'quiet')
    else if (line.in === 'both') page.text(line.text === '' ? ' ' : line.text, 2)
    else page.text(`${line.in === 'first' ? '-' : '+'} ${line.text}`, 0, line.in === 'first' ? 'bad' : 'good')
  }
  return page
}

export function versionOf(word: string): number {
  if (/^\d{1,9}$/.test(word)) return Number(word)
  throw new DreamError(say().history.diff.noVersion(word), 2)
}

/** `dream history MEMORY --restore VERSION`, as the first design spells it. */
export const rollback = command({
  name: 'rollback',
  group: 'unlisted',
  help: say => say.help.rollback,
  effect: 'write',
  settings: 'follow',
  input: {
    memory: { kind: 'word', need: 'required', completes: 'files' },
    version: { kind: 'word', need: 'required', completes: 'nothing' },
    ...shared('folder', 'project', 'allProjects'),
  },
  examples: ['dream rollback auth.md 2'],
  run: ({ where, settings }, { memory, version }) =>
    rollBack(where, memory, versionOf(version), settings.config),
  render: (outcome, _, { place }) => outcomeText(outcome, place),
  exitCode: outcomeCode,
})
