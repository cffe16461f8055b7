import { say } from '../languages/index.ts'
import type { Report } from '../model/index.ts'
import { showText } from '../text/index.ts'
import { type Annotation, annotationsOf, type Level, runTroubles } from './annotations.ts'
import { headline } from './headline.ts'

const COMMAND: Readonly<Record<Level, string>> = { error: 'error', warning: 'warning', note: 'notice' }

/** Workflow commands of GitHub Actions, one for each place, and the run in one line. `base`: the repository's root. */
export function renderGithub(report: Report, base: string): string {
  const lines = [
    ...runTroubles(report).map(words => `::error title=Dream::${data(words)}`),
    ...annotationsOf(report, base).map(annotation),
  ]
  return [...lines, `Dream: ${showText(headline(report))}`].map(line => `${line}\n`).join('')
}

function annotation({ kind, level, path, isBelow, line, words }: Annotation): string {
  // A path that is not in the repository would be shown beside nothing.
  const place = isBelow ? `file=${property(path)},line=${line},` : ''
  const said = isBelow ? words : `${showText(path)}:${line}: ${words}`
  return `::${COMMAND[level]} ${place}title=${property(kind.words(say()).title)}::${data(said)}`
}

const data = (text: string): string =>
  text.replaceAll('%', '%25').replaceAll('\r', '%0D').replaceAll('\n', '%0A')

const property = (text: string): string => data(text).replaceAll(':', '%3A').replaceAll(',', '%2C')
