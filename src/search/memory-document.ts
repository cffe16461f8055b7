import { dateOfDay, says } from '../languages/index.ts'
import { type Decay, type Memory, weightAfter } from '../model/index.ts'
import { firstHeadingOrSentence, textOf } from '../text/index.ts'
import { firstDay } from './dates.ts'
import type { RecallDocument } from './engine.ts'

export interface MemoryPlace {
  readonly root: string
  /** `rootId` of the folder. */
  readonly id: string
  readonly label: string
}

export type FeedbackDecay = Decay

const DAY_US = 86_400_000_000

/** A memory file as it is found. */
export function documentOfMemory(memory: Memory, { root, id, label }: MemoryPlace): RecallDocument {
  const { file, name, description, body, type = null } = memory
  return {
    id: `${id}/${file}`,
    engine: 'ccb',
    part: 'memory',
    root,
    file,
    source: `${label}/${file}`,
    title: name ?? file.replace(/\.md$/i, ''),
    description: description ?? firstHeadingOrSentence(body),
    text: body,
    type,
    layer: null,
    day: contentDay(memory) ?? dateOfDay(Math.floor(memory.modified / DAY_US)),
    supersededBy: supersededBy(memory),
    weight: 1,
  }
}

/** The day that a note gives itself: in its head, its name or its first lines. */
export function contentDay({ dated, file, name = '', body }: Memory): string | undefined {
  if (dated !== undefined) return dateOfDay(Math.floor(dated / DAY_US))
  return firstDay(file) ?? firstDay(name) ?? firstDay(body.slice(0, FIRST_LINES))
}

const FIRST_LINES = 200

const isReplaced = says(({ status }) => status?.replacedBy)

/** What a memory says took its place: a link in a line that says so. */
function supersededBy(memory: Memory): string | null {
  const { body, links } = memory
  if (links.length === 0 || !isReplaced(body)) return null
  const lines = textOf(memory).fileLines
  return links.find(({ line }) => isReplaced(lines[line - 1] ?? ''))?.target ?? null
}

/** M10: feedback that was long not confirmed weighs a little less. It breaks ties and nothing else. */
export function weightOf(
  { type, day }: Pick<RecallDocument, 'type' | 'day'>,
  today: string,
  decay: FeedbackDecay,
): number {
  if (type !== 'feedback' || day === null) return 1
  const age = (Date.parse(today) - Date.parse(day)) / 86_400_000
  return weightAfter(age, decay)
}
