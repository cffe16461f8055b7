import {
  listed,
  missingWords,
  PROTECTION_WORDS,
  protections,
  type ReferenceStatus,
  referenceStatus,
} from '../checks/index.ts'
import {
  type FileName,
  type Memory,
  type Policy,
  type Snapshot,
  type Verdict,
  type Withheld,
  weightOf,
} from '../model/index.ts'
import { type Removal, rulesOf } from './removal.ts'

/** Every memory exactly once: what becomes of it, and why. */
export function verdicts(
  snapshot: Snapshot,
  removals: readonly Removal[],
  withheld: readonly Withheld[],
  policy: Policy,
): Verdict[] {
  const leaving = new Map(removals.map(({ file, finding }) => [file, finding]))
  const ousted = new Map<FileName, FileName[]>()
  for (const { file, replacement } of removals) {
    if (replacement !== undefined) ousted.set(replacement, [...(ousted.get(replacement) ?? []), file].sort())
  }
  return snapshot.folder.memories.map(memory => {
    const stands = referenceStatus(memory, snapshot.evidence, policy.rules)
    const finding = leaving.get(memory.file)
    const weight = weightOf(
      memory,
      snapshot.now,
      policy.expiry.feedback,
      snapshot.clocks.get(memory.file)?.git,
    )
    const common = { file: memory.file, class: stands.class, ...(weight < 1 && { weight }) }
    if (finding === undefined) {
      const because = whyItStays(memory, stands, snapshot, policy) + keptOver(ousted.get(memory.file) ?? [])
      return { ...common, fate: 'stays', because }
    }
    const because = rulesOf(finding).because(finding)
    const held = heldBy(withheld, policy)
    return held === undefined
      ? { ...common, fate: 'goes', because }
      : { ...common, fate: 'stays', because: `kept although it would go (${because}): ${held}` }
  })
}

function heldBy(withheld: readonly Withheld[], { rules }: Policy): string | undefined {
  if (withheld.length > 0) return withheld.map(({ sentence }) => sentence).join('; ')
  return rules === 'propose' ? 'it waits for you' : undefined
}

const keptOver = (files: readonly FileName[]): string =>
  files.length === 0 ? '' : `; kept over ${listed(files)}`

function whyItStays(memory: Memory, stands: ReferenceStatus, snapshot: Snapshot, policy: Policy): string {
  const { present, missing } = stands
  switch (stands.class) {
    case 'fresh':
      return `${present.length} of ${present.length} ${references(present.length)}: ${listed(present)}`
    case 'partially-stale': {
      const gone = listed(missing.map(missingWords))
      return `${missing.length} of ${missing.length + present.length} references are missing: ${gone}; the rest is left to a person`
    }
    case 'fully-stale': {
      const held = protections(memory, snapshot, policy).map(one => `it ${PROTECTION_WORDS[one]}`)
      return `kept although nothing it names is there: ${held.join(' and ') || 'it waits for a person'}`
    }
    case 'unverified':
      return unverified(stands)
    case 'evergreen':
      return memory.frontmatter === 'read'
        ? 'it names nothing that could be checked'
        : 'it has no frontmatter that can be read, so nothing about it is judged'
  }
}

const references = (count: number): string => (count === 1 ? 'reference holds' : 'references hold')

function unverified({ unknown, never, elsewhere }: ReferenceStatus): string {
  if (unknown.length > 0) return `what it names could not be looked up: ${listed(unknown)}`
  if (never.length > 0) return `what it names never was in this project: ${listed([...never, ...elsewhere])}`
  return `what it names lies outside this project: ${listed(elsewhere)}`
}
