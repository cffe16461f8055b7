import { homedir } from 'node:os'
import type { Model } from '../../agents/model.ts'
import { type Lease, takeLease } from '../../apply/lease.ts'
import { DEFAULTS } from '../../config/defaults.ts'
import { DreamError } from '../../memory/dream-error.ts'
import type { CcbConsolidation, ConsolidatorName, MagmaTending, Refinement } from '../../memory/magma.ts'
import type { FolderOutcome } from '../../memory/outcome.ts'
import { DEFAULT_POLICY, type Policy } from '../../memory/plan.ts'
import type { MemoryVersions } from '../../memory/version.ts'
import { rollback, versions } from '../versions.ts'
import { deskOf, foldersOf, type Where } from '../where.ts'
import { consolidateEngines } from './consolidate.ts'
import type { MagmaSettings } from './place.ts'

/** What the classes below have in common: whose memory, and by which rules. */
export interface ConsolidatorOptions extends Partial<Pick<Where, 'cwd' | 'home' | 'env'>> {
  readonly obsidianPath?: string
  readonly settings?: MagmaSettings
  readonly policy?: Partial<Policy>
  readonly mode?: 'live' | 'dry-run'
  readonly model?: Model
}

abstract class Consolidator {
  protected readonly where: Where
  protected readonly settings: MagmaSettings

  constructor(
    directory: string,
    protected readonly options: ConsolidatorOptions = {},
  ) {
    this.where = whereFor(directory, options)
    const base = options.settings ?? DEFAULTS
    const vault = options.obsidianPath ?? base.obsidian.vault
    this.settings = { magma: base.magma, rules: base.rules, obsidian: { ...base.obsidian, vault } }
  }

  protected run(part: ConsolidatorName) {
    const { mode = 'live', model, policy } = this.options
    return consolidateEngines({
      where: this.where,
      settings: this.settings,
      policy: { ...DEFAULT_POLICY, ...policy },
      mode,
      parts: [part],
      ...(model && { model }),
    })
  }
}

/** The dream over the memory files of a directory. */
export class CCBConsolidator extends Consolidator {
  async consolidate(): Promise<CcbConsolidation> {
    return (await this.run('ccb')).ccb!
  }
}

/** Takes settled memories of a directory over into MAGMA's lasting layers, each with a link back. */
export class CCBToMAGMARefiner extends Consolidator {
  async refine(): Promise<Refinement> {
    return (await this.run('refine')).refine!
  }
}

/** MAGMA's own duplicates, its layers and its relations. */
export class MAGMAConsolidator extends Consolidator {
  async consolidate(): Promise<MagmaTending> {
    return (await this.run('magma')).magma!
  }
}

/** One dream at a time for a memory directory, across processes. */
export class ConsolidationLock {
  private lease: Lease | undefined
  private readonly where: Where

  constructor(directory: string, options: Partial<Pick<Where, 'cwd' | 'home' | 'env'>> = {}) {
    this.where = whereFor(directory, options)
  }

  /** Waits two seconds at most; a `DreamError` with exit 4 names whoever holds it. */
  async acquire(): Promise<void> {
    const [found] = foldersOf(this.where)
    if (found === undefined) throw new DreamError(`${this.where.paths[0]} is not a memory folder`, 2)
    try {
      this.lease = await takeLease(deskOf(this.where), found.root, 'lock')
    } catch (error) {
      throw new DreamError((error as Error).message, 4)
    }
  }

  /** Throws where another process took it over meanwhile. */
  check(): void {
    if (this.lease === undefined) throw new DreamError('the lock is not held', 1)
    this.lease.check()
  }

  release(): void {
    this.lease?.release()
    this.lease = undefined
  }
}

/** M9: the versions of every memory, and the way back, in both engines. */
export class MemoryVersioning {
  private readonly where: Where
  private readonly settings: MagmaSettings

  constructor(directory: string, options: Omit<ConsolidatorOptions, 'policy' | 'mode' | 'model'> = {}) {
    this.where = whereFor(directory, options)
    const base = options.settings ?? DEFAULTS
    const vault = options.obsidianPath ?? base.obsidian.vault
    this.settings = { magma: base.magma, rules: base.rules, obsidian: { ...base.obsidian, vault } }
  }

  async getHistory(memory: string): Promise<readonly MemoryVersions[]> {
    return versions(this.where, memory)
  }

  /** Writes a memory as it was, and its record in MAGMA with it: both or neither. */
  async rollback(memory: string, version: number): Promise<FolderOutcome> {
    return rollback(this.where, memory, version, this.settings)
  }
}

function whereFor(directory: string, options: Partial<Pick<Where, 'cwd' | 'home' | 'env'>>): Where {
  const { cwd = process.cwd(), home = homedir(), env = process.env } = options
  return { cwd, home, env, paths: [directory], allProjects: false }
}
