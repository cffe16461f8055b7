import type { Random } from './random.ts'
import { capitalised } from './vocabulary.ts'

export interface SourceFile {
  readonly path: string
  readonly extension: string
  /** Stands in this file alone. */
  readonly className: string
  readonly functions: readonly string[]
}

export interface Ingredients {
  readonly identifier: (random: Random) => string
  readonly word: (random: Random) => string
}

const MEDIAN_SIZE = 2600
const SIZE_SPREAD = 0.55

/** Something that reads like code of that language: its definitions, then lines until it is long enough. */
export function sourceText(file: SourceFile, random: Random, ingredients: Ingredients): string {
  const size = Math.min(random.around(MEDIAN_SIZE, SIZE_SPREAD), 40_000)
  const lines = [...opening(file)]
  let length = lines.join('\n').length
  for (let next = 0; length < size; next++) {
    const name = file.functions[next]
    const line = name === undefined ? codeLine(random, ingredients) : definition(file.extension, name)
    lines.push(line)
    length += line.length + 1
  }
  return `${lines.join('\n')}\n`
}

function opening({ extension, className, functions }: SourceFile): string[] {
  if (extension === 'md') return [`# ${className}`, '', functions.map(name => `- \`${name}()\``).join('\n')]
  if (extension === 'json') return ['{', `  "name": "${className}",`]
  if (extension === 'yaml' || extension === 'css') return [`# ${className}`]
  return [extension === 'rs' || extension === 'go' ? `type ${className} struct {}` : `class ${className} {}`]
}

function definition(extension: string, name: string): string {
  if (extension === 'py') return `def ${name}(self, value):`
  if (extension === 'go') return `func ${capitalised(name)}(ctx Context) error {`
  if (extension === 'rs') return `pub fn ${name}(&self) -> Result<()> {`
  if (extension === 'java') return `  public void ${name}(Object value) {`
  return extension === 'ts' ? `export function ${name}(value: string): void {` : `  "${name}": true,`
}

function codeLine(random: Random, { identifier, word }: Ingredients): string {
  const name = () => identifier(random)
  switch (random.below(7)) {
    case 0:
      return `  // ${Array.from({ length: 4 + random.below(8) }, () => word(random)).join(' ')}`
    case 1:
      return `  const ${name()} = ${name()}.${name()}(${name()}, ${random.below(1000)})`
    case 2:
      return `  if (${name()} === ${name()}.${name()}) return ${name()}(${name()})`
    case 3:
      return `  ${name()}.${name()} = { ${name()}: ${name()}, ${name()}: "${word(random)}" }`
    case 4:
      return `  for (const ${name()} of ${name()}.${name()}()) ${name()}.push(${name()})`
    case 5:
      return ''
    default:
      return `    return ${name()}.${name()}(${name()}).${name()}(${name()})`
  }
}
