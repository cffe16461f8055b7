import { dirname, resolve } from 'node:path'
import type { Where } from '../app/index.ts'
import { DreamError } from '../model/index.ts'
import { tellError } from './errors.ts'
import type { Io } from './io.ts'

const USAGE = `usage: dream-tools --check-idle | --check-size | --hash TEXT | --atomic-write TARGET DRAFT
       | --ledger-append ID CATEGORY CONTENT [NOTE] | --ledger-search WORDS | --dedup-index URL-OR-HASH`

/** `dream-tools`: one word or number on stdout, for skill files that call the helper of the first design. */
export async function toolsMain(argv: readonly string[], io: Io): Promise<number> {
  try {
    const answer = await answerTo(argv, io)
    const { showLines } = await import('../text/text.ts')
    io.stdout.write(`${showLines(String(answer))}\n`)
    return 0
  } catch (error) {
    return tellError(error, argv, io)
  }
}

async function answerTo([flag, ...words]: readonly string[], io: Io): Promise<string | number> {
  const tools = await import('../journal/index.ts')
  const [first, second, third, fourth] = words
  const where = whereOf(io)
  if (flag === '--check-idle') return tools.checkIdle(where)
  if (flag === '--check-size') return tools.checkSize(where)
  if (flag === '--hash' && first !== undefined) return tools.shortHash(first)
  if (flag === '--dedup-index' && first !== undefined) return tools.dedupIndex(where, first)
  if (flag === '--ledger-search' && first !== undefined)
    return tools.ledgerSearch(where, words.join(' ')).join('\n')
  if (flag === '--atomic-write' && first !== undefined && second !== undefined)
    return tools.atomicWrite(whereOf(io, targetFolder(first, io)), resolve(io.cwd, second))
  if (flag === '--ledger-append' && first !== undefined && second !== undefined && third !== undefined)
    return tools.ledgerAppend(where, {
      id: first,
      category: second,
      content: third,
      ...(fourth !== undefined && { note: fourth }),
    })
  throw new DreamError(USAGE, 2)
}

/** The snapshot is the only file that is written like this. */
function targetFolder(target: string, io: Io): string {
  if (!/(?:^|\/)(?:MEMORY|memory)\.md$/.test(target))
    throw new DreamError(`${target} is not the snapshot: name MEMORY.md of a workspace`, 2)
  return dirname(resolve(io.cwd, target))
}

function whereOf({ cwd, home, env }: Io, folder?: string): Where {
  return { cwd, home, env: { ...env }, paths: folder === undefined ? [] : [folder], allProjects: false }
}
