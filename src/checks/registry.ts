import { say } from '../languages/index.ts'
import { type Finding, INDEX_FILE, type Reason, type Rules, type Snapshot } from '../model/index.ts'
import { carriedOut } from './carried-out.ts'
import type { AnyKind, Check, FindingOf, FindingPlace, KindWords, ReasonInfo } from './check.ts'
import { contained } from './contained.ts'
import { contradictions } from './contradictions.ts'
import { declared } from './declared.ts'
import { descriptions } from './descriptions.ts'
import { duplicates } from './duplicates.ts'
import type { Fields } from './fields.ts'
import { finished } from './finished.ts'
import { inactive } from './inactive.ts'
import { incoming } from './incoming.ts'
import { indexDrift } from './index-drift.ts'
import { indexKnowledge } from './index-knowledge.ts'
import { links } from './links.ts'
import { modelOpinion } from './model-opinion.ts'
import { oddities } from './oddities.ts'
import { promoted } from './promoted.ts'
import { relativeDates } from './relative-dates.ts'
import { removedModules } from './removed-modules.ts'
import { renames } from './renames.ts'
import { saidGoneCheck } from './said-gone.ts'
import { secrets } from './secrets.ts'
import { staleness } from './staleness.ts'
import { superseded } from './superseded.ts'
import { surroundings } from './surroundings.ts'
import { topicClusters } from './topic-clusters.ts'
import { uncommitted } from './uncommitted.ts'
import { unreachable } from './unreachable.ts'
import { valueChanges } from './value-changed.ts'
import { versions } from './versions.ts'

/** In the order in which the report tells them. */
export const CHECKS = [
  staleness,
  removedModules,
  saidGoneCheck,
  renames,
  contradictions,
  valueChanges,
  duplicates,
  contained,
  superseded,
  declared,
  descriptions,
  uncommitted,
  carriedOut,
  versions,
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
  indexKnowledge,
  surroundings,
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

/** Every kind of finding, in the order in which the report tells them. */
export const allKinds = (): AnyKind[] => [...KINDS.values()]

/** All that is to know about the kind of a finding. */
export const kindOf = ({ kind }: Pick<Finding, 'kind'>): AnyKind => KINDS.get(kind)!

/** What a person reads about the kind of a finding. */
export const kindWords = (finding: Pick<Finding, 'kind'>): KindWords => kindOf(finding).words(say())

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
  const citing = incoming(snapshot, rules)
  return checks.flatMap(check =>
    check.find(snapshot, rules).map(found => {
      const finding = { source: 'observed', ...found } as Finding
      const citedBy = citing(finding, kindOf(finding))
      return withId(weighed(citedBy === undefined ? finding : { ...finding, citedBy }, rules))
    }),
  )
}

/** The first design tells all that it finds. */
function weighed({ mention, ...finding }: Finding, rules: Rules): Finding {
  const isMention = rules !== 'seed' && (mention === true || kindOf(finding).isMention === true)
  return isMention ? { ...finding, mention: true } : finding
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
export const findingEvidence = (finding: Finding): readonly string[] => [
  ...(kindOf(finding).evidence?.(finding) ?? []),
  ...(finding.citedBy === undefined ? [] : [say().judged.citedBy(finding.citedBy)]),
]

/** Where a finding stands in the file that it is about: at least one place. */
export function findingPlaces(finding: Finding): readonly FindingPlace[] {
  const { places, about } = kindOf(finding)
  const own = places?.(finding) ?? []
  if (own.length > 0) return own.map(place => ({ ...place, line: Math.max(1, place.line) }))
  const said = finding as unknown as Readonly<Record<string, unknown>>
  const line = typeof said['line'] === 'number' ? Math.max(1, said['line']) : 1
  const others = about.filter(name => name !== 'line').map(name => `${name}=${said[name]}`)
  return [{ line, words: findingWords(finding), about: others.join('\0') }]
}

const REASONS: ReadonlyMap<string, ReasonInfo> = new Map(
  Array.from(KINDS.values(), ({ kind, words, removal, reasons }) =>
    Object.entries(
      reasons ?? (removal && { [kind]: { say: () => words(say()).title, isOutdated: true } }) ?? {},
    ),
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
    z.strictObject({
      id: text.exactOptional(),
      source,
      kind: z.literal(kind.kind),
      mention: z.literal(true).exactOptional(),
      citedBy: text.exactOptional(),
      ...kind.fields(fields),
    }),
  )
  return z.discriminatedUnion('kind', [first!, ...others]).meta({ id: 'finding' })
}

/** FNV-1a, 64 bits, in hex: short names for things that are told apart, not a guard against anyone. */
export function fingerprint(text: string): string {
  let [high, low] = [0xcbf29ce4, 0x84222325]
  for (const byte of new TextEncoder().encode(text)) {
    const mixed = (low ^ byte) >>> 0
    // Times 2^40 + 0x1b3, in halves of 32 bits that a number holds exactly.
    const product = mixed * 0x1b3
    high = (high * 0x1b3 + Math.floor(product / 2 ** 32) + ((mixed << 8) >>> 0)) >>> 0
    low = product >>> 0
  }
  return [high, low].map(half => half.toString(16).padStart(8, '0')).join('')
}
