import { z } from 'zod'
import {
  decisionSchema,
  fileNameSchema,
  findingSchema,
  indexSummarySchema,
  layoutSchema,
  reasonSchema,
  recallFigureSchema,
  rulesSchema,
  verdictSchema,
  withheldSchema,
} from '../src/plan/schema.ts'

const count = z.int().min(0)

const change = z
  .strictObject({
    file: fileNameSchema,
    kind: z.enum(['archive', 'write', 'append']),
    reason: reasonSchema,
    finding: z.string().exactOptional().meta({ description: 'The id of the finding that it follows from.' }),
    words: z.string().meta({ description: 'The reason as a person reads it.' }),
    result: z.enum(['planned', 'declined', 'done', 'changed-meanwhile', 'not-started', 'failed']),
    detail: z.string().exactOptional(),
    evidence: z.array(z.string()).meta({ description: 'How Dream knows, a line each.' }),
  })
  .meta({ id: 'change' })

const proposal = z
  .strictObject({
    id: z.string(),
    finding: findingSchema,
    words: z.string(),
    evidence: z.array(z.string()),
    because: z.string().meta({ description: 'Why it was not done alone.' }),
    confidence: z
      .enum(['sure', 'likely'])
      .exactOptional()
      .meta({ description: 'How likely a person is to agree that the memory should go.' }),
    decision: decisionSchema
      .exactOptional()
      .meta({ description: 'An earlier answer that ended when the file changed.' }),
    actions: count.meta({
      description: 'How many changes accepting it would make; 0 where only a person can.',
    }),
  })
  .meta({ id: 'waiting' })

const failure = z.strictObject({ kind: z.enum(['locked', 'failed', 'unfinished']), sentence: z.string() })

const folder = z
  .strictObject({
    label: z.string(),
    root: z.string(),
    layout: layoutSchema,
    run: z
      .string()
      .nullable()
      .meta({ description: 'What dream undo takes; null where nothing was recorded.' }),
    sentence: z.string().nullable(),
    index: indexSummarySchema,
    recall: recallFigureSchema.exactOptional(),
    changes: z
      .array(change)
      .meta({ description: 'In the order in which they are carried out, the index last.' }),
    proposals: z.array(proposal),
    withheld: z.array(withheldSchema),
    suspended: z.array(z.string()),
    verdicts: z.array(verdictSchema).meta({ description: 'Every memory exactly once.' }),
    findings: z.array(findingSchema),
    warnings: z.array(z.string()),
    subfolders: z.array(z.string()),
    salvaged: z.array(z.strictObject({ file: fileNameSchema, kept: z.string() })),
    failure: failure.nullable(),
  })
  .meta({ id: 'folderReport' })

/** A5. */
const sinceSchema = z
  .strictObject({ root: z.string(), skipped: count, updated: count, added: count, removed: count })
  .meta({ id: 'since' })

/** P4. */
const spentSchema = z
  .strictObject({
    role: z.string(),
    purpose: z.string(),
    model: z.string(),
    calls: count,
    inputTokens: count,
    outputTokens: count,
    cost: z.number().min(0).nullable().meta({ description: 'In US dollars; null where no price is known.' }),
  })
  .meta({ id: 'spent' })

/** What `--json` prints for a run. Within a version no key goes or changes its meaning. */
export const reportSchema = z
  .strictObject({
    format: z.literal('dream-report'),
    version: z.literal(1),
    exitCode: z.union([z.literal(0), z.literal(1), z.literal(2), z.literal(3), z.literal(4)]),
    mode: z.enum(['live', 'dry-run', 'check', 'plan', 'declined']),
    rules: rulesSchema,
    headline: z.string(),
    counts: z.strictObject({
      directories: count,
      files: count,
      stalePruned: count,
      duplicatesMerged: count,
      contradictionsResolved: count,
      expired: count,
      archivedOtherwise: count,
      vanished: count,
      partiallyStale: count,
      evergreen: count,
      surviving: count,
      indexesRebuilt: count,
    }),
    folders: z.array(folder),
    unreached: z
      .array(z.strictObject({ label: z.string(), root: z.string(), failure: failure.nullable() }))
      .meta({
        description: 'Folders that were found and could not be tended: another run is at work there.',
      }),
    missing: z.array(z.string()).meta({ description: 'Given paths that are not there.' }),
    since: z.array(sinceSchema).exactOptional().meta({
      description: 'What became of the memories since the last night, for each folder that was read.',
    }),
    unfinished: z.array(z.strictObject({ label: z.string(), run: z.string() })),
    notes: z.array(z.string()),
    seconds: z.number().min(0),
    spent: z
      .array(spentSchema)
      .exactOptional()
      .meta({ description: 'What asking models came to; absent where none was asked.' }),
  })
  .meta({ title: 'Dream report', description: 'One run of Dream, from plan to result.' })
