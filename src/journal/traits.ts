import { namedDay, pattern, says, spelledDay } from '../languages/index.ts'

/**
 * What kind of statement a sentence is, by its cue words. Several may hold at once; which of them
 * counts is for the judge.
 */
export type Trait =
  | 'correction'
  | 'decision'
  | 'project'
  | 'deadline'
  | 'completion'
  | 'ending'
  | 'person'
  | 'preference'
  | 'change'
  /** Speaks of how things were. */
  | 'past'
  /** An idea, a wish, a maybe. */
  | 'tentative'

export interface Traits {
  readonly has: ReadonlySet<Trait>
  /** The day a deadline names. */
  readonly due?: string
}

const isFinished = says(({ cues }) => cues?.progress?.finished)
const CUES: Record<Exclude<Trait, 'deadline'>, (text: string) => boolean> = {
  correction: says(({ cues }) => cues?.correction?.inJournal),
  decision: says(({ cues }) => cues?.decision?.inJournal),
  project: says(({ cues }) => cues?.progress?.begun),
  completion: text => /✅|☑|✔/.test(text) || isFinished(text),
  ending: says(({ cues }) => cues?.progress?.ended),
  person: says(({ cues }) => cues?.person?.inJournal),
  preference: says(({ cues }) => cues?.preference?.inJournal),
  change: says(({ cues }) => cues?.progress?.changed),
  past: says(({ cues }) => cues?.progress?.past),
  tentative: says(({ cues }) => cues?.progress?.tentative),
}

/** With one of these any day counts, also a bare weekday. */
const isDeadline = says(({ cues }) => cues?.deadline?.inJournal)
/** With one of these a weekday has to be the next one, or the like: "the exam is next Tuesday". */
const isAppointment = says(({ cues }) => cues?.deadline?.appointment)

/** "Never on a Friday" names no day that could pass. */
const HABITUAL = pattern(({ dates }) => dates?.habit?.inJournal)
const WEEKDAY = pattern(({ dates }) => dates?.weekday, 'gi')
const BARE_WEEKDAY = pattern(({ dates }) => dates?.bareWeekday, 'gi')

const LONGEST = 1000

export function traitsOf(whole: string, today: string): Traits {
  const text = whole.slice(0, LONGEST)
  const has = new Set<Trait>()
  for (const [trait, isSaid] of Object.entries(CUES)) {
    if (isSaid(text)) has.add(trait as Trait)
  }
  const due = dueIn(text, today)
  if (due === undefined) return { has }
  has.add('deadline')
  return { has, due }
}

/** A day that is spelled out and still to come is reason enough. */
function dueIn(text: string, today: string): string | undefined {
  const habitual = HABITUAL.test(text)
  if (isDeadline(text)) return namedDay(habitual ? text.replace(WEEKDAY, '') : text, today)
  if (isAppointment(text) && !habitual) return namedDay(text.replace(BARE_WEEKDAY, ''), today)
  const spelled = spelledDay(text, today)
  return spelled !== undefined && spelled > today ? spelled : undefined
}
