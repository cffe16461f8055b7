import { findingSubject, kindOf } from '../checks/index.ts'
import { inLanguage, say } from '../languages/index.ts'
import type { Report } from '../model/index.ts'
import { showText } from '../text/index.ts'
import { troubles } from './headline.ts'
import { type Item, sectionsOf } from './sections.ts'
import { dryRunLines } from './terminal.ts'
import { countReport, countRows, type FolderView, isArchived, nothingToPrune, viewFolders } from './view.ts'
import { reasonWords, sinceWords, spentLines } from './words.ts'

/**
 * The three tables of the first design come first and alone; then each folder, as a terminal shows it. Under `seed` programs
 * may read these tables: they are English in every language then.
 */
export function renderMarkdown(report: Report): string {
  const words = say().report.markdown
  const folders = viewFolders(report)
  const isEmpty = report.plan.folders.length + report.results.length + report.missing.length === 0
  const isDry = report.mode === 'dry-run'
  const blocks = [
    ...(isDry ? [say().report.dryRun, fenced(dryRunLines(folders, report.plan.rules))] : []),
    `# ${words.title}`,
    ...(isEmpty ? [say().report.noFolders] : tablesOf(report, folders)),
    ...list(`## ${say().report.sections.warnings}`, plain([...troubles(report), ...report.notes])),
    ...folders.flatMap(view => folderBlocks(view, report)),
    sinceWords(report) ?? '',
    ...list(`## ${words.models}`, plain(spentLines(report.spent ?? []))),
  ]
  return `${blocks.filter(block => block !== '').join('\n\n')}\n`
}

const plain = (sentences: readonly string[]): Item[] => sentences.map(words => ({ name: '', words }))

const tablesOf = (report: Report, folders: readonly FolderView[]): string[] =>
  report.plan.rules === 'seed' ? inLanguage('en', () => tables(report, folders)) : tables(report, folders)

function tables(report: Report, folders: readonly FolderView[]): string[] {
  const isLive = report.mode === 'live'
  const words = say().report.markdown
  const at = ({ plan }: FolderView, file: string) => `${plan.label}/${file}`
  const counts = countRows(countReport(report)).map(([words, count]) => [words, String(count)])
  const changes = folders.flatMap(view =>
    view.changes
      .filter(isArchived)
      .map(({ action }) => [
        at(view, action.file),
        words.archived[isLive ? 'live' : 'planned'],
        reasonWords(action.reason),
      ]),
  )
  const flagged = folders.flatMap(view =>
    view.flagged.map(finding => {
      const missing = kindOf(finding).missing?.(finding) ?? []
      return [at(view, findingSubject(finding)), missing.map(({ text }) => text).join(', ')]
    }),
  )
  return [
    table([words.metric, words.count], counts),
    `## ${words.changes[isLive ? 'live' : 'planned']}`,
    table([words.file, words.action, words.reason], changes),
    `## ${words.flagged}`,
    table([words.file, words.missing], flagged),
  ]
}

function folderBlocks(view: FolderView, report: Report): string[] {
  const { label, layout } = view.plan
  const sentence = nothingToPrune(view)
  return [
    `## ${asText(say().report.markdown.folder(label, layout))}`,
    asText(sentence ?? ''),
    ...sectionsOf(view, report, 'whole').flatMap(({ title, items }) => list(`### ${title}`, items)),
  ]
}

function list(title: string, items: readonly Item[]): string[] {
  if (items.length === 0) return []
  const lines = items.flatMap(({ name, words, lines = [], also = [] }) => [
    `- ${asText(name === '' ? words : `${name}: ${words}`)}`,
    ...[...lines, ...also].map(line => `  - ${asText(line)}`),
  ])
  return [title, lines.join('\n')]
}

function table(head: readonly string[], rows: readonly (readonly string[])[]): string {
  const line = (cells: readonly string[]) => `| ${cells.join(' | ')} |`
  return [line(head), `|${'---|'.repeat(head.length)}`, ...rows.map(row => line(row.map(asText)))].join('\n')
}

/** No line of ours can close the fence: each begins with its own words. */
const fenced = (lines: readonly string[]): string =>
  lines.length === 0 ? '' : ['```text', ...lines, '```'].join('\n')

/** Text from a memory must not become markup: no cell is closed, no tag, link or emphasis opened. */
const asText = (text: string): string => showText(text).replace(/[\\`*<>|[\]]/g, char => `\\${char}`)
