import { debug, type SpentRow } from '../model/index.ts'
import type { ModelRole, Spent } from './model.ts'
import { addSpent, type Transport } from './transport.ts'

/** What a run spent, by who asked and for what. */
export interface Tally {
  add(role: ModelRole, purpose: string, model: string, spent: Spent): void
  rows(): readonly SpentRow[]
}

export function makeTally(): Tally {
  const rows = new Map<string, SpentRow>()
  return {
    add(role, purpose, model, spent) {
      const key = JSON.stringify([role, purpose, model])
      const before = rows.get(key)
      const sum = before === undefined ? spent : addSpent(before, spent)
      rows.set(key, { role, purpose, model, ...sum })
    },
    rows: () => [...rows.values()].filter(row => row.calls > 0),
  }
}

export function withTally(transport: Transport, tally: Tally, model: string): Transport {
  return async call => {
    const reply = await transport(call)
    tally.add(call.role, call.purpose, model, reply.spent)
    debug('model', () => ({ role: call.role, purpose: call.purpose, model, ...reply.spent }))
    return reply
  }
}
