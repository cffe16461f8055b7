import {
  asFileName,
  choiceArgument,
  DreamError,
  type Given,
  isGiven,
  MEMORY_TYPES,
  numberArgument,
  objectArgument,
  optionsArgument,
  textArgument,
  wrongArgument,
} from '../model/index.ts'
import { LAYERS } from '../search/index.ts'
import type { MagmaInput } from './drafts.ts'

/** What `MagmaAdapter` is called with; a `DreamError` says what was expected instead. */

export function adapterArgument(options: unknown): void {
  const call = 'new MagmaAdapter(options)'
  optionsArgument(call, options)
  const { lancedbPath, obsidianPath, mode } = options as Given
  for (const [name, path] of Object.entries({ lancedbPath, obsidianPath }))
    if (path !== undefined) textArgument(call, `${name} to be a path`, path)
  choiceArgument(call, 'mode', ['auto', 'cli', 'direct'], mode)
}

const UPDATE = 'MagmaAdapter.update(memory)'

export function inputArgument(what: unknown): MagmaInput {
  const expected = 'a memory as CCBReader reads it, or a record with name and text'
  const given = objectArgument(UPDATE, expected, what)
  if ('memory' in given) mirrorArgument(given)
  else if ('body' in given) memoryArgument(given)
  else recordArgument(given, expected)
  return given as unknown as MagmaInput
}

function mirrorArgument({ memory, root, label, layer }: Given): void {
  memoryArgument(objectArgument(UPDATE, 'memory to be one that CCBReader read', memory))
  textArgument(UPDATE, 'root to be the path of a memory folder', root)
  textArgument(UPDATE, 'label to be the name of a memory folder', label)
  choiceArgument(UPDATE, 'layer', LAYERS, layer)
}

function memoryArgument(memory: Given): void {
  const { file, hash, body, root, label, type } = memory
  plainName(textArgument(UPDATE, 'file to be the name of a memory', file))
  textArgument(UPDATE, 'hash to be that of the bytes that were read', hash)
  if (typeof body !== 'string') throw wrongArgument(UPDATE, 'body to be text', body)
  if (root !== undefined) textArgument(UPDATE, 'root to be the path of a memory folder', root)
  if (root !== undefined) textArgument(UPDATE, 'label to be the name of a memory folder', label)
  choiceArgument(UPDATE, 'type', MEMORY_TYPES, type)
}

function recordArgument({ id, name, text, description, type, layer }: Given, expected: string): void {
  textArgument(UPDATE, `${expected}; name`, name)
  if (typeof text !== 'string') throw wrongArgument(UPDATE, `${expected}; text`, text)
  if (id !== undefined) plainName(textArgument(UPDATE, 'id to be the name of a note', id))
  if (description !== undefined && typeof description !== 'string')
    throw wrongArgument(UPDATE, 'description to be text', description)
  choiceArgument(UPDATE, 'type', MEMORY_TYPES, type ?? undefined)
  choiceArgument(UPDATE, 'layer', LAYERS, layer)
}

function plainName(name: string): void {
  if (asFileName(name) === undefined)
    throw new DreamError(`${UPDATE}: ${JSON.stringify(name)} is no plain file name`, 2)
}

/** The text that similar ones are looked for. */
export function similarArgument(to: unknown, limit: unknown): string {
  const call = 'MagmaAdapter.findSimilar(memory)'
  numberArgument(call, 'limit', limit, { from: 0 })
  const text = isGiven(to) ? (to['body'] ?? to['text']) : to
  if (typeof text !== 'string') throw wrongArgument(call, 'a memory, a record or a text', to)
  return text
}

export function searchArgument(query: unknown, options: unknown): void {
  const call = 'MagmaAdapter.search(query)'
  if (typeof query !== 'string') throw wrongArgument(call, 'the question as text', query)
  optionsArgument(call, options)
  numberArgument(call, 'limit', (options as Given)['limit'], { from: 0 })
}
