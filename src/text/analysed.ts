import type { Memory, NumberedLine } from '../model/index.ts'
import { LINE_END, proseLines, type Span, scanMarkdown } from './markdown.ts'
import { codeLines, normaliseSentence, proseBlocks, splitSentences } from './sentences.ts'
import { valuesIn } from './values.ts'
import { significantWords } from './words.ts'

/** A sentence or a line of fenced code, as it is written and as it is compared. */
export interface Statement {
  readonly text: string
  readonly form: string
}

/** A text, cut once: each part is found when it is first asked for, and kept. */
export class AnalysedText {
  private readonly parts = new Map<string, unknown>()

  constructor(
    readonly text: string,
    private readonly head = '',
  ) {}

  /** Those of the file, what stands above the text included. */
  get fileLines(): readonly string[] {
    return this.once('lines', () => (this.head + this.text).split(LINE_END))
  }

  /** How many lines of the file stand above the text. */
  get linesAbove(): number {
    return this.once('above', () => this.head.split(LINE_END).length - 1)
  }

  get proseLines(): readonly string[] {
    return this.once('prose lines', () => proseLines(this.spans))
  }

  /** Paragraphs, items, headings and table rows, each as one line, without its marker. */
  get blocks(): readonly string[] {
    return this.once('blocks', () => proseBlocks(this.spans))
  }

  /**
   * Sentences, list items and headings of the prose, in order, without markers and emphasis. Code in a sentence stays in it;
   * fenced code and comments are no sentences.
   */
  get sentences(): readonly string[] {
    return this.once('sentences', () => this.blocks.flatMap(splitSentences))
  }

  get statements(): readonly Statement[] {
    return this.once('statements', () =>
      [...this.sentences, ...codeLines(this.spans)].map(text => ({ text, form: normaliseSentence(text) })),
    )
  }

  get words(): ReadonlySet<string> {
    return this.once('words', () => significantWords(this.text))
  }

  get values(): ReadonlySet<string> {
    return this.once('values', () => valuesIn(this.sentences, codeLines(this.spans)))
  }

  private get spans(): readonly Span[] {
    return this.once('spans', () => scanMarkdown(this.text))
  }

  /** What somebody else makes of the text, found once; the name is theirs alone. */
  once<Part>(name: string, find: () => Part): Part {
    const known = this.parts.get(name) as Part | undefined
    if (known !== undefined) return known
    const found = find()
    this.parts.set(name, found)
    return found
  }
}

const known = new WeakMap<object, AnalysedText>()

/** The body of a memory, cut once for all that ask. */
export function textOf(memory: Pick<Memory, 'head' | 'body'>): AnalysedText {
  const text = known.get(memory) ?? new AnalysedText(memory.body, memory.head)
  known.set(memory, text)
  return text
}

/** A text that is no memory's, cut for the one who asks. */
export const analyse = (text: string): AnalysedText => new AnalysedText(text)

/** What one text says and the other does not, as written. */
export function uniqueSentences(of: AnalysedText, comparedTo: AnalysedText): string[] {
  const forms = new Set(['', ...comparedTo.statements.map(({ form }) => form)])
  return of.statements.flatMap(({ text, form }) => {
    if (forms.has(form)) return []
    forms.add(form)
    return [text]
  })
}

/** A stretch of a document that says one thing: a list item, a paragraph, or all that stands below a heading. */
export interface DocumentPart {
  readonly kind: 'block' | 'section'
  readonly heading: string
  /** As it stands, lines joined by a space. */
  readonly text: string
  /** Where it begins, from 1. */
  readonly line: number
  /** Its lines as they stand, blank ones left out, and the number of each. */
  readonly lines: readonly NumberedLine[]
}

/** In the order of the document, each section after its blocks. */
export function documentParts(document: string): DocumentPart[] {
  const parts: DocumentPart[] = []
  const fenced = fencedLines(document)
  let heading = ''
  let section: NumberedLine[] = []
  let block: NumberedLine[] = []
  const closeBlock = () => {
    if (block.length > 0) parts.push({ kind: 'block', heading, ...joined(block) })
    block = []
  }
  const closeSection = () => {
    closeBlock()
    if (section.length > 0) parts.push({ kind: 'section', heading, ...joined(section) })
  }
  document.split(LINE_END).forEach((text, at) => {
    const line = at + 1
    const title = fenced.has(line) ? null : /^ {0,3}#{1,6}[ \t]+(\S.*)$/.exec(text)
    if (title !== null) {
      closeSection()
      heading = title[1]!
      section = []
      return
    }
    if (text.trim() === '') {
      closeBlock()
      return
    }
    section.push({ line, text })
    if (/^\s*(?:[-*+]|\d{1,4}[.)])\s/.test(text) && !fenced.has(line)) closeBlock()
    block.push({ line, text })
  })
  closeSection()
  return parts
}

const joined = (lines: readonly NumberedLine[]) => ({
  line: lines[0]!.line,
  text: lines.map(({ text }) => text.trim()).join(' '),
  lines,
})

/** A comment in fenced code that begins with `#` is no heading. */
function fencedLines(document: string): ReadonlySet<number> {
  const lines = new Set<number>()
  for (const { kind, line, text } of scanMarkdown(document)) {
    if (kind !== 'fence') continue
    const count = text.split(LINE_END).length
    for (let at = 0; at < count; at++) lines.add(line + at)
  }
  return lines
}
