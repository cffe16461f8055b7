import { join, resolve } from 'node:path'
import { isFolder, isMovedAside, namesIn, readSmallText, realPath, wayWithin } from '../../disk/index.ts'
import { say } from '../../languages/index.ts'
import { DreamError, INDEX_FILE } from '../../model/index.ts'
import { commentedJson } from '../../text/index.ts'
import { isDatedName } from '../listing.ts'
import { type Environment, expandHome } from '../source.ts'

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

/** The file that holds a journal workspace's snapshot: `MEMORY.md`, or `memory.md` where that is absent. */
export function snapshotName(names: ReadonlySet<string>): string | undefined {
  return [INDEX_FILE, 'memory.md'].find(name => names.has(name))
}

/** `memory/YYYY-MM-DD.md` beside the snapshot. */
export function isJournalWorkspace(root: string, names: ReadonlySet<string>): boolean {
  if (snapshotName(names) === undefined && ![...names].some(isMovedAside)) return false
  // A link inside a memory folder is not followed out of it.
  const memory = wayWithin(root, join(root, 'memory'))
  return memory.at === 'inside' && namesIn(memory.path).some(isDatedName)
}

/** The workspace that a command of part J means: the one given, the one we stand in, OpenClaw's own. */
export function findWorkspace(place: Place): Workspace | undefined {
  const openclaw = openClawOf(place)
  const [given] = place.paths
  const candidates =
    given === undefined ? [place.cwd, openclaw.workspace, join(openclaw.home, 'workspace')] : [given]
  for (const path of candidates) {
    const root = path === undefined ? undefined : realPath(resolve(place.cwd, expandHome(path, place.home)))
    if (root === undefined || !isFolder(root)) continue
    if (given !== undefined || isJournalWorkspace(root, new Set(namesIn(root))))
      return workspaceIn(root, place, openclaw)
  }
  return undefined
}

function workspaceIn(root: string, place: Place, openclaw: OpenClaw): Workspace {
  const snapshot = snapshotName(new Set(namesIn(root))) ?? INDEX_FILE
  return { root, snapshot, vault: vaultOf(place, root), openclaw }
}

export function workspaceAt(place: Place): Workspace {
  const found = findWorkspace(place)
  if (found !== undefined) return found
  const [given] = place.paths
  throw new DreamError(
    given === undefined ? say().places.folders.noWorkspace : say().places.files.noSuchFolder(given),
    2,
  )
}

/** Where `dream journal init` makes a workspace: the folder given, OpenClaw's, or the one we stand in. */
export function workspaceToMake(place: Place): Workspace {
  const found = findWorkspace(place)
  if (found !== undefined) return found
  const root = realPath(resolve(place.cwd, place.paths[0] ?? '.'))
  if (root === undefined || !isFolder(root))
    throw new DreamError(say().places.files.noSuchFolder(place.paths[0] ?? ''), 2)
  return workspaceIn(root, place, openClawOf(place))
}

function vaultOf({ vault: named, cwd, home }: Place, root: string): Vault {
  const from = named ? 'settings' : 'default'
  const path = named ? resolve(cwd, expandHome(named, home)) : join(root, DEFAULT_VAULT)
  // The default lies in the workspace, and a link there may have come with it.
  if (!named && wayWithin(root, path).at === 'outside') return { path, state: 'link-out', from }
  const real = realPath(path)
  if (real === undefined) return { path, state: 'missing', from }
  return { path: real, state: isFolder(real) ? 'there' : 'no-folder', from }
}

function openClawOf({ env, home }: Place): OpenClaw {
  const state = env['OPENCLAW_STATE_DIR'] || join(home, '.openclaw')
  const text = readSmallText(env['OPENCLAW_CONFIG_PATH'] || join(state, 'openclaw.json'))
  if (text === undefined) return { config: 'absent', home: state }
  const { bootstrapMaxChars: maxChars, workspace } = strictDefaults(text) ?? looseDefaults(text)
  return {
    config: 'there',
    home: state,
    ...(typeof maxChars === 'number' && { maxChars }),
    ...(typeof workspace === 'string' && { workspace: expandHome(workspace, home) }),
  }
}

type Defaults = Readonly<Record<string, unknown>>

/** `agents.defaults` of a configuration that is JSON, with comments or without. */
function strictDefaults(text: string): Defaults | undefined {
  const config = commentedJson(text) as { agents?: { defaults?: Defaults } } | undefined
  return config && (config.agents?.defaults ?? {})
}

/** OpenClaw takes bare keys as well: the two values that are wanted are found by their names. */
function looseDefaults(text: string): Defaults {
  const plain = text.replace(/(?:^|\s)\/\/[^\n]*/g, '')
  const at = (key: string, value: string) =>
    new RegExp(`(?:^|[\\s{,])["']?${key}["']?\\s{0,9}:\\s{0,9}${value}`).exec(plain)?.[1]
  const maxChars = at('bootstrapMaxChars', '(\\d[\\d_]{0,12})')
  return {
    bootstrapMaxChars: maxChars === undefined ? undefined : Number(maxChars.replaceAll('_', '')),
    workspace: at('workspace', `["']([^"'\\n]{1,400})["']`),
  }
}
