import { says } from '../languages/index.ts'
import type { Entry } from './entry.ts'
import type { Language } from './language.ts'
import type { Section } from './sections.ts'
import { type Trait, type Traits, traitsOf } from './traits.ts'

/** What an entry is, headings and tick marks included. */
export function weigh(entry: Entry): Traits {
  const own = traitsOf(entry.text, entry.date)
  const has = new Set(own.has)
  const heading = entry.headings.at(-1) ?? ''
  for (const [isSaid, trait] of HEADINGS) if (isSaid(heading)) has.add(trait)
  if (entry.task === 'done') has.add('completion')
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

const CHINESE: Record<Category, string> = {
  decision: '决策',
  correction: '纠正',
  deadline: '期限',
  person: '人物',
  project: '项目',
  preference: '偏好',
  finished: '完成',
  ended: '终止',
  expired: '过期',
  replaced: '取代',
  compressed: '压缩',
  merged: '合并',
  're-emergence': '重现',
  note: '记录',
}

export function categoryWord(category: string, language: Language): string {
  if (language === 'en') return category
  return Object.hasOwn(CHINESE, category) ? CHINESE[category as Category] : category
}
