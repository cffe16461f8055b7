import type { Mentions } from './mentions.ts'
import { chineseText, type Ink, Pen } from './prose.ts'
import { type Random, seededRandom } from './random.ts'
import { capitalised, plainWord, type Vocabulary } from './vocabulary.ts'

export interface MemoryFile {
  readonly name: string
  readonly text: string
  /** In seconds since 1970. */
  readonly modified: number
}

export interface FolderRequest {
  readonly seed: string
  readonly count: number
  readonly vocabulary: Vocabulary
  readonly mentions: Mentions
  /** Of memories about what is gone. */
  readonly removedMentions: Mentions
  /** In milliseconds since 1970; all memories are between 10 and 375 days old. */
  readonly now: number
}

type Type = 'project' | 'feedback' | 'reference' | 'user'

/** One memory as it was made, kept for a while to be copied. */
interface Made {
  readonly type: Type
  readonly title: string
  readonly body: string
}

// Measured on 1,435 public memory files.
const MEDIAN_SIZE = 2248
const SIZE_SPREAD = Math.log(5173 / 2248) / 1.2816
const WITHOUT_FRONTMATTER = 0.012
const NESTED = 0.59
const WITH_LINKS = 0.42
const NOT_IN_INDEX = 0.086
const DANGLING = 0.079
const CHINESE = 0.05

const NEAR_DUPLICATES = 0.005
const IDENTICAL = 0.001
/** How many of the last memories may be copied or linked to. */
const KEPT = 500
const DAY = 86_400

/** The memories of one folder, then its index. The same request gives the same files. */
export function* folderFiles(request: FolderRequest): Generator<MemoryFile> {
  const random = seededRandom(`${request.seed} folder`)
  const ink = inkOf(request, random)
  const recent: Made[] = []
  const index: string[] = []
  const now = Math.floor(request.now / 1000)
  for (let at = 0; at < request.count; at++) {
    const made = makeMemory(random, ink, recent)
    const name = nameOf(made, at, random)
    const head = frontmatter(made, name, random)
    yield { name, text: `${head}${made.body}`, modified: now - 10 * DAY - random.below(365 * DAY) }
    remember(made, linkTarget(made, name, head, random), ink, recent, random)
    if (!random.chance(NOT_IN_INDEX)) index.push(indexLine(made, name))
    if (random.chance(DANGLING)) index.push(indexLine(made, `gone_${name}`))
  }
  yield { name: 'MEMORY.md', text: `# Memory\n\n${index.join('\n')}\n`, modified: now - 10 * DAY }
}

function inkOf({ vocabulary, mentions, removedMentions }: FolderRequest, random: Random): Ink {
  const subject = [...new Set(Array.from({ length: 300 }, () => vocabulary.drawSubject(random)))]
  return { vocabulary, mentions, removedMentions, subject, targets: [] }
}

function makeMemory(random: Random, ink: Ink, recent: readonly Made[]): Made {
  const fate = random.next()
  const original = recent.length === 0 ? undefined : random.pick(recent)
  const pen = new Pen(random, ink)
  if (original !== undefined && fate < IDENTICAL) return { ...original, title: capitalised(pen.words(5)) }
  if (original !== undefined && fate < IDENTICAL + NEAR_DUPLICATES) return nearDuplicate(original, pen)
  const type = typeOf(random)
  const size = Math.min(Math.max(random.around(MEDIAN_SIZE, SIZE_SPREAD), 300), 100_000) - 250
  const body = random.chance(CHINESE) ? `\n${chineseText(pen, size / 2)}\n` : bodyOf(pen, type, size)
  return { type, title: capitalised(pen.words(3 + random.below(5))), body }
}

function typeOf(random: Random): Type {
  const fate = random.next()
  if (fate < 0.59) return 'project'
  if (fate < 0.89) return 'feedback'
  return fate < 0.98 ? 'reference' : 'user'
}

/** The same said again: a sentence more, a few words exchanged. */
function nearDuplicate({ type, title, body }: Made, pen: Pen): Made {
  const changed = body.replace(/\b[a-z]{5,}\b(?= )/g, word => (pen.random.chance(0.03) ? pen.word() : word))
  return { type, title: `${title} ${pen.word()}`, body: `${changed}\n${pen.sentence()}\n` }
}

function bodyOf(pen: Pen, type: Type, size: number): string {
  const { random } = pen
  const parts = [type === 'feedback' ? rule(pen) : pen.paragraph()]
  if (type === 'feedback' || type === 'project')
    parts.push(`**Why:** ${pen.sentence()}`, `**How to apply:** ${pen.paragraph()}`)
  if (random.chance(WITH_LINKS))
    parts.push(`Related: ${pen.link()}${random.chance(0.5) ? `, ${pen.link()}` : ''}`)
  let length = parts.reduce((sum, part) => sum + part.length + 2, 0)
  while (length < size) {
    const part = block(pen, size - length)
    parts.push(part)
    length += part.length + 2
  }
  return `\n${parts.join('\n\n')}\n`
}

function block(pen: Pen, room: number): string {
  if (room < 200) return pen.sentence()
  const fate = pen.random.next()
  if (fate < 0.2) return `## ${capitalised(pen.words(4))}`
  if (fate < 0.55) return pen.list()
  return fate < 0.58 ? pen.fence() : pen.paragraph()
}

function rule(pen: Pen): string {
  const verb = pen.random.pick([
    'Always use',
    'Never use',
    'Prefer',
    'Avoid',
    "Don't",
    'Use',
    'Keep',
    'Ask before',
  ])
  return `${verb} ${pen.words(4)} — ${pen.sentence()}`
}

function frontmatter({ type, title }: Made, name: string, random: Random): string {
  if (random.chance(WITHOUT_FRONTMATTER)) return ''
  const description = `${title} and what follows from it`
  if (!random.chance(NESTED)) {
    const session = random.chance(0.12) ? `originSessionId: ${sessionId(random)}\n` : ''
    return `---\nname: ${title}\ndescription: ${description}\ntype: ${type}\n${session}---\n`
  }
  const about = `---\nname: ${name.slice(0, -3)}\ndescription: "${description}"\nmetadata: \n`
  if (random.chance(0.003)) return `${about}    pinned: true\n---\n`
  const node = random.chance(0.22) ? '  node_type: memory\n' : ''
  const session = random.chance(0.21) ? `  originSessionId: ${sessionId(random)}\n` : ''
  const modified = random.chance(0.02) ? '  modified: 2026-02-11T09:16:34.420Z\n' : ''
  return `${about}${node}  type: ${type}\n${session}${modified}---\n`
}

function sessionId(random: Random): string {
  const hex = (digits: number) =>
    random
      .below(16 ** digits)
      .toString(16)
      .padStart(digits, '0')
  return `${hex(8)}-${hex(4)}-4${hex(3)}-a${hex(3)}-${hex(6)}${hex(6)}`
}

function nameOf({ type, title }: Made, at: number, random: Random): string {
  const words = title.toLowerCase().split(' ').slice(0, 3).map(plainWord)
  return random.chance(0.6) ? `${type}_${words.join('_')}_${at}.md` : `${words.join('-')}-${at}.md`
}

/** A link leads to a name or, one in three, to a file. */
function linkTarget({ title }: Made, name: string, head: string, random: Random): string {
  return head.includes(`name: ${title}\n`) && random.chance(0.67) ? title : name.slice(0, -3)
}

function remember(made: Made, target: string, ink: Ink, recent: Made[], random: Random): void {
  recent[recent.length < KEPT ? recent.length : random.below(KEPT)] = made
  ink.targets[ink.targets.length < KEPT ? ink.targets.length : random.below(KEPT)] = target
}

function indexLine({ title, body }: Made, name: string): string {
  const hook = body.slice(1, 110).replace(/[\n`[\]]/g, ' ')
  return `- [${title}](${name}) — ${hook}`
}
