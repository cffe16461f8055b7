import type { Where } from '../../app/index.ts'
import { type Language, say } from '../../languages/index.ts'
import type { Policy, SpentRow } from '../../model/index.ts'
import type { Schema } from './schema.ts'

/** A question that a model may answer, whichever: rules, a model by key, `claude -p`, or the agent that is already running. */
export interface Brief {
  readonly kind: BriefKind
  /** What it was made from is in it: an answer to what has changed since is refused. */
  readonly id: string
  /** From 1, of those that are open. */
  readonly part: number
  readonly parts: number
  readonly language: Language
  readonly root: string
  /** Our words: what is asked, how to judge, what the answer may be. */
  readonly instructions: string
  /** What others wrote, with line numbers, secrets hidden. */
  readonly data: string
  /** Of the answer. */
  readonly schema: Schema
  /** Characters of all of it. */
  readonly size: number
  readonly limits: Readonly<Record<string, number>>
  readonly made: readonly { readonly file: string; readonly hash: string }[]
}

export const BRIEF_KINDS = ['journal', 'notes'] as const
export type BriefKind = (typeof BRIEF_KINDS)[number]

export interface BriefRequest {
  readonly where: Where
  readonly policy: Policy
  /** What becomes of new notes. */
  readonly model: 'queue' | 'apply-additions'
  /** Else that of the journals or notes. */
  readonly language?: Language
  /** Options that lead another command to the same folders. */
  readonly place?: string
  readonly epochMs?: number
}

/** What became of one operation or verdict of an answer. */
export interface Settled {
  /** Its place in the answer, from 0. */
  readonly at: number
  /** `already`: it was done by an earlier answer, or stands there; nothing changes. */
  readonly result: 'accepted' | 'already' | 'refused'
  /** Where refused: what to do about it. */
  readonly why?: string
  /** Under which name it stands now: an entry of the summary file, an item of the queue. */
  readonly id?: string
  /** What comes near it and stays. */
  readonly near?: readonly string[]
}

export interface Submitted {
  readonly kind: BriefKind
  readonly brief: string
  readonly language: Language
  /**
   * - `closed`: nothing of this part is left to ask.
   * - `open`: some of it was refused or is missing; the same brief can be answered again.
   * - `refused`: the answer as a whole did not count; `why` says why. Nothing was changed.
   */
  readonly state: 'closed' | 'open' | 'refused'
  readonly why?: string
  readonly results: readonly Settled[]
  /** Days, notes or questions that the answer does not name. */
  readonly missing: readonly string[]
  /** Characters that are left, where there is a limit. */
  readonly left?: number
  /** What can be undone. */
  readonly run?: string
  /** Parts that are open now. */
  readonly parts: number
}

/** What came of the answers to one kind of brief, whoever gave them. */
export interface Submissions {
  readonly answers: readonly Submitted[]
  /** Where a model was asked and said nothing that counts. */
  readonly warnings: readonly string[]
  readonly spent: readonly SpentRow[]
}

/** Hosts cut longer output in silence. */
export const MOST_SHOWN = 30_000

/** Left for instructions and schema, so that where a part ends does not depend on the language. */
export const FIXED = 9_500

const schemaText = (schema: Schema): string => JSON.stringify(schema)

/** Everything that an agent reads. */
export const briefText = ({
  instructions,
  data,
  schema,
}: Pick<Brief, 'instructions' | 'data' | 'schema'>): string =>
  `${instructions}\n\n${data}\n\n## ${say().brief.schemaTitle}\n\n${schemaText(schema)}\n`

export const refusedWhole = (
  kind: BriefKind,
  brief: string,
  language: Language,
  why: string,
  parts: number,
): Submitted => ({ kind, brief, language, state: 'refused', why, results: [], missing: [], parts })
