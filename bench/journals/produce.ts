import { copyFileSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { openDream } from '../../src/commands/api.ts'
import { realClock } from '../../src/disk/lock.ts'
import type { Row } from './labels.ts'

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
  needed: readonly Row[],
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
  const { dream } = makers
  if (dream !== undefined && needed.length > 0) found.push(await answered(dream, workspace, journals, needed))
  const none = new Set<string>()
  return [
    ...found,
    { way: 'newest 15,000', summary: all.slice(-NEWEST), kept: none },
    { way: 'append everything', summary: all, kept: none },
    { way: 'owner', summary: readFileSync(join(workspace, 'MEMORY.md'), 'utf8'), kept: none },
  ]
}

/** A folder of its own, and Dream in it; `now` may move on. */
async function inWorkspace<T>(
  make: typeof openDream,
  now: () => number,
  work: (dream: ReturnType<typeof openDream>, root: string) => Promise<T>,
): Promise<T> {
  const top = mkdtempSync(join(tmpdir(), 'dream-bench-'))
  try {
    const root = join(top, 'workspace')
    mkdirSync(join(root, 'memory'), { recursive: true })
    mkdirSync(join(top, 'home'))
    const dream = make({
      cwd: root,
      home: join(top, 'home'),
      env: { PATH: '', TZ: 'UTC', XDG_STATE_HOME: join(top, 'state') },
      time: { clock: { ...realClock, now } },
    })
    await dream.journalInit({ yes: true })
    return await work(dream, root)
  } finally {
    rmSync(top, { recursive: true, force: true })
  }
}

const SIGNS = /^[\s>#*+-]+(?:\[[ xX]\]\s*)?|\*\*/g
const LONGEST = 380

/**
 * Brief and submit, with answers made from the labels: each needed fact is added in the words of the line that it was
 * found in, all else is left. What an agent could get through the same checks, not what one would.
 */
function answered(
  make: typeof openDream,
  workspace: string,
  journals: readonly string[],
  needed: readonly Row[],
): Promise<Produced> {
  const now = nightAfter(journals.at(-1)!)
  return inWorkspace(
    make,
    () => now,
    async (dream, root) => {
      for (const name of journals) copyFileSync(join(workspace, 'memory', name), join(root, 'memory', name))
      for (let part = 0; part < MOST_PARTS; part++) {
        const { brief } = await dream.brief({ kind: 'journal' })
        if (brief === undefined) break
        const days = [...JSON.stringify(brief).matchAll(/### (\d{4}-\d{2}-\d{2})/g)].map(([, day]) => day!)
        const adds = needed.flatMap(({ journal, line }) => {
          const day = PLAIN.exec(journal?.slice('memory/'.length) ?? '')?.[1]
          if (day === undefined || line === undefined || !days.includes(day)) return []
          const text = readFileSync(join(workspace, journal!), 'utf8').split('\n')[line - 1] ?? ''
          const said = text.replace(SIGNS, '').trim().slice(0, LONGEST)
          return [{ op: 'add', section: 'stable', text: said, sources: [`${day}:${line}`], reason: 'needed' }]
        })
        const rest = { op: 'ignore', sources: [...new Set(days)], reason: 'not needed' }
        const text = JSON.stringify({ brief: brief.id, operations: [...adds, rest] })
        await dream.submit({ text })
      }
      const summary = readFileSync(join(root, 'MEMORY.md'), 'utf8')
      return { way: 'brief, answered from the labels', summary, kept: new Set<string>() }
    },
  )
}

const MOST_PARTS = 40

/** `nights`: the journals that come before each review. */
async function distilled(
  way: string,
  make: typeof openDream,
  workspace: string,
  nights: readonly (readonly string[])[],
): Promise<Produced> {
  let now = nightAfter(nights[0]![0]!)
  return inWorkspace(
    make,
    () => now,
    async (dream, root) => {
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
    },
  )
}

/** Half past three of the night after a journal's day. */
const nightAfter = (name: string): number => Date.parse(`${PLAIN.exec(name)![1]}T03:30:00Z`) + 24 * 3_600_000
