import { z } from 'zod'
import { planSchema } from '../src/plan/schema.ts'
import { reportSchema } from '../src/report/schema.ts'

/** The JSON Schemas in `schema/`, by file name. `npm run schemas` writes them; a test compares. */
export const SCHEMAS = {
  'plan.schema.json': schemaText(planSchema),
  'report.schema.json': schemaText(reportSchema),
}

function schemaText(schema: z.ZodType): string {
  return `${JSON.stringify(z.toJSONSchema(schema), null, 2)}\n`
}
