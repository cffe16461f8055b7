import type { z as Zod } from 'zod'
import { asFileName, type FileName, type PathFact, type Reference } from '../model/index.ts'

/**
 * What the schemas of findings are made of. zod is handed in, so that a run that reads no plan from a file never loads it.
 *
 * A plan that is read back may come from anyone: every object is closed, every name is one plain path segment, and every
 * list and text has an end. The bounds are above anything that Dream itself writes.
 */
export const LONGEST = { name: 255, path: 4_096, text: 64_000_000, list: 1_000_000, folders: 10_000 } as const

export function fieldsOf(z: typeof Zod) {
  const text = z.string().max(LONGEST.text)
  const path = z.string().min(1).max(LONGEST.path)
  const count = z.int().min(0)
  const share = z.number().min(0).max(1)
  const many = <Item extends Zod.ZodType>(item: Item) => z.array(item).max(LONGEST.list)

  /** JSON Schema sees the pattern; the check that decides is `asFileName`, the same as everywhere else. */
  const fileName = z
    .string()
    .min(1)
    .max(LONGEST.name)
    .regex(/^[^/\0]+$/)
    .refine(name => asFileName(name) !== undefined, 'must be a plain file name')
    .meta({ id: 'fileName' }) as unknown as Zod.ZodType<FileName>

  const clock: Zod.ZodType<Clock> = z.enum(['frontmatter', 'git', 'mtime'])
  const order = z
    .discriminatedUnion('known', [
      z.strictObject({ known: z.literal('by-clock'), clock }),
      z.strictObject({ known: z.literal('by-words'), words: text }),
      z.strictObject({ known: z.literal('no') }),
    ])
    .meta({ id: 'order' })
  const seenBy = z
    .strictObject({ by: z.enum(['dream', 'git', 'look']), date: text, commit: text.exactOptional() })
    .meta({ id: 'witness' })
  return { z, text, path, count, share, many, fileName, order, seenBy, ...evidenceFields(z, text) }
}

/** What the project said about something that a memory names. */
function evidenceFields(z: typeof Zod, text: Zod.ZodString) {
  const missing = z.literal('missing')
  const commit = { was: text, commit: text, date: text }
  const fact: Zod.ZodType<PathFact | { presence: 'missing'; why: 'symbol' }> = z
    .union([
      z.strictObject({ presence: z.literal('present'), at: text, how: z.enum(['exact', 'suffix', 'glob']) }),
      z.strictObject({ presence: missing, why: z.literal('removed'), ...commit }),
      z.strictObject({ presence: missing, why: z.literal('renamed'), to: text, ...commit }),
      z.strictObject({ presence: missing, why: z.enum(['gone', 'never', 'out-of-scope', 'symbol']) }),
      z.strictObject({ presence: z.literal('unknown'), why: text }),
    ])
    .meta({ id: 'fact' })
  const line = z.int().min(0)
  const shape = z.enum(['file', 'bare', 'folder', 'home', 'absolute', 'placeholder'])
  const words = z.array(text).max(LONGEST.list)
  const strength = z.enum(['strong', 'weak'])
  const reference: Zod.ZodType<Reference> = z
    .discriminatedUnion('kind', [
      z.strictObject({ kind: z.literal('path'), path: text, text, shape, line }),
      z.strictObject({ kind: z.literal('symbol'), text, words, strength, line }),
    ])
    .meta({ id: 'reference' })
  return { missingReference: z.strictObject({ reference, fact }) }
}

export type Fields = ReturnType<typeof fieldsOf>

/** The type of what a schema reads, without a way to change it. */
type Output<Schema extends Zod.ZodType> = Frozen<Zod.output<Schema>>
export type Shape = Readonly<Record<string, Zod.ZodType>>
export type OutputOf<Own extends Shape> = [keyof Own] extends [never]
  ? unknown
  : Frozen<Zod.output<Zod.ZodObject<Own>>>

type Frozen<Value> = Value extends string | number | boolean | undefined
  ? Value
  : { readonly [Key in keyof Value]: Frozen<Value[Key]> }

export type Order = Output<Fields['order']>
export type MissingReference = Output<Fields['missingReference']>

export const CLOCKS = ['frontmatter', 'git', 'mtime'] as const

export type Clock = (typeof CLOCKS)[number]
