import { say } from '../languages/index.ts'
import type { EngineAnswer, EngineHit } from './engine.ts'
import type { FusedHit } from './fusion.ts'

/** The newest file that took the place of a document, by the root of its folder and its name. */
export type NewerOf = (root: string, file: string) => string | undefined

/**
 * M20: what a person corrected comes behind what corrects it, and says so. Where only the older was found, the newer one,
 * if an engine knew it at all, takes the place before it.
 */
export function newerFirst(
  fused: readonly FusedHit[],
  answers: Iterable<EngineAnswer>,
  newerOf: NewerOf,
): FusedHit[] {
  const isFile = ({ document }: EngineHit, root: string, file: string) =>
    document.root === root && document.file === file && document.part === 'memory'
  const others = [...answers].flatMap(({ hits }) => hits)
  const placed: FusedHit[] = []
  const place = (one: FusedHit) => {
    if (!placed.some(({ hit }) => hit.document.id === one.hit.document.id)) placed.push(one)
  }
  for (const one of fused) {
    const { root, file } = one.hit.document
    const by = one.hit.document.part === 'memory' ? newerOf(root, file) : undefined
    if (by === undefined) {
      place(one)
      continue
    }
    const newer =
      fused.find(({ hit }) => isFile(hit, root, by)) ??
      found(
        others.find(hit => isFile(hit, root, by)),
        one,
      )
    if (newer !== undefined) place(newer)
    place({ ...one, hit: superseded(one.hit, by) })
  }
  return placed.map((one, at) => ({ ...one, score: fused[Math.min(at, fused.length - 1)]!.score }))
}

const superseded = (hit: EngineHit, by: string): EngineHit => ({
  ...hit,
  document: { ...hit.document, supersededBy: by },
  reasons: [...hit.reasons, say().searching.superseded(by)],
})

function found(hit: EngineHit | undefined, like: FusedHit): FusedHit | undefined {
  return hit === undefined ? undefined : { ...like, hit, text: hit.document.text, also: [] }
}
