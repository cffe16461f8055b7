import { describedBy, type Meaning, type Statement, statementOf } from '../../journal/index.ts'
import { DreamError, type Memory, nearest } from '../../model/index.ts'
import { sentences } from '../../text/index.ts'

/** What a person means by a few words, or by the names of files. */
export interface Meant {
  readonly by: 'name' | 'words'
  readonly going: readonly Memory[]
  /** Described, and protected: they go by name alone. */
  readonly pinned: readonly Memory[]
  /** It stands in them somewhere, and they are about more. */
  readonly mentions: readonly Memory[]
}

export function meantBy(description: string, memories: readonly Memory[], meaning?: Meaning): Meant {
  const named = namedBy(description.trim(), memories)
  if (named.length > 0) return { by: 'name', going: named, pinned: [], mentions: [] }
  const wanted = statementOf(description)
  // "The", "it": whoever says nothing means nothing.
  if (wanted.stems.size === 0) return { by: 'words', going: [], pinned: [], mentions: [] }
  const isMeant = describes(description, wanted, meaning)
  const meant = new Set(memories.filter(isMeant))
  return {
    by: 'words',
    going: [...meant].filter(({ pinned }) => !pinned),
    pinned: [...meant].filter(({ pinned }) => pinned),
    mentions: memories.filter(memory => !meant.has(memory) && mentions(memory, wanted)),
  }
}

/** `gym.md`, `gym`, or several names with their endings; a name with an ending that nobody has is a mistake. */
function namedBy(description: string, memories: readonly Memory[]): Memory[] {
  const byName = new Map<string, Memory>(memories.map(memory => [memory.file.normalize('NFC'), memory]))
  const find = (name: string) => byName.get(name.normalize('NFC'))
  const whole = find(description) ?? find(`${description}.md`)
  if (whole !== undefined) return [whole]
  const names = [...new Set(description.split(/\s+/))]
  if (!names.every(name => name.endsWith('.md'))) return []
  return names.map(name => find(name) ?? unknown(name, [...byName.keys()]))
}

function unknown(name: string, names: readonly string[]): never {
  const near = nearest(name, names)
  const hint = near === undefined ? 'a description finds it too' : `did you mean ${near}?`
  throw new DreamError(`no memory here is called ${name}; ${hint}`, 2)
}

/** A body of so few sentences is about what each of them says. */
const SHORT = 3

/** By its name, its description and its file's name; one word alone has to stand in a name. */
function describes(
  description: string,
  wanted: Statement,
  meaning: Meaning | undefined,
): (memory: Memory) => boolean {
  const matches = describedBy(description, meaning)
  const isOneWord = wanted.stems.size === 1
  return ({ file, name = '', description: about = '', body }) => {
    const names = [name, file.replace(/\.md$/i, '').replace(/[_-]+/g, ' ')]
    if (isOneWord) return names.some(text => hasAll(text, wanted))
    const said = sentences(body)
    const texts = [...names, about, `${name}: ${about}`, ...(said.length <= SHORT ? said : [])]
    return texts.some(text => text.trim() !== '' && matches(text))
  }
}

function mentions({ name, description, body }: Memory, wanted: Statement): boolean {
  // Most memories have not even the beginnings of the words: that is soon seen.
  const all = [name, description, body].join('\n').toLowerCase()
  if ([...wanted.stems].some(stem => !all.includes(stem.slice(0, 3)))) return false
  return [name ?? '', description ?? '', ...sentences(body)].some(text => hasAll(text, wanted))
}

function hasAll(text: string, { stems }: Statement): boolean {
  const theirs = statementOf(text).stems
  return [...stems].every(stem => theirs.has(stem))
}
