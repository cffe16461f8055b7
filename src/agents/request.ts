import type { Progress, Where } from '../app/index.ts'
import type { LlmRole } from '../config/index.ts'
import type { Plan, Policy, Report } from '../model/index.ts'
import type { Model } from '../models/index.ts'
import type { AgentBounds, AgentRun } from './dream-agent.ts'
import type { AgentChange } from './dream-agent-diff.ts'
import type { AgentIndex, Dropped } from './dream-agent-index.ts'

export interface AgentRequest {
  readonly where: Where
  readonly policy: Policy
  /** The agents' role as it is configured; its budget bounds the run. */
  readonly role?: LlmRole
  /** A model of one's own, in place of the configured one. */
  readonly model?: Model
  /** `dry-run`: the agent works on its copy, and nothing is written or kept. */
  readonly mode: 'live' | 'dry-run'
  readonly bounds?: Partial<AgentBounds>
  /** A folder of transcripts; without it those beside the memory, where there are any. */
  readonly transcripts?: string
  /** What may be applied where nobody approves: nothing, or what neither limits nor protections hold. */
  readonly unattended?: 'wait' | 'apply'
  /** Shown the plan before anything is written; gives back what may be carried out. */
  readonly approve?: (plan: Plan, preview: AgentPreview) => Promise<Plan | 'declined'>
  readonly progress?: Progress
}

/** What a person is shown before anything is decided. */
export interface AgentPreview {
  readonly run: AgentRun
  readonly changes: readonly AgentChange[]
  /** Absent where the index stays as it is. */
  readonly index?: AgentIndex
  readonly dropped: Dropped
}

export interface AgentReport extends AgentPreview {
  readonly report: Report
  /** The file of the plan that waits for a person; `dream apply` carries it out. */
  readonly waiting?: string
}
