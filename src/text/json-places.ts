/** Where a value of a JSON text stands, from its first to after its last character. */
export interface JsonPlace {
  readonly start: number
  readonly end: number
  /** Of an object, in their order. */
  readonly members?: readonly JsonMember[]
  /** Of a list. */
  readonly items?: readonly JsonPlace[]
}

interface JsonMember {
  readonly key: string
  /** Where its key begins. */
  readonly start: number
  readonly value: JsonPlace
}

/** What JSON needs where something else stands. */
type JsonNeed = 'value' | 'key' | 'colon' | 'comma or end' | 'end of file' | 'no comment'

export interface JsonFault {
  readonly line: number
  readonly column: number
  readonly need: JsonNeed
}

/**
 * The places of all values; or the first mistake, with its line and column from 1 on. `commented`: comments and a comma
 * before a closing bracket are no mistakes, as in the settings of many programs.
 */
export function readJsonPlaces(text: string, form: 'plain' | 'commented' = 'plain'): JsonPlace | JsonFault {
  try {
    const reader = { text, at: 0, form }
    const place = value(reader, 0)
    space(reader)
    if (reader.at < text.length) throw new Stop(reader.at, 'end of file')
    return place
  } catch (error) {
    if (!(error instanceof Stop)) throw error
    return faultAt(text, error)
  }
}

/** What stands at a place. */
export function jsonAt(text: string, { start, end, members, items }: JsonPlace): unknown {
  if (members !== undefined)
    return Object.fromEntries(members.map(({ key, value: place }) => [key, jsonAt(text, place)]))
  return items === undefined ? JSON.parse(text.slice(start, end)) : items.map(item => jsonAt(text, item))
}

/** An object with comments in it; nothing where the text is none. */
export function commentedJson(text: string | undefined): Readonly<Record<string, unknown>> | undefined {
  const places = readJsonPlaces(text ?? '', 'commented')
  if ('need' in places || places.members === undefined) return undefined
  return jsonAt(text!, places) as Readonly<Record<string, unknown>>
}

interface Reader {
  readonly text: string
  readonly form: 'plain' | 'commented'
  at: number
}

class Stop extends Error {
  constructor(
    readonly at: number,
    readonly need: JsonNeed,
  ) {
    super(need)
  }
}

function faultAt(text: string, { at, need }: Stop): JsonFault {
  const before = text.slice(0, at).split('\n')
  const isComment = /^(?:\/[/*]|#)/.test(text.slice(at, at + 2))
  return { line: before.length, column: before.at(-1)!.length + 1, need: isComment ? 'no comment' : need }
}

const SPACE = /[ \t\r\n]*/y
const SPACE_AND_COMMENTS = /(?:[ \t\r\n\ufeff]|\/\/[^\n]*|\/\*(?:[^*]|\*(?!\/))*\*\/)*/y
const STRING = /"(?:[^"\\\u0000-\u001f]|\\(?:["\\/bfnrt]|u[\dA-Fa-f]{4}))*"/y
const PLAIN = /-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?|true|false|null/y

/** What nests deeper is no configuration. */
const DEEPEST = 200

function match(reader: Reader, pattern: RegExp): string | undefined {
  pattern.lastIndex = reader.at
  const found = pattern.exec(reader.text)?.[0]
  reader.at += found?.length ?? 0
  return found
}

const space = (reader: Reader): string | undefined =>
  match(reader, reader.form === 'plain' ? SPACE : SPACE_AND_COMMENTS)

function value(reader: Reader, depth: number): JsonPlace {
  space(reader)
  const start = reader.at
  const first = reader.text[start]
  if (depth > DEEPEST) throw new Stop(start, 'value')
  if (first === '{') {
    const inside = members(reader, depth)
    return { start, end: reader.at, members: inside }
  }
  if (first === '[') {
    const inside = items(reader, depth)
    return { start, end: reader.at, items: inside }
  }
  if (match(reader, STRING) === undefined && match(reader, PLAIN) === undefined)
    throw new Stop(start, 'value')
  return { start, end: reader.at }
}

function members(reader: Reader, depth: number): JsonMember[] {
  const found: JsonMember[] = []
  each(reader, '}', () => {
    const start = reader.at
    const key = match(reader, STRING)
    if (key === undefined) throw new Stop(start, 'key')
    space(reader)
    if (reader.text[reader.at] !== ':') throw new Stop(reader.at, 'colon')
    reader.at++
    found.push({ key: JSON.parse(key) as string, start, value: value(reader, depth + 1) })
  })
  return found
}

function items(reader: Reader, depth: number): JsonPlace[] {
  const found: JsonPlace[] = []
  each(reader, ']', () => found.push(value(reader, depth + 1)))
  return found
}

function each(reader: Reader, end: string, read: () => void): void {
  reader.at++
  space(reader)
  if (reader.text[reader.at] === end) {
    reader.at++
    return
  }
  for (;;) {
    space(reader)
    read()
    space(reader)
    const next = reader.text[reader.at]
    if (next !== ',' && next !== end) throw new Stop(reader.at, 'comma or end')
    reader.at++
    if (next === end) return
    if (reader.form === 'plain') continue
    space(reader)
    if (reader.text[reader.at] !== end) continue
    reader.at++
    return
  }
}
