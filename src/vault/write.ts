import { basename } from 'node:path'
import { newRunId, storeContext, type Where } from '../app/index.ts'
import type { MagmaHome, MagmaSettings } from '../config/index.ts'
import { isFolder, makeFolder, readRegularFile, sha256 } from '../disk/index.ts'
import { say } from '../languages/index.ts'
import {
  type Action,
  DreamError,
  type FileName,
  type FolderOutcome,
  fileName,
  type Reason,
  storedName,
  VAULT,
} from '../model/index.ts'
import type { FoundFolder } from '../sources/index.ts'
import { commit, type Lease } from '../store/index.ts'
import { type NoteDraft, noteText } from './note.ts'
import { askObsidian, type CliResult, type ObsidianCli, tellObsidian } from './obsidian-cli.ts'
import { readyHome } from './place.ts'
import type { MagmaRecord } from './record.ts'

/** A note that is to hold another text, or to leave. */
export type NoteChange =
  | {
      readonly kind: 'write'
      readonly note: FileName
      readonly before?: MagmaRecord
      readonly draft: NoteDraft
      readonly why?: Reason
    }
  | { readonly kind: 'archive'; readonly before: MagmaRecord; readonly why: Reason }

export interface MagmaOrder {
  readonly where: Where
  readonly home: MagmaHome
  readonly settings: MagmaSettings
  readonly command: string
  /** The memory folder whose history this belongs to; without one, that of the notes themselves. */
  readonly folder?: Pick<FoundFolder, 'root' | 'label'> | undefined
  readonly notes: readonly NoteChange[]
  /** Changes to memory files of that folder, in the same transaction: all of it is done, or none. */
  readonly memories?: readonly Action[]
  readonly run?: string
  /** The lease that the caller holds; else one is taken. */
  readonly lease?: Lease
}

/** The only door to the notes: one transaction for notes and memory files, then Obsidian is notified. */
export async function writeToMagma(order: MagmaOrder): Promise<FolderOutcome> {
  refuseTornWrites(order.settings)
  const home = readyHome(order.home)
  const cli = await cliFor(order, home)
  const inVault = order.folder !== undefined
  if (!inVault) makeFolder(home.folder)
  const { root, label } = order.folder ?? { root: home.folder, label: home.folder }
  const actions = [...order.notes.map(change => actionFor(change, inVault)), ...(order.memories ?? [])]
  if (actions.length === 0) return { root, label, outcomes: [], salvaged: [], warnings: [] }
  const request = {
    root,
    label,
    run: order.run ?? newRunId(Date.now()),
    command: order.command,
    ...(inVault && { vault: home.vault }),
    ...(order.lease && { lease: order.lease }),
  }
  const together = (order.memories ?? []).length > 0 ? ({ together: true } as const) : {}
  const outcome = await commit(storeContext(order.where), { ...request, actions, ...together })
  const warnings = cli === undefined ? [] : await tellAll(order, home, cli, outcome, request)
  return { ...outcome, warnings: [...outcome.warnings, ...warnings] }
}

/** Every write goes through one door, and that one is atomic: whoever asks for less gets an error. */
function refuseTornWrites({ obsidian: { direct } }: MagmaSettings): void {
  if (direct.atomicWrites) return
  throw new DreamError(say().vault.obsidian.notAtomic, 2)
}

/** The text of a note for a draft; what others added to it stays. */
function textFor({ draft, before }: Extract<NoteChange, { kind: 'write' }>): string {
  return noteText(draft, before?.raw)
}

function actionFor(change: NoteChange, inVault: boolean): Action {
  const name = change.kind === 'write' ? change.note : change.before.note
  const file = inVault ? storedName(`${VAULT}/magma/${name}`) : fileName(name)
  if (change.kind === 'archive')
    return { kind: 'archive', file, expect: change.before.hash, reason: change.why, needs: [] }
  const pieces = [{ text: textFor(change) }]
  const expect = change.before?.hash ?? 'absent'
  return { kind: 'write', file, expect, pieces, reason: change.why ?? { why: 'updated' }, needs: [] }
}

/** Obsidian's command, where the settings and the vault ask for it. */
async function cliFor({ settings, where }: MagmaOrder, home: MagmaHome): Promise<ObsidianCli | undefined> {
  const { mode, cli, fallback } = settings.obsidian
  if (mode === 'direct' || !cli.enabled || home.kind !== 'obsidian') return undefined
  if (mode === 'auto' && !isFolder(`${home.vault}/.obsidian`)) return undefined
  const command = {
    vault: basename(home.vault),
    timeoutMs: cli.timeout,
    retries: fallback.maxRetries,
    env: where.env,
  }
  if (mode === 'auto' || fallback.enabled) return command
  const asked = await askObsidian(command)
  if (asked.outcome === 'told') return command
  throw new DreamError(say().vault.obsidian.onlyCli(asked.why), 1)
}

/**
 * The notes are on disk and in history by now. Obsidian writes the same text once more through its own means; where it
 * fails, what is there stands, and where it left other bytes, ours are put back.
 */
async function tellAll(
  { where, notes }: MagmaOrder,
  home: MagmaHome,
  cli: ObsidianCli,
  { outcomes }: FolderOutcome,
  request: { root: string; label: string; run: string; command: string; vault?: string },
): Promise<string[]> {
  const repairs: Action[] = []
  for (const [at, change] of notes.entries()) {
    const outcome = outcomes[at]
    if (change.kind !== 'write' || outcome?.result !== 'done') continue
    const text = textFor(change)
    const result = await tellObsidian(cli, `magma/${change.note}`, text)
    if (result.outcome !== 'told') return whyDirect(result)
    const read = readRegularFile(`${home.folder}/${change.note}`, 5_000_000)
    const hash = read.kind === 'read' ? sha256(read.bytes) : 'absent'
    if (hash === sha256(text)) continue
    const { file, reason, needs } = outcome.action
    repairs.push({ kind: 'write', file, expect: hash, pieces: [{ text }], reason, needs })
  }
  if (repairs.length === 0) return []
  await commit(storeContext(where), { ...request, actions: repairs, run: newRunId(Date.now()) })
  return [say().vault.obsidian.repaired(repairs.length)]
}

/** Who has no such command did not ask for one. */
function whyDirect(result: Exclude<CliResult, { outcome: 'told' }>): string[] {
  if (result.outcome === 'absent') return []
  return [say().vault.obsidian.notUsed(result.why)]
}
