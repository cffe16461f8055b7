import { addDays } from '../../src/languages/index.ts'
import { type Random, seededRandom } from '../random.ts'
import type { Lexicon } from './lexicon.ts'

/** A fact whose whole life is known. */
export interface Fact {
  readonly kind: 'habit' | 'decision' | 'correction' | 'person' | 'deadline' | 'change' | 'project' | 'once'
  /** A line that has all of these speaks of this fact. */
  readonly marks: readonly string[]
  /** From which night to which it should be in the snapshot; empty for what never should. */
  readonly lives: readonly { readonly from: string; readonly to: string }[]
  /** A line that has all of these is out of date from that night on. */
  readonly stale?: { readonly marks: readonly string[]; readonly from: string }
  /** The night on which something that had left comes back. */
  readonly returns?: string
}

export interface Quarter {
  readonly lexicon: Lexicon
  readonly facts: readonly Fact[]
  /** Oldest first. The review of a day's journal is in the night after it. */
  readonly journals: readonly { readonly day: string; readonly text: string }[]
}

const FIRST_DAY = '2026-01-05'
const NEVER = '9999-12-31'

interface Making {
  readonly lexicon: Lexicon
  readonly random: Random
  readonly days: number
  readonly said: Map<string, string[]>
  readonly facts: Fact[]
  readonly projects: string[]
  readonly people: string[]
}

/** A quarter of a simulated life: the same for the same seed. */
export function makeQuarter(lexicon: Lexicon, seed: string, days = 90): Quarter {
  const random = seededRandom(`${seed} ${lexicon.language}`)
  const making: Making = {
    lexicon,
    random,
    days,
    said: new Map(Array.from({ length: days }, (_, at) => [addDays(FIRST_DAY, at), []])),
    facts: [],
    projects: shuffled(lexicon.projects, random),
    people: shuffled(lexicon.people, random),
  }
  for (const habit of lexicon.habits) addHabit(making, habit)
  for (let at = 0; at < 9; at++) addOnce(making, 'decision', lexicon.decisions)
  for (let at = 0; at < 5; at++) addOnce(making, 'correction', lexicon.corrections)
  for (const template of lexicon.persons) addPerson(making, template)
  for (let at = 0; at < 8; at++) addDeadline(making)
  for (let at = 0; at < 12; at++) addChange(making, at)
  for (let at = 0; at < 12; at++) addProject(making, at)
  addNoise(making)
  return { lexicon, facts: making.facts, journals: journalsOf(making) }
}

function shuffled<Item>(items: readonly Item[], random: Random): Item[] {
  return items
    .map(item => ({ item, at: random.next() }))
    .sort((a, b) => a.at - b.at)
    .map(({ item }) => item)
}

function dayAt({ days }: Making, at: number): string {
  return addDays(FIRST_DAY, Math.min(at, days - 1))
}

/** The night after a day. */
const night = (day: string): string => addDays(day, 1)

function say({ said }: Making, day: string, text: string): void {
  said.get(day)?.push(text)
}

/** On several days, in other words each time: to be kept from the second on. */
function addHabit(making: Making, { marks, says }: Lexicon['habits'][number]): void {
  const { random, days, facts } = making
  const first = random.below(Math.floor(days * 0.6))
  const dates = [first, first + 2 + random.below(9), first + 14 + random.below(20)].filter(at => at < days)
  const order = shuffled(says, random)
  for (const [at, date] of dates.entries()) say(making, dayAt(making, date), order[at % order.length]!)
  const lives = dates.length < 2 ? [] : [{ from: night(dayAt(making, dates[1]!)), to: NEVER }]
  facts.push({ kind: 'habit', marks, lives })
}

/** Important, and said once. */
function addOnce(making: Making, kind: 'decision' | 'correction', templates: readonly string[]): void {
  const name = making.projects.pop()!
  const day = dayAt(making, making.random.below(making.days))
  say(making, day, making.random.pick(templates).replaceAll('{name}', name))
  making.facts.push({ kind, marks: [name], lives: [{ from: night(day), to: NEVER }] })
}

function addPerson(making: Making, template: string): void {
  const name = making.people.pop()!
  const day = dayAt(making, making.random.below(making.days))
  say(making, day, template.replaceAll('{name}', name))
  making.facts.push({ kind: 'person', marks: [name], lives: [{ from: night(day), to: NEVER }] })
}

/** Kept until its day has passed. */
function addDeadline(making: Making): void {
  const { random, lexicon } = making
  const name = making.projects.pop()!
  const day = dayAt(making, random.below(Math.floor(making.days * 0.7)))
  const due = addDays(day, 6 + random.below(25))
  const words = lexicon.months(Number(due.slice(5, 7)), Number(due.slice(8)))
  say(making, day, random.pick(lexicon.deadlines).replaceAll('{name}', name).replaceAll('{day}', words))
  making.facts.push({ kind: 'deadline', marks: [name], lives: [{ from: night(day), to: due }] })
}

/** Said twice with one value, then once with another: the newest counts. */
function addChange(making: Making, number: number): void {
  const { random, lexicon, days } = making
  const { values, first, later } = lexicon.changes[number % lexicon.changes.length]!
  const name = making.projects.pop()!
  const [a, b] = shuffled(values, random) as [string, string]
  const start = random.below(Math.floor(days * 0.5))
  const again = start + 2 + random.below(6)
  const turn = again + 4 + random.below(20)
  const fill = (text: string) => text.replaceAll('{name}', name).replaceAll('{a}', a).replaceAll('{b}', b)
  say(making, dayAt(making, start), fill(first[0]))
  say(making, dayAt(making, again), fill(first[1]))
  const changed = dayAt(making, turn)
  say(making, changed, fill(later))
  making.facts.push(
    {
      kind: 'change',
      marks: [name, a],
      lives: [{ from: night(dayAt(making, again)), to: changed }],
      stale: { marks: [name, a], from: night(changed) },
    },
    { kind: 'change', marks: [name, b], lives: [{ from: night(changed), to: NEVER }] },
  )
}

/** Begun, worked on, over; every second one comes back. */
function addProject(making: Making, number: number): void {
  const { random, lexicon, days } = making
  const [begin, goOn] = random.pick(lexicon.projectsBegin)
  const name = making.projects.pop()!
  const what = whatIn(begin)
  const fill = (text: string) => text.replaceAll('{name}', name).replaceAll('{what}', what)
  const start = random.below(Math.floor(days * 0.4))
  const again = start + 2 + random.below(5)
  const over = again + 5 + random.below(15)
  const back = over + 6 + random.below(12)
  const returns = number % 2 === 0 && back < days
  say(making, dayAt(making, start), fill(begin))
  say(making, dayAt(making, again), fill(goOn))
  say(making, dayAt(making, over), fill(random.pick(lexicon.projectsEnd)))
  if (returns) say(making, dayAt(making, back), fill(random.pick(lexicon.projectsReturn)))
  const lives = [{ from: night(dayAt(making, again)), to: dayAt(making, over) }]
  if (returns) lives.push({ from: night(dayAt(making, back)), to: NEVER })
  making.facts.push({
    kind: 'project',
    marks: [name],
    lives,
    ...(returns && { returns: night(dayAt(making, back)) }),
  })
}

/** The word behind the name: the prototype, the handbook, 原型机. */
function whatIn(begin: string): string {
  const found = /\{name\} (\w+)|\{name\}(原型机|手册|迁移工作|工作坊|调查|展览|小屋|树篱|壁画)/.exec(begin)!
  return found[1] ?? found[2]!
}

/** What never should be there: said once in passing, small talk, tool noise. */
function addNoise(making: Making): void {
  const { random, lexicon, days, facts } = making
  for (const day of making.said.keys()) {
    const lines = 20 + random.below(20)
    for (let at = 0; at < lines; at++) say(making, day, random.pick(lexicon.junk))
  }
  while (making.projects.length > 0) {
    const name = making.projects.pop()!
    say(making, dayAt(making, random.below(days)), random.pick(lexicon.once).replaceAll('{name}', name))
    facts.push({ kind: 'once', marks: [name], lives: [] })
  }
}

/** Journals as agents write them: headings, times, bullets, tasks, a paragraph. */
function journalsOf({ said, random, lexicon }: Making): Quarter['journals'] {
  return Array.from(said, ([day, lines]) => {
    const mixed = shuffled(lines, random)
    const parts = mixed.map((line, at) => {
      const hour = String(8 + Math.floor((at / mixed.length) * 12)).padStart(2, '0')
      const minute = String(random.below(60)).padStart(2, '0')
      const form = random.below(10)
      if (form < 6) return `- ${line}`
      if (form < 8) return `- ${hour}:${minute} - ${line}`
      return form < 9
        ? `* **${hour}:${minute}** — ${line}`
        : `\n${line}${/[.!?。！？]$/.test(line) ? '' : lexicon.language === 'en' ? '.' : '。'}\n`
    })
    const half = Math.ceil(parts.length / 2)
    const title = lexicon.language === 'en' ? ['Morning', 'Afternoon'] : ['上午', '下午']
    const text = [
      `# ${day}`,
      '',
      `## ${title[0]}`,
      '',
      ...parts.slice(0, half),
      '',
      `## ${title[1]}`,
      '',
      ...parts.slice(half),
      '',
    ]
    return { day, text: text.join('\n') }
  })
}
