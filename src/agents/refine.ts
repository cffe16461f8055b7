import { isUntrusted, type MemoryType, type Origin, optionsArgument } from '../model/index.ts'
import { type Model, NOTHING_SPENT, type Spent } from '../models/index.ts'
import type { RawMemory } from './draft.ts'
import { type RawText, rawOf } from './raw-text.ts'
import { refineByModel } from './refine-model.ts'
import { type Refined, refineByRules, saidBy } from './refine-rules.ts'

/** A memory that is ready to be written. */
export interface RefinedMemory extends Refined {
  readonly type: MemoryType
  readonly origin: Origin
  /** What, why and how to apply, with the words that were said: the body of the memory's file. */
  readonly content: string
  readonly raw: RawMemory
  readonly by: 'rules' | 'model'
  /** Why a model's version was not taken. */
  readonly refused?: string
  readonly spent: Spent
}

export interface RefinerOptions {
  readonly model?: Model
  /** Milliseconds since 1970: the day of words that tell none. */
  readonly now?: () => number
}

/** M12: name, one-sentence description, What / Why / How to apply, days as dates, no filler and nothing twice. */
export class RefinerAgent {
  constructor(private readonly options: RefinerOptions = {}) {
    optionsArgument('new RefinerAgent(options)', options)
  }

  async refine(given: RawMemory | RawText): Promise<RefinedMemory> {
    const raw = rawOf(given, this.options.now ?? Date.now)
    const rules = refineByRules(raw)
    const { model } = this.options
    // What nobody vouches for stays a quotation: no model makes sentences of it.
    if (model === undefined || isUntrusted(raw.origin)) return written(raw, rules, 'rules', NOTHING_SPENT)
    const { refined, refused, spent } = await refineByModel(model, raw, rules)
    if (refined !== undefined) return written(raw, refined, 'model', spent)
    return { ...written(raw, rules, 'rules', spent), ...(refused !== undefined && { refused }) }
  }
}

function written(raw: RawMemory, refined: Refined, by: RefinedMemory['by'], spent: Spent): RefinedMemory {
  const { type, origin } = raw
  const isQuoted = isUntrusted(origin)
  const name = isQuoted ? `Quoted: ${refined.name}` : refined.name
  return { ...refined, name, type, origin, content: contentOf(raw, refined), raw, by, spent }
}

/** Text of low trust is quoted data: it stands behind a mark in every line, and nothing is said in its name. */
function contentOf(raw: RawMemory, { what, why, howToApply }: Refined): string {
  const source = `${saidBy(raw)}\n\n> ${raw.quote.replace(/\s+/g, ' ')}`
  const parts = isUntrusted(raw.origin)
    ? [source, `**How to apply:** ${howToApply}`]
    : [`**What:** ${what}`, `**Why:** ${why}`, `**How to apply:** ${howToApply}`, source]
  return `${parts.join('\n\n')}\n`
}

/** The whole file, with the label that our code gives it. */
export function memoryText({ name, description, type, origin, content, raw }: RefinedMemory): string {
  const { at, session } = raw.said
  const lines = [
    `name: ${JSON.stringify(name)}`,
    `description: ${JSON.stringify(isUntrusted(origin) ? `Quotation of ${origin} origin` : description)}`,
    'metadata:',
    '  node_type: memory',
    `  type: ${type}`,
    `  dream_origin: ${origin}`,
    ...(session === undefined ? [] : [`  originSessionId: ${JSON.stringify(session)}`]),
    ...(at === undefined ? [] : [`  modified: ${new Date(at).toISOString()}`]),
  ]
  return `---\n${lines.join('\n')}\n---\n\n${content}`
}
