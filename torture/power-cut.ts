import type { Random } from './random.ts'
import { type DirNode, type EntryChange, type FileImage, type FileNode, type Node, SimDisk } from './sim-disk.ts'

/** One possible outcome of a power loss: which entry operations survived, and which state of each file. */
export interface Survivor {
  /** Equal for outcomes that leave the same disk. */
  readonly fingerprint: string
  build(): SimDisk
}

/** Sectors reach the disk in any order; each is whole. */
const SECTOR = 512

export function cutPower(disk: SimDisk, random: Random, keys: ImageKeys): Survivor {
  const entries = survivingEntries(disk.pending, random)
  const images = new Map<FileNode, FileImage>()
  const imageOf = (node: FileNode): FileImage => {
    if (node.images.length === 1) return node.images[0]!
    const chosen = images.get(node) ?? survivingImage(node.images, random)
    images.set(node, chosen)
    return chosen
  }
  return {
    fingerprint: fingerprint(disk.top, entries, node => keys.of(imageOf(node))),
    build: () => build(disk, entries, imageOf),
  }
}

type Overlay = Map<DirNode, Map<string, Node | undefined>>

/** Any part of the operations in which each name's own keep their order. */
function survivingEntries(pending: readonly EntryChange[], random: Random): Overlay {
  const keeps = keeper(pending.length, random)
  const overlay: Overlay = new Map()
  const lost = new Map<DirNode, Set<string>>()
  pending.forEach(({ effects }, number) => {
    const blocked = effects.some(({ dir, name }) => lost.get(dir)?.has(name))
    for (const { dir, name, node } of effects) {
      if (blocked || !keeps(number)) getOr(lost, dir, () => new Set()).add(name)
      else getOr(overlay, dir, () => new Map()).set(name, node)
    }
  })
  return overlay
}

/** All, none, what came before a moment, or each by the toss of a coin: the corners come up often. */
function keeper(count: number, random: Random): (number: number) => boolean {
  const way = random.below(8)
  if (way === 0) return () => true
  if (way === 1) return () => false
  if (way === 2) {
    const end = random.below(count + 1)
    return number => number < end
  }
  const share = random.pick([0.1, 0.5, 0.9])
  const tosses = Array.from({ length: count }, () => random.chance(share))
  return number => tosses[number]!
}

function survivingImage(images: readonly FileImage[], random: Random): FileImage {
  const durable = images[0]!
  const latest = images.at(-1)!
  const way = random.below(6)
  if (way === 0) return durable
  if (way === 1) return latest
  if (way === 2) return random.pick(images)
  return { ...random.pick([durable, latest]), bytes: torn(durable.bytes, latest.bytes, random) }
}

/** A write that got half way: cut short, ended with zeros, or with a hole of zeros in it. */
function torn(durable: Buffer, latest: Buffer, random: Random): Buffer {
  const start = commonPrefix(durable, latest)
  if (start === latest.length) return random.chance(0.5) ? durable : latest
  const cut = start + random.below(latest.length - start + 1)
  const way = random.below(3)
  if (way === 0) return latest.subarray(0, cut)
  const bytes = Buffer.from(latest)
  if (way === 1) bytes.fill(0, cut)
  else bytes.fill(0, start, Math.min(latest.length, Math.ceil((start + 1) / SECTOR) * SECTOR))
  return bytes
}

function commonPrefix(a: Buffer, b: Buffer): number {
  const end = Math.min(a.length, b.length)
  if (a.subarray(0, end).equals(b.subarray(0, end))) return end
  let at = 0
  while (a[at] === b[at]) at += 1
  return at
}

function entriesOf(dir: DirNode, overlay: Overlay): Iterable<[string, Node]> {
  const changes = overlay.get(dir)
  if (changes === undefined) return dir.durable
  const entries = new Map(dir.durable)
  for (const [name, node] of changes) {
    if (node === undefined) entries.delete(name)
    else entries.set(name, node)
  }
  return entries
}

function fingerprint(top: DirNode, overlay: Overlay, keyOf: (node: FileNode) => string): string {
  let text = ''
  const walk = (dir: DirNode) => {
    for (const [name, node] of entriesOf(dir, overlay)) {
      text += name
      if (node.kind === 'file') text += `=${keyOf(node)};`
      else {
        text += '{'
        walk(node)
        text += '}'
      }
    }
  }
  walk(top)
  return text
}

/** A short name for each state of a file; one set of names for all disks that are to be compared. */
export class ImageKeys {
  private readonly contents = new Map<string, number>()
  private readonly keys = new WeakMap<FileImage, string>()

  of(image: FileImage): string {
    let key = this.keys.get(image)
    if (key === undefined) {
      const content = getOr(this.contents, image.bytes.toString('latin1'), () => this.contents.size)
      key = `${content},${image.mode},${image.modified}`
      this.keys.set(image, key)
    }
    return key
  }
}

function build(disk: SimDisk, overlay: Overlay, imageOf: (node: FileNode) => FileImage): SimDisk {
  const made = new SimDisk(disk.traits)
  const copies = new Map<Node, Node>()
  const copyFile = (node: FileNode): FileNode => {
    const now = imageOf(node)
    return { kind: 'file', now, images: [now], device: node.device }
  }
  const copyDir = (dir: DirNode): DirNode => {
    const copy = made.newDir(dir.device)
    for (const [name, node] of entriesOf(dir, overlay)) {
      const child = copies.get(node) ?? (node.kind === 'file' ? copyFile(node) : copyDir(node))
      copies.set(node, child)
      copy.now.set(name, child)
      copy.durable.set(name, child)
    }
    return copy
  }
  made.top = copyDir(disk.top)
  return made
}

function getOr<Key, Value>(map: Map<Key, Value>, key: Key, make: () => Value): Value {
  let value = map.get(key)
  if (value === undefined) {
    value = make()
    map.set(key, value)
  }
  return value
}
