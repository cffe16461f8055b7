import {
  asFileName,
  choiceArgument,
  DreamError,
  type FileName,
  type Given,
  INDEX_FILE,
  MEMORY_TYPES,
  objectArgument,
  wrongArgument,
} from '../model/index.ts'
import type { RecordSource } from './record.ts'
import type { ChangedMemory } from './updated-text.ts'

/** What is to be written, and the bytes that it was made from. */
export type Update = { readonly file: FileName; readonly hash: string } & (
  | { readonly kind: 'memory'; readonly memory: ChangedMemory }
  | { readonly kind: 'text'; readonly text: string }
  | { readonly kind: 'record'; readonly id: string; readonly text: string; readonly source: RecordSource }
)

const CALL = 'CCBReader.update(memory)'
const EXPECTED = 'a memory with file, hash and body, as readAll gives it'

/** What `CCBReader.update` was called with; a `DreamError` where it cannot be written. */
export function updateArgument(memory: unknown, text: unknown): Update {
  const given = objectArgument(CALL, EXPECTED, memory)
  if (text !== undefined) {
    if (typeof text !== 'string')
      throw wrongArgument('CCBReader.update(memory, text)', 'the whole text as a string', text)
    return { kind: 'text', text, ...memoryKey(given) }
  }
  if ('note' in given && 'text' in given) return recordUpdate(given)
  const key = memoryKey(given)
  for (const name of ['body', 'head', 'name', 'description'] as const)
    if (typeof given[name] !== 'string' && (name === 'body' || given[name] !== undefined))
      throw wrongArgument(CALL, `${name} to be text`, given[name])
  choiceArgument(CALL, 'type', MEMORY_TYPES, given['type'])
  return { kind: 'memory', memory: given as unknown as ChangedMemory, ...key }
}

function recordUpdate({ id, text, source }: Given): Update {
  if (source === null || source === undefined)
    throw new DreamError(`${CALL}: the record ${String(id)} was made from no memory file`, 2)
  if (typeof text !== 'string' || typeof id !== 'string')
    throw wrongArgument(CALL, 'a record with id, text and source, as MagmaAdapter.readAll gives it', text)
  const from = objectArgument(CALL, 'a record with the source that MagmaAdapter.readAll gives it', source)
  return { kind: 'record', id, text, source: from as unknown as RecordSource, ...memoryKey(from) }
}

function memoryKey(given: Given): Pick<Update, 'file' | 'hash'> {
  const { file } = given
  const name = typeof file === 'string' ? asFileName(file) : undefined
  if (name === undefined)
    throw typeof file === 'string'
      ? new DreamError(`${CALL}: ${JSON.stringify(file)} is no file of the memory folder itself`, 2)
      : wrongArgument(CALL, EXPECTED, given)
  if (name === INDEX_FILE) throw new DreamError(`${CALL}: ${INDEX_FILE} is the index, not a memory`, 2)
  const hash = given['replaces'] ?? given['hash']
  if (typeof hash !== 'string' || !/^(?:[0-9a-f]{64}|absent)$/.test(hash))
    throw wrongArgument(CALL, EXPECTED, given)
  return { file: name, hash }
}
