import type { Progress, Where } from '../app/index.ts'
import type { LlmRole } from '../config/index.ts'
import type { AgentBounds, AgentPreview, Plan, Policy } from '../model/index.ts'
import type { Model } from '../models/index.ts'

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
