import { readFileSync, writeFileSync } from 'node:fs'
import { checkManuals } from './check-manuals.ts'
import { withConfigTable } from './config-table.ts'
import { withApi } from './library-page.ts'

writeFileSync('docs/checks.md', checkManuals('.'))
writeFileSync('docs/configuration.md', withConfigTable(readFileSync('docs/configuration.md', 'utf8')))
writeFileSync('docs/library.md', await withApi(readFileSync('docs/library.md', 'utf8')))
