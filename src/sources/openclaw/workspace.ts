import { statSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { namesIn, readSmallText, realPath, wayWithin } from '../../disk/index.ts'
import { DreamError } from '../../model/index.ts'
import type { Environment } from '../claude-code.ts'
import { isJournalWorkspace, snapshotName } from '../layout.ts'

/** An agent's workspace that keeps daily journals and one snapshot, and the vault that belongs to it. */
export interface Workspace {
  /** Absolute, links resolved. */
  readonly root: string
  /** `MEMORY.md`, or `memory.md` where that is the one there. */
  readonly snapshot: string
  readonly vault: Vault
  readonly openclaw: OpenClaw
}

interface Vault {
  /** Absolute; links resolved where it is there. */
  readonly path: string
  readonly state: 'there' | 'missing' | 'no-folder' | 'link-out'
  readonly from: 'settings' | 'default'
}

/** What is known of OpenClaw on this machine. */
interface OpenClaw {
  readonly config: 'there' | 'absent'
  /** `agents.defaults.bootstrapMaxChars` */
  readonly maxChars?: number
  readonly workspace?: string
  /** Where its sessions and its configuration lie. */
  readonly home: string
}

interface Place {
  readonly cwd: string
  readonly home: string
  readonly env: Environment
  readonly paths: readonly string[]
  /** `journal.vault` */
  readonly vault: string | null
}

/** Where no vault is named: beside the journals, where Obsidian can open it. */
const DEFAULT_VAULT = 'dream-vault'

/** The workspace that a command of part J means: the one given, the one we stand in, OpenClaw's own. */
export function findWorkspace(place: Place): Workspace | undefined {
  const openclaw = openClawOf(place)
  const [given] = place.paths
  const candidates =
    given === undefined ? [place.cwd, openclaw.workspace, join(openclaw.home, 'workspace')] : [given]
  for (const path of candidates) {
    const root = path === undefined ? undefined : realPath(resolve(place.cwd, expand(path, place.home)))
    if (root === undefined) continue
    const names = new Set(namesIn(root))
    const known = given !== undefined || isJournalWorkspace(root, names)
    if (!known || !isFolder(root)) continue
    return { root, snapshot: snapshotName(names) ?? 'MEMORY.md', vault: vaultOf(place, root), openclaw }
  }
  return undefined
}

export function workspaceAt(place: Place): Workspace {
  const found = findWorkspace(place)
  if (found !== undefined) return found
  const [given] = place.paths
  throw new DreamError(
    given === undefined
      ? 'no journal workspace here: go to the folder that holds MEMORY.md and memory/, name it with --folder, or run `dream init` there'
      : `no such folder: ${given}`,
    2,
  )
}

/** Where `dream init` makes a workspace: the folder given, OpenClaw's, or the one we stand in. */
export function workspaceToMake(place: Place): Workspace {
  const found = findWorkspace(place)
  if (found !== undefined) return found
  const openclaw = openClawOf(place)
  const root = realPath(resolve(place.cwd, place.paths[0] ?? '.'))
  if (root === undefined || !isFolder(root)) throw new DreamError(`no such folder: ${place.paths[0]}`, 2)
  const snapshot = snapshotName(new Set(namesIn(root))) ?? 'MEMORY.md'
  return { root, snapshot, vault: vaultOf(place, root), openclaw }
}

function vaultOf({ vault: named, cwd, home }: Place, root: string): Vault {
  const from = named ? 'settings' : 'default'
  const path = named ? resolve(cwd, expand(named, home)) : join(root, DEFAULT_VAULT)
  // The default lies in the workspace, and a link there may have come with it.
  if (!named && wayWithin(root, path).at === 'outside') return { path, state: 'link-out', from }
  const real = realPath(path)
  if (real === undefined) return { path, state: 'missing', from }
  return { path: real, state: isFolder(real) ? 'there' : 'no-folder', from }
}

function expand(path: string, home: string): string {
  return path === '~' || path.startsWith('~/') ? home + path.slice(1) : path
}

function openClawOf({ env, home }: Place): OpenClaw {
  const state = env['OPENCLAW_STATE_DIR'] || join(home, '.openclaw')
  const text = readSmallText(env['OPENCLAW_CONFIG_PATH'] || join(state, 'openclaw.json'))
  if (text === undefined) return { config: 'absent', home: state }
  const maxChars = numberAt(text, 'bootstrapMaxChars')
  const workspace = stringAt(text, 'workspace')
  return {
    config: 'there',
    home: state,
    ...(maxChars !== undefined && { maxChars }),
    ...(workspace !== undefined && { workspace: expand(workspace, home) }),
  }
}

/**
 * OpenClaw's configuration is JSON with comments and bare keys. Two values are wanted from `agents.defaults`: read where
 * it is plain JSON, found by their names where it is not.
 */
function numberAt(text: string, key: string): number | undefined {
  const plain = plainDefaults(text)
  if (plain !== undefined) return typeof plain[key] === 'number' ? plain[key] : undefined
  const found = new RegExp(`(?:^|[\\s{,])["']?${key}["']?\\s{0,9}:\\s{0,9}(\\d[\\d_]{0,12})`).exec(
    withoutComments(text),
  )
  return found === null ? undefined : Number(found[1]!.replaceAll('_', ''))
}

function stringAt(text: string, key: string): string | undefined {
  const plain = plainDefaults(text)
  if (plain !== undefined) return typeof plain[key] === 'string' ? plain[key] : undefined
  return new RegExp(`(?:^|[\\s{,])["']?${key}["']?\\s{0,9}:\\s{0,9}["']([^"'\\n]{1,400})["']`).exec(
    withoutComments(text),
  )?.[1]
}

function plainDefaults(text: string): Record<string, unknown> | undefined {
  try {
    const data = JSON.parse(text) as { agents?: { defaults?: Record<string, unknown> } } | null
    return data?.agents?.defaults ?? {}
  } catch {
    return undefined
  }
}

function withoutComments(text: string): string {
  return text.replace(/(?:^|\s)\/\/[^\n]*/g, '')
}

function isFolder(path: string): boolean {
  return statSync(path, { throwIfNoEntry: false })?.isDirectory() === true
}
