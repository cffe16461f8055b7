import {
  type FileName,
  isLower,
  isUntrusted,
  isWhole,
  lowest,
  type Memory,
  originWords,
  type Snapshot,
} from '../model/index.ts'
import { parseMemory, withOrigin } from '../text/index.ts'
import { makeRedirector, redirected } from './links.ts'
import type { Removal } from './removal.ts'

/** The folder as it will be when these are gone: replacements have what they take over, links lead to what is there. */
export function after(snapshot: Snapshot, removals: readonly Removal[]): Snapshot {
  const { folder } = snapshot
  const gone = new Set(removals.map(({ file }) => file))
  const redirect = makeRedirector(folder.memories, replacementsIn(removals))
  const takeovers = takeoversIn(removals, folder.memories)
  const memories = folder.memories
    .filter(({ file }) => !gone.has(file))
    .map(memory => {
      const taken = takeovers.get(memory.file) ?? []
      const body = memory.body + takenOverText(memory, taken)
      const redirects = redirect(body)
      const text = redirects.length > 0 && isWhole(memory) ? redirected(body, redirects) : body
      return rewritten(labelled(memory, taken), text)
    })
  return { ...snapshot, folder: { ...folder, memories } }
}

export const replacementsIn = (removals: readonly Removal[]): Map<FileName, FileName> =>
  new Map(
    removals.flatMap(({ file, replacement }) => (replacement === undefined ? [] : [[file, replacement]])),
  )

/** What one memory takes over from another. */
interface Takeover {
  readonly source: FileName
  readonly origin: Memory['origin']
  readonly sentences: readonly string[]
}

function takeoversIn(removals: readonly Removal[], memories: readonly Memory[]): Map<FileName, Takeover[]> {
  const found = new Map<FileName, Takeover[]>()
  const taking = removals.filter(({ carriedOver }) => carriedOver.length > 0)
  if (taking.length === 0) return found
  const origins = new Map(memories.map(({ file, origin }) => [file, origin]))
  for (const { file: source, replacement, carriedOver: sentences } of taking) {
    const takeover = { source, origin: origins.get(source), sentences }
    found.set(replacement!, [...(found.get(replacement!) ?? []), takeover])
  }
  return found
}

/** Who takes over what others said is from then on worth the least of them. */
function labelled(memory: Memory, taken: readonly Takeover[]): Memory {
  if (taken.length === 0) return memory
  const origin = lowest([memory.origin, ...taken.map(each => each.origin)])
  if (origin === undefined || !isLower(origin, memory.origin)) return memory
  const text = withOrigin(memory.head + memory.body, origin)
  const head = text.slice(0, text.length - memory.body.length)
  // Without frontmatter there is no place for a label; the heading tells.
  if (head === memory.head) return memory
  return { ...memory, head, origin, size: memory.size + bytesOf(head) - bytesOf(memory.head) }
}

/** What is appended to a replacement: a heading for each that gives way to it, and what only that one said. */
function takenOverText({ body }: Memory, taken: readonly Takeover[]): string {
  if (taken.length === 0) return ''
  const lines = taken.flatMap(({ source, origin, sentences }) => {
    // Text of low trust is quoted data wherever it goes.
    const [about, mark] = isUntrusted(origin) ? [` (${originWords(origin)})`, '> - '] : ['', '- ']
    const said = sentences.map(sentence => `${mark}${sentence.replace(/\s+/g, ' ')}`)
    return ['', `## From ${source}${about}`, '', ...said]
  })
  const end = body.includes('\r\n') ? '\r\n' : '\n'
  const isEnded = body === '' || /[\r\n]$/.test(body)
  return (isEnded ? '' : end) + lines.map(line => line + end).join('')
}

const bytesOf = (text: string): number => new TextEncoder().encode(text).length

/** The hash stays that of the file on disk: that is what an action expects to find. */
function rewritten(memory: Memory, body: string): Memory {
  if (body === memory.body) return memory
  const size = memory.size + bytesOf(body) - bytesOf(memory.body)
  return parseMemory({ ...memory, size, text: memory.head + body })
}
