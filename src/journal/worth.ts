import { patterns, says } from '../languages/index.ts'
import { segmentsOf, significantWords } from '../text/index.ts'
import type { Entry } from './entry.ts'
import { fold } from './lines.ts'

/** What a line says, beside what it is worth: by its label and headings first, then by its words. */
export interface Worth {
  /** `lasting`: worth a line at once. `recurring`: worth one where another day says it again. */
  readonly is: 'lasting' | 'recurring' | 'passing'
  /** How sure that is; the higher, the rather it stays. */
  readonly score: number
  /** Whose statement it is: the nearest heading that names something. */
  readonly subject: string | undefined
  /** What stands before a colon. */
  readonly label: string | undefined
}

/** A line of its own from here on. */
export const ENOUGH = 2
const SOMETHING = -1.5

const isDone = says(({ worth }) => worth?.heading.done)
const heading = {
  rules: says(({ worth }) => worth?.heading.rules),
  keeps: says(({ worth }) => worth?.heading.keeps),
  drops: says(({ worth }) => worth?.heading.drops),
  plain: says(({ worth }) => worth?.heading.plain),
}
const label = {
  keeps: says(({ worth }) => worth?.label.keeps),
  drops: says(({ worth }) => worth?.label.drops),
}
const line = {
  strong: patterns(({ worth }) => worth?.line.strong),
  demand: says(({ cues }) => cues?.rule?.demand),
  lasting: says(({ worth }) => worth?.line.lasting),
  log: says(({ worth }) => worth?.line.log),
  passing: patterns(({ worth }) => worth?.line.passing),
  counter: says(({ worth }) => worth?.line.counter),
  schedule: says(({ worth }) => worth?.line.schedule),
  open: says(({ worth }) => worth?.line.open),
  praise: says(({ worth }) => worth?.line.praise),
  aside: says(({ worth }) => worth?.line.aside),
  fragment: says(({ worth }) => worth?.line.fragment),
}

const LABEL = /^([^:：。！？!?;；,，"“]{1,40}?)\s*(?:[:：]\s+|：)(?=\S)/

/** Words that tell of a place or a setting, in any language. */
const PLACE =
  /(?:^|[\s`(（：:“"])(?:~|\.{0,2})\/[\w.@-]+(?:\/[\w.@*-]+)*|`[^`\s/]*\/[^`\s]*`|\b[\w.-]+(?:\/[\w.@-]+)*\/(?=[\s`)）,，。]|$)|\bhttps?:\/\/\S+|\b(?:[\w-]+\.)+(?:com|org|io|dev|net|ai|cn)\b|\b[\w-]+\.(?:md|json|ya?ml|toml|env|py|ts|js|sh|conf)\b|\b[A-Z][A-Z0-9]*_[A-Z0-9_]+\b|\b[a-z]\w*(?:\.[a-z]\w*)+ ?=/
const PORT =
  /(?:port|:|：|localhost:?) ?\d{4,5}\b|\b\d{4,5}(?=\/|\))|[（(]\d{4,5}[)）]|(?<=[a-z\p{Script=Han}] )\d{4}\b(?!-)/iu
const THRESHOLD = /[<>≥≤]=? ?\d|#[0-9A-Fa-f]{6}\b|\bv?\d+\.\d+(?:\.\d+)?\b|\d ?[-–~] ?\d/
const ARROW = /\S ?(?:→|->|=>|⇒) ?\S/
const NAME =
  /\b(?:[A-Z][a-z]+[A-Z]\w+|[A-Z]{2,}\w*|[a-z]+[A-Z]\w*)\b|`[^`]+`|(?<=\S\s)[A-Z][a-z]{2,}\b|\p{Script=Han} ?[A-Za-z][\w.-]{2,}/u
const MARK = /^(?:✅|☑|✔|✓|❌|⏳|🎉)|(?:✅|☑|✔|✓|❌|⏳)\s*$/u
const HASH = /\b(?=[0-9a-f]*\d)(?=\d*[a-f])[0-9a-f]{7,40}\b|\b[0-9a-f]{8}-[0-9a-f]{4}-/
const CLOCK = /\b\d{1,2}:\d{2}(?::\d{2})?\b(?! ?[-–])/
/** A book or a paper that something is taken from. */
const SOURCE = /\bet al\b|\b[A-Z][\p{L}-]+(?: (?:&|and) [A-Z][\p{L}-]+)?,? \(?(?:19|20)\d\d\b(?!-)/u
const FILE_FIRST = /^`?[\w./~-]+\.(?:md|json|ya?ml|py|ts|tsx|js|sh|html|bib|toml|rs|go)`?\s*[:：(（-]/
const REDACTED = /\[(?:REDACTED|EMAIL|PHONE|IP|ID|ADDRESS|HEX|OWNER)\]/

/** What the other lines of the same journals tell about a line. */
export interface Around {
  /** Lines under the same headings that are cast in the same mould. */
  readonly alike: number
  /** Places in which its label, or the heading above it, comes back: a form that is filled in again and again. */
  readonly forms: number
}

const ALONE: Around = { alike: 1, forms: 1 }

/** Digits, dates, signs and what stands in brackets change from one form to the next. */
const formOf = (text: string): string =>
  text
    .replace(/[(（【[][^)）\]】]*[)）\]】]/g, '')
    .replace(/[\d\p{P}\p{S}\s]/gu, '')
    .toLowerCase()

type Mould = 'mark' | 'arrow' | 'file' | 'label' | 'dash' | 'sentence' | 'phrase'

function mouldOf(text: string): Mould {
  if (/^\p{Extended_Pictographic}/u.test(text)) return 'mark'
  if (text.length < 60 && /\S ?(?:→|->|=>|⇒) ?\S/.test(text)) return 'arrow'
  if (/^`?[\w./~-]+\.\w{1,5}`?\s*[:：(（-]/.test(text)) return 'file'
  if (/^[^\s].{1,40}\s[-–—]\s/.test(text)) return 'dash'
  if (LABEL.test(text)) return 'label'
  return text.length > 45 || /[，。,;；.]/.test(text) ? 'sentence' : 'phrase'
}

/** For each entry, what stands around it in all the journals that are read together. */
export function aroundOf(entries: readonly Entry[]): ReadonlyMap<Entry, Around> {
  const alike = new Map<string, number>()
  const places = new Map<string, Set<string>>()
  const keys = entries.map(entry => {
    const path = [entry.source.file, ...entry.headings].join('\n')
    const list = `${path}\n${mouldOf(entry.text)}`
    alike.set(list, (alike.get(list) ?? 0) + 1)
    const label = LABEL.exec(entry.text)?.[1]
    const heading = entry.headings.at(-1)
    const forms = [
      ...(label === undefined || namesValue(label) ? [] : [`label ${formOf(label)}`]),
      ...(heading === undefined || entry.headings.length < 2 ? [] : [`heading ${formOf(heading)}`]),
    ].filter(form => !form.endsWith(' '))
    for (const form of forms) {
      const place = form.startsWith('label')
        ? path
        : [entry.source.file, ...entry.headings.slice(0, -1)].join('\n')
      const found = places.get(form) ?? new Set()
      places.set(form, found.add(place))
    }
    return { entry, list, forms }
  })
  return new Map(
    keys.map(({ entry, list, forms }) => [
      entry,
      { alike: alike.get(list)!, forms: Math.max(1, ...forms.map(form => places.get(form)!.size)) },
    ]),
  )
}

/** What an entry is worth, whatever the summary file says already. */
export function worthOf(entry: Entry, around: Around = ALONE): Worth {
  const text = entry.text.slice(0, 1000)
  const found = LABEL.exec(text)?.[1]?.replace(/^[^\p{L}\p{N}]+/u, '')
  const subject = subjectOf(entry, text)
  let score =
    underHeadings(entry) + byWords(text, entry) + byShape(entry, text) + byPlace(entry, around, text)
  if (found !== undefined) score += byLabel(found)
  if (entry.shape === 'heading' || entry.shape === 'quote') score = Math.min(score, 0)
  // A row of a table says nothing without the others, however often it stands there.
  if (entry.shape === 'row') score = Math.min(score, SOMETHING)
  const is = score >= ENOUGH ? 'lasting' : score > SOMETHING ? 'recurring' : 'passing'
  return { is, score, subject, label: found }
}

/** Whatever stands there counts, however short it is and whatever sign is before it. */
export function isUnderRules({ headings }: Entry): boolean {
  const nearest = headings.at(-1) ?? ''
  return heading.rules(nearest) && !heading.drops(nearest)
}

/** A list of names, a form that is filled in once more, what a finished piece of work consists of. */
function byPlace(entry: Entry, { alike, forms }: Around, text: string): number {
  const { headings } = entry
  const nearest = headings.at(-1) ?? ''
  let score = 0
  if (forms >= 3) score -= forms >= 4 ? 3 : 1
  if (SOURCE.test(text)) score -= 1.5
  if (FILE_FIRST.test(text)) score -= 0.75
  // Principles stand in long lists, of few words, and with a sign before them.
  if (isUnderRules(entry)) return score
  if (MARK.test(text)) score -= 1
  if (headings.length >= 4) score -= 0.5
  if (PLACE.test(text) || PORT.test(text)) return score
  // Without a heading that names something, a journal is a list of all that came up.
  if (headings.length < 2 || heading.plain(bare(nearest))) return score
  if (isDone(nearest)) score -= 0.75
  if (alike >= 5) score -= 0.75
  if (text.length <= 45 && !/[，。,;；.:：→]/.test(text)) score -= 0.5
  return score
}

const acts = says(({ worth }) => worth?.label.acts)

/** A label that may stand under every subject with another value: a place, a port, an owner. */
const namesValue = (found: string): boolean => label.keeps(found) && !acts(found)

/** Names a value by its subject and label; nothing where the label only says what kind of statement follows. */
export function slotKey(subject: string | undefined, text: string): string | undefined {
  const found = LABEL.exec(text)?.[1]?.replace(/^[^\p{L}\p{N}]+/u, '')
  if (found === undefined || acts(found)) return undefined
  if (subject === undefined && significantWords(found).size < 2) return undefined
  return `${subject ?? ''}|${found}`.toLowerCase()
}

function byLabel(found: string): number {
  if (label.drops(found)) return -3
  return label.keeps(found) ? 2 : 0.5
}

/** Without the title of the day. */
function aboveIt([title = '', ...others]: readonly string[]): string[] {
  const isDay = others.length > 0 || /\d{4}-\d{2}-\d{2}/.test(title) || title === ''
  return (isDay ? others : [title]).toReversed().map(bare)
}

/** The nearest heading counts most; what stands below a check is part of it, whatever its own heading says. */
function underHeadings({ headings }: Entry): number {
  let weight = 1
  let score = 0
  for (const each of aboveIt(headings)) {
    if (heading.drops(each)) score -= 2 * weight
    else if (heading.rules(each)) score += 2.25 * weight
    else if (heading.keeps(each)) score += 1.5 * weight
    else score += 0.25 * weight
    weight /= 2
  }
  return Math.max(-3, Math.min(2.5, score))
}

function byWords(text: string, { task }: Entry): number {
  let score = 0
  const strong = line.strong.filter(pattern => isSaid(pattern, text)).length
  score += Math.min(3, strong * 1.5)
  if (line.demand(text)) score += 0.75
  if (line.lasting(text)) score += 0.75
  if (PLACE.test(text)) score += 0.75
  if (PORT.test(text)) score += 0.75
  if (THRESHOLD.test(text)) score += 0.5
  if (ARROW.test(text)) score += 0.5
  if (line.schedule(text)) score += 0.75
  if (line.open(text)) score += 0.75
  if (NAME.test(text)) score += 0.5
  const holds = strong > 0 || PLACE.test(text) || ARROW.test(text)
  if (line.log(text) || line.log(text.replace(LABEL, ''))) score -= holds ? 1.25 : 1.75
  if (line.passing.some(pattern => pattern.test(text))) score -= 1.5
  if (line.counter(text)) score -= 1.5
  if (line.praise(text)) score -= 3
  if (line.aside(text)) score -= 5
  if (task === 'done') score -= 1.5
  return score
}

/** In Chinese a cue counts only as a word of its own, and not inside a longer one. */
function isSaid(pattern: RegExp, text: string): boolean {
  const found = pattern.exec(text)
  if (found === null) return false
  if (!/^\p{Script=Han}/u.test(found[0])) return true
  const ends = new Set([0])
  let at = 0
  for (const { segment } of segmentsOf(text)) {
    at += segment.length
    ends.add(at)
  }
  for (const each of text.matchAll(new RegExp(pattern, 'g')))
    if (ends.has(each.index) && ends.has(each.index + each[0].length)) return true
  return false
}

function byShape(entry: Entry, text: string): number {
  const { time, isDetail, task, speaker, shape } = entry
  let score = 0
  if (HASH.test(text)) score -= 2
  if (REDACTED.test(text)) score -= text.includes('[REDACTED]') ? 3 : 1
  if (CLOCK.test(text)) score -= 0.75
  if (time !== undefined) score -= 0.5
  if (isDetail) score -= 1
  if (task === 'open') score -= 0.5
  if (speaker === 'user') score += 1
  if (speaker === 'assistant') score -= 1
  if (line.fragment(text)) score -= shape === 'paragraph' ? 1.5 : 0.75
  if (/[?？]\s*$/.test(text)) score -= 2
  const words = significantWords(text).size
  const han = text.match(/\p{Script=Han}/gu)?.length ?? 0
  if (words < 3 && han < 6 && !isUnderRules(entry))
    score -= line.strong.some(pattern => isSaid(pattern, text)) ? 0.4 : 1.4
  else if (words >= 5 || han >= 14) score += 0.25
  return score
}

const BESIDE = patterns(({ worth }) => worth?.beside)
const LONGEST_SUBJECT = 40
const MOST_WORDS = 5
const MOST_HAN = 14

/** A heading without what decorates it. */
function bare(text: string): string {
  return fold(
    text
      .replace(/\p{Extended_Pictographic}|\u200d|\ufe0f/gu, ' ')
      .replace(/[(（[【][^)）\]】]{0,60}[)）\]】]/g, ' ')
      .replace(/^\s*(?:\d{1,2}[.、)]\s*)+/, '')
      .replace(/\b\d{4}-\d{2}-\d{2}\b|\b\d{1,2}:\d{2}\b|[*_`#]/g, ' '),
  ).replace(/^[\s\-–—:：#.,|/]+|[\s\-–—:：#.,|/]+$/g, '')
}

/** The nearest heading that names something, without what else it says; nothing where the text says it itself. */
function subjectOf({ headings }: Entry, text: string): string | undefined {
  for (const each of headings.toReversed()) {
    const name = bare(each)
    if (name === '' || heading.plain(name)) continue
    const subject = nameIn(name)
    if (subject === undefined || heading.plain(subject)) continue
    return text.toLowerCase().includes(subject.toLowerCase()) ? undefined : subject
  }
  return undefined
}

/** A heading as a name: without what it says beside; nothing where it is a sentence. */
function nameIn(text: string): string | undefined {
  const name = bare(BESIDE.reduce((rest, pattern) => rest.replace(pattern, ' '), text))
  const isName =
    /\p{L}/u.test(name) && name.length >= 2 && name.length <= LONGEST_SUBJECT && !/[，。；,;?？]/.test(name)
  const han = name.match(/\p{Script=Han}/gu)?.length ?? 0
  return isName && han <= MOST_HAN && name.split(/\s+/).length <= MOST_WORDS ? name : undefined
}

/** Signs and boxes at either end say nothing in a summary. */
export function withoutSigns(text: string): string {
  return text
    .replace(/^(?:(?![❌🚫⛔])\p{Extended_Pictographic}|\u200d|\ufe0f|[✓√☑→•\s])+/u, '')
    .replace(/[\s✅✔☑✓❌⏳🎉]+$/u, '')
    .trim()
}
