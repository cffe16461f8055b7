import { copyFileSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { openDream } from '../../src/commands/api.ts'
import { realClock } from '../../src/disk/lock.ts'

/** One way to a summary file, and what came of it. */
export interface Produced {
  readonly way: string
  readonly summary: string
  /** The lines of journals that were worth a line: `memory/2026-02-27.md:12`. */
  readonly kept: ReadonlySet<string>
}

const PLAIN = /^(\d{4}-\d{2}-\d{2})\.md$/
const NEWEST = 15_000

export async function summaries(
  workspace: string,
  makers: Readonly<Record<string, typeof openDream>>,
): Promise<Produced[]> {
  const journals = readdirSync(join(workspace, 'memory'))
    .filter(name => PLAIN.test(name))
    .sort()
  const texts = journals.map(name => readFileSync(join(workspace, 'memory', name), 'utf8'))
  const all = texts.join('\n')
  const found: Produced[] = []
  for (const [way, make] of Object.entries(makers)) {
    found.push(await distilled(way, make, workspace, [journals]))
    found.push(
      await distilled(
        `${way} nightly`,
        make,
        workspace,
        journals.map(name => [name]),
      ),
    )
  }
  const none = new Set<string>()
  return [
    ...found,
    { way: 'newest 15,000', summary: all.slice(-NEWEST), kept: none },
    { way: 'append everything', summary: all, kept: none },
    { way: 'owner', summary: readFileSync(join(workspace, 'MEMORY.md'), 'utf8'), kept: none },
  ]
}

/** `nights`: the journals that come before each review. */
async function distilled(
  way: string,
  make: typeof openDream,
  workspace: string,
  nights: readonly (readonly string[])[],
): Promise<Produced> {
  const top = mkdtempSync(join(tmpdir(), 'dream-bench-'))
  try {
    const root = join(top, 'workspace')
    mkdirSync(join(root, 'memory'), { recursive: true })
    mkdirSync(join(top, 'home'))
    let now = nightAfter(nights[0]![0]!)
    const dream = make({
      cwd: root,
      home: join(top, 'home'),
      env: { PATH: '', TZ: 'UTC', XDG_STATE_HOME: join(top, 'state') },
      time: { clock: { ...realClock, now: () => now } },
    })
    await dream.journalInit({ yes: true })
    const kept = new Set<string>()
    for (const names of nights) {
      for (const name of names) copyFileSync(join(workspace, 'memory', name), join(root, 'memory', name))
      now = nightAfter(names.at(-1)!)
      const { decisions, did, why } = await dream.journalReview({})
      if (did !== 'distilled' && did !== 'nothing-new') throw new Error(`${way}: ${did} ${why ?? ''}`)
      for (const { kind, reason, source } of decisions)
        if (kind !== 'ignored' || reason === 'already there')
          for (const at of source.split(', ')) kept.add(at)
    }
    return { way, summary: readFileSync(join(root, 'MEMORY.md'), 'utf8'), kept }
  } finally {
    rmSync(top, { recursive: true, force: true })
  }
}

/** Half past three of the night after a journal's day. */
const nightAfter = (name: string): number => Date.parse(`${PLAIN.exec(name)![1]}T03:30:00Z`) + 24 * 3_600_000
