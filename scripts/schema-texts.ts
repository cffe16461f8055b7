import { z } from 'zod'
import { configJsonSchema } from '../src/config/editors.ts'
import { planSchema } from '../src/plan/schema.ts'
import { reportSchema } from './report-schema.ts'

/** The JSON Schemas in `schema/`, by file name. `npm run schemas` writes them; a test compares. */
export const SCHEMAS = {
  'config.schema.json': jsonText(configJsonSchema()),
  'plan.schema.json': schemaText(planSchema),
  'report.schema.json': schemaText(reportSchema),
}

function schemaText(schema: z.ZodType): string {
  return jsonText(z.toJSONSchema(schema))
}

function jsonText(schema: object): string {
  return `${JSON.stringify(schema, null, 2)}\n`
}
