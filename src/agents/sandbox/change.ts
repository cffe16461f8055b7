import { isAlias, isMap, isScalar, isSeq, type Node, type Pair } from 'yaml'
import { asFileName, type FileName, INDEX_FILE, lowest, type Origin } from '../../model/index.ts'
import {
  findSecrets,
  HIDDEN,
  isLoadedUnasked,
  newNameFault,
  originIn,
  parseYaml,
  readFrontmatter,
  splitFrontmatter,
  withOrigin,
} from '../../text/index.ts'
import type { Scratch } from '../scratch.ts'
import { nameWords, Refused, type Spot } from './box.ts'

const LARGEST = 200_000
const MOST_NEW = 20

/** Where changes go, and the lowest origin of all notes that were read before them. */
export interface ChangeContext {
  readonly scratch: Scratch
  readonly seen: () => Origin | undefined
}

/** The whole text of a memory of the copy. Empty: it is archived. */
export function writeFile(context: ChangeContext, spot: Spot, text: string): string {
  const { scratch } = context
  const file = fileAt(scratch, spot)
  if (text.trim() === '') return archiveFile(scratch, file)
  const like = scratch.originals.get(file)?.text
  const written = withLineEnds(text, like)
  if (count(written, HIDDEN) > count(scratch.text(file) ?? '', HIDDEN))
    throw new Refused(
      `${HIDDEN} stands for a secret that is hidden from you; it would be lost. Use edit on the other lines`,
    )
  put(context, file, written)
  return `${file}: written, ${written.length} characters`
}

/** Replaces a text that stands in a memory exactly once. */
export function editFile(context: ChangeContext, spot: Spot, old: string, text: string): string {
  const { scratch } = context
  const file = fileAt(scratch, spot)
  const now = scratch.text(file)
  if (now === undefined) throw new Refused(`${file} is not there, or is no text; make it with write`)
  if (old === '') throw new Refused('the text to replace is empty')
  const wanted = withLineEnds(old, now)
  const places = placesOf(now, wanted)
  if (places.length === 0)
    throw new Refused(`that text does not stand in ${file}; read it again and copy it exactly`)
  if (places.length > 1)
    throw new Refused(
      `that text stands in ${file} ${places.length} times; add the lines around it until it is the only one`,
    )
  if (text.includes(HIDDEN))
    throw new Refused(`${HIDDEN} stands for a secret that is hidden from you; leave it out`)
  const at = places[0]!
  const next = now.slice(0, at) + withLineEnds(text, now) + now.slice(at + wanted.length)
  if (next.trim() === '') return archiveFile(scratch, file)
  put(context, file, next)
  return `${file}: changed`
}

function archiveFile(scratch: Scratch, file: FileName): string {
  if (file === INDEX_FILE) throw new Refused(`${file} is the index and cannot be archived`)
  if (scratch.text(file) === undefined) throw new Refused(`${file} is not there`)
  scratch.take(file)
  return `${file}: archived; its line leaves the index by itself`
}

function put({ scratch, seen }: ChangeContext, file: FileName, text: string): void {
  const bytes = Buffer.byteLength(text)
  if (bytes > LARGEST)
    throw new Refused(`a memory of more than ${LARGEST} bytes helps nobody; make it shorter`)
  const before = scratch.originals.get(file)
  if (before !== undefined && file !== INDEX_FILE && bytes * 2 < before.size)
    throw new Refused(
      `less than half of ${file} would be left; keep more of it, or archive all of it by writing it empty`,
    )
  if (findSecrets(text).length > findSecrets(before?.text ?? '').length)
    throw new Refused('the text holds what looks like a key or a password; memories hold none')
  scratch.put(file, file === INDEX_FILE ? text : labelled(text, before?.text, seen()))
}

/**
 * The label is ours: of what it replaces, of all notes that were read before, and of what it says of itself the lowest. A
 * new memory always has one. What transcripts add to it is known at the end, when it is seen whose words were taken.
 */
function labelled(text: string, before: string | undefined, seen: Origin | undefined): string {
  const { state, bodyStart } = readFrontmatter(text)
  if (before === undefined && state !== 'read')
    throw new Refused(
      'a new memory begins with frontmatter: name, description and type between two --- lines',
    )
  const fault = headFault(text, before)
  if (fault !== undefined) throw new Refused(`the frontmatter cannot be taken: ${fault}`)
  const was = before === undefined ? 'assistant' : labelIn(before)
  const label = lowest([was, seen, originIn(text.slice(0, bodyStart))])
  if (label === undefined) return text
  const origin = lowest([label, 'assistant'])!
  const marked = withOrigin(text, origin)
  if (labelIn(marked) !== origin)
    throw new Refused(
      'the frontmatter cannot be read, so nobody could say where this came from; keep it as it was',
    )
  return marked
}

const labelIn = (text: string): Origin | undefined => originIn(text.slice(0, readFrontmatter(text).bodyStart))

/** Only the memory folder, only its top level, only Markdown. */
function fileAt(scratch: Scratch, { mount, segments }: Spot): FileName {
  const file = asFileName(segments.join('/'))
  if (!mount.writable) throw new Refused('only the memory folder can be written to; this one is for reading')
  if (file === undefined)
    throw new Refused('memories lie at the top level of the memory folder; sub-folders are left alone')
  if (isLoadedUnasked(file))
    throw new Refused(`${nameWords(file)} is read by agents unasked; only a person writes to it`)
  const known = scratch.originals.get(file)
  if (known !== undefined && known.text === undefined)
    throw new Refused(`${file} is not valid UTF-8 and is left as it is`)
  if (known === undefined && scratch.text(file) === undefined) refuseNewName(scratch, file)
  return file
}

function refuseNewName(scratch: Scratch, file: FileName): void {
  const now = scratch.left()
  if (file.normalize('NFC').toLowerCase() === INDEX_FILE.toLowerCase() && file !== INDEX_FILE)
    throw new Refused(`the index is spelled ${INDEX_FILE}`)
  const fault = newNameFault(file, [...now.keys(), ...scratch.taken])
  if (fault !== undefined) throw new Refused(fault)
  const made = [...now.keys()].filter(name => !scratch.originals.has(name)).length
  if (made >= MOST_NEW) throw new Refused(`${MOST_NEW} new memories are enough for one run; merge them`)
}

/** Where it stands, but for places inside a secret: whether one holds it is nobody's business. */
function placesOf(text: string, wanted: string): number[] {
  const secrets = findSecrets(text)
  const places: number[] = []
  for (let at = text.indexOf(wanted); at !== -1 && places.length < 100; at = text.indexOf(wanted, at + 1)) {
    const end = at + wanted.length
    if (!secrets.some(secret => at < secret.end && secret.start < end)) places.push(at)
  }
  return places
}

const count = (text: string, part: string): number => text.split(part).length - 1

/** Models write `\n`; a file keeps the line ends that it has. */
function withLineEnds(text: string, like: string | undefined): string {
  const plain = text.replaceAll('\r\n', '\n')
  return like?.includes('\r\n') === true ? plain.replaceAll('\n', '\r\n') : text
}

/** Keys that say what a memory is and how far it is trusted, each with the only spelling that is written. */
const KEYS: Readonly<Record<string, string>> = {
  name: 'name',
  description: 'description',
  type: 'type',
  pinned: 'pinned',
  metadata: 'metadata',
  dreamorigin: 'dream_origin',
}
const LABEL = 'metadata.dream_origin'
const DEEPEST = 8

/**
 * What in a text's frontmatter could be read in two ways by two readers: a key twice, in another spelling or alphabet, an
 * alias, the label in another place. What stood there before is let be.
 */
function headFault(text: string, before: string | undefined): string | undefined {
  const known = new Set(before === undefined ? [] : faultsIn(before))
  return faultsIn(text).find(fault => !known.has(fault))
}

function faultsIn(text: string): string[] {
  const { state, yaml } = splitFrontmatter(text)
  if (state !== 'read') return []
  try {
    const { contents, errors } = parseYaml(yaml)
    if (errors.length > 0) return ['it is not valid YAML']
    return contents === null ? [] : nodeFaults(contents, [])
  } catch {
    return ['it is not valid YAML']
  }
}

function nodeFaults(node: unknown, path: readonly string[]): string[] {
  if (path.length > DEEPEST) return ['it is nested too deep']
  if (isAlias(node)) return [`${path.join('.') || 'it'} is an alias`]
  if (isSeq(node)) return node.items.flatMap(item => nodeFaults(item, [...path, '-']))
  if (!isMap(node)) return []
  const seen = new Set<string>()
  return node.items.flatMap(pair => {
    const faults = pairFaults(pair, path, seen)
    return faults.length > 0 ? faults : nodeFaults(pair.value, [...path, keyOf(pair)!])
  })
}

const keyOf = ({ key }: Pair): string | undefined =>
  isScalar(key as Node) ? String((key as { value: unknown }).value) : undefined

function pairFaults(pair: Pair, path: readonly string[], seen: Set<string>): string[] {
  const key = keyOf(pair)
  if (key === undefined) return ['a key is no plain word']
  const shown = JSON.stringify(key.slice(0, 60))
  const folded = key
    .normalize('NFKC')
    .toLowerCase()
    .replace(/[^a-z0-9]/g, '')
  if (!/^[\x20-\x7e]*$/.test(key)) return [`the key ${shown} is not written in plain letters`]
  if (key === '<<') return ['it merges another part of itself']
  const right = Object.hasOwn(KEYS, folded) ? KEYS[folded] : undefined
  if (right !== undefined && right !== key) return [`the key ${shown} is spelled ${right}`]
  if (seen.has(folded)) return [`the key ${shown} stands there twice`]
  seen.add(folded)
  if (right === 'dream_origin' && [...path, key].join('.') !== LABEL)
    return [`${shown} is written by Dream, and only as ${LABEL}`]
  return []
}
