import type { Progress, Where } from '../app/index.ts'
import type { Expiry, Memory, ResourceFact } from '../model/index.ts'
import { askLinks, type LinkOptions } from '../project/index.ts'
import { type FoundFolder, readFolder } from '../sources/index.ts'

export interface LinkRequest {
  readonly where: Pick<Where, 'layout'>
  readonly policy: { readonly expiry: Expiry }
  readonly progress?: Progress
  /** Which addresses may be asked; else those that everybody can reach. */
  readonly mayAsk?: LinkOptions['mayAsk']
}

/** M10: whether what references point to is there; nothing where nobody wanted links to be asked. */
export async function linkEvidence(
  folders: readonly FoundFolder[],
  { where, policy, progress, mayAsk }: LinkRequest,
): Promise<ReadonlyMap<string, ResourceFact> | undefined> {
  const { checkLinks, timeoutMs } = policy.expiry.reference
  if (!checkLinks) return undefined
  const layout = where.layout === undefined ? {} : { layout: where.layout }
  const urls = folders.flatMap(found => linksOf(readFolder(found, layout).memories))
  const onAnswer = (done: number, of: number) => progress?.({ what: 'asking links', done, of })
  return askLinks(urls, { timeoutMs, onAnswer, ...(mayAsk !== undefined && { mayAsk }) })
}

const linksOf = (memories: readonly Memory[]): string[] =>
  memories.flatMap(({ type, urls }) => (type === 'reference' ? urls : []))

/** For the report: what was asked and what came of it; the broken ones are reported as findings. */
export function linkNotes(resources: ReadonlyMap<string, ResourceFact> | undefined): string[] {
  if (resources === undefined || resources.size === 0) return []
  const facts = [...resources.values()]
  const count = (state: ResourceFact['state']) => facts.filter(fact => fact.state === state).length
  const links = facts.length === 1 ? '1 link of references' : `${facts.length} links of references`
  return [
    `${links} asked: ${count('reachable')} reachable, ${count('gone')} gone, ${count('unknown')} unknown`,
    ...reasons(facts),
  ]
}

/** Why links could not be checked, the commonest reasons first. */
function reasons(facts: readonly ResourceFact[]): string[] {
  const counts = new Map<string, number>()
  for (const fact of facts)
    if (fact.state === 'unknown') counts.set(fact.why, (counts.get(fact.why) ?? 0) + 1)
  return [...counts]
    .sort(([a, m], [b, n]) => n - m || (a < b ? -1 : 1))
    .slice(0, 3)
    .map(
      ([why, count]) => `${count === 1 ? 'a link is' : `${count} links are`} neither there nor gone: ${why}`,
    )
}
