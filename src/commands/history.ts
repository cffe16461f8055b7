import { foldersOf, settingsOf, withState } from '../app/index.ts'
import {
  type Change,
  type ChangeEntry,
  DreamError,
  type MemoryVersions,
  type RunRecord,
} from '../model/index.ts'
import { type Page, reasonWords, timeWords } from '../report/index.ts'
import { counted } from '../text/index.ts'
import { versions } from '../vault/index.ts'
import { command } from './command.ts'
import { shared } from './options.ts'

export const history = command({
  name: 'history',
  group: 'everyday',
  summary: 'every change ever made, newest first',
  effect: 'read',
  settings: 'none',
  input: {
    memory: { kind: 'word', need: 'optional', about: 'only what happened to this one', completes: 'files' },
    ...shared('folder', 'project', 'allProjects'),
  },
  examples: [
    { line: 'dream history', about: 'all runs' },
    { line: 'dream history auth.md', about: 'the versions of one memory, also when it is gone' },
  ],
  /** Runs and versions, oldest first. */
  async run({ where }, { memory }) {
    if (memory === undefined) {
      const folders = foldersOf(where).map(({ root, label }) => {
        const { records = [], damage = [] } = withState(where, root, store => store.log.read()) ?? {}
        return { root, label, records, damage }
      })
      return { folders }
    }
    const inFolders = versions(where, memory)
    // Only for a record of MAGMA do the settings matter: they say where its notes are.
    const memories =
      inFolders.length > 0 ? inFolders : versions(where, memory, (await settingsOf(where)).config)
    if (memories.length > 0) return { memories }
    throw new DreamError(`nothing is known of ${memory} here; dream history lists every run.`, 2)
  },
  format: result => ('folders' in result ? 'history' : 'versions'),
  render(result, page) {
    if (!('folders' in result)) {
      for (const life of result.memories) writeLife(page, life)
      return page
    }
    for (const { label, damage, records } of result.folders) {
      page.gap().text(label, 0, 'strong')
      for (const line of damage) page.text(line, 2, 'bad')
      if (records.length === 0) page.text('no run yet', 2, 'quiet')
      for (const record of records.toReversed()) writeRecord(page, record)
    }
    return page
  },
  exitCode: result => ('folders' in result && result.folders.some(({ damage }) => damage.length > 0) ? 1 : 0),
})

function writeRecord(page: Page, { run, at, command, undoes, changes, purged }: RunRecord): void {
  page.gap().entry(run, `${timeWords(at)}, ${command}${undoes === undefined ? '' : ` of ${undoes}`}`, 2)
  for (const change of changes) page.entry(change.file, changeWords(change), 4, 'quiet')
  if (purged !== undefined)
    page.text(`${counted(purged.length, 'stored version')} erased on request`, 4, 'warn')
}

const KIND_WORDS = { archive: 'archived', write: 'written', append: 'appended to' } as const

function changeWords({ kind, reason, result, detail }: Change): string {
  const what = `${KIND_WORDS[kind]}: ${reasonWords(reason)}`
  return result === 'done' ? what : `${what} (${result}${detail === undefined ? '' : `: ${detail}`})`
}

function writeLife(
  page: Page,
  { id, version, state, createdAt, updatedAt, changeLog }: MemoryVersions,
): void {
  page
    .gap()
    .entry(id, state === 'there' ? `version ${version}` : `gone; was version ${version}`, 0, 'strong')
    .text(`created ${timeWords(createdAt)}, updated ${timeWords(updatedAt)}`, 2, 'quiet')
  for (const entry of changeLog.toReversed())
    page.entry(entry.version === undefined ? 'left   ' : `version ${entry.version}`, entryWords(entry), 2)
}

function entryWords({ at, by, run, reason, version }: ChangeEntry): string {
  if (by === 'dream')
    return `${timeWords(at)}, ${reason === undefined ? 'changed' : reasonWords(reason)} (${run})`
  const what = version === 1 ? 'first seen' : 'changed outside Dream'
  return `${timeWords(at)}, ${version === undefined ? 'removed outside Dream' : what}`
}
