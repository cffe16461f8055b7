import { type Action, type FileName, type Folder, isWhole, type Memory, type Policy } from '../model/index.ts'
import { indexStep } from './index-step.ts'

/** The heading under which a memory holds what it took over from another: `## From a.md`, `## Title (from a.md)`. */
const TAKEN_OVER = /^## (?:From (\S{1,255}\.md)(?: \([^()]{1,60}\))?|.{1,400} \(from (\S{1,255}\.md)\))\s*$/

/** A body without what it took over from these, up to the next heading of that kind or level. */
export function withoutSections(body: string, sources: ReadonlySet<string>): string {
  let cutting = false
  return body
    .split(/(?<=\n)/)
    .filter(line => {
      const found = TAKEN_OVER.exec(line)
      if (found !== null) cutting = sources.has(found[1] ?? found[2] ?? '')
      else if (/^##? /.test(line)) cutting = false
      return !cutting
    })
    .join('')
}

/** These memories go, what others took over from them goes too, and the index follows. */
export function withoutSources(folder: Folder, sources: ReadonlySet<FileName>, policy: Policy): Action[] {
  const going = new Set<FileName>()
  const changes = folder.memories.flatMap((memory): Action[] => {
    const action = changeOf(memory, sources)
    if (action?.kind === 'archive') going.add(memory.file)
    return action === undefined ? [] : [action]
  })
  const listing = { folder, going, memories: folder.memories, newMemories: new Set<FileName>() }
  const { action } = indexStep(listing, policy)
  return action === undefined ? changes : [...changes, action]
}

function changeOf(memory: Memory, sources: ReadonlySet<FileName>): Action | undefined {
  const { file, hash, head, body } = memory
  const common = { file, expect: hash, needs: [], reason: { why: 'forgotten' } } as const
  if (sources.has(file)) return { kind: 'archive', ...common }
  const rest = withoutSections(body, sources)
  if (rest === body || !isWhole(memory)) return undefined
  return rest.trim() === ''
    ? { kind: 'archive', ...common }
    : { kind: 'write', ...common, pieces: [{ text: head + rest }] }
}
