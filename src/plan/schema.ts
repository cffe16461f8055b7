import { z } from 'zod'
import { CHECK_REASONS, fieldsOf, findingSchemaOf, LONGEST } from '../checks/index.ts'
import { ANSWERS, type Plan, RULES } from '../model/index.ts'

/** Loaded only to read a plan from a file, and to write the JSON Schemas. */
const fields = fieldsOf(z)
const { count, fileName: fileNameSchema, many, path, share, text } = fields

export { fileNameSchema }

const hash = z
  .string()
  .regex(/^[0-9a-f]{64}$/, 'must be a SHA-256 in lower-case hex')
  .meta({ id: 'hash' })

export const findingSchema = findingSchemaOf(fields)

/** Reasons that no check gives. */
const COMMON_REASONS = [
  'merge',
  'index',
  'links-repaired',
  'undo',
  'remembered',
  'forgotten',
  'restored',
  'reviewed',
  'updated',
  'agent',
]

export const reasonSchema = z
  .strictObject({
    why: z.enum([...CHECK_REASONS, ...COMMON_REASONS]),
    of: fileNameSchema.exactOptional(),
    by: fileNameSchema.exactOptional(),
    to: path.exactOptional(),
    into: fileNameSchema.exactOptional(),
    from: z.union([fileNameSchema, many(fileNameSchema)]).exactOptional(),
    missing: many(text).exactOptional(),
    targets: many(fileNameSchema).exactOptional(),
    folder: path.exactOptional(),
    other: fileNameSchema.exactOptional(),
    run: text.exactOptional(),
  })
  .meta({ id: 'reason' })

const piece = z.strictObject({
  text,
  unlessDone: fileNameSchema.exactOptional(),
  onlyIfDone: fileNameSchema.exactOptional(),
})

const actionBase = {
  file: fileNameSchema,
  reason: reasonSchema,
  finding: text.exactOptional().meta({ description: 'The id of the finding that it follows from.' }),
  needs: many(fileNameSchema),
}

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
      text,
    }),
  ])
  .meta({ id: 'action' })

export const verdictSchema = z
  .strictObject({
    file: fileNameSchema,
    class: z.enum(['fresh', 'partially-stale', 'fully-stale', 'evergreen', 'unverified']),
    fate: z.enum(['stays', 'goes']),
    because: text,
    weight: share.exactOptional().meta({ description: 'Of feedback; absent: 1.' }),
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
    sentence: text,
  })
  .meta({ id: 'withheld' })

export const layoutSchema = z.enum(['index', 'journal', 'unclear'])

export const indexSummarySchema = z.strictObject({
  step: z.enum(['none', 'edit', 'rebuild', 'create']),
  removed: count,
  added: count.exactOptional(),
  remaining: count,
  written: count.exactOptional(),
  lines: many(
    z.strictObject({
      change: z.enum(['added', 'removed']),
      line: count,
      text,
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
  key: text,
  id: text,
  answer: z.enum(ANSWERS),
  at: text,
})

const proposal = z.strictObject({
  key: text,
  id: text,
  finding: findingSchema,
  actions: many(action),
  because: text,
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
    suspended: many(text),
    verdicts: many(verdictSchema),
    findings: many(findingSchema),
    warnings: many(text),
    subfolders: many(text),
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
