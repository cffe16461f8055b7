import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { CHECKS } from '../src/checks/registry.ts'

/** docs/checks.md, made from the opening comment of every check, in the order in which they run. */
export function checkManuals(root: string): string {
  const manuals = CHECKS.map(({ name }) =>
    openingComment(readFileSync(join(root, `src/checks/${name}.ts`), 'utf8')),
  )
  return [
    '# What Dream checks',
    '',
    'Made by `npm run docs` from the opening comments in `src/checks/`.',
    ALONE,
    ...manuals,
    '',
  ]
    .join('\n')
    .replace(/\n{3,}/g, '\n\n')
}

/** Kept to one page. */
const ALONE = `
## What Dream does alone, and what it never does

This is \`careful\`, the default. \`propose\` does none of it alone; \`seed\` follows the letter of the first design.

| Dream does alone | on this proof |
| --- | --- |
| archives a note whose files are gone | git removed every path that it names, after the note was written; code or documents of the project |
| archives a copy | the same text, or nothing in it that the other does not say, and no differing value |
| archives a rule | a newer note negates the same sentence, and which is newer is known |
| archives a note that was promoted | all of it stands word for word in a document of the project |
| takes a link out of \`MEMORY.md\` | Dream archived the file, or git or an earlier look of Dream shows that it was here and left |
| writes a line into \`MEMORY.md\` | the note is there, trusted, and nobody took its line out before |
| repairs links to what it archives | one note took the other's place |

Never alone:

- It changes nothing where nobody is at a terminal and neither \`--yes\` nor \`--scheduled\` was given.
- It archives no note about you, no pinned one, no feedback and no rule for being stale; none of the last three days; none that
  names run-time state (logs, caches, data files, \`.env\`, build output), a path that git never knew or one outside the project;
  none that is as young as the removal or says itself that the thing is gone; nothing at all on staleness where there is no git.
- It archives nothing, and offers nothing for the archive, that another note or a document leads to and nothing takes the place of.
- It removes no index line without that proof, no line whole because one of its links is dead, and touches no index that says it
  is no longer in use. A line that is the only copy of a rule is offered as a note.
- It writes no line again that somebody took out; such a note is offered for the archive.
- It merges nothing. A merge is shown with its draft and its difference first; each line of the index stays and leads to the merged note.
- It acts on no opinion of a model, on no finished plan, no older version, no inactive project, no changed value.
- It archives no more than a tenth of a folder (or five files), never more than half, never the last note.

Every line of \`MEMORY.md\` that comes, goes or stands where no agent reads it is named in the report, in \`-v\` and in \`--json\`.
Everything can be taken back with \`dream undo\`.`

function openingComment(source: string): string {
  const comment = /^\/\*\*\n([\s\S]*?)\n \*\//.exec(source)?.[1]
  if (comment === undefined) throw new Error('a check opens with a comment that is its manual')
  const lines = comment.split('\n').map(line => line.replace(/^ \* ?/, ''))
  return `\n${lines.join('\n').replace(/^# /, '## ')}`
}
