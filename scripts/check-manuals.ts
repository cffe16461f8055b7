import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { CHECKS } from '../src/checks/all.ts'

/** docs/checks.md, made from the opening comment of every check, in the order in which they run. */
export function checkManuals(root: string): string {
  const manuals = CHECKS.map(({ name }) =>
    openingComment(readFileSync(join(root, `src/checks/${name}.ts`), 'utf8')),
  )
  return [
    '# What Dream checks',
    '',
    'Made by `npm run docs` from the opening comments in `src/checks/`.',
    ...manuals,
    '',
  ]
    .join('\n')
    .replace(/\n{3,}/g, '\n\n')
}

function openingComment(source: string): string {
  const comment = /^\/\*\*\n([\s\S]*?)\n \*\//.exec(source)?.[1]
  if (comment === undefined) throw new Error('a check opens with a comment that is its manual')
  const lines = comment.split('\n').map(line => line.replace(/^ \* ?/, ''))
  return `\n${lines.join('\n').replace(/^# /, '## ')}`
}
