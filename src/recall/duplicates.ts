import { differingValues } from '../memory/values.ts'
import type { Meaning } from './collection.ts'
import type { EngineHit } from './engine.ts'
import { termsOf } from './terms.ts'
import { likeness, quantise } from './vectors.ts'

/** A hit, and the sources that say the same. */
export interface Distinct {
  readonly hit: EngineHit
  readonly also: readonly string[]
}

export interface DuplicateSettings {
  /** From this likeness on two hits say the same, where they differ in no value. */
  readonly threshold: number
  readonly meaning?: Meaning | undefined
}

/**
 * M7: two layers. What is the same text is one hit, whoever found it; what is nearly the same is one hit unless the two
 * differ in a number, a name, a date or a denial: then both stay.
 */
export function distinct(hits: readonly EngineHit[], { threshold, meaning }: DuplicateSettings): Distinct[] {
  const kept: Kept[] = []
  const byText = new Map<string, Kept>()
  for (const hit of hits) {
    const form = formOf(hit)
    const same = byText.get(form)
    const twin = same ?? kept.find(one => saysTheSame(one, hit, threshold, meaning))
    if (twin === undefined) {
      const one: Kept = { hit, also: new Set() }
      kept.push(one)
      byText.set(form, one)
    } else if (twin.hit.document.source !== hit.document.source) addSource(twin, hit, same !== undefined)
  }
  return kept.map(({ hit, also }) => ({ hit, also: [...also] }))
}

/** Where a text lasts longest: of two places with the same one, that is the one to name. */
const LASTING: Record<EngineHit['document']['part'], number> = {
  memory: 3,
  record: 3,
  snapshot: 2,
  ledger: 2,
  index: 2,
  journal: 1,
}

function addSource(kept: Kept, hit: EngineHit, isSameText: boolean): void {
  const before = kept.hit
  if (isSameText && LASTING[hit.document.part] > LASTING[before.document.part]) kept.hit = hit
  kept.also.add((kept.hit === hit ? before : hit).document.source)
  kept.also.delete(kept.hit.document.source)
}

interface Kept {
  hit: EngineHit
  readonly also: Set<string>
  terms?: ReadonlySet<string>
  vector?: Int8Array
}

/** The same whatever its white space and capitals. */
const formOf = ({ document }: EngineHit): string => document.text.replace(/\s+/g, ' ').trim().toLowerCase()

const LOOKED_AT = 4000

function saysTheSame(one: Kept, hit: EngineHit, threshold: number, meaning: Meaning | undefined): boolean {
  const [a, b] = [one.hit.document, hit.document]
  if (a.id === b.id) return true
  if (threshold > 1 || lengthsDiffer(a.text, b.text)) return false
  one.terms ??= new Set(termsOf(a.text.slice(0, LOOKED_AT)))
  const shared = sharedShare(one.terms, new Set(termsOf(b.text.slice(0, LOOKED_AT))))
  if (shared < threshold && !isNear(one, b.text, threshold, meaning, shared)) return false
  return differingValues(a.text, b.text).length === 0
}

/** Words that have next to nothing in common are no duplicate, however near in meaning. */
const LEAST_SHARED = 0.5

function isNear(
  one: Kept,
  text: string,
  threshold: number,
  meaning: Meaning | undefined,
  shared: number,
): boolean {
  if (meaning === undefined || shared < LEAST_SHARED) return false
  one.vector ??= quantise(meaning(one.hit.document.text.slice(0, LOOKED_AT)))
  return likeness(one.vector, quantise(meaning(text.slice(0, LOOKED_AT)))) >= threshold
}

const lengthsDiffer = (a: string, b: string): boolean =>
  Math.min(a.length, b.length) < 0.5 * Math.max(a.length, b.length)

function sharedShare(a: ReadonlySet<string>, b: ReadonlySet<string>): number {
  let shared = 0
  for (const term of a) if (b.has(term)) shared++
  const all = a.size + b.size - shared
  return all === 0 ? 0 : shared / all
}
