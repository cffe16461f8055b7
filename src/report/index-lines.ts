import { findingEvidence, kindOf } from '../checks/index.ts'
import { maskSecrets } from '../text/index.ts'
import type { FolderView } from './view.ts'

const MARK = { removed: '-', added: '+' } as const

/** D36: every line of the index that comes or goes, and how it is known that a file left. */
export function indexLineWords({ plan, indexSummary }: FolderView): string[] {
  return (indexSummary.lines ?? []).map(({ change, line, text, unseen }) => {
    const left =
      change === 'removed'
        ? plan.findings.filter(one => kindOf(one).indexLine?.(one) === line).flatMap(findingEvidence)
        : []
    const because = left.length === 0 ? '' : ` (${left.join('; ')})`
    const behind = unseen === true ? ' (agents do not see this line)' : ''
    return `${MARK[change]} line ${line}: ${maskSecrets(text)}${because}${behind}`
  })
}
