import { findingWords, kindOf } from '../checks/index.ts'
import { COMMANDS } from '../commands/index.ts'
import { say } from '../languages/index.ts'
import type { Finding } from '../model/index.ts'
import { cutAtWord, originIn, showToModel } from '../text/index.ts'
import { briefTools } from './brief-tools.ts'
import { type GotNote, getNote, originOf } from './get-note.ts'
import { textOfFile } from './note-files.ts'
import { rememberTools } from './remember-tools.ts'
import { flag, listOf, orNull, record, text, whole } from './schema.ts'
import { type Tool, tool } from './tool.ts'

const ORIGIN = { origin: orNull(text), originWords: orNull(text), untrusted: flag }

const INDEX_LINE = 160
const EXCERPT = 600

/** First of the three layers: which notes there are, then what of them matches. */
const search = tool({
  name: 'memory_search',
  load: COMMANDS.search,
  takes: { query: 'words', limit: 'limit' },
  also: { detail: { kind: 'choice', choices: ['index', 'excerpt'] } },
  effect: 'reads',
  output: record({
    hits: listOf(
      record({
        file: text,
        source: text,
        title: text,
        type: orNull(text),
        day: orNull(text),
        replacedBy: orNull(text),
        ...ORIGIN,
        text,
      }),
    ),
    notes: listOf(text),
  }),
  tell({ hits, notes }, { also: { detail = 'index' } }) {
    const found = hits.map(hit => ({
      file: hit.file,
      source: hit.source,
      title: hit.title,
      type: hit.type,
      day: hit.day,
      replacedBy: hit.supersededBy,
      ...originOf(hit.part === 'memory' ? originIn(headOf(textOfFile(hit))) : undefined),
      text:
        detail === 'excerpt'
          ? cutAtWord(oneLine(hit.text), EXCERPT)
          : cutAtWord(oneLine(hit.description === '' ? hit.text : hit.description), INDEX_LINE),
    }))
    const lines = found.map(
      ({ source, title, day, originWords, replacedBy, text: said }) =>
        `- ${[source, title, day, originWords, replacedBy && say().notes.search.replaced(replacedBy)]
          .filter(Boolean)
          .join(' | ')}\n  ${said}`,
    )
    return {
      data: { hits: found, notes },
      text: [lines.length === 0 ? say().notes.search.none : lines.join('\n'), ...notes].join('\n'),
    }
  },
})

/** Hidden before it is cut: half a key is not known for one. */
const oneLine = (said: string): string => showToModel(said).replace(/\s+/g, ' ').trim()

const LONGEST_HEAD = 20_000
const headOf = (said: string | undefined): string => (said ?? '').slice(0, LONGEST_HEAD)

const get = tool({
  name: 'memory_get',
  load: async () => getNote,
  takes: { memory: 'memory', offset: 'offset' },
  effect: 'reads',
  output: record({
    notes: listOf(
      record({
        file: text,
        folder: text,
        name: orNull(text),
        type: orNull(text),
        pinned: flag,
        ...ORIGIN,
        modified: text,
        text,
        next: orNull(whole),
        verdict: orNull(text),
        findings: listOf(text),
        versions: whole,
        lastChange: orNull(text),
      }),
    ),
  }),
  tell: notes => ({
    data: {
      notes: notes.map(({ checks, history, ...note }) => ({
        ...note,
        verdict: checks && `${checks.verdict.fate}: ${checks.verdict.because}`,
        findings: checks?.findings.map(findingLine) ?? [],
        versions: history?.version ?? 0,
        lastChange: history?.updatedAt ?? null,
      })),
    },
    text: notes.map(noteWords).join('\n\n'),
  }),
})

const findingLine = (finding: Finding): string =>
  `${kindOf(finding).words(say()).title}: ${findingWords(finding)}`

function noteWords({ checks, history, ...note }: GotNote): string {
  const words = say().mcp
  const seen = history && [words.seenBy.versions(history.version), words.seenBy.changed(history.updatedAt)]
  const head = [`${note.folder}/${note.file}`, note.type, note.originWords, ...(seen ?? [])]
  return [
    head.filter(Boolean).join(' | '),
    ...(checks === null ? [] : [words.checks(checks.verdict.fate, checks.verdict.because)]),
    ...(checks?.findings.map(finding => `- ${findingLine(finding)}`) ?? []),
    '',
    note.text,
    ...(note.next === null ? [] : [words.truncated(note.next)]),
  ].join('\n')
}

const status = tool({
  name: 'memory_status',
  load: COMMANDS.status,
  takes: {},
  effect: 'reads',
  output: record({
    folders: listOf(
      record({
        folder: text,
        layout: text,
        notes: whole,
        lastRun: orNull(text),
        lastRunAt: orNull(text),
        changedSince: whole,
        vanished: whole,
        interrupted: whole,
        plansWaiting: whole,
      }),
    ),
    automatic: orNull(text),
  }),
  tell: ({ folders, auto }) => ({
    data: {
      folders: folders.map(
        ({ label, layout, memories, lastRun, changedSince, since, unfinished, plans }) => ({
          folder: label,
          layout,
          notes: memories,
          lastRun: lastRun?.run ?? null,
          lastRunAt: lastRun?.at ?? null,
          changedSince,
          vanished: since?.gone ?? 0,
          interrupted: unfinished.length,
          plansWaiting: plans?.length ?? 0,
        }),
      ),
      automatic: auto?.next ?? null,
    },
    ...(folders.length === 0 && { text: say().mcp.noFolder }),
  }),
})

const explain = tool({
  name: 'memory_explain',
  load: COMMANDS.explain,
  takes: { memory: 'memory' },
  effect: 'reads',
  output: record({
    notes: listOf(
      record({
        file: text,
        folder: text,
        class: text,
        fate: text,
        because: text,
        references: listOf(record({ text, line: whole, answer: text })),
        findings: listOf(text),
        wouldChange: listOf(text),
        protectedBy: listOf(text),
      }),
    ),
  }),
  tell: ({ explanations }) => ({
    data: {
      notes: explanations.map(({ label, file, verdict, references, findings, wouldChange, protectedBy }) => ({
        file,
        folder: label,
        class: verdict.class,
        fate: verdict.fate,
        because: verdict.because,
        references: references.map(({ text: said, line, answer }) => ({ text: said, line, answer })),
        findings: findings.map(findingLine),
        wouldChange,
        protectedBy,
      })),
    },
  }),
})

const MOST_ITEMS = 20
const MOST_EVIDENCE = 5

const queue = tool({
  name: 'memory_queue',
  load: COMMANDS.queue,
  takes: { answered: 'answered' },
  also: { limit: { kind: 'positive' } },
  effect: 'reads',
  output: record({
    count: whole,
    items: listOf(
      record({
        id: text,
        folder: text,
        subject: text,
        words: text,
        because: text,
        evidence: listOf(text),
        origin: orNull(text),
        accepting: orNull(text),
        choices: listOf(text),
      }),
    ),
  }),
  tell(result, { also: { limit = MOST_ITEMS } }) {
    // Without an answer among its inputs the command lists, and does nothing else.
    const all = result.did === 'listed' ? result.items : []
    const items = all.slice(0, limit).map(item => ({
      id: item.id,
      folder: item.label,
      subject: item.subject,
      words: item.words,
      because: item.because,
      evidence: item.evidence.slice(0, MOST_EVIDENCE),
      origin: item.origin ?? null,
      accepting: item.accepting ?? null,
      choices: item.choices.map(({ label }) => label),
    }))
    const words = say().mcp
    const lines = items.map(
      ({ id, subject, words: said, because, evidence, origin }) =>
        `- ${[id, subject, origin].filter(Boolean).join(' | ')}: ${said} (${because})${evidence.map(each => `\n    ${each}`).join('')}`,
    )
    const more = all.length - items.length
    return {
      data: { count: all.length, items },
      text:
        all.length === 0
          ? words.nothingWaits
          : [...lines, ...(more > 0 ? [words.moreWait(more)] : []), words.onlyTheUser].join('\n'),
    }
  },
})

/** Every tool. A new one is one entry here and its words in the catalogues. */
export const TOOLS: readonly Tool[] = [search, get, status, explain, queue, ...briefTools, ...rememberTools]
