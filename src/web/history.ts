import { say } from '../languages/index.ts'
import { INDEX_FILE, type RunRecord } from '../model/index.ts'
import type { History, Run, Vanished } from '../page/index.ts'
import { reasonWords, shellWord } from '../report/index.ts'
import { undoable } from '../store/index.ts'
import { noteId } from './notes.ts'
import type { Session } from './session.ts'

/** Runs that the page shows, the newest. */
const MOST_RUNS = 300
/** Changes of one run. */
const MOST_CHANGES = 200

export async function historyOf({ dream, scope }: Session): Promise<History> {
  const { folders = [] } = await dream.history(scope)
  const runs = folders
    .flatMap(({ root, label, records }) => {
      const open = new Set(undoable(records).map(({ run }) => run))
      return records.map(record => runOf(record, { root, label, isOpen: open.has(record.run) }))
    })
    .sort((a, b) => (a.at < b.at ? 1 : -1))
  return { runs: runs.slice(0, MOST_RUNS), more: Math.max(0, runs.length - MOST_RUNS) }
}

function runOf(
  { run, at, command, undoes, changes }: RunRecord,
  { root, label, isOpen }: { root: string; label: string; isOpen: boolean },
): Run {
  const words = say().history.list
  const commands: Readonly<Record<string, string>> = say().page.commands
  const did = commands[command] ?? command
  const hasDone = changes.some(({ result, from, to }) => result === 'done' && from?.hash !== to?.hash)
  return {
    run,
    at,
    what: undoes === undefined ? did : say().page.undoOf(undoes),
    folder: label,
    changes: changes.slice(0, MOST_CHANGES).map(({ file, kind, reason, result, to }) => ({
      file,
      words: `${words.did[kind]}: ${reasonWords(reason)}`,
      result: result === 'done' ? 'done' : 'not-done',
      ...(to !== null && file !== INDEX_FILE && !file.includes('/') && { note: noteId(root, file) }),
    })),
    undo: isOpen
      ? undoes === undefined
        ? 'can-be-undone'
        : 'can-be-redone'
      : hasDone
        ? 'undone'
        : 'nothing-to-undo',
  }
}

/** What somebody else took away: `dream look` records what it sees, so it is asked. */
export async function vanishedOf({ dream, scope }: Session): Promise<Vanished> {
  const { folders, vanishedFolders } = await dream.look(scope)
  return {
    notes: folders.flatMap(({ root, label, vanished }) =>
      vanished.map(({ file, noticed, bytes, commit, written }) => ({
        id: noteId(root, file),
        file,
        day: noticed.slice(0, 10),
        why: say().page.lastWritten(written.slice(0, 10)),
        folder: label,
        state: bytes,
        ...(commit !== undefined && { commit: commit.slice(0, 8) }),
      })),
    ),
    folders: vanishedFolders.map(({ root, notes }) => ({
      path: root,
      notes,
      command: `dream adopt ${shellWord(root)}`,
    })),
  }
}
