import { textForm } from '../text/index.ts'
import type { EngineHit, RecallDocument } from './engine.ts'

/** A hit, and the sources that say the same. */
export interface Distinct {
  readonly hit: EngineHit
  readonly also: readonly string[]
}

/** `same-words`: whatever their case, emphasis and the marks at their end. */
export type Sameness = 'same-characters' | 'same-words'

/**
 * M7, M22: two layers. What is the same text is one hit, whoever found it, and so is what has the same words in the same order.
 * Nothing else is: one word, a number or the order can be all that tells two notes apart.
 */
export function distinct(hits: readonly EngineHit[], sameness: Sameness): Distinct[] {
  const kept = new Map<string, Kept>()
  for (const hit of hits) {
    const form = formOf(hit.document, sameness)
    const same = kept.get(form)
    if (same === undefined) kept.set(form, { hit, also: new Set() })
    else if (same.hit.document.source !== hit.document.source) addSource(same, hit)
  }
  return Array.from(kept.values(), ({ hit, also }) => ({ hit, also: [...also] }))
}

interface Kept {
  hit: EngineHit
  readonly also: Set<string>
}

/** Where a text lasts longest: of two places with the same one, that is the one to name. */
const LASTING: Record<RecallDocument['part'], number> = {
  memory: 3,
  record: 3,
  snapshot: 2,
  ledger: 2,
  index: 2,
  journal: 1,
  archive: 0,
}

function addSource(kept: Kept, hit: EngineHit): void {
  const before = kept.hit
  if (LASTING[hit.document.part] > LASTING[before.document.part]) kept.hit = hit
  kept.also.add((kept.hit === hit ? before : hit).document.source)
  kept.also.delete(kept.hit.document.source)
}

/** "8080" under the name "staging port" is not "8080" under "production port"; a name that is the file's stands in `also`. */
function formOf({ title, description, file, text }: RecallDocument, sameness: Sameness): string {
  const form = sameness === 'same-words' ? textForm : characters
  const name = file.startsWith(title) ? '' : form(title)
  const [about, said] = [form(description), form(text)]
  return [name, said.includes(about) ? '' : about, said].join('\n')
}

const characters = (text: string): string => text.replace(/\s+/g, ' ').trim()
