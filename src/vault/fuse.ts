import { say } from '../languages/index.ts'
import type { EngineHit, Found, RecallDocument } from '../search/index.ts'

/** The constant of reciprocal rank fusion: how fast a rank loses its worth. */
const RANK = 60

/** By reciprocal rank: what both found comes first. */
export function fuse(
  near: readonly Found[],
  worded: readonly Found[],
  byId: ReadonlyMap<string, RecallDocument>,
): EngineHit[] {
  const found = new Map<string, { score: number; reasons: string[] }>()
  const add = ({ id }: Found, rank: number, reason: string) => {
    const known = found.get(id) ?? { score: 0, reasons: [] }
    known.score += 1 / (RANK + rank)
    known.reasons.push(reason)
    found.set(id, known)
  }
  for (const [rank, one] of near.entries()) add(one, rank, say().searching.near(one.score.toFixed(2)))
  for (const [rank, one] of worded.entries()) add(one, rank, say().searching.wordsOfQuestion)
  return [...found]
    .flatMap(([id, { score, reasons }]) => {
      const document = byId.get(id)
      return document === undefined ? [] : [{ document, score, reasons }]
    })
    .sort((a, b) => b.score - a.score || (a.document.id < b.document.id ? -1 : 1))
}
