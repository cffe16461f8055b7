import { scanMarkdown, splitSentences } from '../text/index.ts'

/** A turn longer than this holds something that was pasted: then its first and its last paragraph are the person's own. */
const PASTED_FROM = 2500
const OWN_PARAGRAPH = 800

/** Prompts, log lines, diffs, stack traces: what a terminal says, not a person. */
const MACHINE =
  /^\s{0,8}(?:[$%❯➜>#|]\s|\(\w{1,20}\)\s\w+@|\w+@[\w-]+[:~]|[+-]{3}\s|@@ |at \S+ \(|File "|Traceback|\[?(?:INFO|WARN|ERROR|DEBUG)\b|\d{4}-\d\d-\d\d[T ]\d\d:\d\d|[{}[\]"']{1,3}\s*$)/

/** The sentences of a turn that its speaker made: no code, no quotations, nothing that was pasted. */
export function ownSentences(text: string): string[] {
  return ownParagraphs(text)
    .flatMap(paragraph => splitSentences(paragraph))
    .map(sentence => sentence.trim())
}

function ownParagraphs(text: string): string[] {
  const prose = scanMarkdown(text)
    .map(span => (span.kind === 'fence' || span.kind === 'comment' ? '\n\n' : span.text))
    .join('')
  const paragraphs = linesTogether(prose.split('\n').map(line => (isOwn(line) ? line : '')))
  const isPasted = text.length > PASTED_FROM && paragraphs.length > 1
  const own = isPasted ? [paragraphs[0]!, paragraphs.at(-1)!] : paragraphs
  return own.flatMap(joinLines).filter(paragraph => !isPasted || paragraph.length <= OWN_PARAGRAPH)
}

const isOwn = (line: string): boolean => !MACHINE.test(line) && !/^\s{0,3}>/.test(line)

/** What stands before a line that is left out and what stands behind it were never one sentence. */
function linesTogether(lines: readonly string[]): string[][] {
  const paragraphs: string[][] = [[]]
  for (const line of lines) {
    if (line.trim() === '') paragraphs.push([])
    else paragraphs.at(-1)!.push(line)
  }
  return paragraphs.filter(paragraph => paragraph.length > 0)
}

/** Lines of one paragraph are one text; a list item begins another. */
function joinLines(lines: readonly string[]): string[] {
  const blocks: string[] = []
  for (const line of lines) {
    const item = /^\s{0,8}(?:[-*+]|\d{1,3}[.)])\s+(.*)$/.exec(line)
    if (item !== null || blocks.length === 0) blocks.push(item?.[1] ?? line.trim())
    else blocks[blocks.length - 1] = `${blocks.at(-1)} ${line.trim()}`
  }
  return blocks
}

/** Equal for the same words, however they are broken into lines or set in bold. */
function plainWords(text: string): string {
  return text.normalize('NFC').replace(/[*]+/g, '').replace(/\s+/g, ' ').trim()
}

/** Whether a text holds these very words. */
export function holdsQuote(text: string, quote: string): boolean {
  const words = plainWords(quote)
  return words !== '' && plainWords(text).includes(words)
}
