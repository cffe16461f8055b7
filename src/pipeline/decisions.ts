import { storeContext, type Where, withState } from '../app/index.ts'
import type { Decision } from '../model/index.ts'
import { withFolder } from '../store/index.ts'

/** What a person answered to proposals for this folder. */
export function decisionsOf(where: Where, root: string): readonly Decision[] {
  return withState(where, root, store => store.decisions.read().decisions) ?? []
}

export async function decideOn(where: Where, root: string, decision: Decision): Promise<void> {
  await withFolder(storeContext(where), root, 'queue', ({ store }) => store.decisions.add(decision))
}
