import { type Finding, INDEX_FILE, type Reason, type Rules, type Snapshot } from '../model/index.ts'
import type { AnyKind, Check, FindingOf, ReasonInfo } from './check.ts'
import { contained } from './contained.ts'
import { contradictions } from './contradictions.ts'
import { duplicates } from './duplicates.ts'
import type { Fields } from './fields.ts'
import { fingerprint } from './fingerprint.ts'
import { finished } from './finished.ts'
import { inactive } from './inactive.ts'
import { indexDrift } from './index-drift.ts'
import { links } from './links.ts'
import { modelOpinion } from './model-opinion.ts'
import { oddities } from './oddities.ts'
import { promoted } from './promoted.ts'
import { relativeDates } from './relative-dates.ts'
import { renames } from './renames.ts'
import { secrets } from './secrets.ts'
import { staleness } from './staleness.ts'
import { superseded } from './superseded.ts'
import { topicClusters } from './topic-clusters.ts'
import { unreachable } from './unreachable.ts'

/** In the order in which the report tells them. */
export const CHECKS = [
  staleness,
  renames,
  contradictions,
  duplicates,
  contained,
  superseded,
  modelOpinion,
  promoted,
  finished,
  inactive,
  topicClusters,
  links,
  unreachable,
  relativeDates,
  secrets,
  indexDrift,
  oddities,
] as const satisfies readonly Check[]

/** Those that go by the type of a memory. */
export const EXPIRY_CHECKS: readonly Check[] = [inactive, unreachable]

/** The finding of any of them, by its kind. */
export type KnownFinding = FindingOf<(typeof CHECKS)[number]>
export type FindingKind = KnownFinding['kind']

const KINDS: ReadonlyMap<string, AnyKind> = new Map(
  CHECKS.flatMap((check: Check) => check.kinds.map(kind => [kind.kind, kind])),
)

/** All that is to know about the kind of a finding. */
export const kindOf = ({ kind }: Pick<Finding, 'kind'>): AnyKind => KINDS.get(kind)!

/** The findings of one kind, with their fields. */
export const ofKind = <One extends FindingKind>(findings: readonly Finding[], kind: One) =>
  findings.filter((finding): finding is Extract<KnownFinding, { kind: One }> => finding.kind === kind)

/** In the order of the checks, whatever order they come in. */
export function inOrderOfKinds<One extends Pick<Finding, 'kind'>>(findings: readonly One[]): One[] {
  const places = new Map([...KINDS.keys()].map((kind, place) => [kind, place]))
  return findings.toSorted((a, b) => places.get(a.kind)! - places.get(b.kind)!)
}

/** All findings of a folder, check by check; inside a check in the order of the memories' names. */
export function runChecks(snapshot: Snapshot, rules: Rules, checks: readonly Check[] = CHECKS): Finding[] {
  return checks.flatMap(check =>
    check.find(snapshot, rules).map(found => withId({ source: 'observed', ...found } as Finding)),
  )
}

/** The same for the same question, whatever else the finding holds; decisions on disk name it. */
export function idOf(finding: Finding): string {
  const { about, key } = kindOf(finding)
  const said = finding as unknown as Readonly<Record<string, unknown>>
  const parts = [finding.kind, ...about.map(name => `${name}=${said[name]}`)]
  return fingerprint(key?.(finding) ?? parts.join('\0'))
}

export const withId = <One extends Finding>(finding: One): One & { readonly id: string } => ({
  ...finding,
  id: idOf(finding),
})

/** The names of all memories that a finding speaks of, first of the one that would change or go. */
export function filesOf(finding: Finding): readonly string[] {
  return kindOf(finding).files?.(finding) ?? ('file' in finding ? [finding.file as string] : [])
}

/** What a finding is about; `MEMORY.md` where it is about the index. */
export const findingSubject = (finding: Finding): string =>
  kindOf(finding).subject?.(finding) ?? filesOf(finding)[0] ?? INDEX_FILE

/** A finding in one line, to stand behind its subject. */
export const findingWords = (finding: Finding): string => kindOf(finding).say(finding)

/** How we know: a line each. */
export const findingEvidence = (finding: Finding): readonly string[] =>
  kindOf(finding).evidence?.(finding) ?? []

const REASONS: ReadonlyMap<string, ReasonInfo> = new Map(
  Array.from(KINDS.values(), ({ kind, title, removal, reasons }) =>
    Object.entries(reasons ?? (removal && { [kind]: { say: () => title, isOutdated: true } }) ?? {}),
  ).flat(),
)

/** What the checks say about a reason; nothing where no check gives it. */
export const reasonInfo = ({ why }: Reason): ReasonInfo | undefined => REASONS.get(why)

/** The reasons that checks give for actions. */
export const CHECK_REASONS: readonly string[] = [...REASONS.keys()]

/** All findings as zod reads them. */
export function findingSchemaOf(fields: Fields) {
  const { z, text } = fields
  const source = z.enum(['observed', 'suggested'])
  const [first, ...others] = Array.from(KINDS.values(), kind =>
    z.strictObject({ id: text.exactOptional(), source, kind: z.literal(kind.kind), ...kind.fields(fields) }),
  )
  return z.discriminatedUnion('kind', [first!, ...others]).meta({ id: 'finding' })
}
