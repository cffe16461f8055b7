import { createHash } from 'node:crypto'
import { applyActions } from '../../apply/apply.ts'
import { type Cut, cutFor, type Limits, limitsFor } from '../../distil/limits.ts'
import type { Moment } from '../../distil/night.ts'
import { normalise } from '../../distil/statement.ts'
import { DreamError } from '../../memory/dream-error.ts'
import type { FileName } from '../../memory/file-name.ts'
import type { FolderOutcome } from '../../memory/outcome.ts'
import type { Action, Reason } from '../../memory/plan.ts'
import { type ReadText, readBootFiles, readText } from '../../read/journals/journals.ts'
import { type Workspace, workspaceAt } from '../../read/journals/workspace.ts'
import { momentIn } from '../../schedule/moment.ts'
import { refuseFailure } from '../refuse-outcome.ts'
import { deskOf, newRunId, type Where } from '../where.ts'

/** A journal workspace, and what every command of part J needs to know of it. */
export interface JournalDesk {
  readonly where: Where
  readonly workspace: Workspace
  readonly epochMs: number
  readonly now: Moment
  readonly cut: Cut
  readonly limits: Limits
}

/** Opens a workspace whose vault is there. `epochMs` is the present moment where it is not given. */
export function openJournalDesk(where: Where, epochMs = Date.now()): JournalDesk {
  const desk = journalDesk(where, workspaceAt(where), epochMs)
  const { path, state, from } = desk.workspace.vault
  const named = from === 'DREAM_VAULT_PATH' ? `the vault ${path} (DREAM_VAULT_PATH)` : `the vault ${path}`
  if (state === 'missing') throw new DreamError(`${named} is not there; \`dream init\` makes it`, 2)
  refuseVault(state, named)
  return desk
}

/** A vault that is there and cannot be one. */
export function refuseVault(state: Workspace['vault']['state'], named: string): void {
  if (state === 'no-folder') throw new DreamError(`${named} is no folder`, 2)
  if (state === 'link-out')
    throw new DreamError(
      `${named} is a link out of the workspace, and is not followed; if the vault should lie there, name it with DREAM_VAULT_PATH`,
      2,
    )
}

export function journalDesk(where: Where, workspace: Workspace, epochMs = Date.now()): JournalDesk {
  const { maxChars, config } = workspace.openclaw
  const cut = cutFor(setting(where, 'CUT') ?? maxChars, config === 'there')
  const now = momentIn(epochMs, where.env['TZ'] || undefined)
  return { where, workspace, epochMs, now, cut, limits: ownLimits(where, limitsFor(cut)) }
}

/** `journal.limits` of the settings: never above what the cut allows. */
function ownLimits(where: Where, { target, compress, hard, cut }: Limits): Limits {
  const atMost = (name: string, limit: number) => Math.min(limit, setting(where, name) ?? limit)
  return {
    target: atMost('TARGET', target),
    compress: atMost('COMPRESS', compress),
    hard: atMost('HARD', hard),
    cut,
  }
}

function setting({ env }: Where, name: string): number | undefined {
  const value = Number(env[`DREAM_JOURNAL__LIMITS__${name}`])
  return Number.isInteger(value) && value > 0 ? value : undefined
}

export function look({ workspace }: JournalDesk, name: string): ReadText {
  return readText(workspace, name)
}

/** `MEMORY.md`, or `memory.md` where that is the snapshot. */
export function lookAtSnapshot(desk: JournalDesk): ReadText {
  return look(desk, desk.workspace.snapshot)
}

/** The lines of the agent's boot files, normalised. */
export function bootLines({ workspace }: JournalDesk): ReadonlySet<string> {
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
  desk: JournalDesk,
  drafts: readonly Draft[],
  request: { command: string; why: Reason; run?: string; checkLease?: () => void },
): Promise<Written | 'nothing'> {
  const { where, workspace } = desk
  const actions = actionsFor(drafts, request.why)
  if (actions.length === 0) return 'nothing'
  const run = request.run ?? newRunId(desk.epochMs)
  const outcome = await applyActions(deskOf(where), {
    root: workspace.root,
    label: workspace.root,
    vault: workspace.vault.path,
    actions,
    run,
    command: request.command,
    together: true,
    ...(request.checkLease && { checkLease: request.checkLease }),
  })
  refuseFailure(outcome, 'nothing was written')
  const conflicts = outcome.outcomes.filter(each => each.result === 'changed-meanwhile')
  if (conflicts.length > 0) return { run, outcome, conflicts: conflicts.map(each => each.action.file) }
  // The first that failed by itself; the others were taken back because of it.
  const failed = outcome.outcomes.filter(each => each.result === 'failed')
  const cause = failed.find(each => !each.detail.startsWith('taken back')) ?? failed[0]
  if (cause !== undefined)
    throw new DreamError(`nothing was written: ${cause.action.file}: ${cause.detail}`, 1)
  return { run, outcome, conflicts: [] }
}
