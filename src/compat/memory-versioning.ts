import { homedir } from 'node:os'
import { foldersOf, type Where } from '../app/index.ts'
import type { MagmaSettings } from '../config/index.ts'
import { DEFAULTS } from '../config/index.ts'
import { say } from '../languages/index.ts'
import {
  DreamError,
  type Folder,
  type FolderOutcome,
  optionsArgument,
  textArgument,
  wrongArgument,
} from '../model/index.ts'
import { reasonWords } from '../report/index.ts'
import { readFolder } from '../sources/index.ts'
import { throwUnlessDone } from '../store/index.ts'
import { parseMemory } from '../text/index.ts'
import {
  type ChangeEntry,
  type LocatedMemory,
  type MemoryVersions,
  rollback,
  versions,
  versionText,
} from '../vault/index.ts'

/** One version of a memory, for programs. */
export interface MemoryVersion {
  /** Of this version: `notes/api.md@2`. */
  readonly id: string
  /** Of the memory: what `rollback` takes. */
  readonly memory: string
  /** From 1; each change counts on. */
  readonly version: number
  /** When the memory is first known. */
  readonly createdAt: Date
  /** When this version was written. */
  readonly updatedAt: Date
  /** The ids of the versions before this one, oldest first. */
  readonly previousVersions: string[]
  /** What this change was, and why. */
  readonly changeLog: string
  /** What it said; absent for records of MAGMA, and where the bytes were purged. */
  readonly content?: VersionContent
}

/** A memory as it was. `CCBReader.update` puts it in the place of what is there now. */
export interface VersionContent extends LocatedMemory {
  /** The hash of the file when the history was read; `update` expects it there. */
  readonly replaces: string
}

export interface VersioningOptions extends Partial<Pick<Where, 'cwd' | 'home' | 'env'>> {
  readonly obsidianPath?: string
  readonly settings?: MagmaSettings
}

/** M9: the versions of every memory, and the way back, in both engines. */
export class MemoryVersioning {
  private readonly where: Where
  private readonly settings: MagmaSettings

  constructor(
    private readonly directory: string,
    options: VersioningOptions = {},
  ) {
    textArgument('new MemoryVersioning(directory)', 'the path of a memory folder', directory)
    optionsArgument('new MemoryVersioning(directory, options)', options)
    const { cwd = process.cwd(), home = homedir(), env = process.env } = options
    this.where = { cwd, home, env, paths: [directory], allProjects: false }
    const base = options.settings ?? DEFAULTS
    const vault = options.obsidianPath ?? base.obsidian.vault
    this.settings = { magma: base.magma, rules: base.rules, obsidian: { ...base.obsidian, vault } }
  }

  /** Every version of a memory that is known, oldest first. */
  async getHistory(memory: string): Promise<readonly MemoryVersion[]> {
    const folder = this.folder()
    const name = nameIn(folder, textArgument('MemoryVersioning.getHistory(memory)', MEMORY, memory))
    const [life] = versions(this.where, name, this.settings)
    if (life === undefined) throw new DreamError(say().vault.versions.unknown(memory), 2)
    return life.versions.map((_, at) => this.versionAt(folder, life, at))
  }

  /** Writes a memory as it was, and its record in MAGMA with it: both or neither. */
  async rollback(memory: string, version: number): Promise<FolderOutcome> {
    const call = 'MemoryVersioning.rollback(memory, version)'
    const name = nameIn(this.folder(), textArgument(call, MEMORY, memory))
    if (!Number.isInteger(version)) throw wrongArgument(call, 'version to be a whole number', version)
    const outcome = await rollback(this.where, name, version, this.settings)
    throwUnlessDone(outcome, say().vault.notWritten(name))
    return outcome
  }

  private folder(): Folder {
    const [found] = foldersOf(this.where)
    if (found === undefined) throw new DreamError(say().vault.notFolder(this.directory), 2)
    return readFolder(found, {})
  }

  private versionAt(folder: Folder, life: MemoryVersions, at: number): MemoryVersion {
    const { version, at: written } = life.versions[at]!
    const ids = life.versions.map(each => `${life.id}@${each.version}`)
    const content = this.contentAt(folder, life, at)
    return {
      id: ids[at]!,
      memory: life.id,
      version,
      createdAt: new Date(life.createdAt),
      updatedAt: new Date(written),
      previousVersions: ids.slice(0, at),
      changeLog: logWords(life.changeLog.find(entry => entry.version === version)),
      ...(content && { content }),
    }
  }

  private contentAt(folder: Folder, life: MemoryVersions, at: number): VersionContent | undefined {
    const { root, label, memories } = folder
    const { file } = life
    const { hash, at: written } = life.versions[at]!
    const text = textIfKept(this.where, root, life, at)
    if (text === undefined) return undefined
    const modified = Date.parse(written) * 1000
    const memory = parseMemory({ file, hash, size: Buffer.byteLength(text), modified, text })
    const replaces = memories.find(each => each.file === file)?.hash ?? 'absent'
    return { ...memory, root, label, replaces }
  }
}

const MEMORY = 'the name of a memory or of a record'

/** `notes/api.md`, a path of the folder itself, `api.md` or `api`; a path that leads elsewhere is none of these. */
function nameIn({ root, label }: Folder, memory: string): string {
  const cut = memory.lastIndexOf('/')
  const name = memory.slice(cut + 1)
  if (cut === -1 || [label, root, 'magma'].includes(memory.slice(0, cut))) return name
  throw new DreamError(say().vault.versions.elsewhere(memory, label), 2)
}

function textIfKept(where: Where, root: string, life: MemoryVersions, at: number): string | undefined {
  try {
    return versionText(where, root, life.versions[at]!)
  } catch (error) {
    if (error instanceof DreamError) return undefined
    throw error
  }
}

function logWords(entry: ChangeEntry | undefined): string {
  if (entry === undefined || entry.by === 'outside' || entry.reason === undefined)
    return 'Written outside Dream'
  return entry.run === undefined ? reasonWords(entry.reason) : `${reasonWords(entry.reason)} (${entry.run})`
}
