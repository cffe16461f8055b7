import { layoutOf, newRunId, storeContext } from '../app/index.ts'
import { withRetries } from '../database/index.ts'
import { say } from '../languages/index.ts'
import {
  type Action,
  asFileName,
  DEFAULT_POLICY,
  DreamError,
  type Folder,
  INDEX_FILE,
  isWhole,
  type Memory,
} from '../model/index.ts'
import { newMemoryActions } from '../plan/index.ts'
import { type RecordRow, writeRecords } from '../search/index.ts'
import { readFolder } from '../sources/index.ts'
import { commit } from '../store/index.ts'
import { findSecrets, isOrder, newNameFault } from '../text/index.ts'
import { arbitrate, memoryDocument } from '../vault/index.ts'
import { exchangeItems } from './items.ts'
import { noteMetric } from './metrics.ts'
import { agentOf, type Share, type TeamPlace } from './place.ts'
import {
  type Agreed,
  emptyState,
  keepShareState,
  readShareState,
  type ShareState,
  type Waiting,
} from './state.ts'

/** What one exchange with the team did. */
export interface Mirrored {
  readonly scope: string
  readonly root: string
  readonly label: string
  readonly sent: readonly string[]
  readonly received: readonly string[]
  readonly waiting: readonly Waiting[]
  /** Removed here, and proposed to the others. */
  readonly proposed: readonly string[]
  readonly purged: readonly string[]
  readonly run?: string
  readonly notes: readonly string[]
}

interface Remote {
  readonly id: string
  readonly version: number
  readonly seq: number
  readonly state: 'live' | 'archived' | 'purged'
  readonly hash: string
  readonly text: string
  readonly layer: string | null
  readonly machine: string
  readonly agent: string
  readonly written: string
}

/**
 * Brings a shared folder and the team together. Each step bears being done twice: what was sent is `same` the second time,
 * what was written here has the team's hash already. So whatever breaks, the next exchange goes on.
 */
export async function mirror(place: TeamPlace, share: Share): Promise<Mirrored> {
  const { where, team } = place
  const { root, label } = share.folder
  const known = readShareState(where, root)
  const isSame = known?.team === team && known.scope === share.scope
  let state = isSame ? known : emptyState(team, share.scope)
  const notes: string[] = []
  const first = readShared(place, share)
  if (typeof first === 'string') return { ...nothing(share), notes: [first] }
  state = await sendPending(place, share, state)
  const arrived = await receive(place, share, first, state, notes)
  state = arrived.state
  await keepShareState(where, root, state)
  const now = readShared(place, share)
  if (typeof now === 'string') return { ...nothing(share), notes: [now] }
  const sent = await send(place, share, now, state, notes)
  state = sent.state
  const { state: last, proposed } = await exchangeItems(place, share, now, state, notes)
  await keepShareState(where, root, last)
  if (sent.files.length > 0) await noteMetric(place, 'sent', sent.files.length)
  if (arrived.files.length > 0) await noteMetric(place, 'received', arrived.files.length)
  return {
    scope: share.scope,
    root,
    label,
    sent: sent.files,
    received: arrived.files,
    waiting: last.waiting,
    proposed,
    purged: last.waiting.filter(({ kind }) => kind === 'purged').map(({ file }) => file),
    ...(arrived.run !== undefined && { run: arrived.run }),
    notes,
  }
}

const nothing = ({ scope, folder: { root, label } }: Share): Mirrored => ({
  scope,
  root,
  label,
  sent: [],
  received: [],
  waiting: [],
  proposed: [],
  purged: [],
  notes: [],
})

/** The folder as it is now, or why it takes no part. */
function readShared({ where }: TeamPlace, { folder }: Share): Folder | string {
  const read = readFolder(folder, layoutOf(where))
  if (read.layout !== 'index') return say().team.onlyNotes(folder.label)
  return read.listing.state === 'failed' ? say().vault.cannotList(folder.label, read.listing.why) : read
}

async function sendPending(
  { database, machine }: TeamPlace,
  { scope }: Share,
  state: ShareState,
): Promise<ShareState> {
  for (const { what, file, item } of state.pending)
    await withRetries(() =>
      database.transaction(async ({ query }) => {
        if (what !== 'decided')
          await query('select dream.retire($1, $2, $3, $4)', [
            scope,
            file,
            what === 'purge' ? 'purged' : 'archived',
            machine,
          ])
        if (item !== undefined)
          await query(
            'update dream.items set decision = $3, decided_by = $4, decided_at = now() where scope = $1 and key = $2 and decision is null',
            [scope, item, what === 'removed' ? 'accepted' : 'settled', machine],
          )
      }),
    )
  return { ...state, pending: [] }
}

type Verdict = 'known' | 'take' | 'keep-ours' | 'leave' | 'block' | Waiting['kind']

/** What to do about a change of the team, given what lies here and what both agreed on last. */
function verdictOn(remote: Remote, local: Memory | undefined, agreed: Agreed | undefined): Verdict {
  if (remote.state === 'purged') return local === undefined ? 'block' : 'purged'
  if (remote.state === 'archived') return local === undefined ? 'leave' : 'removal'
  if (local?.hash === remote.hash) return 'known'
  if (local === undefined) return agreed === undefined ? arrival(remote) : 'leave'
  if (agreed?.hash === local.hash) return arrival(remote)
  const layer = /^L[1-5]$/.test(remote.layer ?? '') ? (remote.layer as 'L3') : 'L3'
  const winner = arbitrate(local, { layer })
  if (winner === 'manual-review') return 'conflict'
  return winner === 'ccb-wins' ? 'keep-ours' : arrival(remote)
}

/** An instruction from elsewhere speaks to every agent that loads it: a person looks first. */
const arrival = ({ text }: Remote): Verdict =>
  text.split('\n').some(line => isOrder(line)) ? 'incoming' : 'take'

async function receive(
  { where, database }: TeamPlace,
  { scope, folder: { root, label } }: Share,
  folder: Folder,
  before: ShareState,
  notes: string[],
) {
  const changes = await withRetries(() =>
    database.query<Remote>(
      `select id, version, seq::int as seq, state, hash, text, layer, machine, agent, written::text as written
       from dream.records where scope = $1 and seq > $2 order by seq`,
      [scope, before.seq],
    ),
  )
  const agreed: Record<string, Agreed> = { ...before.agreed }
  const waiting = new Map(before.waiting.filter(one => isStillOpen(one, folder)).map(one => [one.file, one]))
  const memories = new Map<string, Memory>(folder.memories.map(memory => [memory.file, memory]))
  const taken: Remote[] = []
  const others = (file: string) => [...memories.keys()].filter(name => name !== file)
  for (const remote of changes) {
    const file = asFileName(remote.id)
    if (file === undefined || file === INDEX_FILE || newNameFault(file, others(file)) !== undefined) {
      notes.push(say().team.badNote(remote.id))
      continue
    }
    const { hash, version } = remote
    // Our own change, come back.
    if (remote.state === 'live' && agreed[file]?.version === version) continue
    waiting.delete(file)
    const verdict = verdictOn(remote, memories.get(file), agreed[file])
    if (verdict === 'known' || verdict === 'keep-ours') agreed[file] = { hash, version }
    else if (verdict === 'take') taken.push(remote)
    else if (verdict === 'leave') agreed[file] = { hash, version, left: 'gone' }
    else if (verdict === 'block') agreed[file] = { hash: '', version, left: 'blocked' }
    else waiting.set(file, { ...remote, file, kind: verdict, version })
    if (verdict === 'purged') agreed[file] = { hash: '', version, left: 'blocked' }
  }
  const actions = actionsFor(folder, taken)
  const last = changes.at(-1)?.seq ?? before.seq
  const run = newRunId(storeContext(where).clock.now())
  const outcome =
    actions.length === 0
      ? undefined
      : await commit(storeContext(where), { root, label, actions, run, command: 'team' })
  if (outcome?.failure !== undefined) throw new DreamError(`${label}: ${outcome.failure.sentence}`, 1)
  const done = new Set(
    outcome?.outcomes.filter(({ result }) => result === 'done').map(({ action }) => String(action.file)),
  )
  for (const { id, hash, version } of taken) if (done.has(id)) agreed[id] = { hash, version }
  const failed = taken.filter(({ id }) => !done.has(id))
  for (const { id } of failed) notes.push(say().team.notTaken(id))
  // What could not be written is asked for again the next time.
  const seq = Math.min(last, ...failed.map(one => one.seq - 1))
  const state: ShareState = { ...before, seq, agreed, waiting: [...waiting.values()] }
  return {
    state,
    files: taken.filter(({ id }) => done.has(id)).map(({ id }) => id),
    ...(done.size > 0 && { run }),
  }
}

/** What a person settled by hand asks no more. */
function isStillOpen({ kind, file, hash }: Waiting, { memories }: Folder): boolean {
  const local = memories.find(memory => memory.file === file)
  if (kind === 'incoming') return local?.hash !== hash
  return local !== undefined && !(kind === 'conflict' && local.hash === hash)
}

function actionsFor(folder: Folder, taken: readonly Remote[]): Action[] {
  const there = new Map<string, Memory>(folder.memories.map(memory => [memory.file, memory]))
  const reason = { why: 'shared' } as const
  const changed = taken.flatMap(({ id, text }): Action[] => {
    const local = there.get(id)
    if (local === undefined) return []
    return [{ kind: 'write', file: local.file, expect: local.hash, pieces: [{ text }], reason, needs: [] }]
  })
  const fresh = taken
    .filter(({ id }) => !there.has(id))
    .map(({ id, text }) => ({ file: asFileName(id)!, text }))
  return [...changed, ...newMemoryActions(folder, fresh, DEFAULT_POLICY, reason)]
}

async function send(
  place: TeamPlace,
  { scope, folder: { root } }: Share,
  folder: Folder,
  before: ShareState,
  notes: string[],
): Promise<{ readonly state: ShareState; readonly files: readonly string[] }> {
  const held = new Set(before.waiting.map(({ file }) => file))
  const agreed: Record<string, Agreed> = { ...before.agreed }
  const rows: RecordRow[] = []
  for (const memory of folder.memories) {
    const { file, hash, modified } = memory
    const last = agreed[file]
    if (held.has(file) || last?.left === 'blocked' || (last?.hash === hash && last.left === undefined))
      continue
    const why = whyNotShared(memory)
    if (why !== undefined) {
      notes.push(say().team.notSent(file, why))
      continue
    }
    const today = new Date(storeContext(place.where).clock.now()).toISOString().slice(0, 10)
    const own = memoryDocument(folder, memory, today)
    // The path and the label of a folder say things about its user: they stay.
    const document = { ...own, id: file, root: '', source: `${scope}/${file}` }
    const written = new Date(modified / 1000).toISOString()
    const text = memory.head + memory.body
    rows.push({ id: file, expected: last?.version ?? 0, hash, text, agent: agentOf(root), written, document })
  }
  const answers = await withRetries(() => writeRecords(place.database, { ...place, scope }, rows))
  const sent: string[] = []
  for (const { id, outcome, version } of answers) {
    const { hash } = rows.find(row => row.id === id)!
    if (outcome === 'written') sent.push(id)
    if (outcome === 'written' || outcome === 'same') agreed[id] = { hash, version }
    // Somebody was quicker: the next exchange sees what they wrote.
    if (outcome === 'conflict') notes.push(say().team.nextTime(id))
    if (outcome === 'purged') agreed[id] = { hash: '', version, left: 'blocked' }
  }
  return { state: { ...before, agreed }, files: sent }
}

function whyNotShared(memory: Memory): string | undefined {
  if (!isWhole(memory) || /\0|\p{Cs}/u.test(memory.head + memory.body)) return say().team.notText
  return findSecrets(memory.head + memory.body).length > 0 ? say().vault.looksSecret : undefined
}
