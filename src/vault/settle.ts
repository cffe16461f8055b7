import { sha256 } from '../disk/index.ts'
import { type Action, type FolderOutcome, isLower, type Question, type Rules } from '../model/index.ts'
import { decisionsOf } from '../pipeline/index.ts'
import { questionStateOf } from '../plan/index.ts'
import { type Lease, rootId } from '../store/index.ts'
import type { MagmaAdapter } from './adapter.ts'
import { type Arbitration, arbitrate, type Conflict } from './conflicts.ts'
import { draftFor } from './drafts.ts'
import { draftOf } from './note.ts'
import { withBody } from './updated-text.ts'

/** A conflict that was settled, or why it was not. */
export interface Resolution {
  readonly file: string
  readonly record: string
  readonly strategy: Arbitration
  /** `proposed`: it waits for a person, because the rules ask for one. `answered`: a person said no to it. */
  readonly did: 'settled' | 'proposed' | 'queued' | 'answered' | 'changed-meanwhile' | 'failed'
  /** By which a person answers: `dream queue --accept ID`. */
  readonly id: string
  readonly detail?: string
  readonly run?: string
}

/** The question that a conflict is to a person, as decisions name it. */
export function conflictQuestion({ ccb, magma }: Conflict): Question {
  const key = `content-mismatch ${ccb.file} ${magma.id}`
  const id = sha256(`${key} ${ccb.hash} ${magma.hash}`).slice(0, 12)
  return { key, id }
}

/** One of several that make up a run, so that one undo takes all of them back. */
interface Turn {
  readonly run?: string
  readonly number?: number
}

/** Carries out what the arbiter says, as far as the rules let it. */
export class ConflictSettler {
  constructor(
    private readonly adapter: MagmaAdapter,
    private readonly rules: Rules,
  ) {}

  async settle(conflict: Conflict, turn: Turn = {}): Promise<Resolution> {
    const strategy = arbitrate(conflict.ccb, conflict.magma)
    const base = resolutionOf(conflict, strategy)
    if (
      questionStateOf(conflictQuestion(conflict), decisionsOf(this.adapter.where, conflict.root)).state ===
      'answered'
    )
      return { ...base, did: 'answered' }
    if (strategy === 'manual-review') return { ...base, did: 'queued' }
    // A note has no label of its own: it never displaces what the user is known to have said.
    const isLess = strategy === 'magma-wins' && isLower(undefined, conflict.ccb.origin)
    const isFree = (this.rules === 'seed' && !isLess) || (this.rules === 'careful' && strategy === 'ccb-wins')
    if (!isFree) return { ...base, did: 'proposed' }
    // In one run each transaction needs a name of its own.
    const { run, number = 1 } = turn
    const command = number === 1 ? 'check' : `check-${number}`
    const outcome = await writeConflict(this.adapter, conflict, strategy, { command, ...(run && { run }) })
    return { ...base, ...wordFor(outcome) }
  }
}

/** One side gives way to the other: both are written, or neither. */
export function writeConflict(
  adapter: MagmaAdapter,
  conflict: Conflict,
  strategy: Exclude<Arbitration, 'manual-review'>,
  how: { readonly command: string; readonly run?: string; readonly lease?: Lease },
): Promise<FolderOutcome> {
  const order = strategy === 'ccb-wins' ? takeFile(conflict) : takeNote(conflict)
  return adapter.write({ ...order, folder: { root: conflict.root, label: conflict.label }, ...how })
}

/** The text that would change, before and after. */
export function textThatGivesWay({ ccb, magma }: Conflict, strategy: Exclude<Arbitration, 'manual-review'>) {
  return strategy === 'ccb-wins'
    ? { file: magma.note, before: magma.text, after: ccb.body }
    : { file: ccb.file, before: ccb.head + ccb.body, after: withBody(ccb, magma.text) }
}

function resolutionOf(conflict: Conflict, strategy: Arbitration) {
  const { ccb, magma } = conflict
  return { file: ccb.file, record: magma.id, strategy, id: conflictQuestion(conflict).id }
}

function wordFor({ outcomes, failure, run }: FolderOutcome): Pick<Resolution, 'did' | 'detail' | 'run'> {
  if (failure !== undefined) return { did: 'failed', detail: failure.sentence }
  const missed = outcomes.find(outcome => outcome.result !== 'done')
  if (missed === undefined || !('detail' in missed))
    return { did: 'settled', ...(run !== undefined && { run }) }
  const did = outcomes.some(({ result }) => result === 'changed-meanwhile') ? 'changed-meanwhile' : 'failed'
  return { did, detail: missed.detail }
}

/** The note says what the file says. */
function takeFile({ ccb, magma, root, label }: Conflict) {
  const source = { folder: rootId(root), label, file: ccb.file, hash: ccb.hash }
  const draft = draftFor({ memory: ccb, root, label, layer: magma.layer }, source, magma)
  return { notes: [{ kind: 'write' as const, note: magma.note, before: magma, draft }] }
}

/** The file says what the note says, and the note knows that it does: both are written, or neither. */
function takeNote({ ccb, magma, root, label }: Conflict) {
  const text = withBody(ccb, magma.text)
  const source = { folder: rootId(root), label, file: ccb.file, hash: sha256(text) }
  const draft = { ...draftOf(magma), source, updated: new Date().toISOString(), version: magma.version + 1 }
  const action: Action = {
    kind: 'write',
    file: ccb.file,
    expect: ccb.hash,
    pieces: [{ text }],
    reason: { why: 'updated' },
    needs: [],
  }
  return {
    notes: [{ kind: 'write' as const, note: magma.note, before: magma, draft }],
    memories: [action],
  }
}
