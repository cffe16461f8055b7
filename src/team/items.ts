import type { Queries } from '../database/index.ts'
import { withRetries } from '../database/index.ts'
import { say } from '../languages/index.ts'
import type { Folder } from '../model/index.ts'
import { agentOf, type Share, type TeamPlace } from './place.ts'
import type { Agreed, ShareState, Waiting } from './state.ts'

/** Something that a person of the team decides, once for all. */
export interface SharedItem {
  readonly key: string
  readonly kind: 'conflict' | 'removal' | 'duplicate'
  readonly record: string
  readonly version: number
  readonly detail: Readonly<Record<string, unknown>>
}

/** Found again it is the same item: its key says what it is about. */
export async function offerItem(
  { query }: Queries,
  { team, machine }: Pick<TeamPlace, 'team' | 'machine'>,
  scope: string,
  agent: string,
  { key, kind, record, version, detail }: SharedItem,
): Promise<void> {
  await query(
    `insert into dream.items (team, scope, key, kind, record, version, detail, machine, agent)
     values ($1, $2, $3, $4, $5, $6, $7, $8, $9) on conflict do nothing`,
    [team, scope, key, kind, record, version, JSON.stringify(detail), machine, agent],
  )
}

interface Open extends SharedItem {
  readonly machine: string
  readonly agent: string
  readonly at: string
}

/**
 * Proposes what left this folder, withdraws what came back, makes conflicts known, and takes in what others propose. A
 * folder that lost everything at once proposes nothing: more likely a disk is missing.
 */
export async function exchangeItems(
  place: TeamPlace,
  { scope, folder: { root, label } }: Share,
  folder: Folder,
  before: ShareState,
  notes: string[],
): Promise<{ readonly state: ShareState; readonly proposed: readonly string[] }> {
  const { database, machine } = place
  const here = new Map<string, string>(folder.memories.map(({ file, hash }) => [file, hash]))
  const agreed: Record<string, Agreed> = { ...before.agreed }
  const left = Object.keys(agreed).filter(file => !here.has(file) && agreed[file]!.left === undefined)
  const isAll = left.length > 0 && here.size === 0
  if (isAll) notes.push(say().team.allGone(label))
  const proposed = isAll ? [] : left
  const conflicts = before.waiting.filter(({ kind }) => kind === 'conflict')
  await withRetries(() =>
    database.transaction(async queries => {
      const offer = (item: SharedItem) => offerItem(queries, place, scope, agentOf(root), item)
      for (const file of proposed) {
        const { version } = agreed[file]!
        await offer({ key: `removal ${file} ${version}`, kind: 'removal', record: file, version, detail: {} })
      }
      const keys = conflicts.map(({ file, version }) => `conflict ${file} ${version} ${machine}`)
      for (const [at, { file, version }] of conflicts.entries())
        await offer({ key: keys[at]!, kind: 'conflict', record: file, version, detail: {} })
      // What came back here, and conflicts that this machine settled.
      await queries.query(
        `update dream.items set decision = 'withdrawn', decided_by = $2, decided_at = now()
         where scope = $1 and machine = $2 and decision is null
           and ((kind = 'removal' and record = any($3)) or (kind = 'conflict' and key <> all($4)))`,
        [scope, machine, [...here.keys()], keys],
      )
    }),
  )
  for (const file of proposed) agreed[file] = { ...agreed[file]!, left: 'gone' }
  const open = await withRetries(() =>
    database.query<Open>(
      `select key, kind, record, version, detail, machine, agent, at::text as at from dream.items
       where scope = $1 and decision is null and machine <> $2 and kind <> 'conflict' order by key`,
      [scope, machine],
    ),
  )
  const own = before.waiting.filter(({ item }) => item === undefined)
  const taken = new Set(own.map(({ file }) => file))
  const asked = open.flatMap((item): Waiting[] => {
    const hash = here.get(item.record)
    // Whoever changed it since does not mean what was proposed.
    if (hash === undefined || taken.has(item.record) || hash !== agreed[item.record]?.hash) return []
    taken.add(item.record)
    const { kind, record: file, version, agent, at: written, key } = item
    return [
      {
        kind: kind as 'removal',
        file,
        version,
        machine: item.machine,
        agent,
        written,
        hash,
        text: '',
        item: key,
      },
    ]
  })
  return { state: { ...before, agreed, waiting: [...own, ...asked] }, proposed }
}
