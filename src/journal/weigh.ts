import { says } from '../languages/index.ts'
import type { Entry } from './entry.ts'
import type { Section } from './sections.ts'
import { type Trait, type Traits, traitsOf } from './traits.ts'
import { isUnderRules, withoutSigns } from './worth.ts'

/** What an entry is, headings and tick marks included. */
export function weigh(entry: Entry): Traits {
  const own = traitsOf(entry.text, entry.date)
  const has = new Set(own.has)
  const heading = entry.headings.at(-1) ?? ''
  for (const [isSaid, trait] of HEADINGS) if (isSaid(heading)) has.add(trait)
  if (entry.task === 'done') has.add('completion')
  // A sign before a rule ticks nothing off.
  if (isUnderRules(entry) && !traitsOf(withoutSigns(entry.text), entry.date).has.has('completion'))
    has.delete('completion')
  // A box that is not ticked is a plan, whatever its words say.
  if (entry.task === 'open') has.delete('completion')
  return { ...own, has }
}

const HEADINGS: readonly (readonly [says: (heading: string) => boolean, Trait])[] = [
  [says(({ cues }) => cues?.decision?.inHeading), 'decision'],
  [says(({ cues }) => cues?.correction?.inHeading), 'correction'],
  [says(({ cues }) => cues?.person?.inHeading), 'person'],
  [says(({ cues }) => cues?.preference?.inHeading), 'preference'],
  [says(({ cues }) => cues?.progress?.inHeading), 'completion'],
]

/** J6: once is enough for these. */
const IMPORTANT = ['decision', 'correction', 'deadline', 'person'] as const

export function importantAs({ has }: Traits): (typeof IMPORTANT)[number] | undefined {
  if (has.has('tentative') || (has.has('past') && !has.has('correction'))) return undefined
  return IMPORTANT.find(trait => has.has(trait))
}

/** Where a statement belongs: what goes on, what lasts, who matters. */
export function sectionFor({ has }: Traits): Exclude<Section, 'dream'> {
  if (has.has('person') && !has.has('deadline')) return 'relations'
  if (has.has('correction') || has.has('preference')) return has.has('deadline') ? 'current' : 'stable'
  if (has.has('decision') || has.has('deadline') || has.has('project') || has.has('change')) return 'current'
  return 'stable'
}

export type Category =
  | 'decision'
  | 'correction'
  | 'deadline'
  | 'person'
  | 'project'
  | 'preference'
  | 'finished'
  | 'ended'
  | 'expired'
  | 'replaced'
  | 'compressed'
  | 'merged'
  | 're-emergence'
  | 'note'
