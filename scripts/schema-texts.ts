import { z } from 'zod'
import { configSchema } from '../src/config/schema.ts'
import { planSchema } from '../src/plan/schema.ts'
import { reportSchema } from './report-schema.ts'

/** The JSON Schemas in `schema/`, by file name. `npm run schemas` writes them; a test compares. */
export const SCHEMAS = {
  'config.schema.json': schemaText(configSchema, 'input'),
  'plan.schema.json': schemaText(planSchema),
  'report.schema.json': schemaText(reportSchema),
}

/** `input`: as a person may write it, with the defaults left out. */
function schemaText(schema: z.ZodType, io: 'input' | 'output' = 'output'): string {
  return `${JSON.stringify(z.toJSONSchema(schema, { io }), null, 2)}\n`
}
