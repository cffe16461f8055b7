import { homedir } from 'node:os'
import { foldersOf, type Where } from '../app/index.ts'
import type { MagmaSettings } from '../config/index.ts'
import { DEFAULTS } from '../config/index.ts'
import { say } from '../languages/index.ts'
import {
  choiceArgument,
  DEFAULT_POLICY,
  DreamError,
  optionsArgument,
  type Policy,
  textArgument,
} from '../model/index.ts'
import { consolidateEngines } from './consolidate.ts'
import type { CcbConsolidation, ConsolidatorName, MagmaMaintenance, Refinement } from './request.ts'

/** What the classes below have in common: whose memory, and by which rules. */
interface ConsolidatorOptions extends Partial<Pick<Where, 'cwd' | 'home' | 'env'>> {
  readonly obsidianPath?: string
  readonly settings?: MagmaSettings
  readonly policy?: Partial<Policy>
  readonly mode?: 'live' | 'dry-run'
}

abstract class Consolidator {
  protected readonly where: Where
  protected readonly settings: MagmaSettings

  constructor(
    directory: string,
    protected readonly options: ConsolidatorOptions = {},
  ) {
    const call = `new ${new.target.name}(directory, options)`
    textArgument(call, 'the path of a memory folder', directory)
    optionsArgument(call, options)
    choiceArgument(call, 'mode', ['live', 'dry-run'], options.mode)
    this.where = whereFor(directory, options)
    const base = options.settings ?? DEFAULTS
    const vault = options.obsidianPath ?? base.obsidian.vault
    this.settings = { magma: base.magma, rules: base.rules, obsidian: { ...base.obsidian, vault } }
  }

  protected run(part: ConsolidatorName) {
    if (foldersOf(this.where).length === 0)
      throw new DreamError(say().vault.notFolder(String(this.where.paths[0])), 2)
    const { mode = 'live', policy } = this.options
    return consolidateEngines({
      where: this.where,
      settings: this.settings,
      policy: { ...DEFAULT_POLICY, ...policy },
      mode,
      parts: [part],
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
  async consolidate(): Promise<MagmaMaintenance> {
    return (await this.run('magma')).magma!
  }
}

function whereFor(directory: string, options: Partial<Pick<Where, 'cwd' | 'home' | 'env'>>): Where {
  const { cwd = process.cwd(), home = homedir(), env = process.env } = options
  return { cwd, home, env, paths: [directory], allProjects: false }
}
