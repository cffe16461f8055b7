import type { Command } from '../commands/index.ts'
import { say } from '../languages/index.ts'
import { columnsOf } from '../report/index.ts'

const EXAMPLES = ['dream', 'dream --dry-run', 'dream undo', 'dream demo']

export function help(commands: readonly Command[]): string {
  const { usage, groups, examples, end } = say().cli
  const listed = commands.filter(({ name }) => !name.includes(' '))
  const lists = Object.entries(groups).map(([group, title]) => {
    const lines = summaries(
      listed.filter(each => each.group === group),
      widestOf(listed),
    )
    return lines === '' ? '' : `\n${title}\n${lines}`
  })
  return `${usage}${lists.join('')}${examplesText(EXAMPLES, examples)}\n${end}`
}

/** The commands that belong to another one, below its own help. */
export function partsText(parts: readonly Command[]): string {
  return parts.length === 0 ? '' : `\n${say().cli.partsTitle}\n${summaries(parts, widestOf(parts))}`
}

/** `dream run` is `dream`. */
const lineOf = ({ name }: Command): string => (name === 'run' ? 'dream' : `dream ${name}`)

const widestOf = (commands: readonly Command[]): number =>
  Math.max(...commands.map(each => lineOf(each).length))

const summaries = (commands: readonly Command[], widest: number): string =>
  commands.map(each => `  ${lineOf(each).padEnd(widest)}  ${each.help(say()).summary}\n`).join('')

/** Command lines, each with what it does. */
export function examplesText(examples: readonly string[], words: readonly string[]): string {
  const widest = Math.max(...examples.map(columnsOf))
  const lines = examples.map((line, at) =>
    `  ${line}${' '.repeat(widest - columnsOf(line))}  ${words[at] ?? ''}`.trimEnd(),
  )
  return ['', say().cli.examplesTitle, ...lines].join('\n')
}
