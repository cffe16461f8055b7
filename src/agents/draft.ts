import type { MemoryType, Origin } from '../model/index.ts'
import type { Speaker, TranscriptTurn } from '../sources/index.ts'

/** Something that is worth keeping, as it was said. */
export interface RawMemory {
  /** The words that stand in the transcript, white space aside. */
  readonly quote: string
  /** What of them says it, without "remember that" and the like. */
  readonly text: string
  readonly type: MemoryType
  readonly kind: DraftKind
  /** Set by our code from who said it, never from what was said. */
  readonly origin: Origin
  /** The reason, in the speaker's own words. */
  readonly why?: string
  readonly said: SaidAt
  /** A program gave these words and nothing else: nobody knows who said them. */
  readonly by?: 'handed-over'
}

/** What made it worth keeping. `told`: a model pointed at it. */
export type DraftKind =
  | 'remember'
  | 'correction'
  | 'rule'
  | 'decision'
  | 'preference'
  | 'person'
  | 'deadline'
  | 'reference'
  | 'told'

export interface SaidAt {
  readonly speaker: Speaker
  readonly at?: string
  readonly session?: string
  readonly line: number
}

/** Looked like something to keep and is not kept, with the reason. */
export interface Dropped {
  readonly quote: string
  readonly why: string
  readonly by: 'rules' | 'model'
  readonly said?: SaidAt
}

export function saidAt({ speaker, at, session, line }: TranscriptTurn): SaidAt {
  return {
    speaker,
    ...(at !== undefined && { at }),
    ...(session !== undefined && { session }),
    line,
  }
}

/** A conversation as it comes from a transcript, or as plain text. */
export interface Dialogue {
  readonly turns?: Iterable<TranscriptTurn>
  /** Marks such as `User:` and `Assistant:` say who speaks; without one the user does. */
  readonly text?: string
  /** Whose words the text is, where its marks are not to be believed: `unknown` for what anyone can have written. */
  readonly origin?: Origin
  /** The day of the conversation, for turns that do not tell theirs. For a text, today where it is left out. */
  readonly at?: string
}
