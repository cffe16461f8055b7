import { writeFileSync } from 'node:fs'
import { checkManuals } from './check-manuals.ts'

writeFileSync('docs/checks.md', checkManuals('.'))
