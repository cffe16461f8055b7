import type { Finding, Memory, Proposal, RelativeDateFinding, Snapshot } from '../model/index.ts'
import { isWhole } from './after.ts'
import { memoriesByFile } from './by-file.ts'
import { questionOf } from './question.ts'

/** D32: the day that was meant, written behind the words. */
export function dateProposals(snapshot: Snapshot, findings: readonly Finding[]): Proposal[] {
  return findings.flatMap(finding => {
    if (finding.kind !== 'relative-date') return []
    const memory = memoriesByFile(snapshot).get(finding.file)!
    const text = dated(memory, finding)
    if (text === undefined || !isWhole(memory)) return []
    const because = `${finding.date} is counted from ${finding.written}; the line may be older than that`
    const action = {
      kind: 'write' as const,
      file: memory.file,
      expect: memory.hash,
      needs: [],
      reason: { why: 'reviewed' as const },
      pieces: [{ text }],
    }
    return [{ ...questionOf(finding, snapshot), finding, actions: [action], because }]
  })
}

/** Only its own line is touched; nothing where the words are not there any more. */
function dated({ head, body }: Memory, { line, text, date }: RelativeDateFinding): string | undefined {
  const lines = (head + body).split(/(?<=\n)|(?<=\r)(?!\n)/)
  const own = lines[line - 1] ?? ''
  const at = own.indexOf(text)
  if (at === -1) return undefined
  const end = at + text.length
  lines[line - 1] = `${own.slice(0, end)} (${date})${own.slice(end)}`
  return lines.join('')
}
