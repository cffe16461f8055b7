export const OTHER_OWNER = ' has another owner'

import {
  chmodSync,
  chownSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  utimesSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'
import { WAITS } from '../oracle.ts'
import { type Ground, isRoot, STATE } from './ground.ts'

interface Owned {
  readonly mode: number
  /** `user:group` */
  readonly owner: string
}

/** A file as it was, or a directory. */
export type Entry =
  | ({ readonly kind: 'directory' } & Owned)
  | ({ readonly kind: 'file'; readonly bytes: Buffer; readonly modified: number } & Owned)

/** Everything below a ground by its path in it, parents first; the state is `state/`, wherever it lies. Times are microseconds. */
export type Image = ReadonlyMap<string, Entry>

type Place = Pick<Ground, 'top' | 'stateTop'>

export function takeImage({ top, stateTop }: Place): Image {
  const image = new Map<string, Entry>()
  visit(image, top, '')
  if (stateTop !== join(top, STATE)) visit(image, stateTop, STATE)
  return image
}

function visit(image: Map<string, Entry>, folder: string, path: string): void {
  const stat = lstatSync(folder, { bigint: true })
  const owned = { mode: Number(stat.mode) & 0o7777, owner: `${stat.uid}:${stat.gid}` }
  if (!stat.isDirectory()) {
    const modified = Number(stat.mtimeNs / 1000n)
    image.set(path, { kind: 'file', ...owned, bytes: readFileSync(folder), modified })
    return
  }
  if (path !== '') image.set(path, { kind: 'directory', ...owned })
  for (const name of readdirSync(folder).sort())
    visit(image, `${folder}/${name}`, path === '' ? name : `${path}/${name}`)
}

/** Makes a ground hold exactly what an image says. */
export function restoreImage({ top, stateTop }: Place, image: Image): void {
  for (const folder of new Set([top, stateTop])) rmSync(folder, { recursive: true, force: true })
  mkdirSync(top, { recursive: true })
  for (const [path, entry] of image) {
    const inState = path === STATE || path.startsWith(`${STATE}/`)
    const full = inState ? stateTop + path.slice(STATE.length) : join(top, path)
    if (entry.kind === 'directory') mkdirSync(full, { recursive: true, mode: entry.mode })
    else writeFileSync(full, entry.bytes)
    if (isRoot) chownSync(full, ...ownerOf(entry))
    chmodSync(full, entry.mode)
    // Half a microsecond up, because the system cuts off what is below one.
    if (entry.kind === 'file') utimesSync(full, new Date(), (entry.modified + 0.5) / 1e6)
  }
}

function ownerOf({ owner }: Owned): [number, number] {
  const [user, group] = owner.split(':')
  return [Number(user), Number(group)]
}

/** The part of an image below some folders; paths stay what they are. */
export function within(image: Image, folders: readonly string[]): Image {
  return new Map(
    [...image].filter(([path]) => folders.some(each => path === each || path.startsWith(`${each}/`))),
  )
}

/** Without what waits for late edits. */
export function filesOf(image: Image): Image {
  return new Map([...image].filter(([path, entry]) => entry.kind === 'file' && !WAITS.test(path)))
}

const COUNTS = /\/meta\/counts\.json$/

/**
 * For comparing what two plays left: the counts of a vault note when each journal was written, and two plays write at two
 * moments. Everything else in them stays.
 */
export function withoutJournalTimes(image: Image): Image {
  return new Map(
    [...image].map(([path, entry]) => {
      const isCounts = entry.kind === 'file' && COUNTS.test(path)
      return [path, isCounts ? { ...entry, bytes: untimed(entry.bytes) } : entry]
    }),
  )
}

/** Counts that are no JSON stay what they are. */
function untimed(bytes: Buffer): Buffer {
  try {
    const { journals, ...counts } = JSON.parse(bytes.toString()) as { journals?: Record<string, object> }
    const marks = Object.entries(journals ?? {}).map(([name, mark]) => [name, { ...mark, modified: 0 }])
    return Buffer.from(JSON.stringify({ ...counts, journals: marks }))
  } catch {
    return bytes
  }
}

/** How two images differ, a sentence each. */
export function imageDifferences(
  is: Image,
  should: Image,
  anyTime: (path: string) => boolean = () => false,
): string[] {
  return [...new Set([...is.keys(), ...should.keys()])].flatMap(path => {
    const [now, then] = [is.get(path), should.get(path)]
    if (now === undefined) return [`${path} is not there`]
    if (then === undefined) return [`${path} is there`]
    if (now.kind !== then.kind || now.mode !== then.mode) return [`${path} has another kind or mode`]
    if (now.owner !== then.owner) return [`${path}${OTHER_OWNER}`]
    if (now.kind === 'directory' || then.kind === 'directory') return []
    if (!now.bytes.equals(then.bytes)) return [`${path} holds other bytes`]
    return now.modified === then.modified || anyTime(path) ? [] : [`${path} has another time`]
  })
}

export function withEntry(image: Image, path: string, entry: Entry): Image {
  return new Map([...image, [path, entry]])
}
