import { join, resolve } from 'node:path'
import { isFolder, isMovedAside, namesIn, readSmallText, realPath, wayWithin } from '../../disk/index.ts'
import { eachWritten, say } from '../../languages/index.ts'
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
  /** Of its agents, as environment and configuration say. */
  readonly workspaces: readonly string[]
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

/** `memory/YYYY-MM-DD.md` beside the snapshot, or a snapshot with the four sections that `dream journal init` writes. */
export function isJournalWorkspace(root: string, names: ReadonlySet<string>): boolean {
  const snapshot = snapshotName(names)
  if (snapshot === undefined && ![...names].some(isMovedAside)) return false
  // A link inside a memory folder is not followed out of it.
  const memory = wayWithin(root, join(root, 'memory'))
  if (memory.at === 'inside' && namesIn(memory.path).some(isDatedName)) return true
  const text = snapshot === undefined ? '' : (readSmallText(join(root, snapshot)) ?? '')
  return eachWritten().some(([, { sections }]) =>
    Object.values(sections).every(title => text.includes(`## ${title}\n`)),
  )
}

/** The workspace that a command of part J means: the one given, the one we stand in, OpenClaw's own. */
export function findWorkspace(place: Place): Workspace | undefined {
  const openclaw = openClawOf(place)
  const [given] = place.paths
  const candidates =
    given === undefined ? [place.cwd, ...openclaw.workspaces, join(openclaw.home, 'workspace')] : [given]
  for (const path of candidates) {
    const root = realPath(resolve(place.cwd, expandHome(path, place.home)))
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

/** `~/.openclaw`, or where the environment says. */
export function openClawHome({ env, home }: Pick<Place, 'env' | 'home'>): string {
  const profile = env['OPENCLAW_PROFILE']
  const suffix = profile && profile !== 'default' && /^[\w-]+$/.test(profile) ? `-${profile}` : ''
  return env['OPENCLAW_STATE_DIR'] || join(home, `.openclaw${suffix}`)
}

function openClawOf(place: Place): OpenClaw {
  const { env, home } = place
  const state = openClawHome(place)
  const text = readSmallText(env['OPENCLAW_CONFIG_PATH'] || join(state, 'openclaw.json'))
  const moved = env['OPENCLAW_WORKSPACE_DIR'] ? [env['OPENCLAW_WORKSPACE_DIR']] : []
  if (text === undefined) return { config: 'absent', home: state, workspaces: moved }
  const { maxChars, workspaces } = strictSettings(text) ?? looseSettings(text)
  return {
    config: 'there',
    home: state,
    ...(typeof maxChars === 'number' && { maxChars }),
    workspaces: [...moved, ...workspaces.filter(path => typeof path === 'string')].map(path =>
      expandHome(path, home),
    ),
  }
}

interface Settings {
  readonly maxChars: unknown
  readonly workspaces: readonly unknown[]
}

type Fields = Readonly<Record<string, unknown>>

/** Of a configuration that is JSON, with comments or without. Each agent may have a workspace of its own. */
function strictSettings(text: string): Settings | undefined {
  const config = commentedJson(text)
  if (config === undefined) return undefined
  const { defaults, entries, list } = (config['agents'] ?? {}) as Readonly<Record<string, Fields | undefined>>
  const agents = [defaults, ...Object.values(entries ?? {}), ...Object.values(list ?? {})] as Fields[]
  return {
    maxChars: defaults?.['bootstrapMaxChars'],
    workspaces: agents.map(agent => agent?.['workspace']),
  }
}

/** OpenClaw takes bare keys as well: the values that are wanted are found by their names. */
function looseSettings(text: string): Settings {
  const plain = text.replace(/(?:^|\s)\/\/[^\n]*/g, '')
  const all = (key: string, value: string) =>
    [...plain.matchAll(new RegExp(`(?:^|[\\s{,])["']?${key}["']?\\s{0,9}:\\s{0,9}${value}`, 'g'))].map(
      ([, found]) => found!,
    )
  const [maxChars] = all('bootstrapMaxChars', '(\\d[\\d_]{0,12})')
  return {
    maxChars: maxChars === undefined ? undefined : Number(maxChars.replaceAll('_', '')),
    workspaces: all('workspace', `["']([^"'\\n]{1,400})["']`),
  }
}
