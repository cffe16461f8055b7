import type { Command } from '../command.ts'
import { type CompletedFlag, flagsOf } from './words.ts'

export function fishCompletion(commands: readonly Command[]): string {
  const names = commands.map(command => command.name).join(' ')
  const lines = [
    '# dream completion for fish',
    `set -l dream_commands ${names}`,
    'complete -c dream -f',
    ...commands.map(
      ({ name, summary }) =>
        `complete -c dream -n "not __fish_seen_subcommand_from $dream_commands" -a ${name} -d ${quote(summary)}`,
    ),
    ...commands.flatMap(commandLines),
  ]
  return `${lines.join('\n')}\n`
}

function commandLines(command: Command): string[] {
  const when = condition(command)
  return [...flagsOf(command).map(flag => flagLine(flag, when)), ...argumentLines(command, when)]
}

/** `dream` without a command is `dream run`. */
const condition = (command: Command): string =>
  command.name === 'run'
    ? '"__fish_seen_subcommand_from run; or not __fish_seen_subcommand_from $dream_commands"'
    : `"__fish_seen_subcommand_from ${command.name}"`

function flagLine(flag: CompletedFlag, when: string): string {
  const short = flag.short === undefined ? '' : ` -s ${flag.short.slice(1)}`
  return `complete -c dream -n ${when} -l ${flag.long.slice(2)}${short}${valueWords(flag.value)} -d ${quote(flag.about)}`
}

function valueWords(value: CompletedFlag['value']): string {
  if (value === 'none') return ''
  if (value === 'directory') return ' -x -a "(__fish_complete_directories)"'
  if (value === 'file') return ' -r -F'
  return value === 'free' ? ' -x' : ` -x -a ${quote(value.join(' '))}`
}

function argumentLines(command: Command, when: string): string[] {
  const completes = command.arguments[0]?.completes ?? 'nothing'
  if (completes === 'nothing') return []
  if (completes === 'directories') return [`complete -c dream -n ${when} -a "(__fish_complete_directories)"`]
  if (completes === 'files') return [`complete -c dream -n ${when} -F`]
  return [`complete -c dream -n ${when} -a ${quote(completes.join(' '))}`]
}

const quote = (text: string): string => `'${text.replaceAll("'", "\\'")}'`
