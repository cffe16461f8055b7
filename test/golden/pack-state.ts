import { createHash } from 'node:crypto'
import {
  chmodSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  utimesSync,
  writeFileSync,
} from 'node:fs'
import { hostname } from 'node:os'
import { basename, dirname, join, relative } from 'node:path'
import type { Made } from './make-state.ts'
import { emptyPlace, type Place } from './place.ts'

// A state directory of 0.1.0 as one file of text, and how it comes back in another place. What is written here about names and
// checksums is what 0.1.0 had; it does not change when the program does.

export interface Packed {
  readonly made: Made
  /** By path: the mode of a folder; mode, time in microseconds and bytes of a file. */
  readonly entries: Readonly<Record<string, Entry>>
}

interface Entry {
  readonly mode: string
  readonly modified?: number
  readonly text?: string
  readonly base64?: string
}

const TOP = '{{top}}'
const NOT_PACKED = /^(?:bin|cache|later)(?:\/|$)/

export function pack({ top }: Place, made: Made): Packed {
  const entries: Record<string, Entry> = {}
  for (const found of readdirSync(top, { recursive: true, withFileTypes: true })) {
    const path = join(found.parentPath, found.name)
    const name = relative(top, path)
    if (NOT_PACKED.test(name)) continue
    const stat = lstatSync(path, { bigint: true })
    const mode = (Number(stat.mode) & 0o777).toString(8)
    const modified = Number(stat.mtimeNs / 1000n)
    entries[name] = found.isDirectory() ? { mode } : { mode, modified, ...bytesOf(readFileSync(path), top) }
  }
  return { made, entries }
}

function bytesOf(bytes: Buffer, top: string): Pick<Entry, 'text' | 'base64'> {
  const text = bytes.toString('utf8')
  if (!Buffer.from(text).equals(bytes)) return { base64: bytes.toString('base64') }
  return { text: withoutMachine(text.replaceAll(top, TOP)) }
}

/** Locks say on which machine their holder was. */
const withoutMachine = (text: string): string =>
  text
    .replaceAll(`"host":"${hostname()}"`, '"host":"a-host"')
    .replaceAll(/"boot":"[0-9a-f-]{36}"/g, '"boot":"a-boot"')

/** The same in a new place: every path names it, and so do the names and checksums that are made from paths. */
export function unpack({ entries }: Packed): Place {
  const place = emptyPlace()
  const names = new Map(
    Object.entries(entries).flatMap(([path, { text }]) =>
      basename(path) === 'root.json'
        ? [[basename(dirname(path)), stateName(JSON.parse(text!).root, place.top)]]
        : [],
    ),
  )
  const moved = (path: string) =>
    path
      .split('/')
      .map(part => names.get(part) ?? part)
      .join('/')
  const sorted = Object.entries(entries).sort(([a], [b]) => (a < b ? -1 : 1))
  for (const [path, { mode, modified, text, base64 }] of sorted) {
    const to = join(place.top, moved(path))
    if (modified === undefined) mkdirSync(to, { recursive: true })
    else {
      mkdirSync(dirname(to), { recursive: true })
      writeFileSync(
        to,
        base64 === undefined ? inPlace(path, text!, place.top) : Buffer.from(base64, 'base64'),
      )
      utimesSync(to, modified / 1_000_000, modified / 1_000_000)
    }
    chmodSync(to, Number.parseInt(mode, 8))
  }
  return place
}

const sha256 = (text: string): string => createHash('sha256').update(text).digest('hex')

/** `memory-1f3a…`: the name of the folder and the hash of its path. */
function stateName(root: string, top: string): string {
  const path = root.replace(TOP, top)
  return `${basename(path)}-${sha256(path).slice(0, 16)}`
}

function inPlace(path: string, text: string, top: string): string {
  if (!text.includes(TOP)) return text
  return basename(path) === 'history.jsonl' ? chained(text, top) : text.replaceAll(TOP, top)
}

/** Each line has the checksum of the line before it and of itself. */
function chained(text: string, top: string): string {
  let prev = ''
  const lines = text.split('\n').filter(line => line !== '')
  return lines
    .map(line => {
      const { record } = JSON.parse(line.replaceAll(TOP, top))
      const sum = sha256(`${prev}\n${JSON.stringify(record)}`).slice(0, 32)
      const whole = JSON.stringify({ prev, record, sum })
      prev = sum
      return `${whole}\n`
    })
    .join('')
}
