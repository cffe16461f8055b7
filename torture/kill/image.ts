import {
  chmodSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  utimesSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'

/** A file as it was, or a directory. */
export type Entry =
  | { readonly kind: 'directory'; readonly mode: number }
  | { readonly kind: 'file'; readonly mode: number; readonly bytes: Buffer; readonly modified: number }

/** Everything below a directory by its path in it, parents first. Times are microseconds. */
export type Image = ReadonlyMap<string, Entry>

export function takeImage(top: string): Image {
  const image = new Map<string, Entry>()
  const visit = (path: string) => {
    for (const name of readdirSync(join(top, path)).sort()) {
      const inner = path === '' ? name : `${path}/${name}`
      const stat = lstatSync(join(top, inner), { bigint: true })
      const mode = Number(stat.mode) & 0o7777
      if (stat.isDirectory()) {
        image.set(inner, { kind: 'directory', mode })
        visit(inner)
      } else {
        const modified = Number(stat.mtimeNs / 1000n)
        image.set(inner, { kind: 'file', mode, bytes: readFileSync(join(top, inner)), modified })
      }
    }
  }
  visit('')
  return image
}

/** Makes a directory hold exactly what an image says. */
export function restoreImage(top: string, image: Image): void {
  rmSync(top, { recursive: true, force: true })
  mkdirSync(top)
  for (const [path, entry] of image) {
    const full = join(top, path)
    if (entry.kind === 'directory') mkdirSync(full, { mode: entry.mode })
    else {
      writeFileSync(full, entry.bytes)
      chmodSync(full, entry.mode)
      // Half a microsecond up, because the system cuts off what is below one.
      utimesSync(full, new Date(), (entry.modified + 0.5) / 1e6)
    }
  }
}

/** The part of an image below a directory. */
export function below(image: Image, folder: string): Image {
  const inner = [...image].filter(([path]) => path.startsWith(`${folder}/`))
  return new Map(inner.map(([path, entry]) => [path.slice(folder.length + 1), entry]))
}

/** How two images differ, a sentence each. */
export function imageDifferences(
  is: Image,
  should: Image,
  anyTime: ReadonlySet<string> = new Set(),
): string[] {
  return [...new Set([...is.keys(), ...should.keys()])].flatMap(path => {
    const [now, then] = [is.get(path), should.get(path)]
    if (now === undefined) return [`${path} is not there`]
    if (then === undefined) return [`${path} is there`]
    if (now.kind !== then.kind || now.mode !== then.mode) return [`${path} has another kind or mode`]
    if (now.kind === 'directory' || then.kind === 'directory') return []
    if (!now.bytes.equals(then.bytes)) return [`${path} holds other bytes`]
    return now.modified === then.modified || anyTime.has(path) ? [] : [`${path} has another time`]
  })
}

export function withEntry(image: Image, path: string, entry: Entry): Image {
  return new Map([...image, [path, entry]])
}
