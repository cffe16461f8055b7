import { writeFileSync } from 'node:fs'
import { SCHEMAS } from './schema-texts.ts'

// Writes `schema/` anew; run from the root of the repository.
for (const [name, text] of Object.entries(SCHEMAS)) writeFileSync(`schema/${name}`, text)
