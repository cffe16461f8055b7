import type { AgentChange } from '../memory/agent.ts'
import { type FileName, INDEX_FILE } from '../memory/file-name.ts'
import type { Memory } from '../memory/memory.ts'
import { isLower, ORIGIN_WORDS, type Origin } from '../memory/origin.ts'
import { parseMemory } from '../memory/parse.ts'
import type { Action, Policy } from '../memory/plan.ts'
import type { Snapshot } from '../memory/snapshot.ts'
import { memoriesByFile } from '../plan/by-file.ts'
import { PROTECTION_WORDS, protections } from '../plan/protections.ts'
import type { Original } from './scratch.ts'

/** What an agent left of its copy, beside what it was given. */
export interface AgentDiff {
  readonly snapshot: Snapshot
  readonly originals: ReadonlyMap<FileName, Original>
  /** Every file that is there now; without a text where it is none. */
  readonly left: ReadonlyMap<FileName, string | undefined>
  /** The lowest origin of all that the agent read. */
  readonly seen: Origin | undefined
}

export interface Changed {
  readonly change: AgentChange
  readonly action: Action
  /** The memory as it would be; absent where it goes. */
  readonly memory?: Memory
}

/** By file; what is written is done first, and nothing is retired unless all of that is: it may hold what goes. */
export function changesOf(diff: AgentDiff, policy: Policy): Changed[] {
  const names = new Set([...diff.originals.keys(), ...diff.left.keys()])
  const changed = [...names]
    .filter(file => file !== INDEX_FILE)
    .sort()
    .flatMap(file => changeOf(file, diff, policy) ?? [])
  const written = changed.filter(({ memory }) => memory !== undefined).map(({ change }) => change.file)
  return changed.map(one =>
    one.memory === undefined ? { ...one, action: { ...one.action, needs: written } } : one,
  )
}

function changeOf(file: FileName, diff: AgentDiff, policy: Policy): Changed | undefined {
  const before = diff.originals.get(file)
  const text = diff.left.get(file)
  const known = memoriesByFile(diff.snapshot).get(file)
  if (before !== undefined && !diff.left.has(file)) {
    const held = known === undefined ? undefined : whyRetiringWaits(known, diff, policy)
    return { change: changeWith(file, 'retired', before, undefined, held), action: archive(file, before) }
  }
  if (text === undefined || text === before?.text) return undefined
  const about = { file, hash: before?.hash ?? '', size: bytesOf(text), modified: diff.snapshot.now }
  const memory = parseMemory({ ...about, text })
  const action = write(file, before, text)
  if (before === undefined) return { change: changeWith(file, 'added', before, text), action, memory }
  const held = known === undefined ? undefined : whyRewritingWaits(known, memory, diff, policy)
  return { change: changeWith(file, 'rewritten', before, text, held), action, memory }
}

const changeWith = (
  file: FileName,
  change: AgentChange['change'],
  before: Original | undefined,
  becomes: string | undefined,
  held?: string,
): AgentChange => ({
  file,
  change,
  ...(held !== undefined && { held }),
  ...(before?.text !== undefined && { was: before.text }),
  ...(becomes !== undefined && { becomes }),
})

const bytesOf = (text: string): number => new TextEncoder().encode(text).length

const archive = (file: FileName, { hash }: Original): Action => ({
  kind: 'archive',
  file,
  expect: hash,
  needs: [],
  reason: { why: 'agent' },
})

const write = (file: FileName, before: Original | undefined, text: string): Action => ({
  kind: 'write',
  file,
  expect: before?.hash ?? 'absent',
  needs: [],
  reason: { why: 'agent' },
  pieces: [{ text }],
})

/** Whom the memory speaks for, and who would take its place. */
function whyRetiringWaits(memory: Memory, { snapshot, seen }: AgentDiff, policy: Policy): string | undefined {
  const held = protections(memory, snapshot, policy)
  if (held.length > 0) return `it ${held.map(one => PROTECTION_WORDS[one]).join(' and ')}`
  return trustedLess(memory, seen)
}

/** What only adds to a memory takes nothing from anyone. */
function whyRewritingWaits(
  memory: Memory,
  next: Memory,
  { snapshot }: AgentDiff,
  policy: Policy,
): string | undefined {
  const lower = trustedLess(memory, next.origin)
  if (lower !== undefined) return lower
  const held = protections(memory, snapshot, policy).filter(one => one !== 'recent')
  if (held.length === 0 || onlyAdds(memory, next)) return undefined
  return `it ${held.map(one => PROTECTION_WORDS[one]).join(' and ')}`
}

function trustedLess(memory: Memory, made: Origin | undefined): string | undefined {
  if (memory.origin === 'user') return `it was ${ORIGIN_WORDS.user}`
  if (!isLower(made, memory.origin)) return undefined
  return `the agent had read what is ${ORIGIN_WORDS[made!]}, which is trusted less`
}

function onlyAdds(before: Memory, after: Memory): boolean {
  const lines = new Set((after.head + after.body).split(/\r\n|\r|\n/))
  return (before.head + before.body).split(/\r\n|\r|\n/).every(line => line.trim() === '' || lines.has(line))
}
