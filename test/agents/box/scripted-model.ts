import type { Model, Turn } from '../../../src/models/model.ts'
import { NOTHING_SPENT, unanswered } from '../../../src/models/transport.ts'

type Call = readonly [tool: string, input: unknown]
export type Turns = readonly (readonly Call[])[]

/** A model that makes these calls, turn by turn, and then says that it is done. No HTTP: for what does not hang on it. */
export function scriptedModel(turns: Turns): Model {
  let at = 0
  return {
    name: 'scripted',
    ask: async () => unanswered('refused', 'it only converses'),
    async converse() {
      const calls = (turns[at++] ?? []).map(([tool, input], number) => ({
        id: `c${at}-${number}`,
        tool,
        input,
      }))
      const value: Turn = { text: calls.length === 0 ? 'Done.' : '', calls }
      return { outcome: 'answered', value, spent: NOTHING_SPENT }
    },
  }
}
