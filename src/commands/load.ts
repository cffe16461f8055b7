import { foldersOf, layoutOf, supersededFiles, type Where, withState } from '../app/index.ts'
import { say } from '../languages/index.ts'
import {
  type Folder,
  type IndexLine,
  isUntrusted,
  type Memory,
  type RunRecord,
  VAULT,
} from '../model/index.ts'
import { type FoundFolder, readFolder } from '../sources/index.ts'
import { cutAtWord, showLines, showText } from '../text/index.ts'
import { command } from './command.ts'
import { shared } from './options.ts'

/** About 4,000 tokens. */
const BUDGET = 16_000

export const load = command({
  name: 'load',
  group: 'notes',
  help: say => say.help.load,
  effect: 'read',
  settings: 'follow',
  input: {
    ...shared('paths'),
    budget: { kind: 'count' },
    ...shared('folder', 'project', 'allProjects', 'layout'),
  },
  examples: ['dream load', 'dream load --budget 4000'],
  format: 'load',
  /** The index or snapshot of every folder, then pinned memories, then what Dream changed since yesterday. */
  async run({ where }, { budget = BUDGET }) {
    const folders = foldersOf(where).map(found => ({ found, folder: readFolder(found, layoutOf(where)) }))
    const parts = [
      ...folders.flatMap(({ folder }) => indexPart(folder, supersededFiles(where, folder.root))),
      ...folders.flatMap(({ folder }) => folder.memories.filter(isPinned).map(pinnedPart)),
      // What a review did stands in its log; the summary file says what came of it.
      ...folders.flatMap(({ found, folder }) =>
        folder.layout === 'journal' ? [] : changesPart(where, found, folder),
      ),
    ]
    return fillBudget(parts, budget)
  },
  render: ({ text }) => text,
})

interface Part {
  readonly title: string
  readonly text: string
}

const DAY_MS = 86_400_000

function indexPart(folder: Folder, superseded: ReadonlyMap<string, string>): Part[] {
  if (folder.index === undefined) return []
  const text = withoutComments(newerFirst(trustedLines(folder), superseded).join('')).trim()
  return text === '' ? [] : [{ title: `Memory: ${showText(folder.label)}`, text: showLines(text) }]
}

/** Text of low trust is never read to an agent unasked: neither a line that leads to it nor, pinned, all of it. */
function trustedLines({ index, memories }: Folder): IndexLine[] {
  const untrusted = new Set<string>(
    memories.flatMap(({ file, origin }) => (isUntrusted(origin) ? [file] : [])),
  )
  const leadsThere = ({ text, entry }: IndexLine) =>
    (entry?.file !== undefined && untrusted.has(entry.file)) ||
    Array.from(text.matchAll(/[^\s()[\]|`<>"'/\\]+/gu), ([word]) => word).some(
      word => untrusted.has(word) || untrusted.has(`${word}.md`),
    )
  const lines = index?.lines ?? []
  return lines.filter(line => untrusted.size === 0 || !leadsThere(line))
}

/** M20: a line that leads to what a person corrected says so, and stands behind all the others. */
function newerFirst(lines: readonly IndexLine[], superseded: ReadonlyMap<string, string>): string[] {
  const by = ({ entry }: IndexLine) => (entry?.file === undefined ? undefined : superseded.get(entry.file))
  const older = lines.filter(line => by(line) !== undefined)
  const marked = older.map(
    line => `${line.text.replace(/[\r\n]+$/, '')} (${say().corrections.superseded(by(line)!)})\n`,
  )
  const rest = lines.filter(line => by(line) === undefined).map(({ text }) => text)
  if (marked.length > 0 && rest.length > 0) rest.push(rest.pop()!.replace(/\n?$/, '\n'))
  return [...rest, ...marked]
}

const isPinned = ({ pinned, origin }: Memory): boolean => pinned && !isUntrusted(origin)

/** Agents strip block comments before they count, and so do we. */
function withoutComments(text: string): string {
  let out = ''
  for (let at = 0; at < text.length; ) {
    const start = text.indexOf('<!--', at)
    const end = start === -1 ? -1 : text.indexOf('-->', start)
    if (end === -1) return out + text.slice(at)
    out += text.slice(at, start)
    at = end + 3
  }
  return out
}

function pinnedPart(memory: Memory): Part {
  return { title: `Pinned: ${showText(memory.name ?? memory.file)}`, text: showLines(memory.body.trim()) }
}

function changesPart(where: Where, { root, label }: FoundFolder, { memories }: Folder): Part[] {
  const since = new Date(Date.now() - DAY_MS).toISOString()
  const records = withState(where, root, store => store.log.recent(since)) ?? []
  const untrusted = new Set(memories.flatMap(({ file, origin }) => (isUntrusted(origin) ? [file] : [])))
  const lines = records.flatMap(record => changeLines(record, untrusted))
  return lines.length === 0
    ? []
    : [{ title: `Changed since yesterday: ${showText(label)}`, text: lines.join('\n') }]
}

/** A name can be an order too. */
function changeLines(record: RunRecord, untrusted: ReadonlySet<string>): string[] {
  return (
    record.changes
      .filter(({ result, reason }) => result === 'done' && reason.why !== 'index')
      // The ledger, counts and logs are Dream's own books.
      .filter(({ file }) => !untrusted.has(file) && !file.startsWith(VAULT))
      .map(
        change =>
          `- ${showText(change.file)}: ${change.to === null ? 'archived' : 'written'} (${change.reason.why})`,
      )
  )
}

const HEADING_ROOM = 20

/** What does not fit is cut, and says so. */
function fillBudget(parts: readonly Part[], budget: number) {
  const shown: { title: string; chars: number; cut: boolean }[] = []
  let text = ''
  for (const part of parts) {
    const heading = `${text === '' ? '' : '\n\n'}## ${part.title}\n\n`
    const room = budget - text.length - heading.length - 1
    if (room < HEADING_ROOM) {
      shown.push({ title: part.title, chars: 0, cut: true })
      continue
    }
    const body = part.text.length <= room ? part.text : cutAtWord(part.text, room)
    text += heading + body
    shown.push({ title: part.title, chars: body.length, cut: body.length < part.text.length })
  }
  return { text: text === '' ? '' : `${text}\n`, parts: shown }
}
