import { resolve } from 'node:path'
import { ALIASES, installedSpelling, RENAMED, typedName } from '../commands/index.ts'
import { realPath } from '../disk/index.ts'
import { say } from '../languages/index.ts'
import { DreamError } from '../model/index.ts'
import { nearest } from '../text/index.ts'

/** Which command the first words name, and the arguments that follow. */
export interface Call {
  readonly key: string
  readonly rest: readonly string[]
  /** `default`: no command was named, so it is `dream run`. */
  readonly by: 'name' | 'default'
}

export function callOf(argv: readonly string[], keys: readonly string[]): Call {
  const installed = installedSpelling(argv)
  if (installed !== undefined) return { key: installed, rest: argv.slice(1), by: 'name' }
  for (const words of [2, 1]) {
    const typed = argv.slice(0, words).join(' ')
    const key = keys.find(each => typedName(each) === typed) ?? (words === 1 ? aliasOf(typed) : undefined)
    if (key !== undefined) return { key, rest: argv.slice(words), by: 'name' }
  }
  return { key: 'run', rest: argv, by: 'default' }
}

const aliasOf = (word: string): string | undefined =>
  Object.hasOwn(ALIASES, word) ? ALIASES[word] : undefined

/** The commands that belong to a command: `journalReview` to `journal`. */
export const partsOf = (key: string, keys: readonly string[]): string[] =>
  keys.filter(each => typedName(each).startsWith(`${typedName(key)} `))

/** The word after a command that has commands of its own: one of them, misspelt. */
export function refuseUnknownPart(
  { key, rest }: Call,
  keys: readonly string[],
  takesWords: boolean,
  cwd: string,
): void {
  const parts = partsOf(key, keys).map(part => typedName(part).split(' ')[1]!)
  const [word] = rest
  if (parts.length === 0 || word === undefined || word.startsWith('-') || isThere(word, cwd)) return
  const near = nearest(word, parts)
  if (near === undefined && (takesWords || word === '')) return
  throw new DreamError(say().cli.unknownPart(typedName(key), word, parts.join(', '), near), 2)
}

/** A path of `dream PATH…` that is not there was meant as a command. */
export function refuseUnknownWord(paths: readonly string[], keys: readonly string[], cwd?: string): void {
  const words = say().cli
  for (const word of paths.filter(isBare)) {
    if (Object.hasOwn(RENAMED, word))
      throw new DreamError(words.renamed(word, RENAMED[word]!, isThere(word, cwd)), 2)
    if (isThere(word, cwd)) continue
    const near = nearest(word, [...keys.map(typedName), ...Object.keys(ALIASES), ...Object.keys(RENAMED)])
    const meant = near === undefined ? undefined : (RENAMED[near] ?? near)
    throw new DreamError(
      meant === undefined ? say().report.missing(word) : words.renamed(word, meant, false),
      2,
    )
  }
}

const isBare = (word: string): boolean => !/^[.~]|\//.test(word)

const isThere = (word: string, cwd?: string): boolean =>
  cwd !== undefined && realPath(resolve(cwd, word)) !== undefined

/** The command that `dream help WORDS…` is about. */
export function helpCall(words: readonly string[], keys: readonly string[]): Call {
  const call = callOf([...words], keys)
  if (call.by === 'name') return { ...call, rest: ['--help'] }
  refuseUnknownWord([words[0]!], keys)
  throw new DreamError(say().report.missing(words[0]!), 2)
}
