import { homedir } from 'node:os'
import { foldersOf, newRunId, storeContext, type Where } from '../app/index.ts'
import { EXPIRY_CHECKS, type InactiveFinding, ofKind, type UnreachableFinding } from '../checks/index.ts'
import { say } from '../languages/index.ts'
import {
  choiceArgument,
  DEFAULT_POLICY,
  DreamError,
  type FileName,
  type FolderOutcome,
  type FolderPlan,
  optionsArgument,
  type Policy,
  textArgument,
} from '../model/index.ts'
import { type LinkRequest, linkEvidence, readAll } from '../pipeline/index.ts'
import { planFolder } from '../plan/index.ts'
import { commit, finishOpenRuns } from '../store/index.ts'

export interface ExpirationOptions
  extends Partial<Pick<Where, 'cwd' | 'home' | 'env' | 'project'>>,
    Pick<LinkRequest, 'mayAsk'> {
  readonly policy?: Partial<Policy>
  readonly mode?: 'live' | 'dry-run'
}

/** What a look at the memories of one folder, type by type, came to. */
export interface Expiration {
  /** Memories of a project that is inactive. */
  readonly expired: readonly ExpiredMemory[]
  /** References whose resource is gone: marked, never archived. Empty where links were not asked. */
  readonly broken: readonly UnreachableFinding[]
  /** Feedback that was long not confirmed; all other feedback weighs 1. */
  readonly weights: readonly { readonly file: FileName; readonly weight: number }[]
  /** What undo takes; absent where nothing was archived. */
  readonly run?: string
}

interface ExpiredMemory extends Pick<InactiveFinding, 'kind' | 'file' | 'last' | 'what'> {
  /** `waits`: for a person, or for another run. */
  readonly became: 'archived' | 'would-be-archived' | 'waits'
  readonly because: string
}

/** Expiry by type, apart from the rest of a dream. What it archives, undo brings back. */
export class ExpirationHandler {
  private readonly where: Where
  private readonly policy: Policy

  constructor(
    readonly directory: string,
    private readonly options: ExpirationOptions = {},
  ) {
    const call = 'new ExpirationHandler(directory, options)'
    textArgument(call, 'the path of a memory folder', directory)
    optionsArgument(call, options)
    choiceArgument(call, 'mode', ['live', 'dry-run'], options.mode)
    const { cwd = process.cwd(), home = homedir(), env = process.env, project, policy } = options
    this.where = { cwd, home, env, paths: [directory], allProjects: false, ...(project && { project }) }
    this.policy = { ...DEFAULT_POLICY, ...policy }
  }

  /**
   * Project memories go or wait, by the rules, where their project is inactive; references are marked where their
   * resource is gone and links are to be asked (`expiry.reference.checkLinks`); feedback is weighed; the user's stay.
   */
  async checkExpiration(): Promise<Expiration> {
    const { where, policy, options } = this
    if (options.mode !== 'dry-run') await finishOpenRuns(storeContext(where))
    const [found] = foldersOf(where)
    if (found === undefined) throw new DreamError(say().vault.notFolder(this.directory), 2)
    const resources = await linkEvidence([found], { ...options, where, policy })
    const snapshot = readAll([found], where, policy.expiry)[0]!
    const evidence = { ...snapshot.evidence, ...(resources && { resources }) }
    const plan = planFolder({ ...snapshot, evidence }, policy, EXPIRY_CHECKS)
    const outcome = options.mode === 'dry-run' ? undefined : await this.apply(plan)
    return {
      expired: ofKind(plan.findings, 'project-inactive').map(finding =>
        expiredMemory(finding, plan, outcome),
      ),
      broken: ofKind(plan.findings, 'unreachable-resource'),
      weights: plan.verdicts.flatMap(({ file, weight }) => (weight === undefined ? [] : [{ file, weight }])),
      ...(outcome?.run && { run: outcome.run }),
    }
  }

  private async apply({ root, label, actions }: FolderPlan): Promise<FolderOutcome | undefined> {
    if (!actions.some(({ kind }) => kind === 'archive')) return undefined
    const { rules } = this.policy
    const run = newRunId(Date.now())
    return commit(storeContext(this.where), { root, label, actions, run, command: 'expire', rules })
  }
}

function expiredMemory(
  { id, kind, file, last, what }: InactiveFinding,
  plan: FolderPlan,
  outcome: FolderOutcome | undefined,
): ExpiredMemory {
  const finding = { kind, file, last, what }
  const isPlanned = plan.actions.some(action => action.kind === 'archive' && action.file === file)
  const verdict = plan.verdicts.find(one => one.file === file)?.because ?? ''
  const waiting = plan.proposals.find(one => one.finding.id === id)
  if (!isPlanned) return { ...finding, became: 'waits', because: waiting?.because ?? verdict }
  if (outcome === undefined) return { ...finding, became: 'would-be-archived', because: verdict }
  const done = outcome.outcomes.find(one => one.action.file === file)
  if (done?.result === 'done') return { ...finding, became: 'archived', because: verdict }
  return { ...finding, became: 'waits', because: outcome.failure?.sentence ?? done?.detail ?? 'not started' }
}
