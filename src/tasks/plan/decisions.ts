import { withFolder } from '../../apply/folder.ts'
import type { Decision } from '../../memory/decision.ts'
import { deskOf, type Where, withState } from '../where.ts'

/** What a person answered to proposals for this folder. */
export function decisionsOf(where: Where, root: string): readonly Decision[] {
  return withState(where, root, store => store.decisions.read().decisions) ?? []
}

export async function decideOn(where: Where, root: string, decision: Decision): Promise<void> {
  await withFolder(deskOf(where), root, 'queue', ({ store }) => store.decisions.add(decision))
}
