import { type Command, GROUPS } from '../commands/index.ts'
import { examplesText } from './parse.ts'

const USAGE = `Usage: dream [paths...] [flags]
       dream <command> [flags]

Checks the memory files of AI agents, archives outdated notes, keeps MEMORY.md true, loses nothing.
Without a command it is dream run; a folder that has the name of a command needs ./ before it.
`

const EXAMPLES = [
  { line: 'dream', about: 'check the memory of this project; shows the plan and asks' },
  { line: 'dream --dry-run', about: 'only look' },
  { line: 'dream undo', about: 'take the last run back' },
  { line: 'dream demo', about: 'see a whole cycle on a sample project' },
]

const END = `
  -V, --version  print the version
  -h, --help     print help

The flags of dream without a command: dream run --help
`

export function help(commands: readonly Command[]): string {
  const widest = Math.max(...commands.map(({ name }) => name.length))
  const groups = Object.entries(GROUPS).map(([group, title]) => {
    const own = commands.filter(each => each.group === group)
    return `\n${title}:\n${own.map(({ name, summary }) => `  ${name.padEnd(widest)}  ${summary}\n`).join('')}`
  })
  return `${USAGE}${groups.join('')}${examplesText(EXAMPLES)}\n${END}`
}
