import { type Command, command, isPositional, optionHelp, type Positional } from '../commands/index.ts'
import { say } from '../languages/index.ts'
import { DreamError } from '../model/index.ts'
import { nearest } from '../text/index.ts'
import { parserFor } from './parse.ts'

const SHELLS = { bash: bashCompletion, zsh: zshCompletion, fish: fishCompletion }

/** Made from the table of commands, so that a new option completes on the day it is added. */
export const completionOf = (commands: () => Promise<readonly Command[]>) =>
  command({
    name: 'completion',
    group: 'shell',
    help: say => say.help.completion,
    effect: 'read',
    settings: 'none',
    input: {
      shell: { kind: 'word', need: 'required', completes: Object.keys(SHELLS) },
    },
    examples: [
      'source <(dream completion bash)',
      'dream completion zsh > ~/.zfunc/_dream',
      'dream completion fish > ~/.config/fish/completions/dream.fish',
    ],
    async run(_, { shell }) {
      if (isShell(shell)) return SHELLS[shell](await commands())
      const meant = nearest(shell, Object.keys(SHELLS))
      throw new DreamError(say().engines.completion.unknown(shell, meant), 2)
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
  const help = { names: ['--help', '-h'], about: say().cli.printHelp }
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

const argumentsOf = (each: Command) =>
  Object.entries(each.input).flatMap(([key, input]) => (isPositional(input) ? [{ key, ...input }] : []))

const summaryOf = (each: Command): string => each.help(say()).summary

/** The first words that are offered; those that belong to a command come after it. */
const offered = (commands: readonly Command[]): Command[] =>
  commands.filter(({ name, group }) => !name.includes(' ') && group !== 'unlisted')

/** `review` of `journal review`, for `journal`. */
const partsOf = ({ name }: Command, commands: readonly Command[]): string[] =>
  commands.filter(each => each.name.startsWith(`${name} `)).map(each => each.name.slice(name.length + 1))

/** What may follow a command: its own commands, and what its first argument takes. */
function firstWords(each: Command, commands: readonly Command[]): readonly Words[] {
  const parts = partsOf(each, commands)
  const [first] = argumentsOf(each)
  return [...(parts.length === 0 ? [] : [parts]), ...(first === undefined ? [] : [first.completes])]
}

export function bashCompletion(commands: readonly Command[]): string {
  const names = offered(commands).map(({ name }) => name)
  return `# dream completion for bash
_dream() {
  local cur="\${COMP_WORDS[COMP_CWORD]}" prev="\${COMP_WORDS[COMP_CWORD - 1]}" command= word
  COMPREPLY=()
  case "$prev" in
${valuedOptions(commands).map(bashValue).join('\n')}
  esac
  for word in "\${COMP_WORDS[@]:1:COMP_CWORD-1}"; do
    case "$command $word" in
      ${commands.map(({ name }) => (name.includes(' ') ? `"${name}"` : `" ${name}"`)).join('|')}) command="\${command:+$command }$word" ;;
    esac
  done
  command="\${command:-run}"
  if [[ "$cur" == -* ]]; then
    case "$command" in
${commands.map(each => `      "${each.name}") COMPREPLY=(${bashWords(optionsOf(each).flatMap(option => option.names))}) ;;`).join('\n')}
    esac
    return
  fi
  if ((COMP_CWORD == 1)); then COMPREPLY=(${bashWords([...names, 'help'])}); fi
  case "$command" in
${commands.map(each => `    "${each.name}") COMPREPLY+=(${firstWords(each, commands).map(bashWords).join(' ')}) ;;`).join('\n')}
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
  const described = offered(commands).map(each => `${each.name}:${summaryOf(each).replaceAll(':', '\\:')}`)
  return `#compdef dream
# dream completion for zsh
_dream() {
  local -a commands
  commands=(
${described.map(line => `    ${zshQuote(line)}`).join('\n')}
  )
  local command=run word
  for word in "\${(@)words[2,CURRENT-1]}"; do
    if [[ $command == run ]] && (( \${commands[(I)$word:*]} )); then command=$word
    else case "$command $word" in
${commands
  .filter(({ name }) => name.includes(' '))
  .map(({ name }) => `      "${name}") command="${name}" ;;`)
  .join('\n')}
    esac; fi
  done
  if (( CURRENT == 2 )) && [[ $words[2] != -* ]]; then
    _describe command commands
    _directories
    return
  fi
  if [[ $command == "$words[2] $words[3]" ]]; then shift 2 words; (( CURRENT -= 2 ))
  elif [[ $command == $words[2] ]]; then
    case $command in
${offered(commands)
  .filter(each => partsOf(each, commands).length > 0)
  .map(each => `      ${each.name}) (( CURRENT == 3 )) && compadd ${partsOf(each, commands).join(' ')} ;;`)
  .join('\n')}
    esac
    shift words; (( CURRENT-- ))
  fi
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
    ({ key, kind, completes }, at) =>
      `${kind === 'words' ? '*' : at + 1}:${zshText(optionHelp(each, key, say()))}:${zshWords(completes)}`,
  )
  const specs = [...options, ...positionals].map(spec => `      ${zshQuote(spec)}`)
  return `    ${zshQuote(each.name)}) _arguments \\\n${specs.join(' \\\n')} ;;`
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
    `set -l dream_commands ${offered(commands)
      .map(({ name }) => name)
      .join(' ')}`,
    'complete -c dream -f',
    ...offered(commands).map(
      each => `complete -c dream -n ${none} -a ${each.name} -d ${fishQuote(summaryOf(each))}`,
    ),
    ...commands.flatMap(each => fishLines(each, commands)),
  ]
  return `${lines.join('\n')}\n`
}

function fishLines(each: Command, commands: readonly Command[]): string[] {
  // `dream` without a command is `dream run`.
  const isRun = each.name === 'run' ? '; or not __fish_seen_subcommand_from $dream_commands' : ''
  const [name, part] = each.name.split(' ')
  const parts = partsOf(each, commands)
  const other = parts.length === 0 ? '' : `; and not __fish_seen_subcommand_from ${parts.join(' ')}`
  const own = part === undefined ? other : `; and __fish_seen_subcommand_from ${part}`
  const start = `complete -c dream -n "__fish_seen_subcommand_from ${name}${own}${isRun}"`
  const options = optionsOf(each).map(({ names: [long, short], about, value }) => {
    const letter = short === undefined ? '' : ` -s ${short.slice(1)}`
    const follows = value === undefined ? '' : value === 'files' ? ' -r -F' : ` -x${fishWords(value)}`
    return `${start} -l ${long!.slice(2)}${letter}${follows} -d ${fishQuote(about)}`
  })
  const words = firstWords(each, commands)
    .map(fishWords)
    .filter(text => text !== '')
  return [...options, ...words.map(text => `${start}${text}`)]
}

function fishWords(words: Words): string {
  if (words === 'nothing') return ''
  if (words === 'files') return ' -F'
  return words === 'directories' ? ' -a "(__fish_complete_directories)"' : ` -a ${fishQuote(words.join(' '))}`
}

const fishQuote = (text: string): string => `'${text.replaceAll("'", "\\'")}'`
