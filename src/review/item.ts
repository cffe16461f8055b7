import { newRunId, storeContext, type Where } from '../app/index.ts'
import type {
  Action,
  Confidence,
  Decision,
  Finding,
  FolderOutcome,
  Origin,
  Question,
} from '../model/index.ts'
import { type FileChange, fileChanges } from '../plan/index.ts'
import { textAt } from '../sources/index.ts'
import { commit, type Lease } from '../store/index.ts'

/** Something that waits for a person, whoever found it. */
export interface ReviewItem extends Question {
  readonly producer: 'plan' | 'agent' | 'extract' | 'magma' | 'journal' | 'assistant' | 'team'
  readonly root: string
  readonly label: string
  /** What it is about: a memory, a plan, a line. */
  readonly subject: string
  /** What was seen. */
  readonly words: string
  readonly evidence: readonly string[]
  /** Why it was not done without a person. */
  readonly because: string
  /** Who said what it rests on; absent: Dream's own rules found it. */
  readonly origin?: Origin | 'model'
  /** How likely a person is to agree that a memory should go. */
  readonly confidence?: Confidence
  /** What accepting does; absent where a person has to choose, or to write the fix. */
  readonly accepting?: string
  /** Where a person has to say which: the value names what gives way. */
  readonly choices: readonly { readonly value: string; readonly label: string }[]
  /** What is spoken of, whole: first what would change or go. */
  readonly texts: readonly ReviewText[]
  /** The answer that holds, or the one that held until a file changed. */
  readonly decision?: Decision
  /** For programs: what a check found. */
  readonly finding?: Finding
}

export interface ReviewText {
  readonly file: string
  readonly text: string
}

/** What accepting an item comes to: shown first, then done. */
export interface Offer {
  readonly changes: readonly FileChange[]
  carryOut(lease: Lease): Promise<FolderOutcome>
}

/** One of those who leave something for a person to decide. */
export interface Producer {
  /** Also what was answered; of one folder where `root` is given. */
  list(root?: string): Promise<readonly ReviewItem[]>
  /** `choice` is one of the item's. */
  offer(item: ReviewItem, choice?: string): Promise<Offer>
  /** Takes a text of the item as the person left it; else it is a memory that is written. */
  edit?(item: ReviewItem, text: ReviewText): Promise<Offer>
}

export function offerOf(
  where: Where,
  { root, label }: Pick<ReviewItem, 'root' | 'label'>,
  actions: readonly Action[],
): Offer {
  const changes = fileChanges(actions, file => textAt(root, file)).map(change => {
    const { before: _, ...gone } = change
    // What goes is named; its text stands in the question.
    return change.kind === 'archive' ? gone : change
  })
  const order = { root, label, actions, run: newRunId(Date.now()), command: 'queue' }
  return { changes, carryOut: lease => commit(storeContext(where), { ...order, lease }) }
}
