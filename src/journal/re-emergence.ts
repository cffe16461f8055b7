import { says } from '../languages/index.ts'
import type { Entry } from './entry.ts'
import { junkIn } from './junk.ts'
import { differ, isNear, sameNamedSubject } from './likeness.ts'
import type { Removed } from './removed.ts'
import type { ReviewInput } from './review-input.ts'
import type { Section, SnapshotFile } from './sections.ts'
import { statementOf } from './statement.ts'
import { weigh } from './weigh.ts'

/** J7: something that left and is said again. */
export interface Returning {
  readonly entry: Entry
  readonly removed: Removed
  readonly section: Exclude<Section, 'dream'>
  /** `asks`: the user forgot it, and it waits for their word. `again`: another entry brought it back already. */
  readonly how: 'comes' | 'asks' | 'again'
}

/** Each removed thing comes back once, by the first entry that says it again. */
export function returning(input: ReviewInput, file: SnapshotFile): Returning[] {
  const { meaning, boot, reemerge } = input
  const open = input.removed
    .filter(removed => removed.returned === undefined)
    .map(removed => ({ removed, statement: statementOf(removed.summary, meaning) }))
  if (open.length === 0) return []
  const there = file.items
    .filter(item => item.section !== 'dream')
    .map(item => statementOf(item.text, meaning))
  const found: Returning[] = []
  for (const entry of input.entries) {
    if (entry.shape === 'heading' || junkIn(entry, boot) !== undefined || isFarewell(entry)) continue
    const statement = statementOf(entry.text, meaning)
    if (there.some(other => isNear(other, statement) && differ(other, statement) === 'none')) continue
    const reopens = reopensWork(entry.text)
    // The newest first: what left twice comes back as it left last.
    const hit = open.findLast(({ statement: other }) => {
      const near = isNear(other, statement)
      if (!near && !(reopens && sameNamedSubject(other, statement))) return false
      const difference = differ(other, statement)
      if (difference === 'none') return true
      return difference === 'slot' && reopens && sameNamedSubject(other, statement)
    })
    if (hit === undefined) continue
    const again = found.some(each => each.removed === hit.removed)
    const how = hit.removed.by === 'user' && reemerge === 'ask' ? 'asks' : again ? 'again' : 'comes'
    found.push({ entry, removed: hit.removed, section: hit.removed.section, how })
  }
  return found
}

/** Says by itself that something goes on that was over. */
const reopensWork = says(({ cues }) => cues?.progress?.reopened)

/** "X is done" is no return of X. */
function isFarewell(entry: Entry): boolean {
  const { has } = weigh(entry)
  return ['completion', 'ending', 'past', 'tentative'].some(trait => has.has(trait as never))
}
