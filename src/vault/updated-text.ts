import { say } from '../languages/index.ts'
import { DreamError, type Memory } from '../model/index.ts'
import { isFields, parseMemory, readFrontmatter, setFrontmatterField } from '../text/index.ts'

/** What a memory is to say: its body, and what else of it is to change. What is left out stays. */
export type ChangedMemory = Pick<Memory, 'file' | 'hash' | 'body'> &
  Partial<Memory> & {
    /** The hash that the file has to have, where it is not `hash`: this is a version from history. */
    readonly replaces?: string
  }

const WRITTEN = ['name', 'description', 'type'] as const
/** Read from the text; nobody can set them beside it. */
const READ = ['pinned', 'origin', 'dated'] as const

/** The whole text of `now` as `wanted` says it; whatever is not mentioned stays, byte for byte. */
export function updatedText(now: Memory, wanted: ChangedMemory): string {
  const { file, body } = wanted
  const parse = (text: string) => parseMemory({ file: now.file, hash: '', size: 0, modified: 0, text })
  const isNew = <Key extends keyof Memory>(key: Key, than: Memory): boolean =>
    wanted[key] !== undefined && wanted[key] !== now[key] && wanted[key] !== than[key]
  const start = (wanted.head ?? now.head) + body
  const given = parse(start)
  const text = WRITTEN.filter(key => isNew(key, given)).reduce(
    (so, key) => setFrontmatterField(so, fieldPath(so, key), wanted[key]!),
    start,
  )
  const after = parse(text)
  const lost = [...WRITTEN, ...READ].find(key => isNew(key, after))
  if (lost !== undefined)
    throw new DreamError(say().vault.noField(file, lost, JSON.stringify(wanted[lost])), 2)
  if (after.body !== body) throw new DreamError(say().vault.otherHead(file), 2)
  return text
}

/** Where the memory has it already; newer agents nest the type. */
function fieldPath(text: string, key: (typeof WRITTEN)[number]): readonly string[] {
  const { fields } = readFrontmatter(text)
  const { metadata } = fields
  const isNested = fields[key] === undefined && metadata !== undefined && isFields(metadata)
  return key === 'type' && isNested ? ['metadata', key] : [key]
}

/** The whole text of a memory with another body: head, blank lines and line ends are the file's own. */
export function withBody({ head, body }: Pick<Memory, 'head' | 'body'>, text: string): string {
  const gap = /^\s*\n/.exec(body)?.[0] ?? ''
  const lines = `${text}\n`
  return head + gap + (body.includes('\r\n') ? lines.replaceAll('\n', '\r\n') : lines)
}
