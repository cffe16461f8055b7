import type { Command } from '../command.ts'
import { type CompletedFlag, flagsOf, flagsWithValue } from './words.ts'

export function bashCompletion(commands: readonly Command[]): string {
  const names = commands.map(command => command.name).join(' ')
  return `# dream completion for bash
_dream() {
  local cur="\${COMP_WORDS[COMP_CWORD]}" prev="\${COMP_WORDS[COMP_CWORD - 1]}" command=run word
  COMPREPLY=()
  case "$prev" in
${flagsWithValue(commands).map(valueCase).join('\n')}
  esac
  for word in "\${COMP_WORDS[@]:1:COMP_CWORD-1}"; do
    case "$word" in
      ${commands.map(command => command.name).join('|')}) command="$word"; break ;;
    esac
  done
  if [[ "$cur" == -* ]]; then
    case "$command" in
${commands.map(flagCase).join('\n')}
    esac
    return
  fi
  if ((COMP_CWORD == 1)); then COMPREPLY=($(compgen -W "${names} help" -- "$cur")); fi
  case "$command" in
${commands.map(argumentCase).join('\n')}
  esac
}
complete -o filenames -F _dream dream
`
}

const valueCase = (flag: CompletedFlag): string =>
  `    ${[flag.short, flag.long].filter(Boolean).join('|')}) ${offer(flag.value)}; return ;;`

function offer(value: CompletedFlag['value']): string {
  if (value === 'directory') return 'COMPREPLY=($(compgen -d -- "$cur"))'
  if (value === 'file') return 'COMPREPLY=($(compgen -f -- "$cur"))'
  if (typeof value === 'string') return ':'
  return `COMPREPLY=($(compgen -W "${value.join(' ')}" -- "$cur"))`
}

function flagCase(command: Command): string {
  const words = flagsOf(command).flatMap(flag => [flag.long, flag.short ?? []].flat())
  return `      ${command.name}) COMPREPLY=($(compgen -W "${words.join(' ')}" -- "$cur")) ;;`
}

function argumentCase(command: Command): string {
  const completes = command.arguments[0]?.completes ?? 'nothing'
  if (completes === 'nothing') return `    ${command.name}) ;;`
  const words =
    completes === 'directories'
      ? '$(compgen -d -- "$cur")'
      : completes === 'files'
        ? '$(compgen -f -- "$cur")'
        : `$(compgen -W "${completes.join(' ')}" -- "$cur")`
  return `    ${command.name}) COMPREPLY+=(${words}) ;;`
}
