import { basename, resolve } from 'node:path'
import { storeContext, type Where } from '../app/index.ts'
import { readTextFile } from '../disk/index.ts'
import { say, says } from '../languages/index.ts'
import { DreamError } from '../model/index.ts'
import { presenceOnDisk } from '../project/index.ts'
import { topicsOf } from '../sources/index.ts'
import { finishOpenRuns } from '../store/index.ts'
import { cutAtWord } from '../text/index.ts'
import { countsDraft } from './count-files.ts'
import { readCounts } from './counts.ts'
import { COUNTS, INDEX, journalFile, topicFile } from './journal-files.ts'
import {
  type Draft,
  type JournalWorkspace,
  look,
  md5,
  openJournalWorkspace,
  writeDrafts,
} from './journal-workspace.ts'
import { fold } from './lines.ts'
import {
  hasId,
  type Indexed,
  identityOf,
  indexLine,
  titleAndSummary,
  topicLine,
  topicsFor,
  topicText,
  withIndexLine,
} from './obsidian.ts'
import { activityDrafts, journalText } from './remember.ts'
import { traitsOf } from './traits.ts'

export interface IndexReport {
  readonly did: 'indexed' | 'exists'
  readonly id: string
  readonly title: string
  readonly source: string
  readonly topics: readonly string[]
  readonly summary: string
  readonly toJournal: boolean
  readonly run?: string
  readonly warnings: readonly string[]
}

export interface IndexRequest {
  readonly where: Where
  /** An address, a file, or the text itself. */
  readonly what: string
  readonly title?: string
  readonly summary?: string
  readonly topics?: readonly string[]
  readonly epochMs?: number
}

/** J12: what somebody wants to find again; nothing is fetched, it works from what it is given. */
export async function indexContent(request: IndexRequest): Promise<IndexReport> {
  const what = fold(request.what)
  if (what === '') throw new DreamError(say().work.journals.sayWhatToIndex, 2)
  await finishOpenRuns(storeContext(request.where))
  const journal = openJournalWorkspace(request.where, request.epochMs)
  const item = itemOf(journal, request, what)
  const index = look(journal, INDEX)
  const prefers = isPreference(item, journal.now.day)
  const report = { ...item, toJournal: prefers, warnings: [] }
  if (hasId(index.text, item.id)) return { ...report, did: 'exists', toJournal: false }
  const text = withIndexLine(index.text, indexLine(item))
  const drafts: Draft[] = [
    { file: index, how: 'write', text },
    ...item.topics.map((topic): Draft => {
      const file = look(journal, topicFile(topic))
      return { file, how: 'append', text: topicText(file.text, topic, topicLine(item)), needs: [INDEX] }
    }),
    ...countDrafts(journal, text),
    ...(prefers ? journalDrafts(journal, item) : []),
  ]
  const written = await writeDrafts(journal, drafts, { command: 'index', why: { why: 'updated' } })
  if (written === 'nothing') return { ...report, did: 'exists' }
  if (written.conflicts.length > 0)
    throw new DreamError(say().work.journals.changed(written.conflicts.join(', ')), 1)
  return { ...report, did: 'indexed', run: written.run }
}

function itemOf(journal: JournalWorkspace, request: IndexRequest, what: string): Indexed {
  const { text, source } = contentOf(request, what)
  const found = titleAndSummary(text)
  const title = cutAtWord(fold(request.title ?? found.title), 120)
  const summary = cutAtWord(fold(request.summary ?? found.summary), 200)
  const isAddress = /^https?:\/\//i.test(source)
  const identity = identityOf(isAddress ? source : title)
  const topics = topicsFor(
    isAddress ? `${title} ${request.summary ?? ''}` : text.slice(0, 5000),
    request.topics ?? [],
    topicsOf(journal.workspace),
  )
  return { id: md5(identity).slice(0, 8), title, source, day: journal.now.day, topics, summary }
}

/** The text to take title and summary from. Of an address that is what its own path says, and what the user adds. */
function contentOf({ where, title, summary }: IndexRequest, what: string): { text: string; source: string } {
  if (/^https?:\/\/\S+$/i.test(what)) {
    const path = what
      .replace(/^https?:\/\/(?:www\.)?/i, '')
      .replace(/[?#].*$/, '')
      .replace(/\/$/, '')
    const last = decode(path.slice(path.lastIndexOf('/') + 1))
      .replace(/\.[a-z]{2,5}$/i, '')
      .replace(/[-_+]+/g, ' ')
    return { text: `# ${title ?? last}\n\n${summary ?? `${last} (${path.split('/')[0]})`}`, source: what }
  }
  const path = resolve(where.cwd, what)
  if (what.length < 1000 && presenceOnDisk(path) === 'present')
    return { text: readTextFile(path), source: basename(path) }
  return { text: what, source: 'text' }
}

function decode(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}

const isOwnWord = says(({ cues }) => cues?.person?.speaker)

/** "User prefers …" in what was indexed says something about the user. */
function isPreference({ title, summary }: Indexed, today: string): boolean {
  const said = `${title}. ${summary}`
  const speaks = isOwnWord(said)
  return speaks && traitsOf(said, today).has.has('preference')
}

function journalDrafts(journals: JournalWorkspace, { title, summary }: Indexed): Draft[] {
  const journal = look(journals, journalFile(journals.now.day))
  const line = journalText(journal, journals, summary === title ? title : `${title}: ${summary}`)
  return [
    { file: journal, how: 'append', text: line, needs: [INDEX] },
    ...activityDrafts(journals, [journals.now.day]),
  ]
}

function countDrafts(journal: JournalWorkspace, index: string): Draft[] {
  if (readCounts(look(journal, COUNTS).text) === undefined) return []
  return [countsDraft(journal, { index }, [INDEX])]
}
