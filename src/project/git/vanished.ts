import type { CacheFile } from '../../state/index.ts'
import type { Vanished } from '../project.ts'
import { fieldsOf, GitFailed } from './git.ts'
import type { GitHead } from './head.ts'

/** What HEAD's history took away. A long history takes seconds to read, and is the same as long as HEAD is. */
export function vanishedPaths(root: string, head: GitHead, cache?: CacheFile): Map<string, Vanished> {
  if (head.commit === '') return new Map()
  // Deepening a shallow clone changes its history and not its HEAD.
  const key = `${head.commit} ${head.shallow ? 'shallow' : 'whole'}`
  const known = load(cache, key)
  if (known !== undefined) return known
  const read = readLog(root)
  if (read.renames === 'all') cache?.store(Buffer.from(JSON.stringify([key, [...read.vanished]])))
  return read.vanished
}

function load(cache: CacheFile | undefined, key: string): Map<string, Vanished> | undefined {
  const bytes = cache?.load()
  if (bytes === undefined) return undefined
  const [of, entries] = JSON.parse(bytes.toString('utf8')) as [string, [string, Vanished][]]
  return of === key ? new Map(entries) : undefined
}

const LOG = [
  'log',
  '-z',
  '--no-ext-diff',
  '--no-textconv',
  '--diff-filter=DR',
  '--name-status',
  '--format=%x01%H %cs',
]

interface Log {
  readonly vanished: Map<string, Vanished>
  readonly renames: 'all' | 'exact'
}

/** One pass over the log. A partial clone has no contents to compare: there only exact renames are seen. */
function readLog(root: string): Log {
  try {
    return { vanished: parseLog(fieldsOf(root, [...LOG, '-M', 'HEAD'])), renames: 'all' }
  } catch (error) {
    if (!(error instanceof GitFailed)) throw error
    return { vanished: parseLog(fieldsOf(root, [...LOG, '-M100%', 'HEAD'])), renames: 'exact' }
  }
}

/** `\x01<hash> <date>`, then `D path` or `R<n> old new`, each a field. The newest commit that names a path wins. */
function parseLog(fields: readonly string[]): Map<string, Vanished> {
  const vanished = new Map<string, Vanished>()
  let by = { commit: '', date: '' }
  for (let at = 0; at < fields.length; ) {
    const field = (fields[at++] as string).trimStart()
    if (field.startsWith('\u0001')) {
      by = { commit: field.slice(1, 13), date: field.slice(field.indexOf(' ') + 1) }
      continue
    }
    const from = fields[at++] as string
    const to = field.startsWith('R') ? { to: fields[at++] as string } : {}
    if (!vanished.has(from)) vanished.set(from, { ...by, ...to })
  }
  return vanished
}
