import type { Messages } from '../languages/index.ts'
import type {
  Confidence,
  FileName,
  FileText,
  Finding,
  IndexSummary,
  Memory,
  Policy,
  Reason,
  Rules,
  Snapshot,
} from '../model/index.ts'
import type { Fields, OutputOf, Shape } from './fields.ts'
import type { Protection } from './protections.ts'

/**
 * A check looks at what was read and says what is wrong. Whether to act is decided in plan/, by what its kinds of finding
 * declare. Its file opens with its manual.
 */
export interface Check<Kinds extends readonly AnyKind[] = readonly AnyKind[]> {
  /** Of its file. */
  readonly name: string
  /** The kinds of finding that this file declares. */
  readonly kinds: Kinds
  find(snapshot: Snapshot, rules: Rules): readonly Found<FindingOf<Kinds[number]>>[]
}

/** As a check returns it; `runChecks` gives it its id. What a model did not say was observed. */
export type Found<One extends Finding> = One extends Finding
  ? Omit<One, 'id' | 'source'> & Partial<Pick<One, 'source' | 'mention' | 'citedBy'>>
  : never

/** Everything about one kind of finding, from its fields to the words that a person reads. */
export interface Kind<One extends Finding> {
  readonly kind: string
  /** Its words in the language that is spoken: from the catalogues, where `say`, `evidence` and the others take theirs too. */
  words(messages: Messages): KindWords
  fields(fields: Fields): Shape
  /** The fields that tell one from another: its id, and the question that a person answers, are made of them. */
  readonly about: readonly (keyof One & string)[]
  /** The text that its id is made of, where that is not kind and `about`. */
  key?(finding: One): string
  /** The memories that it names; its `file`, unless it says otherwise. */
  files?(finding: One): readonly string[]
  /** What the report names it by: its `file`, else the index, unless it says otherwise. */
  subject?(finding: One): string
  /** It in one line, to stand behind its subject. */
  say(finding: One): string
  /** How we know: a line each. */
  evidence?(finding: One): readonly string[]
  /** Set where it can make a memory go. */
  readonly removal?: RemovalRules<One>
  /** What a person is asked, where that is no removal; nothing where there is nothing to ask. */
  offer?(finding: One, context: OfferContext): Offer<One> | undefined
  /** The reasons that its actions give; of a removal that says none of them, its title stands for its kind. */
  readonly reasons?: Readonly<Record<string, ReasonInfo>>
  /** Bringing the index up to date settles it. */
  readonly settledBy?: 'index'
  /** Whether the report tells it among what else was seen; a removal never is, anything else always unless it is settled. */
  isNote?(finding: One, index: { readonly isWritten: boolean; readonly step: IndexSummary['step'] }): boolean
  /** Several of them in one line. */
  digest?(findings: readonly One[]): string
  /** Its evidence is shown beside it even where the report is short. */
  readonly showsEvidence?: true
  /** The references that it misses: those of a flagged one have a table of their own in the report. */
  missing?(finding: One): readonly {
    readonly text: string
    readonly words: string
    /** The commit it went with. */
    readonly went?: string
  }[]
  readonly isFlagged?: true
  /** All of this kind are only mentioned; where some are, the check says so on the finding. */
  readonly isMention?: true
  /** The line of the index that it makes go. */
  indexLine?(finding: One): number
  /** How much a build makes of it; a remark, unless it says otherwise. */
  readonly level?: 'error' | 'warning'
  /** Where it stands in its file: its `line`, else the first one, unless it says otherwise. */
  places?(finding: One): readonly FindingPlace[]
}

/** A line of a file with what is wrong there. */
export interface FindingPlace {
  /** From 1. */
  readonly line: number
  readonly words: string
  /** What tells it from others of its kind in the same file, wherever its line moves to. */
  readonly about: string
}

/** What a person reads about a kind of finding. */
export interface KindWords {
  readonly title: string
  readonly meaning: string
  readonly whatNow: string
  /** What would make Dream look at it otherwise. */
  readonly wouldChange: string
}

/** How a finding makes a memory go. */
interface RemovalRules<One extends Finding> {
  /** Under `careful`: why a person must look, as a sentence; nothing where the evidence is a proof. */
  readonly needsReview: { readonly always: () => string } | NeedsReview<One>
  /** Why the memory goes, as a sentence. */
  because(finding: One): string
  /** What history keeps; its kind alone, unless it says otherwise. */
  reason?(finding: One): Reason
  /** The memory that stays in its place. */
  replacement?(finding: One): FileName
  /** Sentences that the replacement takes over first. */
  carriedOver?(finding: One): readonly string[]
  /** Nothing is lost with it. */
  isCopy?(finding: One): boolean
  /** How near the two are: of several reasons the nearest is told. */
  nearness?(finding: One): number
  /** Of several of this kind about one memory a person is asked about each, or the nearest; else the surest of all kinds. */
  readonly asked?: 'each' | 'nearest'
  /** What holds it back, unless it says otherwise: everything. */
  heldBy?(finding: One): readonly Protection[]
  /** How likely a person is to agree; `sure` where nothing needs their review, unless it says otherwise. */
  confidence?(finding: One): Confidence
  /** Nobody knows which of the two should go: a person picks. */
  isUndecided?(finding: One): boolean
  /** The same with the other memory going. */
  turned?(finding: One): One
}

type NeedsReview<One> = (finding: One, context: PlanContext) => string | undefined

export interface PlanContext {
  readonly snapshot: Snapshot
  readonly memories: ReadonlyMap<FileName, Memory>
  readonly policy: Policy
}

export interface OfferContext {
  readonly snapshot: Snapshot
  readonly memories: ReadonlyMap<FileName, Memory>
  /** Whether a person is asked to let this memory go. */
  isLeaving(file: FileName): boolean
  /** Whether any memory of the folder says this sentence. */
  isSaid(sentence: string): boolean
}

/** A text to write, and the memories that are archived for it; without a text only a person can write it. */
export interface Offer<One extends Finding> {
  readonly file: FileName
  readonly text?: string
  /** Other memories that change with it, as one answer. */
  readonly others?: readonly FileText[]
  readonly because: string
  /** The finding as it is asked about, where that is not all of it. */
  readonly finding?: One
  readonly merges?: readonly FileName[]
}

export interface ReasonInfo {
  say(reason: Reason): string
  /** The row of the report's table that counts it. */
  readonly counted?: 'stalePruned' | 'duplicatesMerged' | 'contradictionsResolved' | 'expired'
  /** What goes for it is meant to be found no more: it does not hold, or stands where agents read it anyway. */
  readonly isOutdated?: true
}

// biome-ignore lint/suspicious/noExplicitAny: a kind takes its own finding and no other; `kindOf` pairs them.
export type AnyKind = Kind<any>

export type FindingOf<One> =
  One extends Kind<infer Own>
    ? Own
    : One extends Check<infer Kinds extends readonly AnyKind[]>
      ? FindingOf<Kinds[number]>
      : never

type FindingWith<Name extends string, Own extends Shape> = Finding & { readonly kind: Name } & OutputOf<Own>

interface KindOptions<Name extends string, Own extends Shape> extends Kind<FindingWith<Name, Own>> {
  readonly kind: Name
  fields(fields: Fields): Own
}

/** A kind of finding; its TypeScript type is that of its fields. */
export const kind = <const Name extends string, Own extends Shape>(
  own: KindOptions<Name, Own>,
): Kind<FindingWith<Name, Own>> => own

interface CheckOptions<Kinds extends readonly AnyKind[]> extends Check<Kinds> {
  /** The first design does not know it. */
  readonly notUnderSeed?: true
}

export const check = <const Kinds extends readonly AnyKind[]>({
  name,
  kinds,
  find,
  notUnderSeed,
}: CheckOptions<Kinds>): Check<Kinds> => ({
  name,
  kinds,
  find: (snapshot, rules) => (notUnderSeed && rules === 'seed' ? [] : find(snapshot, rules)),
})
