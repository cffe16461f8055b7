import { type Command, command, isPositional, type Positional } from '../commands/index.ts'
import { DreamError, nearest } from '../model/index.ts'
import { parserFor } from './parse.ts'

const SHELLS = { bash: bashCompletion, zsh: zshCompletion, fish: fishCompletion }

/** Made from the table of commands, so that a new option completes on the day it is added. */
export const completionOf = (commands: () => Promise<readonly Command[]>) =>
  command({
    name: 'completion',
    group: 'shell',
    summary: 'print a completion script for your shell',
    effect: 'read',
    settings: 'none',
    input: {
      shell: { kind: 'word', need: 'required', about: 'bash, zsh or fish', completes: Object.keys(SHELLS) },
    },
    examples: [
      { line: 'source <(dream completion bash)', about: 'in ~/.bashrc' },
      { line: 'dream completion zsh > ~/.zfunc/_dream', about: 'with ~/.zfunc in $fpath' },
      { line: 'dream completion fish > ~/.config/fish/completions/dream.fish', about: 'for fish' },
    ],
    async run(_, { shell }) {
      if (isShell(shell)) return SHELLS[shell](await commands())
      const meant = nearest(shell, Object.keys(SHELLS))
      const hint = meant === undefined ? '.' : ` (did you mean ${meant}?)`
      throw new DreamError(`no completion for ${shell}; there is bash, zsh and fish${hint}`, 2)
    },
    render: script => script,
  })

const isShell = (word: string): word is keyof typeof SHELLS => Object.hasOwn(SHELLS, word)

type Words = Positional['completes']

/** An option as shells want it. */
interface CompletedOption {
  /** `--output` and `-o`. */
  readonly names: readonly string[]
  readonly about: string
  /** What follows it; nothing for a flag. */
  readonly value?: Words
}

export function optionsOf(each: Command): CompletedOption[] {
  const help = { names: ['--help', '-h'], about: 'print this help' }
  const options = parserFor(each, () => {}).options.map(({ long, short, flags, description, argChoices }) => {
    const value = /<(.*)>/.exec(flags)?.[1]
    return {
      names: [long, short].filter(name => name !== undefined),
      about: description,
      ...(value !== undefined && { value: argChoices ?? VALUES[value] ?? 'nothing' }),
    }
  })
  return [...options, help]
}

const VALUES: Readonly<Record<string, Words>> = { dir: 'directories', file: 'files' }

const argumentsOf = (each: Command) => Object.values(each.input).filter(isPositional)

export function bashCompletion(commands: readonly Command[]): string {
  const names = commands.map(({ name }) => name)
  return `# dream completion for bash
_dream() {
  local cur="\${COMP_WORDS[COMP_CWORD]}" prev="\${COMP_WORDS[COMP_CWORD - 1]}" command=run word
  COMPREPLY=()
  case "$prev" in
${valuedOptions(commands).map(bashValue).join('\n')}
  esac
  for word in "\${COMP_WORDS[@]:1:COMP_CWORD-1}"; do
    case "$word" in
      ${names.join('|')}) command="$word"; break ;;
    esac
  done
  if [[ "$cur" == -* ]]; then
    case "$command" in
${commands.map(each => `      ${each.name}) COMPREPLY=(${bashWords(optionsOf(each).flatMap(option => option.names))}) ;;`).join('\n')}
    esac
    return
  fi
  if ((COMP_CWORD == 1)); then COMPREPLY=(${bashWords([...names, 'help'])}); fi
  case "$command" in
${commands.map(each => `    ${each.name}) COMPREPLY+=(${bashWords(argumentsOf(each)[0]?.completes ?? 'nothing')}) ;;`).join('\n')}
  esac
}
complete -o filenames -F _dream dream
`
}

/** By name, whatever command it belongs to; where commands disagree about its values nothing is offered. */
function valuedOptions(commands: readonly Command[]): CompletedOption[] {
  const byName = new Map<string, CompletedOption>()
  for (const option of commands.flatMap(optionsOf)) {
    if (option.value === undefined) continue
    const known = byName.get(option.names[0]!) ?? option
    const isSame = String(known.value) === String(option.value)
    byName.set(option.names[0]!, isSame ? option : { ...option, value: 'nothing' })
  }
  return [...byName.values()]
}

const bashValue = ({ names, value }: CompletedOption): string =>
  `    ${names.toReversed().join('|')}) COMPREPLY=(${bashWords(value!)}); return ;;`

function bashWords(words: Words): string {
  if (words === 'nothing') return ''
  const from = words === 'directories' ? '-d' : words === 'files' ? '-f' : `-W "${words.join(' ')}"`
  return `$(compgen ${from} -- "$cur")`
}

function zshCompletion(commands: readonly Command[]): string {
  const described = commands.map(({ name, summary }) => `${name}:${summary.replaceAll(':', '\\:')}`)
  return `#compdef dream
# dream completion for zsh
_dream() {
  local -a commands
  commands=(
${described.map(line => `    ${zshQuote(line)}`).join('\n')}
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
${commands.map(zshCase).join('\n')}
  esac
}
_dream "$@"
`
}

function zshCase(each: Command): string {
  const options = optionsOf(each).flatMap(({ names, about, value }) =>
    names.map(name => `${name}[${zshText(about)}]${value === undefined ? '' : zshValue(value)}`),
  )
  const positionals = argumentsOf(each).map(
    ({ kind, about, completes }, at) =>
      `${kind === 'words' ? '*' : at + 1}:${zshText(about)}:${zshWords(completes)}`,
  )
  const specs = [...options, ...positionals].map(spec => `      ${zshQuote(spec)}`)
  return `    ${each.name}) _arguments \\\n${specs.join(' \\\n')} ;;`
}

function zshValue(value: Words): string {
  const name = value === 'directories' ? 'directory' : value === 'files' ? 'file' : 'value'
  return `:${name}:${zshWords(value)}`
}

function zshWords(words: Words): string {
  if (words === 'directories') return '_directories'
  if (words === 'files') return '_files'
  return words === 'nothing' ? ' ' : `(${words.join(' ')})`
}

/** Brackets and colons mean something to _arguments. */
const zshText = (text: string): string => text.replace(/[[\]:]/g, '\\$&')

const zshQuote = (text: string): string => `'${text.replaceAll("'", "'\\''")}'`

function fishCompletion(commands: readonly Command[]): string {
  const none = '"not __fish_seen_subcommand_from $dream_commands"'
  const lines = [
    '# dream completion for fish',
    `set -l dream_commands ${commands.map(({ name }) => name).join(' ')}`,
    'complete -c dream -f',
    ...commands.map(
      ({ name, summary }) => `complete -c dream -n ${none} -a ${name} -d ${fishQuote(summary)}`,
    ),
    ...commands.flatMap(fishLines),
  ]
  return `${lines.join('\n')}\n`
}

function fishLines(each: Command): string[] {
  // `dream` without a command is `dream run`.
  const isRun = each.name === 'run' ? '; or not __fish_seen_subcommand_from $dream_commands' : ''
  const start = `complete -c dream -n "__fish_seen_subcommand_from ${each.name}${isRun}"`
  const options = optionsOf(each).map(({ names: [long, short], about, value }) => {
    const letter = short === undefined ? '' : ` -s ${short.slice(1)}`
    const follows = value === undefined ? '' : value === 'files' ? ' -r -F' : ` -x${fishWords(value)}`
    return `${start} -l ${long!.slice(2)}${letter}${follows} -d ${fishQuote(about)}`
  })
  const words = fishWords(argumentsOf(each)[0]?.completes ?? 'nothing')
  return words === '' ? options : [...options, `${start}${words}`]
}

function fishWords(words: Words): string {
  if (words === 'nothing') return ''
  if (words === 'files') return ' -F'
  return words === 'directories' ? ' -a "(__fish_complete_directories)"' : ` -a ${fishQuote(words.join(' '))}`
}

const fishQuote = (text: string): string => `'${text.replaceAll("'", "\\'")}'`
