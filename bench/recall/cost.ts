import { spawnSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { largeStore } from './large.ts'
import { wholeText } from './systems.ts'

export interface CostRow {
  readonly notes: number
  /** Medians in milliseconds; every command is a process of its own over a warm index. */
  readonly node: number
  readonly plain: number
  readonly why: number
}

const RUNS = 15

/** What a person waits for: `dream search` over so many notes, beside `node -e 0` on the same machine in turns. */
export function measureCost(notes: number, seed: string): CostRow {
  const top = mkdtempSync(join(tmpdir(), 'dream-bench-cost-'))
  try {
    const folder = join(top, 'project/.claude/memory')
    mkdirSync(folder, { recursive: true })
    const { documents, questions } = largeStore(notes, seed)
    for (const [at, document] of documents.entries())
      writeFileSync(join(folder, `note-${at}.md`), `${wholeText(document).trim()}\n`)
    const env = {
      ...process.env,
      HOME: top,
      XDG_STATE_HOME: join(top, 'state'),
      XDG_CACHE_HOME: join(top, 'cache'),
    }
    const run = (args: readonly string[]): number => {
      const start = performance.now()
      const { status, stderr } = spawnSync(process.execPath, args, { cwd: join(top, 'project'), env })
      if (status !== 0) throw new Error(`${args.join(' ')}: ${stderr.toString()}`)
      return performance.now() - start
    }
    const search = (query: string) =>
      run([join(process.cwd(), 'dist/bin.js'), 'search', query, '--folder', folder])
    // The first one reads and indexes everything; files written a moment ago are read a second time.
    for (const query of questions.slice(0, 2)) search(query)
    const times = questions.slice(2, 2 + RUNS).map(query => ({
      node: run(['-e', '0']),
      plain: search(query),
      why: search(`why ${query}`),
    }))
    const median = (of: (one: (typeof times)[number]) => number) =>
      times.map(of).sort((a, b) => a - b)[RUNS >> 1]!
    return {
      notes,
      node: median(({ node }) => node),
      plain: median(({ plain }) => plain),
      why: median(({ why }) => why),
    }
  } finally {
    rmSync(top, { recursive: true, force: true })
  }
}
