/**
 * # Changed values
 *
 * Finds two short memories of one type that say the same of one subject with another value: a port 8080 and 9090, a draft
 * approved and rejected, A before B and B before A; and memories that a person corrected by telling Dream what holds now.
 * Both are quoted with their days, and the newer is the one to keep. It is never done alone: which of the two holds only a
 * person knows. Accepted, the older is archived, and nothing of it is added to the newer.
 *
 * Wrong to use for a series (a sprint, a shop, a release each): there every note stands, and the check is silent. So it is
 * for an exception, for rules about different cases, and for notes with more than a few statements.
 *
 * Before: `port.md` (March) "The relay listens on port 8080."; `relay.md` (May) "The relay listens on port 9090."
 * After, once accepted: `relay.md`.
 */
import { say } from '../languages/index.ts'
import type { Memory, Snapshot } from '../model/index.ts'
import { cutAtWord, maskSecrets, noteStatement, quoted, showText, textOf } from '../text/index.ts'
import { check, type FindingOf, type Found, kind } from './check.ts'
import { relations } from './pairs/relations.ts'
import { orderWords } from './words.ts'

const valueChanged = kind({
  kind: 'value-changed',
  words: ({ checks }) => checks.valueChanged,
  fields: ({ fileName, share, text, order }) => ({
    file: fileName,
    by: fileName,
    overlap: share,
    /** What differs, as each has it. */
    value: text,
    byValue: text,
    quote: text,
    byQuote: text,
    day: text,
    byDay: text,
    order,
    /** The day on which a person corrected it. */
    corrected: text.exactOptional(),
  }),
  about: ['file', 'by'],
  // As a duplicate, which such a pair is under `seed` and was in 0.1.0: what a person answered holds.
  key: ({ file, by }) => ['duplicate', `file=${file}`, `of=${by}`].join('\0'),
  level: 'warning',
  files: ({ file, by }) => [file, by],
  say: ({ by, value, byValue }) =>
    say().checks.valueChanged.say(quoted(value), showText(by), quoted(byValue)),
  evidence: ({ by, quote, byQuote, day, byDay, order, corrected }) => {
    const words = say().checks.valueChanged
    return [
      words.older(day, quoted(quote)),
      words.newer(showText(by), byDay, quoted(byQuote)),
      corrected === undefined ? orderWords(order, by) : words.corrected(corrected),
    ]
  },
  removal: {
    needsReview: { always: () => say().checks.valueChanged.needsReview },
    because: ({ by, quote, byQuote, order, corrected }) => {
      const words = say().checks.valueChanged
      const how = corrected === undefined ? orderWords(order, by) : words.corrected(corrected)
      return words.because(showText(by), quoted(quote), quoted(byQuote), how)
    },
    reason: ({ by }) => ({ why: 'value-changed', by }),
    replacement: ({ by }) => by,
    nearness: ({ overlap }) => overlap,
    asked: 'nearest',
    confidence: ({ corrected }) => (corrected === undefined ? 'likely' : 'sure'),
    isUndecided: ({ order, corrected }) => corrected === undefined && order.known === 'no',
    turned: finding => ({
      ...finding,
      file: finding.by,
      by: finding.file,
      value: finding.byValue,
      byValue: finding.value,
      quote: finding.byQuote,
      byQuote: finding.quote,
      day: finding.byDay,
      byDay: finding.day,
    }),
  },
  reasons: {
    'value-changed': {
      say: ({ by = '' }) => say().checks.valueChanged.reason(showText(by)),
      counted: 'contradictionsResolved',
      isOutdated: true,
    },
  },
})

type ValueChangedFinding = FindingOf<typeof valueChanged>

export const valueChanges = check({
  name: 'value-changed',
  kinds: [valueChanged],
  notUnderSeed: true,
  find(snapshot, rules) {
    const corrected = correctedBy(snapshot)
    const isCorrected = (file: string) => corrected.some(finding => finding.file === file)
    const seen = relations(snapshot, rules).flatMap(relation => {
      if (relation.kind !== 'changed' || isCorrected(relation.older.file)) return []
      const { older, newer, overlap, values, quotes, order } = relation
      return [changed(older, newer, { overlap, values, quotes, order })]
    })
    return [...corrected, ...seen]
  },
})

const SHOWN = 200

const lettersOf = (text: string): string => text.normalize('NFKC').replace(/[^\p{L}\p{N}]+/gu, '')

/** As it stands in the memory. */
const asWritten = (memory: Memory, quote: string): string =>
  textOf(memory).sentences.find(sentence => lettersOf(sentence).includes(lettersOf(quote))) ?? quote

function changed(
  older: Memory,
  newer: Memory,
  {
    overlap,
    values,
    quotes,
    order,
  }: Pick<ValueChangedFinding, 'overlap' | 'order'> & {
    readonly values: readonly [string, string]
    readonly quotes: readonly [string, string]
  },
): Found<ValueChangedFinding> {
  const written = [asWritten(older, quotes[0]), asWritten(newer, quotes[1])]
  const [value, byValue, quote, byQuote] = [...values, ...written].map(text =>
    cutAtWord(maskSecrets(text), SHOWN),
  )
  return {
    kind: 'value-changed',
    file: older.file,
    by: newer.file,
    overlap,
    value: value!,
    byValue: byValue!,
    quote: quote!,
    byQuote: byQuote!,
    day: noteStatement(older).day ?? '',
    byDay: noteStatement(newer).day ?? '',
    order,
  }
}

/** What a person corrected, as long as the older text is the one that was meant and the newer is there. */
function correctedBy({ folder, superseded = [] }: Snapshot): Found<ValueChangedFinding>[] {
  const memories = new Map(folder.memories.map(memory => [memory.file as string, memory]))
  const last = new Map(superseded.map(entry => [entry.file, entry]))
  return folder.memories.flatMap(older => {
    const entry = last.get(older.file)
    const newer = entry && memories.get(entry.by)
    if (entry === undefined || newer === undefined || newer === older || entry.hash !== older.hash) return []
    // Corrected again: that one is asked about first.
    if (last.get(newer.file)?.hash === newer.hash) return []
    const values = [entry.older, entry.newer] as const
    const order = { known: 'by-words', words: entry.newer } as const
    return [
      {
        ...changed(older, newer, { overlap: 1, values, quotes: values, order }),
        corrected: entry.at.slice(0, 10),
      },
    ]
  })
}
