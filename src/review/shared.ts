import type { Where } from '../app/index.ts'
import { sha256 } from '../disk/index.ts'
import { say } from '../languages/index.ts'
import { type Action, asFileName, DEFAULT_POLICY, DreamError, type FileName } from '../model/index.ts'
import { newMemoryActions } from '../plan/index.ts'
import { bytesAt, readFolder, textAt } from '../sources/index.ts'
import {
  keepShareState,
  readShareState,
  sharedFolders,
  type TeamSettings,
  type Waiting,
} from '../team/index.ts'
import { offerOf, type Producer, type ReviewItem } from './item.ts'

/** What the team brought and a person decides. Read from this machine's own state: the database need not be there. */
export function sharedWithTeam(where: Where, settings: TeamSettings): Producer {
  const all = (root?: string) =>
    sharedFolders(where, settings)
      .filter(({ folder }) => root === undefined || folder.root === root)
      .flatMap(({ folder, scope }) =>
        (readShareState(where, folder.root)?.waiting ?? []).flatMap(one =>
          asFileName(one.file) === undefined
            ? []
            : [{ folder, scope, one, item: itemOf(folder, scope, one) }],
        ),
      )
  return {
    async list(root) {
      return all(root).map(({ item }) => item)
    },

    async offer(item, choice) {
      const found = all(item.root).find(each => each.item.id === item.id)
      if (found === undefined) throw new DreamError(say().team.items.changed, 1)
      const { folder, one } = found
      if (one.kind === 'conflict' && choice !== 'mine' && choice !== 'theirs')
        throw new DreamError(say().team.items.choose, 2)
      const actions = choice === 'theirs' ? [] : actionsFor(folder, one)
      const { changes, carryOut } = offerOf(where, folder, actions)
      return {
        changes,
        async carryOut(lease) {
          const { root, label } = folder
          const outcome =
            actions.length === 0
              ? { root, label, outcomes: [], salvaged: [], warnings: [] }
              : await carryOut(lease)
          const isDone =
            outcome.failure === undefined && outcome.outcomes.every(({ result }) => result === 'done')
          if (isDone) await settle(where, root, one)
          return outcome
        },
      }
    },
  }
}

type Folder = ReturnType<typeof sharedFolders>[number]['folder']

function itemOf({ root, label }: Folder, scope: string, one: Waiting): ReviewItem {
  const { kind, file, machine, agent, written, version, hash, text } = one
  const key = `team ${scope} ${file} ${kind} ${version} ${hash}`
  const words = say().team.items
  const own = textAt(root, file as FileName)
  const archives = kind === 'removal' || kind === 'duplicate' || kind === 'purged'
  return {
    producer: 'team',
    key,
    id: sha256(key).slice(0, 12),
    root,
    label,
    subject: words.subject(file, scope),
    words: words.words[kind](machine),
    evidence: [words.evidence(agent, machine, written.slice(0, 10))],
    because: words.because[kind],
    ...(kind !== 'conflict' && { accepting: say().items.accepting[archives ? 'archive' : 'write'](file) }),
    choices:
      kind === 'conflict'
        ? [
            { value: 'theirs', label: words.keepMine },
            { value: 'mine', label: words.takeTheirs },
          ]
        : [],
    texts: [
      ...(own === undefined ? [] : [{ file, text: own }]),
      ...(text === '' ? [] : [{ file: `${scope}/${file}`, text }]),
    ],
  }
}

/** The team's text here, or the note into the archive; what was here stays in history. */
function actionsFor(found: Folder, { kind, file: name, text }: Waiting): Action[] {
  const file = asFileName(name)!
  const bytes = bytesAt(found.root, file)
  const reason = { why: 'shared' } as const
  if (kind === 'conflict' || kind === 'incoming') {
    if (bytes !== undefined)
      return [{ kind: 'write', file, expect: sha256(bytes), pieces: [{ text }], reason, needs: [] }]
    return newMemoryActions(readFolder(found, {}), [{ file, text }], DEFAULT_POLICY, reason)
  }
  return bytes === undefined ? [] : [{ kind: 'archive', file, expect: sha256(bytes), reason, needs: [] }]
}

/** From now on both agree on the team's version: what is other here goes out with the next exchange. */
async function settle(
  where: Where,
  root: string,
  { kind, file, hash, version, item }: Waiting,
): Promise<void> {
  const state = readShareState(where, root)
  if (state === undefined) return
  const left = kind === 'purged' ? ('blocked' as const) : ('gone' as const)
  const archived = kind === 'removal' || kind === 'duplicate' || kind === 'purged'
  const agreed = { ...state.agreed, [file]: archived ? { hash, version, left } : { hash, version } }
  const waiting = state.waiting.filter(each => each.file !== file)
  const pending =
    item === undefined ? state.pending : [...state.pending, { what: 'removed' as const, file, item }]
  await keepShareState(where, root, { ...state, agreed, waiting, pending })
}
