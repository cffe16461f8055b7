import { isDeepStrictEqual } from 'node:util'
import { diff3Merge } from 'node-diff3'
import { readRegularFile, realPath } from '../disk/index.ts'
import { say } from '../languages/index.ts'
import { DreamError } from '../model/index.ts'
import {
  commentedJson,
  exactText,
  type JsonPlace,
  jsonAt,
  readJsonPlaces,
  withItem,
  withMember,
} from '../text/index.ts'

/** A file of the user as it is, and the texts it goes through: each step adds one piece, so that each can be taken out alone. */
export interface Edit {
  readonly agent: string
  /** Absolute; where a link led to the file, what it leads to. */
  readonly path: string
  /** Nothing where the file is not there. */
  readonly before: string | undefined
  readonly steps: readonly string[]
}

const LARGEST = 50_000_000

/** The text of a configuration file and where it really lies. */
export function readConfiguration(spelled: string): { path: string; text: string | undefined } {
  const path = realPath(spelled) ?? spelled
  const read = readRegularFile(path, LARGEST)
  if (read.kind === 'gone') return { path, text: undefined }
  const text = read.kind === 'read' ? exactText(read.bytes) : undefined
  if (text !== undefined) return { path, text }
  const { files } = say().places
  const why =
    read.kind === 'unreadable' ? read.why : read.kind === 'symlink' ? files.isLink : files.notRegular
  throw new DreamError(files.cannotRead(spelled, read.kind === 'read' ? files.notUtf8 : why), 1)
}

/** Where something is to stand in JSON: keys, and `add` for one item more of the list there. */
export interface Addition {
  readonly keys: readonly string[]
  readonly to: 'object' | 'list'
  readonly value: unknown
}

/** Adds to a JSON file, with comments or without; containers that are not there are steps of their own. */
export function jsonEdit(agent: string, spelled: string, additions: readonly Addition[]): Edit | undefined {
  const { path, text: before } = readConfiguration(spelled)
  const steps: string[] = []
  let text = before ?? ''
  if (text.trim() === '') {
    text = '{}\n'
    steps.push(text)
  }
  for (const { keys, to, value } of additions) {
    for (let depth = 1; depth < keys.length; depth++)
      text = withContainer(spelled, text, keys.slice(0, depth), '{}', steps)
    if (to === 'list') text = withContainer(spelled, text, keys, '[]', steps)
    const parent = placeAt(spelled, text, to === 'list' ? keys : keys.slice(0, -1))
    const json = JSON.stringify(value, null, 2)
    if (to === 'list' && parent.items === undefined) throw inTheWay(spelled, keys)
    if (to === 'object' && parent.members === undefined) throw inTheWay(spelled, keys.slice(0, -1))
    text = to === 'list' ? withItem(text, parent, json) : withMember(text, parent, keys.slice(-1), json)
    steps.push(text)
  }
  return additions.length === 0 ? undefined : { agent, path, before, steps }
}

function withContainer(
  file: string,
  text: string,
  keys: readonly string[],
  empty: string,
  steps: string[],
): string {
  const parent = placeAt(file, text, keys.slice(0, -1))
  if (parent.members === undefined) throw inTheWay(file, keys.slice(0, -1))
  if (parent.members.some(({ key }) => key === keys.at(-1))) return text
  const next = withMember(text, parent, keys.slice(-1), empty)
  steps.push(next)
  return next
}

function placeAt(file: string, text: string, keys: readonly string[]): JsonPlace {
  const read = readJsonPlaces(text, 'commented')
  if ('need' in read) throw new DreamError(say().setup.badFile(file, read.line, read.column), 1)
  let place: JsonPlace = read
  for (const key of keys) {
    const member = place.members?.findLast(each => each.key === key)
    if (member === undefined) throw inTheWay(file, keys)
    place = member.value
  }
  return place
}

const inTheWay = (file: string, keys: readonly string[]): DreamError =>
  new DreamError(say().setup.inTheWay(file, keys.join('.')), 1)

/** Adds a block at the end of a text, an empty line before it. */
export function appendEdit(agent: string, spelled: string, block: string): Edit {
  const { path, text: before } = readConfiguration(spelled)
  const lineEnd = before?.includes('\r\n') ? '\r\n' : '\n'
  const gap =
    before === undefined || before.trim() === '' ? '' : before.endsWith('\n') ? lineEnd : lineEnd + lineEnd
  return { agent, path, before, steps: [`${before ?? ''}${gap}${block.replaceAll('\n', lineEnd)}`] }
}

/** Whether a TOML file has this table of servers, has none, or has servers in a form that no table can be added to. */
export function tomlServer(text: string, name: string): 'there' | 'absent' | 'closed' {
  let table = ''
  let multiline: string | undefined
  for (const line of text.split(/\r?\n/)) {
    const quotes = line.match(/"""|'''/g) ?? []
    const wasInside = multiline
    for (const quote of quotes)
      multiline = multiline === undefined ? quote : multiline === quote ? undefined : multiline
    if (wasInside !== undefined) continue
    const plain = line.replaceAll(/["'\s]/g, '')
    const header = /^\[([^[\]]+)\]/.exec(plain)?.[1]
    if (header !== undefined) table = header
    const key = header ?? (plain.includes('=') ? [table, plain.split('=')[0]].filter(Boolean).join('.') : '')
    if (key === `mcp_servers.${name}` || key.startsWith(`mcp_servers.${name}.`)) return 'there'
    if (header === undefined && key === 'mcp_servers')
      return new RegExp(`[{,]${name}=`).test(plain) ? 'there' : 'closed'
  }
  return 'absent'
}

/** The text without what one step added: exactly, or where others have edited the file since, that piece alone. */
export function takenOut(
  before: string | undefined,
  after: string,
  now: string | undefined,
): { readonly text: string | undefined } | 'entangled' {
  if (now === undefined || now === after) return { text: now === undefined ? undefined : before }
  if (before === undefined && NOTHING.test(now)) return { text: undefined }
  const base = before ?? ''
  const form = (['plain', 'commented'] as const).find(each => isJson(now, each))
  const isSound = (text: string) => form === undefined || text.trim() === '' || isJson(text, form)
  const text = [withoutPiece, withoutValue, merged]
    .map(way => way(base, after, now))
    .find(each => each !== undefined && isSound(each))
  if (text === undefined) return 'entangled'
  return { text: before === undefined && NOTHING.test(text) ? undefined : text }
}

const NOTHING = /^\s*(?:\{\s*\})?\s*$/

const isJson = (text: string, form: 'plain' | 'commented'): boolean => !('need' in readJsonPlaces(text, form))

function pieceOf(base: string, after: string): string {
  let start = 0
  while (start < base.length && base[start] === after[start]) start++
  let end = 0
  while (end < base.length - start && base.at(-1 - end) === after.at(-1 - end)) end++
  return start + end === base.length ? after.slice(start, after.length - end) : ''
}

/** Whether a step made a place for something and nothing else. */
export const isContainerStep = (before = '', after: string): boolean =>
  /^[\s,]*(?:"[^"]*":\s*)?(?:\{\s*\}|\[\s*\])[\s,]*$/.test(pieceOf(before, after))

function onlyAt(text: string, piece: string): number | undefined {
  const at = piece.trim() === '' ? -1 : text.indexOf(piece)
  return at === -1 || text.includes(piece, at + 1) ? undefined : at
}

function withoutPiece(base: string, after: string, now: string): string | undefined {
  const piece = pieceOf(base, after)
  const at = onlyAt(now, piece)
  return at === undefined ? undefined : now.slice(0, at) + now.slice(at + piece.length)
}

/** Of JSON that others have added to or written anew: the same value in the same place, and one comma. */
function withoutValue(base: string, after: string, now: string): string | undefined {
  const read = readJsonPlaces(now, 'commented')
  const added = addedIn(commentedJson(base), commentedJson(after))
  if (added === undefined || 'need' in read) return undefined
  const { keys, value, to } = added
  const above = (to === 'list' ? keys : keys.slice(0, -1)).reduce<JsonPlace | undefined>(memberOf, read)
  const members = above?.members?.filter(({ key }) => key === keys.at(-1)) ?? []
  const places = to === 'list' ? (above?.items ?? []) : members
  const cuts = places
    .map(each =>
      'value' in each ? { start: each.start, place: each.value } : { start: each.start, place: each },
    )
    .filter(({ place }) => isDeepStrictEqual(jsonAt(now, place), value))
  const [cut] = cuts
  if (cut === undefined || cuts.length > 1) return undefined
  const [head, tail] = [now.slice(0, cut.start), now.slice(cut.place.end)]
  const behind = /^\s*,\s*/.exec(tail)
  if (behind !== null) return head + tail.slice(behind[0].length)
  return head.replace(/,?\s*$/, '') + tail
}

const memberOf = (place: JsonPlace | undefined, key: string): JsonPlace | undefined =>
  place?.members?.findLast(each => each.key === key)?.value

/** The one value that a step added. */
function addedIn(was: unknown, is: unknown, keys: readonly string[] = []): Addition | undefined {
  if (Array.isArray(was) && Array.isArray(is))
    return is.length > was.length ? { keys, to: 'list', value: is.at(-1) } : undefined
  if (typeof was !== 'object' || typeof is !== 'object' || was === null || is === null) return undefined
  const before = was as Readonly<Record<string, unknown>>
  for (const [key, value] of Object.entries(is)) {
    if (!Object.hasOwn(before, key)) return { keys: [...keys, key], to: 'object', value }
    const inside = addedIn(before[key], value, [...keys, key])
    if (inside !== undefined) return inside
  }
  return undefined
}

function merged(base: string, after: string, now: string): string | undefined {
  const lines = (text: string) => text.split(/(?<=\n)/)
  const regions = diff3Merge(lines(base), lines(after), lines(now))
  return regions.every(({ ok }) => ok !== undefined)
    ? regions.flatMap(({ ok }) => ok ?? []).join('')
    : undefined
}
