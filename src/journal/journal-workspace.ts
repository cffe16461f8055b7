import { createHash } from 'node:crypto'
import { newRunId, storeContext, type Where } from '../app/index.ts'
import type { JournalSettings } from '../config/index.ts'
import { journalSettings, withVault, zoneOf } from '../config/index.ts'
import { realClock } from '../disk/index.ts'
import type { Moment } from '../languages/index.ts'
import { momentIn, say } from '../languages/index.ts'
import { type Action, DreamError, type FileName, type FolderOutcome, type Reason } from '../model/index.ts'
import { type ReadText, readBootFiles, readText, type Workspace, workspaceAt } from '../sources/index.ts'
import { commit, type Lease, throwIfFailed } from '../store/index.ts'
import { type Cut, cutFor, type Limits, limitsFor } from './limits.ts'
import { normalise } from './statement.ts'

/** A journal workspace, and what every command of part J needs to know of it. */
export interface JournalWorkspace {
  readonly where: Where
  readonly workspace: Workspace
  readonly settings: JournalSettings
  readonly epochMs: number
  readonly now: Moment
  readonly cut: Cut
  readonly limits: Limits
}

/** Opens a workspace whose vault is there. `epochMs` is the present moment where it is not given. */
export function openJournalWorkspace(where: Where, epochMs = timeOf(where)): JournalWorkspace {
  const known = withVault(where)
  const journal = makeJournalWorkspace(known, workspaceAt(known), epochMs)
  const { path, state, from } = journal.workspace.vault
  const named = from === 'settings' ? say().work.journals.vaultSet(path) : say().work.journals.vault(path)
  if (state === 'missing') throw new DreamError(say().work.journals.vaultMissing(named), 2)
  refuseVault(state, named)
  return journal
}

/** The present moment, of the clock that was given. */
const timeOf = ({ clock = realClock }: Where): number => clock.now()

/** A vault that is there and cannot be one. */
export function refuseVault(state: Workspace['vault']['state'], named: string): void {
  if (state === 'no-folder') throw new DreamError(say().work.journals.vaultNoFolder(named), 2)
  if (state === 'link-out') throw new DreamError(say().work.journals.vaultLinkOut(named), 2)
}

export function makeJournalWorkspace(
  where: Where,
  workspace: Workspace,
  epochMs = timeOf(where),
): JournalWorkspace {
  const { maxChars, config } = workspace.openclaw
  const settings = journalSettings(where)
  const own = settings.journal.limits
  const cut = cutFor(own.cut ?? maxChars, config === 'there')
  const now = momentIn(epochMs, zoneOf(settings, where))
  return { where, workspace, settings, epochMs, now, cut, limits: ownLimits(own, limitsFor(cut)) }
}

/** Never above what the cut allows. */
function ownLimits(
  own: JournalSettings['journal']['limits'],
  { target, compress, hard, cut }: Limits,
): Limits {
  return {
    target: Math.min(own.target, target),
    compress: Math.min(own.compress, compress),
    hard: Math.min(own.hard, hard),
    cut,
  }
}

export function look({ workspace }: JournalWorkspace, name: string): ReadText {
  return readText(workspace, name)
}

/** `MEMORY.md`, or `memory.md` where that is the snapshot. */
export function lookAtSnapshot(journal: JournalWorkspace): ReadText {
  return look(journal, journal.workspace.snapshot)
}

/** The lines of the agent's boot files, normalised. */
export function bootLines({ workspace }: JournalWorkspace): ReadonlySet<string> {
  const lines = readBootFiles(workspace).flatMap(text => text.split('\n'))
  return new Set(
    lines.map(line => normalise(line.replace(/^[\s>#*+-]{1,12}/, ''))).filter(line => line !== ''),
  )
}

/** J18: the first 8 hex digits of this are an id. */
export function md5(text: string): string {
  return createHash('md5').update(text).digest('hex')
}

/** A file that is to hold another text. */
export interface Draft {
  readonly file: ReadText
  readonly how: 'write' | 'append'
  readonly text: string
  /** Names of drafts that have to be written first. */
  readonly needs?: readonly string[]
}

/** The actions for these drafts, in their order; what changes nothing is left out. */
function actionsFor(drafts: readonly Draft[], why: Reason): Action[] {
  const real = drafts.filter(({ file, how, text }) => (how === 'append' ? text !== '' : text !== file.text))
  const names = new Set<string>(real.map(({ file }) => file.file))
  return real.map(({ file, how, text, needs = [] }): Action => {
    const base = { file: file.file, reason: why, needs: needs.filter(name => names.has(name)) as FileName[] }
    if (how === 'write' || file.hash === 'absent')
      return { ...base, kind: 'write', expect: file.hash, pieces: [{ text }] }
    return { ...base, kind: 'append', expect: file.hash, expectLength: file.bytes, text }
  })
}

export interface Written {
  readonly run: string
  readonly outcome: FolderOutcome
  /** Files that somebody else changed in that moment: then nothing was written at all. */
  readonly conflicts: readonly string[]
}

/** Carries drafts out in one transaction, all of them or none; throws where they cannot be written. */
export async function writeDrafts(
  journal: JournalWorkspace,
  drafts: readonly Draft[],
  request: { command: string; why: Reason; run?: string; lease?: Lease | 'none' },
): Promise<Written | 'nothing'> {
  const { where, workspace } = journal
  const actions = actionsFor(drafts, request.why)
  if (actions.length === 0) return 'nothing'
  const run = request.run ?? newRunId(journal.epochMs)
  const outcome = await commit(storeContext(where), {
    root: workspace.root,
    label: workspace.root,
    vault: workspace.vault.path,
    actions,
    run,
    command: request.command,
    together: true,
    ...(request.lease && { lease: request.lease }),
  })
  throwIfFailed(outcome, say().work.journals.nothingWritten)
  const conflicts = outcome.outcomes.filter(each => each.result === 'changed-meanwhile')
  return { run, outcome, conflicts: conflicts.map(each => each.action.file) }
}
