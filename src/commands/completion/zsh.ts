import type { ArgumentSpec, Command } from '../command.ts'
import { type CompletedFlag, flagsOf } from './words.ts'

export function zshCompletion(commands: readonly Command[]): string {
  return `#compdef dream
# dream completion for zsh
_dream() {
  local -a commands
  commands=(
${commands.map(command => `    ${quote(`${command.name}:${command.summary.replaceAll(':', '\\:')}`)}`).join('\n')}
  )
  local command=run word
  for word in "\${(@)words[2,CURRENT-1]}"; do
    if (( \${commands[(I)$word:*]} )); then command=$word; break; fi
  done
  if (( CURRENT == 2 )) && [[ $words[2] != -* ]]; then
    _describe command commands
    _directories
    return
  fi
  if [[ $command == $words[2] ]]; then shift words; (( CURRENT-- )); fi
  case $command in
${commands.map(commandCase).join('\n')}
  esac
}
_dream "$@"
`
}

function commandCase(command: Command): string {
  const specs = [...flagsOf(command).flatMap(flagSpecs), ...command.arguments.map(argumentSpec)]
  return `    ${command.name}) _arguments \\\n${specs.map(spec => `      ${quote(spec)}`).join(' \\\n')} ;;`
}

const flagSpecs = (flag: CompletedFlag): string[] =>
  [flag.long, flag.short ?? []].flat().map(name => `${name}[${plain(flag.about)}]${valueSpec(flag.value)}`)

function valueSpec(value: CompletedFlag['value']): string {
  if (value === 'none') return ''
  if (value === 'directory') return ':directory:_directories'
  if (value === 'file') return ':file:_files'
  return value === 'free' ? ':value: ' : `:value:(${value.join(' ')})`
}

function argumentSpec({ completes, about }: ArgumentSpec): string {
  if (completes === 'directories') return `*:${plain(about)}:_directories`
  if (completes === 'files') return `1:${plain(about)}:_files`
  return completes === 'nothing' ? `1:${plain(about)}: ` : `1:${plain(about)}:(${completes.join(' ')})`
}

/** Brackets and colons mean something to _arguments. */
const plain = (text: string): string => text.replace(/[[\]:]/g, '\\$&')

const quote = (text: string): string => `'${text.replaceAll("'", "'\\''")}'`
