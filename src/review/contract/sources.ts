import { alternatives, LANGUAGES } from '../../languages/index.ts'
import { maskSecrets, showToModel } from '../../text/index.ts'

/** A line as an answer can cite it. */
export interface SourceLine {
  /** From 1. */
  readonly line: number
  readonly text: string
  /** What stands above it, outermost first. */
  readonly headings: readonly string[]
  /** `outside`: quoted, said by a tool, or code: somebody else may have written it. */
  readonly by: 'own' | 'outside' | 'heading' | 'blank'
}

const TOOL = new RegExp(
  `^\\s*(?:[-*+]\\s+)?(?:${LANGUAGES.length === 0 ? '(?!)' : alternatives(({ speakers }) => speakers?.inJournal?.tool)})\\s*[:：]`,
  'i',
)

/** A line alone in bold type, or one that ends with a colon, heads what follows like a heading. */
const LABEL = /^\s{0,3}(?:[-*+]\s+)?\*\*([^*]{1,200})\*\*\s*[:：]?\s*$|^\s{0,3}([^\s|>*+-].{0,120})[:：]\s*$/
const HEADING = /^\s{0,3}(#{1,6})\s+(\S.{0,400})/
const ITEM = /^\s{0,40}(?:[-*+]|\d{1,3}[.)])\s/

/** How deep a line stands. */
function levelOf(line: string): number {
  const heading = HEADING.exec(line)
  if (heading !== null) return heading[1]!.length
  return LABEL.test(line) ? 7 : 8 + line.length - line.trimStart().length
}

const headsOthers = (line: string): boolean => HEADING.test(line) || LABEL.test(line) || ITEM.test(line)

/** Every line of a text, with what stands above it: headings, labels, the items that it is part of. */
export function linesOf(text: string): SourceLine[] {
  const above: { readonly level: number; readonly text: string }[] = []
  let fence: string | undefined
  const lines = text.replace(/\r?\n$/, '').split(/\r?\n/)
  return lines.map((raw, at): SourceLine => {
    const mark = /^\s{0,12}(?:[-*+]\s+)?(`{3,}|~{3,})/.exec(raw)?.[1]
    const isCode = fence !== undefined || mark !== undefined
    if (fence === undefined) fence = mark
    else if (mark !== undefined && mark[0] === fence[0] && mark.length >= fence.length) fence = undefined
    const level = isCode || raw.trim() === '' ? 99 : levelOf(raw)
    while ((above.at(-1)?.level ?? 0) >= level) above.pop()
    const headings = above.map(each => each.text)
    if (level < 99 && headsOthers(raw)) above.push({ level, text: raw.trim() })
    return { line: at + 1, text: raw, headings, by: speakerOf(raw, isCode) }
  })
}

function speakerOf(line: string, isCode: boolean): SourceLine['by'] {
  if (line.trim() === '') return 'blank'
  if (!isCode && HEADING.test(line)) return 'heading'
  return isCode || isFromOutside(line) ? 'outside' : 'own'
}

const isFromOutside = (line: string): boolean => /^\s{0,3}(?:[-*+]\s+)?>/.test(line) || TOOL.test(line)

/** The first heading of a text names its day. */
export const titleOf = (lines: readonly SourceLine[]): string[] =>
  lines
    .filter(({ by }) => by === 'heading')
    .slice(0, 1)
    .map(({ text }) => text)

const LONGEST_LINE = 1_500

/** `12| text`; `12> text` where somebody else may have written it. */
export const shownLine = ({ line, text, by }: SourceLine, shown = text): string =>
  `${line}${by === 'outside' ? '>' : '|'} ${shown.length > LONGEST_LINE ? `${shown.slice(0, LONGEST_LINE)}…` : shown}`

/** The lines of a text as a model may see them: hidden as a whole, so that no secret is cut in two. */
export function maskedLines(text: string): string[] {
  const plain = text.replace(/\r?\n$/, '')
  const lines = showToModel(plain).split('\n')
  const count = plain.split(/\r?\n/).length
  return lines.length === count ? lines : plain.split(/\r?\n/).map(line => showToModel(maskSecrets(line)))
}

/** Lines that an answer cites; both ends belong to it. Without lines: all of it. */
export interface Reference {
  readonly of: string
  readonly from?: number
  readonly to?: number
}

/** `2026-03-05:12`, `2026-03-05:12-18`, `2026-03-05:3,7-9`, `notes.md:4`, `2026-03-05`. */
export function readReference(text: string): Reference[] | undefined {
  const found =
    /^(.{1,300}?)(?::((?:L?\d{1,7}(?:\s?[-–]\s?L?\d{1,7})?)(?:\s?,\s?L?\d{1,7}(?:\s?[-–]\s?L?\d{1,7})?){0,20}))?$/.exec(
      text.trim(),
    )
  if (found === null) return undefined
  const of = found[1]!
    .replace(/^memory\/(?=\d{4}-\d{2}-\d{2})/, '')
    .replace(/^(\d{4}-\d{2}-\d{2})\.md$/, '$1')
  if (found[2] === undefined) return [{ of }]
  return found[2].split(',').map(piece => {
    const [from = 0, to = from] = piece.replaceAll('L', '').split(/[-–]/).map(Number)
    return { of, from, to }
  })
}
