import { analyse, cutAtWord, significantWords } from '../text/index.ts'
import { fold } from './lines.ts'
import { safeLine } from './sections.ts'

/** What the Obsidian index keeps of one thing. */
export interface Indexed {
  /** First 8 hex digits of the digest of its address or title. */
  readonly id: string
  readonly title: string
  /** Its address, or where it came from. */
  readonly source: string
  readonly day: string
  readonly topics: readonly string[]
  readonly summary: string
}

const MOST_TOPICS = 5

/** What identifies a thing: an address without what only tracks the reader, or a title in any spelling. */
export function identityOf(source: string): string {
  const text = fold(source)
  if (!/^https?:\/\//i.test(text)) return text.normalize('NFKC').toLowerCase()
  return text
    .replace(/#[^#]*$/, '')
    .replace(/([?&])(?:utm_[a-z]+|fbclid|gclid|ref|si)=[^&]*/g, '$1')
    .replace(/[?&]+$/, '')
    .replace(/\/$/, '')
    .replace(/^http:/i, 'https:')
}

export function hasId(index: string, id: string): boolean {
  return index.includes(`^${id}`)
}

/** `- 2026-02-27 [Title](url) — summary #topic ^a3f8c201`; the last part is a block that Obsidian can link to. */
export function indexLine({ id, title, source, day, topics, summary }: Indexed): string {
  const tags = topics.map(topic => ` #${topic}`).join('')
  const links = topics.map(topic => ` [[topics/${topic}|${topic}]]`).join('')
  return safeLine(`- ${day} ${titleLink(title, source)} — ${summary}${tags}${links} ^${id}`)
}

export function topicLine({ id, title, day, summary }: Indexed): string {
  return safeLine(`- ${day} [[_index#^${id}|${inLink(title)}]] — ${summary}`)
}

function titleLink(title: string, source: string): string {
  return /^https?:\/\/[^\s()<>]+$/i.test(source) ? `[${inLink(title)}](${source})` : inLink(title)
}

/** Without what would end a link early. */
function inLink(title: string): string {
  return title
    .replace(/[[\]|]/g, ' ')
    .replace(/\s+/g, ' ')
    .trim()
}

const HEADING = '# Dream index'

/** Newest first: right below the heading; no earlier line changes. */
export function withIndexLine(index: string, line: string): string {
  if (index.trim() === '') return `${HEADING}\n\n${line}\n`
  const first = /^- \d{4}-\d{2}-\d{2} /m.exec(index)
  if (first !== null) return `${index.slice(0, first.index)}${line}\n${index.slice(first.index)}`
  return `${index}${index.endsWith('\n') ? '' : '\n'}${line}\n`
}

/** What to append to a topic's file. */
export function topicText(file: string, topic: string, line: string): string {
  if (file.trim() === '') return `---\ntags: [${topic}]\n---\n\n# ${topic}\n\n${line}\n`
  return `${file.endsWith('\n') ? '' : '\n'}${line}\n`
}

/** Topics as tags: the user's own, hashtags of the text, topics that exist already, then its most telling words. */
export function topicsFor(text: string, given: readonly string[], known: readonly string[]): string[] {
  const tags = Array.from(text.matchAll(/(?:^|\s)#([\p{L}\p{N}_/-]{2,40})/gu), match => match[1]!)
  const words = significantWords(text)
  const existing = known.filter(topic => words.has(topic))
  const chosen = [...given, ...tags, ...existing].map(asTopic)
  const telling = chosen.length === 0 ? mostTelling(text, words) : []
  return [...new Set([...chosen, ...telling])].filter(topic => topic !== '').slice(0, MOST_TOPICS)
}

/** A name that is a tag for Obsidian and a plain file name for the disk. */
export function asTopic(text: string): string {
  return text
    .normalize('NFKC')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, '-')
    .replace(/^-|-$/g, '')
    .slice(0, 40)
}

function mostTelling(text: string, words: ReadonlySet<string>): string[] {
  const lower = text.toLowerCase()
  const counts = [...words]
    .filter(word => !/^\d/.test(word) && !COMMON.has(word))
    .map(word => ({ word, count: lower.split(word).length - 1 }))
  return counts
    .sort((a, b) => b.count - a.count || b.word.length - a.word.length || (a.word < b.word ? -1 : 1))
    .slice(0, 3)
    .map(({ word }) => asTopic(word))
}

const COMMON = new Set('http https www com org html about with from this that your what when more'.split(' '))

/** The title and one sentence of a text. */
export function titleAndSummary(text: string): { title: string; summary: string } {
  const heading = /^#{1,6}[ \t]+(\S.{0,200})/m.exec(text)?.[1]
  const said = analyse(text).sentences.filter(sentence => sentence !== heading)
  const title = cutAtWord(fold(heading ?? said[0] ?? text), 80)
  return { title, summary: cutAtWord(fold(said.find(sentence => sentence !== title) ?? title), 160) }
}

export function countItems(index: string): number {
  return index.match(/^- \d{4}-\d{2}-\d{2} /gm)?.length ?? 0
}
