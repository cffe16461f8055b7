import { readFileSync, writeFileSync } from 'node:fs'
import { checkManuals } from './check-manuals.ts'
import { withConfigTable } from './config-table.ts'

writeFileSync('docs/checks.md', checkManuals('.'))
writeFileSync('docs/automatic.md', withConfigTable(readFileSync('docs/automatic.md', 'utf8')))
