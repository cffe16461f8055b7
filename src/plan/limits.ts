import { referenceStatus } from '../checks/index.ts'
import { say } from '../languages/index.ts'
import type { Action, FileName, Limit, Memory, Policy, Snapshot, Withheld } from '../model/index.ts'
import { joinPieces } from './pieces.ts'

/** What is about to happen to a folder. */
export interface Prospect {
  readonly snapshot: Snapshot
  readonly going: readonly FileName[]
  /** Those of them whose very text stays in another memory: nothing is lost with them. */
  readonly copies?: ReadonlySet<FileName>
  readonly changes: readonly Action[]
  readonly policy: Policy
}

const MOST_FILES = 5
const MOST_SHARE = 0.1
const WRONG_ROOT_FROM = 3

type Refusal = (prospect: Prospect) => string | undefined

/**
 * The refusals. Each holds for a whole folder and withholds every archive there: which part of too much would be right,
 * nobody knows. Under `seed` only those hold that the first design could have wanted: too many, and a failed listing.
 */
const REFUSALS: readonly (readonly [Limit, 'always' | 'careful', Refusal])[] = [
  ['unclear-layout', 'always', unclearLayout],
  ['failed-listing', 'always', failedListing],
  ['wrong-root', 'careful', wrongRoot],
  ['last-memory', 'careful', lastMemory],
  ['large', 'careful', moreThanHalf],
  ['large', 'always', tooMany],
  ['halved-file', 'careful', halvedFile],
]

export function withheldByLimits(prospect: Prospect): Withheld[] {
  const files = prospect.going.toSorted()
  const withheld = new Map<Limit, Withheld>()
  for (const [limit, when, refuse] of REFUSALS) {
    if (withheld.has(limit) || (when === 'careful' && prospect.policy.rules === 'seed')) continue
    const sentence = refuse(prospect)
    if (sentence !== undefined) withheld.set(limit, { breaker: limit, files, sentence })
  }
  return [...withheld.values()]
}

function unclearLayout({ snapshot: { folder } }: Prospect): string | undefined {
  if (folder.layout !== 'unclear') return undefined
  return say().plan.limits.unclearLayout(folder.label)
}

function failedListing({ snapshot: { folder } }: Prospect): string | undefined {
  if (folder.listing.state !== 'failed') return undefined
  return say().plan.limits.failedListing(folder.label, folder.listing.why)
}

const losses = ({ going, copies }: Prospect): number => going.filter(file => !copies?.has(file)).length

function tooMany(prospect: Prospect): string | undefined {
  const { folder } = prospect.snapshot
  const count = losses(prospect)
  const most = Math.max(MOST_SHARE * folder.memories.length, MOST_FILES)
  if (prospect.policy.large === 'allow' || count <= most) return undefined
  return say().plan.limits.tooMany(folder.label, count, folder.memories.length, Math.floor(most))
}

function moreThanHalf(prospect: Prospect): string | undefined {
  const { folder } = prospect.snapshot
  const count = losses(prospect)
  if (count * 2 <= folder.memories.length) return undefined
  return say().plan.limits.moreThanHalf(folder.label, count, folder.memories.length)
}

function lastMemory({ snapshot: { folder }, going }: Prospect): string | undefined {
  if (going.length === 0 || going.length < folder.memories.length) return undefined
  return say().plan.limits.lastMemory(folder.label)
}

/** Several memories name files and symbols, and not one of all these is there: we look at the wrong project. */
function wrongRoot({ snapshot, going, policy }: Prospect): string | undefined {
  if (going.length === 0 || !looksLikeWrongRoot(snapshot, policy)) return undefined
  return say().plan.limits.wrongRoot(snapshot.folder.label)
}

export function looksLikeWrongRoot({ folder, evidence }: Snapshot, { rules }: Policy): boolean {
  const statuses = folder.memories.map(memory => referenceStatus(memory, evidence, rules))
  const naming = statuses.filter(({ missing, never }) => missing.length + never.length > 0)
  return naming.length >= WRONG_ROOT_FROM && statuses.every(({ present }) => present.length === 0)
}

function halvedFile({ snapshot: { folder }, going, changes }: Prospect): string | undefined {
  const halved = halvedBy(changes, folder.memories, new Set(going))
  if (halved === undefined) return undefined
  return say().plan.limits.halvedFile(folder.label, halved.file)
}

/** The first of these changes that leaves less than half of its file. */
export function halvedBy(
  changes: readonly Action[],
  memories: readonly Pick<Memory, 'file' | 'size'>[],
  done: ReadonlySet<FileName> = new Set(),
): Action | undefined {
  const sizes = new Map(memories.map(({ file, size }) => [file, size]))
  return changes.find(
    action =>
      action.kind === 'write' &&
      new TextEncoder().encode(joinPieces(action.pieces, done)).length * 2 < (sizes.get(action.file) ?? 0),
  )
}
