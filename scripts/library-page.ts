import { resolve } from 'node:path'
import ts from 'typescript'
import { type Command, type Input, isPositional, optionHelp } from '../src/commands/index.ts'
import { COMMANDS, loadCommand } from '../src/commands/table.ts'
import { inLanguage, say } from '../src/languages/index.ts'

const BEGIN = '<!-- api: made by npm run docs -->'
const END = '<!-- /api -->'

/** The page about the library, with every command and every export as they are now. */
export async function withApi(page: string): Promise<string> {
  const from = page.indexOf(BEGIN)
  const to = page.indexOf(END)
  if (from === -1 || to === -1) throw new Error('the page has no place for the commands and exports')
  const names = Object.keys(COMMANDS) as (keyof typeof COMMANDS)[]
  const commands = await Promise.all(names.map(async name => [name, await loadCommand(name)] as const))
  const text = inLanguage('en', () =>
    [...commands.map(section), '## Other exports', '', exportTable()].join('\n'),
  )
  return `${page.slice(0, from)}${BEGIN}\n\n${text}\n\n${page.slice(to)}`
}

function section([name, command]: readonly [string, Command]): string {
  const rows = Object.entries(command.input).map(
    ([key, input]) => `| \`${key}\` | ${typeOf(input)} | ${oneLine(optionHelp(command, key, say()))} |`,
  )
  const table = rows.length === 0 ? [] : ['| option | type | |', '| --- | --- | --- |', ...rows, '']
  const effect = command.effect === 'read' ? 'changes nothing' : 'may write'
  return [`### \`dream.${name}()\``, '', `${command.help(say()).summary}; ${effect}.`, '', ...table].join(
    '\n',
  )
}

function typeOf(input: Input): string {
  const need = isPositional(input) && input.need === 'required' ? ', required' : ''
  const types: Readonly<Record<Input['kind'], string>> = {
    flag: '`boolean`',
    text: '`string`',
    texts: '`string[]`',
    choice: input.kind === 'choice' ? input.choices.map(each => `\`'${each}'\``).join(', ') : '',
    count: '`number`',
    positive: '`number`, from 1 on',
    word: '`string`',
    words: '`string[]`',
  }
  return types[input.kind] + need
}

const oneLine = (text: string): string => text.replaceAll('|', '\\|').replaceAll(/\s+/g, ' ')

/** Each export with the first sentence of its comment. */
function exportTable(): string {
  const path = resolve('src/index.ts')
  const { config } = ts.readConfigFile('tsconfig.json', ts.sys.readFile)
  const { options } = ts.parseJsonConfigFileContent(config, ts.sys, '.')
  const program = ts.createProgram([path], options)
  const checker = program.getTypeChecker()
  const module = checker.getSymbolAtLocation(program.getSourceFile(path)!)!
  const rows = checker.getExportsOfModule(module).map(symbol => {
    const target = symbol.flags & ts.SymbolFlags.Alias ? checker.getAliasedSymbol(symbol) : symbol
    const about = ts.displayPartsToString(target.getDocumentationComment(checker))
    return { name: symbol.name, kind: kindOf(target), about: oneLine(about.split(/(?<=\.)\s/)[0] ?? '') }
  })
  const bare = rows.filter(({ about }) => about === '')
  if (bare.length > 0)
    throw new Error(`exports without a comment: ${bare.map(({ name }) => name).join(', ')}`)
  const lines = rows
    .sort((a, b) => a.kind.localeCompare(b.kind) || a.name.localeCompare(b.name))
    .map(({ name, kind, about }) => `| \`${name}\` | ${kind} | ${about} |`)
  return ['| name | | what it is |', '| --- | --- | --- |', ...lines].join('\n')
}

function kindOf({ flags }: ts.Symbol): string {
  if (flags & ts.SymbolFlags.Class) return 'class'
  if (flags & ts.SymbolFlags.Function) return 'function'
  return flags & (ts.SymbolFlags.TypeAlias | ts.SymbolFlags.Interface) ? 'type' : 'value'
}
