import { z } from 'zod'
import {
  ANSWERS,
  asFileName,
  type FileName,
  type Finding,
  type Plan,
  type Reason,
  RULES,
} from '../model/index.ts'

/**
 * A plan read back from a file is a stranger's text: every object is closed, every name is one plain path segment,
 * and every list and string has an end. The limits are above anything that Dream itself writes.
 */
const LONGEST = { name: 255, path: 4_096, text: 64_000_000, list: 1_000_000, folders: 10_000 } as const

const line = z.string().max(LONGEST.text)
const path = z.string().min(1).max(LONGEST.path)
const many = <T extends z.ZodType>(item: T) => z.array(item).max(LONGEST.list)
const count = z.int().min(0)

/** JSON Schema sees the pattern; the check that decides is `asFileName`, the same as everywhere else. */
export const fileNameSchema = z
  .string()
  .min(1)
  .max(LONGEST.name)
  .regex(/^[^/\0]+$/)
  .refine(text => asFileName(text) !== undefined, 'must be a plain file name')
  .meta({ id: 'fileName' }) as unknown as z.ZodType<FileName>

const hash = z
  .string()
  .regex(/^[0-9a-f]{64}$/, 'must be a SHA-256 in lower-case hex')
  .meta({ id: 'hash' })

const pathFact = z
  .union([
    z.strictObject({ presence: z.literal('present'), at: line, how: z.enum(['exact', 'suffix', 'glob']) }),
    z.strictObject({
      presence: z.literal('missing'),
      why: z.literal('removed'),
      was: line,
      commit: line,
      date: line,
    }),
    z.strictObject({
      presence: z.literal('missing'),
      why: z.literal('renamed'),
      was: line,
      to: line,
      commit: line,
      date: line,
    }),
    z.strictObject({
      presence: z.literal('missing'),
      why: z.enum(['gone', 'never', 'out-of-scope', 'symbol']),
    }),
    z.strictObject({ presence: z.literal('unknown'), why: line }),
  ])
  .meta({ id: 'fact' })

const reference = z
  .discriminatedUnion('kind', [
    z.strictObject({
      kind: z.literal('path'),
      path: line,
      text: line,
      shape: z.enum(['file', 'bare', 'folder', 'home', 'absolute', 'placeholder']),
      line: count,
    }),
    z.strictObject({
      kind: z.literal('symbol'),
      text: line,
      words: many(line),
      strength: z.enum(['strong', 'weak']),
      line: count,
    }),
  ])
  .meta({ id: 'reference' })

const order = z
  .discriminatedUnion('known', [
    z.strictObject({ known: z.literal('by-clock'), clock: z.enum(['frontmatter', 'git', 'mtime']) }),
    z.strictObject({ known: z.literal('by-words'), words: line }),
    z.strictObject({ known: z.literal('no') }),
  ])
  .meta({ id: 'order' })

const seenBy = z
  .strictObject({ by: z.enum(['dream', 'git', 'look']), date: line, commit: line.exactOptional() })
  .meta({ id: 'witness' })

const source = z.enum(['observed', 'suggested'])

export const findingSchema: z.ZodType<Finding> = z
  .discriminatedUnion('kind', [
    z.strictObject({
      source,
      kind: z.enum(['fully-stale', 'mostly-stale', 'partially-stale']),
      file: fileNameSchema,
      missing: many(z.strictObject({ reference, fact: pathFact })),
      present: many(line),
    }),
    z.strictObject({
      source,
      kind: z.literal('renamed-path'),
      file: fileNameSchema,
      path: line,
      to: line,
      commit: line,
      date: line,
      line: count,
    }),
    z.strictObject({
      source,
      kind: z.literal('duplicate'),
      file: fileNameSchema,
      of: fileNameSchema,
      how: z.enum(['identical', 'overlap', 'contained']),
      overlap: z.number().min(0).max(1),
      order,
      unique: many(line),
      differing: many(line),
    }),
    z.strictObject({
      source,
      kind: z.literal('contradiction'),
      file: fileNameSchema,
      by: fileNameSchema,
      overlap: z.number().min(0).max(1),
      object: line,
      quote: line,
      byQuote: line,
      order,
    }),
    z.strictObject({
      source,
      kind: z.literal('promoted'),
      file: fileNameSchema,
      document: path,
      line: count,
      extent: z.enum(['whole', 'most', 'rule']),
      share: z.number().min(0).max(1),
      quote: line,
      documentQuote: line,
    }),
    z.strictObject({
      source,
      kind: z.literal('finished'),
      file: fileNameSchema,
      how: z.enum(['status', 'closing', 'items']),
      quote: line,
      line: count,
    }),
    z.strictObject({
      source,
      kind: z.literal('superseded'),
      file: fileNameSchema,
      by: fileNameSchema,
      words: line,
      order,
    }),
    z.strictObject({
      source,
      kind: z.literal('project-inactive'),
      file: fileNameSchema,
      last: line,
      what: z.enum(['commit', 'session', 'edit']),
    }),
    z.strictObject({
      source,
      kind: z.literal('taken-out-of-index'),
      file: fileNameSchema,
      seen: seenBy,
    }),
    z.strictObject({
      source,
      kind: z.literal('topic-cluster'),
      files: many(fileNameSchema),
      topic: many(line),
      into: fileNameSchema,
    }),
    z.strictObject({
      source,
      kind: z.literal('copy-elsewhere'),
      file: fileNameSchema,
      folder: path,
      other: fileNameSchema,
      how: z.enum(['identical', 'near']),
      share: z.number().min(0).max(1),
    }),
    z.strictObject({
      source,
      kind: z.literal('relative-date'),
      file: fileNameSchema,
      line: count,
      text: line,
      date: line,
      written: line,
      clock: z.enum(['frontmatter', 'git', 'mtime', 'name']),
    }),
    z.strictObject({
      source,
      kind: z.literal('secret'),
      file: fileNameSchema,
      line: count,
      what: line,
      masked: line,
    }),
    z.strictObject({ source, kind: z.literal('index-missing') }),
    z.strictObject({
      source,
      kind: z.literal('index-entry-gone'),
      line: count,
      target: line,
      text: line,
      proof: z.union([seenBy, z.literal('none')]).exactOptional(),
    }),
    z.strictObject({ source, kind: z.literal('index-entry-missing'), file: fileNameSchema }),
    z.strictObject({ source, kind: z.literal('index-line-long'), line: count, length: count }),
    z.strictObject({
      source,
      kind: z.literal('index-too-long'),
      lines: count,
      bytes: count,
      unseen: many(z.strictObject({ line: count, text: line })).exactOptional(),
    }),
    z.strictObject({ source, kind: z.literal('index-retired'), line: count, text: line }),
    z.strictObject({ source, kind: z.literal('index-not-utf8') }),
    z.strictObject({
      source,
      kind: z.literal('dangling-link'),
      file: fileNameSchema,
      target: line,
      text: line,
      line: count,
    }),
    z.strictObject({
      source,
      kind: z.literal('unreachable-resource'),
      file: fileNameSchema,
      url: line,
      line: count,
      why: line,
    }),
    z.strictObject({
      source,
      kind: z.literal('oddity'),
      name: line,
      oddity: z.enum([
        'unreadable',
        'not-utf8',
        'too-large',
        'symlink',
        'not-a-file',
        'dated-name',
        'odd-name',
        'name-twin',
        'frontmatter-unreadable',
        'frontmatter-too-large',
      ]),
      detail: line,
    }),
  ])
  .meta({ id: 'finding' })

export const reasonSchema: z.ZodType<Reason> = z
  .discriminatedUnion('why', [
    z.strictObject({ why: z.literal('fully-stale'), missing: many(line) }),
    z.strictObject({ why: z.literal('duplicate'), of: fileNameSchema }),
    z.strictObject({ why: z.literal('contradicted'), by: fileNameSchema }),
    z.strictObject({ why: z.literal('promoted'), to: path }),
    z.strictObject({ why: z.literal('finished') }),
    z.strictObject({ why: z.literal('superseded'), by: fileNameSchema }),
    z.strictObject({ why: z.literal('project-inactive') }),
    z.strictObject({ why: z.literal('taken-out-of-index') }),
    z.strictObject({ why: z.literal('mostly-stale'), missing: many(line) }),
    z.strictObject({ why: z.literal('clustered'), into: fileNameSchema }),
    z.strictObject({ why: z.literal('drafted'), from: many(fileNameSchema) }),
    z.strictObject({ why: z.literal('copied'), folder: path, other: fileNameSchema }),
    z.strictObject({ why: z.literal('merge'), from: fileNameSchema }),
    z.strictObject({ why: z.literal('index') }),
    z.strictObject({ why: z.literal('links-repaired'), targets: many(fileNameSchema) }),
    z.strictObject({ why: z.literal('undo'), run: line }),
    z.strictObject({ why: z.enum(['remembered', 'forgotten', 'restored', 'reviewed', 'updated', 'agent']) }),
  ])
  .meta({ id: 'reason' })

const piece = z.strictObject({
  text: line,
  unlessDone: fileNameSchema.exactOptional(),
  onlyIfDone: fileNameSchema.exactOptional(),
})

const actionBase = { file: fileNameSchema, reason: reasonSchema, needs: many(fileNameSchema) }

const action = z
  .discriminatedUnion('kind', [
    z.strictObject({ ...actionBase, kind: z.literal('archive'), expect: hash }),
    z.strictObject({
      ...actionBase,
      kind: z.literal('write'),
      expect: z.union([hash, z.literal('absent')]),
      pieces: many(piece),
    }),
    z.strictObject({
      ...actionBase,
      kind: z.literal('append'),
      expect: hash,
      expectLength: count,
      text: line,
    }),
  ])
  .meta({ id: 'action' })

export const verdictSchema = z
  .strictObject({
    file: fileNameSchema,
    class: z.enum(['fresh', 'partially-stale', 'fully-stale', 'evergreen', 'unverified']),
    fate: z.enum(['stays', 'goes']),
    because: line,
    weight: z.number().min(0).max(1).exactOptional().meta({ description: 'Of feedback; absent: 1.' }),
  })
  .meta({ id: 'verdict' })

export const withheldSchema = z
  .strictObject({
    breaker: z.enum([
      'large',
      'last-memory',
      'halved-file',
      'failed-listing',
      'wrong-root',
      'unclear-layout',
      'unfindable',
    ]),
    files: many(fileNameSchema),
    sentence: line,
  })
  .meta({ id: 'withheld' })

export const layoutSchema = z.enum(['index', 'journal', 'unclear'])

export const indexSummarySchema = z.strictObject({
  step: z.enum(['none', 'edit', 'rebuild', 'create']),
  removed: count,
  added: count.exactOptional(),
  remaining: count,
  lines: many(
    z.strictObject({
      change: z.enum(['added', 'removed']),
      line: count,
      text: line,
      unseen: z.literal(true).exactOptional(),
    }),
  )
    .exactOptional()
    .meta({ description: 'Every line that comes or goes; absent where the index is made anew.' }),
})

export const recallFigureSchema = z
  .strictObject({ asked: count, before: count, after: count, kept: many(fileNameSchema) })
  .meta({ description: 'Questions made from the memories, answered now and after the plan.' })

export const decisionSchema = z.strictObject({
  key: line,
  id: line,
  answer: z.enum(ANSWERS),
  at: line,
})

const proposal = z.strictObject({
  key: line,
  id: line,
  finding: findingSchema,
  actions: many(action),
  because: line,
  confidence: z.enum(['sure', 'likely']).exactOptional(),
  decision: decisionSchema.exactOptional(),
})

const folder = z
  .strictObject({
    root: path,
    label: path,
    layout: layoutSchema,
    actions: many(action),
    proposals: many(proposal),
    answered: many(proposal),
    withheld: many(withheldSchema),
    suspended: many(line),
    verdicts: many(verdictSchema),
    findings: many(findingSchema),
    warnings: many(line),
    subfolders: many(line),
    index: indexSummarySchema,
    recall: recallFigureSchema.exactOptional(),
  })
  .meta({ id: 'folderPlan' })

export const rulesSchema = z.enum(RULES)

/** The file that `dream plan -o` writes and `dream apply` reads (D19). */
export const planSchema: z.ZodType<Plan> = z
  .strictObject({
    format: z.literal('dream-plan'),
    version: z.literal(1),
    rules: rulesSchema,
    folders: z.array(folder).max(LONGEST.folders),
  })
  .meta({
    title: 'Dream plan',
    description: 'What a run would change in memory folders, and what stays and why.',
  })
