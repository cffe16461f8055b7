import { storeContext, type Where } from '../../app/index.ts'
import { readSmallText, writeSmallFile } from '../../disk/index.ts'
import { FOLDER_STATE } from '../../state/index.ts'
import { rootId } from '../../store/index.ts'

/** What is known of a brief that was answered at least once: so that the rest can be answered, and nothing twice. */
export interface OpenBrief {
  readonly id: string
  /** What stands since the last answer; another hash means that somebody else wrote. */
  readonly stands: string
  /** Hashes of what was accepted. */
  readonly accepted: readonly string[]
  /** Days or questions that were named. */
  readonly named: readonly string[]
  /** Characters that left. */
  readonly lost: number
  /** Every question that it had. */
  readonly asked?: readonly string[]
  /** Of all parts together: characters that stood when the first was answered. */
  readonly whole?: number
}

const MOST_KEPT = 50
const LARGEST = 5_000_000

const fileOf = (where: Where, root: string): string =>
  `${storeContext(where).stateHome}/${rootId(root)}/${FOLDER_STATE.briefs}`

function readAll(where: Where, root: string): OpenBrief[] {
  try {
    const kept: unknown = JSON.parse(readSmallText(fileOf(where, root), LARGEST) ?? '[]')
    return Array.isArray(kept) ? kept.filter(isOne) : []
  } catch {
    // Cut off or edited: what was accepted is seen in the files themselves.
    return []
  }
}

const isOne = (data: unknown): data is OpenBrief => {
  const { id, stands, accepted, named, lost } = (data ?? {}) as Partial<Record<keyof OpenBrief, unknown>>
  return (
    typeof id === 'string' &&
    typeof stands === 'string' &&
    Array.isArray(accepted) &&
    Array.isArray(named) &&
    typeof lost === 'number'
  )
}

export const openBrief = (where: Where, root: string, id: string): OpenBrief | undefined =>
  readAll(where, root).find(each => each.id === id)

export function keepOpen(where: Where, root: string, brief: OpenBrief): void {
  const others = readAll(where, root).filter(({ id }) => id !== brief.id)
  writeSmallFile(fileOf(where, root), `${JSON.stringify([...others, brief].slice(-MOST_KEPT))}\n`)
}
