import type { FileName } from '../memory/file-name.ts'
import type { Memory } from '../memory/memory.ts'
import { isLower, isUntrusted, lowest, originWords } from '../memory/origin.ts'
import { withOrigin } from '../memory/origin-field.ts'
import { parseMemory } from '../memory/parse.ts'
import type { Snapshot } from '../memory/snapshot.ts'
import type { Departure } from './departure.ts'
import { makeRedirector, redirected } from './links.ts'

/** The folder as it will be when these are gone: heirs have what they take over, links lead to what is there. */
export function after(snapshot: Snapshot, departures: readonly Departure[]): Snapshot {
  const { folder } = snapshot
  const gone = new Set(departures.map(({ file }) => file))
  const redirect = makeRedirector(folder.memories, heirsOf(departures))
  const memories = folder.memories
    .filter(({ file }) => !gone.has(file))
    .map(memory => {
      const body = memory.body + bequestText(memory, departures, folder.memories)
      const redirects = redirect(body)
      const told = redirects.length > 0 && isWhole(memory) ? redirected(body, redirects) : body
      return rewritten(labelled(memory, departures, folder.memories), told)
    })
  return { ...snapshot, folder: { ...folder, memories } }
}

export function heirsOf(departures: readonly Departure[]): Map<FileName, FileName> {
  return new Map(departures.flatMap(({ file, heir }) => (heir === undefined ? [] : [[file, heir]])))
}

/** Who takes over what others said is from then on worth the least of them. */
function labelled(memory: Memory, departures: readonly Departure[], all: readonly Memory[]): Memory {
  const sources = new Set(
    departures.flatMap(({ file, heir, bequest }) =>
      heir === memory.file && bequest.length > 0 ? [file] : [],
    ),
  )
  if (sources.size === 0) return memory
  const origins = all.flatMap(({ file, origin }) => (sources.has(file) ? [origin] : []))
  const origin = lowest([memory.origin, ...origins])
  if (origin === undefined || !isLower(origin, memory.origin)) return memory
  const text = withOrigin(memory.head + memory.body, origin)
  const head = text.slice(0, text.length - memory.body.length)
  // Without frontmatter there is no place for a label; the heading tells.
  if (head === memory.head) return memory
  return { ...memory, head, origin, size: memory.size + bytesOf(head) - bytesOf(memory.head) }
}

/** What is appended to an heir: a heading for each that gives way to it, and what only that one said (D13). */
function bequestText(
  { file, body }: Memory,
  departures: readonly Departure[],
  all: readonly Memory[],
): string {
  const parts = departures.filter(({ heir, bequest }) => heir === file && bequest.length > 0)
  if (parts.length === 0) return ''
  const lines = parts.flatMap(({ file: source, bequest }) => {
    const origin = all.find(memory => memory.file === source)?.origin
    // Text of low trust is quoted data wherever it goes.
    const [about, mark] = isUntrusted(origin) ? [` (${originWords(origin)})`, '> - '] : ['', '- ']
    const said = bequest.map(sentence => `${mark}${sentence.replace(/\s+/g, ' ')}`)
    return ['', `## From ${source}${about}`, '', ...said]
  })
  const end = body.includes('\r\n') ? '\r\n' : '\n'
  const isEnded = body === '' || /[\r\n]$/.test(body)
  return (isEnded ? '' : end) + lines.map(line => line + end).join('')
}

/** Whether head and body are all there is: only such a file can be written anew without losing a byte. */
export function isWhole({ head, body, size }: Memory): boolean {
  return bytesOf(head + body) === size
}

const bytesOf = (text: string): number => new TextEncoder().encode(text).length

/** The hash stays that of the file on disk: that is what an action expects to find. */
function rewritten(memory: Memory, body: string): Memory {
  if (body === memory.body) return memory
  const size = memory.size + bytesOf(body) - bytesOf(memory.body)
  return parseMemory({ ...memory, size, text: memory.head + body })
}
