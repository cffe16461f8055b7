import type { FileName } from './file-name.ts'
import type { Report } from './outcome.ts'

/** P4: how far the dream agent may go. */
export interface AgentBounds {
  readonly steps: number
  readonly tokens: number
  readonly seconds: number
  /** US dollars; null where only the others bound it. */
  readonly usd: number | null
}

/** Why it ended. Only `finished` means that it said so itself. */
export type AgentStop =
  | { readonly word: 'finished' | 'out-of-steps' | 'out-of-tokens' | 'out-of-time' | 'over-budget' }
  | { readonly word: 'model-failed'; readonly outcome: string; readonly why: string }

export interface RefusedCall {
  readonly tool: string
  readonly reason: string
}

/** What an agent did and what it cost, whatever it came to. */
export interface AgentRun {
  /** As shown: the model and where it was asked. */
  readonly model: string
  readonly stop: AgentStop
  /** The model's own last words: never more than a summary to read. */
  readonly summary: string
  readonly steps: number
  readonly calls: readonly { readonly tool: string; readonly count: number }[]
  readonly refused: readonly RefusedCall[]
  readonly spent: {
    readonly calls: number
    readonly inputTokens: number
    readonly outputTokens: number
    readonly cost: number | null
  }
  readonly seconds: number
}

/** A change that the agent made to its copy, and what stands in the way of doing it without a person. */
export interface AgentChange {
  readonly file: FileName
  readonly change: 'added' | 'rewritten' | 'retired'
  /** A sentence; absent where nothing stands in the way. */
  readonly held?: string
  /** The texts, as far as there are two. */
  readonly was?: string
  readonly becomes?: string
}

/** A line of the agent's index that waits for a person. */
export interface HeldLine {
  readonly line: string
  /** The memory that it leads to, where it leads to one. */
  readonly file?: FileName
  readonly why: string
}

/** What becomes of `MEMORY.md`, whole. */
export interface AgentIndex {
  readonly was: string
  readonly becomes: string
  readonly held: readonly HeldLine[]
}

/** What a person is shown before anything is decided. */
export interface AgentPreview {
  readonly run: AgentRun
  readonly changes: readonly AgentChange[]
  /** Absent where the index stays as it is. */
  readonly index?: AgentIndex
  /** What was not taken over from the copy at all, and why. */
  readonly dropped: readonly { readonly file: FileName; readonly why: string }[]
}

export interface AgentReport extends AgentPreview {
  readonly report: Report
  /** The file of the plan that waits for a person; `dream apply` carries it out. */
  readonly waiting?: string
}
