import { dayOf, says } from '../languages/index.ts'
import { LAYERS, type Layer, type RecallDocument } from '../search/index.ts'

/** What decides where something belongs. */
export interface LayerFacts {
  readonly part: RecallDocument['part']
  readonly type: string | null
  /** The day it was last written, YYYY-MM-DD; null where nobody knows. */
  readonly day: string | null
  readonly today: string
  /** Says that something was decided. */
  readonly decides: boolean
  /** Something newer took its place. */
  readonly superseded: boolean
}

/** Days after which what a journal says is no longer recent. */
export const RECENT_DAYS = 14
/** Days without a change after which a memory is settled. */
const SETTLED_DAYS = 30

interface LayerInfo {
  readonly holds: string
  readonly enters: string
  readonly leaves: string
  readonly takes: (facts: LayerFacts) => boolean
}

/** The rule for what enters and leaves each layer. Asked from top to bottom; the first that takes it has it. */
export const LAYER_TABLE = {
  L1: {
    holds: 'what was noted today',
    enters: 'an entry of the journal of today',
    leaves: 'at the end of the day, to L2',
    takes: ({ part, ...facts }) => part === 'journal' && ageOf(facts) <= 0,
  },
  L2: {
    holds: 'what is going on',
    enters: `journal entries of the last ${RECENT_DAYS} days, and the snapshot`,
    leaves: `after ${RECENT_DAYS} days, to L3; a line of the snapshot when it leaves the snapshot`,
    takes: ({ part, ...facts }) => part === 'snapshot' || (part === 'journal' && ageOf(facts) <= RECENT_DAYS),
  },
  L5: {
    holds: 'lasting reference knowledge',
    enters: 'reference memories, and what was put into the index',
    leaves: 'when something newer takes its place, to L3',
    takes: ({ part, type, superseded }) => !superseded && (part === 'index' || type === 'reference'),
  },
  L4: {
    holds: 'what is settled: the user, their feedback, decisions',
    enters: `user and feedback memories; decisions of the ledger; project memories that state a decision and did not change for ${SETTLED_DAYS} days`,
    leaves: 'when something newer takes its place, to L3; a decision also when its memory is written again',
    takes: facts => !facts.superseded && isSettled(facts),
  },
  L3: {
    holds: 'episodes and projects',
    enters: 'everything else: project memories, older journals, the ledger, what was superseded',
    leaves: 'to L4 when it is settled; out of the store when its file is archived',
    takes: () => true,
  },
} as const satisfies Record<Layer, LayerInfo>

function isSettled(facts: LayerFacts): boolean {
  const { part, type, decides } = facts
  if (type === 'user' || type === 'feedback') return true
  if (part === 'ledger') return decides
  return type === 'project' && decides && facts.day !== null && ageOf(facts) >= SETTLED_DAYS
}

/** In days; what has no day is taken for old. */
function ageOf({ day, today }: Pick<LayerFacts, 'day' | 'today'>): number {
  const age = day === null ? Number.NaN : dayOf(today) - dayOf(day)
  return Number.isNaN(age) ? Number.MAX_SAFE_INTEGER : age
}

export function layerOf(facts: LayerFacts): Layer {
  const order = Object.entries(LAYER_TABLE) as [Layer, LayerInfo][]
  return order.find(([, info]) => info.takes(facts))![0]
}

export function asLayer(text: string): Layer | undefined {
  return LAYERS.find(layer => layer === text.trim().toUpperCase())
}

const decides = says(({ cues }) => cues?.decision?.inNote)

export function statesDecision(text: string): boolean {
  return decides(text.slice(0, 20_000))
}
