import {
  type DirNode,
  type DiskTraits,
  type EntryChange,
  type FileImage,
  type FileNode,
  type Node,
  SimDisk,
} from './sim-disk.ts'

/**
 * One way in which a power loss can go, decided for every operation in advance: so the disk it leaves changes only
 * when something happens that this fate lets survive, and most need not be looked at twice.
 */
export interface Fate {
  /** Whether an entry operation reaches the disk, had those before it on the same name; `age` 0 is the newest. */
  keeps(change: EntryChange, age: number): boolean
  /** Which of the states since the last fsync is found afterwards. */
  image(file: FileNode): FileImage
}

/** Sectors reach the disk in any order; each is whole. */
const SECTOR = 512

/** All, none, all but the newest, or each by the toss of a coin: the corners come up often. */
export function makeFate(seed: number, shared: (change: EntryChange) => boolean): Fate {
  const toss = (id: number) => mix(seed, id)
  const way = seed % 8
  const share = [0.15, 0.5, 0.85][seed % 3]!
  const lag = 1 + (mix(seed, 0) % 6)
  const keeps = (change: EntryChange, age: number): boolean => {
    if (way === 0) return true
    if (way === 1) return false
    if (way === 2) return age >= lag
    // Operations that nobody rests on share one toss, or they would hide the others in their number.
    return toss(shared(change) ? 1 : change.id) < share * 4_294_967_296
  }
  const drawn = new Map<FileNode, { of: number; image: FileImage }>()
  const image = (file: FileNode): FileImage => {
    const known = drawn.get(file)
    if (known?.of === file.images.length) return known.image
    const fresh = survivingImage(file, toss(file.id))
    drawn.set(file, { of: file.images.length, image: fresh })
    return fresh
  }
  return { keeps, image }
}

function survivingImage({ images }: FileNode, toss: number): FileImage {
  const durable = images[0]!
  const latest = images.at(-1)!
  const way = toss % 7
  if (way === 0) return durable
  if (way === 1) return latest
  if (way === 2) return images[(toss >>> 3) % images.length]!
  const bytes = torn(durable.bytes, latest.bytes, toss >>> 3)
  return { ...((toss >>> 12) % 2 === 0 ? durable : latest), bytes }
}

/** A write that got half way: cut short, ended with zeros, or with a hole of zeros at its beginning. */
function torn(durable: Buffer, latest: Buffer, toss: number): Buffer {
  const start = commonPrefix(durable, latest)
  if (start === latest.length) return toss % 2 === 0 ? durable : latest
  const cut = start + ((toss >>> 2) % (latest.length - start + 1))
  if (toss % 3 === 0) return latest.subarray(0, cut)
  const bytes = Buffer.from(latest)
  if (toss % 3 === 1) bytes.fill(0, cut)
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

function mix(seed: number, id: number): number {
  let t = (Math.imul(seed, 0x9e3779b1) ^ Math.imul(id + 1, 0x85ebca6b)) >>> 0
  t = Math.imul(t ^ (t >>> 16), 0x21f0aaad)
  t = Math.imul(t ^ (t >>> 15), 0x735a2d97)
  return (t ^ (t >>> 15)) >>> 0
}

/** What a power loss leaves: entries by directory where they are not the durable ones, and the state of each file. */
export interface Remains {
  /** Short, and equal only for equal remains of the same disk. */
  readonly key: string
  readonly entries: ReadonlyMap<DirNode, ReadonlyMap<string, Node | undefined>>
  readonly images: ReadonlyMap<FileNode, FileImage>
}

export function cutPower(disk: SimDisk, fate: Fate, keys: ImageKeys): Remains {
  let key = `${disk.epoch}:`
  const entries = new Map<DirNode, Map<string, Node | undefined>>()
  const lost = new Set<string>()
  disk.pending.forEach((change, number) => {
    const { effects, id } = change
    const names = effects.map(({ dir, name }) => `${dir.id}/${name}`)
    if (names.some(name => lost.has(name)) || !fate.keeps(change, disk.pending.length - 1 - number)) {
      for (const name of names) lost.add(name)
      return
    }
    key += `${id},`
    for (const { dir, name, node } of effects) getOr(entries, dir, () => new Map()).set(name, node)
  })
  const images = new Map<FileNode, FileImage>()
  for (const file of disk.dirty) {
    const image = fate.image(file)
    images.set(file, image)
    key += `${file.id}=${keys.of(image)};`
  }
  return { key, entries, images }
}

/** A short name for each state of a file; one set of names for all disks that are to be compared. */
export class ImageKeys {
  private readonly contents = new Map<string, number>()
  private readonly numbers = new WeakMap<Buffer, number>()
  private readonly keys = new WeakMap<FileImage, string>()

  of(image: FileImage): string {
    let key = this.keys.get(image)
    if (key === undefined) {
      key = `${this.content(image)},${image.mode},${image.modified}`
      this.keys.set(image, key)
    }
    return key
  }

  content({ bytes }: FileImage): number {
    let number = this.numbers.get(bytes)
    if (number === undefined) {
      number = getOr(this.contents, bytes.toString('latin1'), () => this.contents.size)
      this.numbers.set(bytes, number)
    }
    return number
  }
}

/**
 * Equal for remains of any disk that make no difference to a recovery: the same files, whatever is left of the locks,
 * which a reboot makes void, where exactly a draft is torn, which nobody reads, and the times of our own files.
 */
export function fingerprint(
  disk: SimDisk,
  remains: Remains,
  keys: ImageKeys,
  state: DirNode | undefined,
): string {
  let text = ''
  const walk = (dir: DirNode, ours: boolean) => {
    const entries = entriesOf(dir, remains)
    for (const name of [...entries.keys()].sort()) {
      if (name === 'lock') continue
      const node = entries.get(name)!
      text += name
      if (node.kind === 'directory') {
        text += '{'
        walk(node, ours || node === state)
        text += '}'
        continue
      }
      const image = remains.images.get(node) ?? node.images[0]!
      if (DRAFT.test(name)) text += image.bytes === node.now.bytes ? '=whole;' : '=torn;'
      else text += `=${ours ? keys.content(image) : keys.of(image)};`
    }
  }
  walk(disk.top, false)
  return text
}

const DRAFT = /\.(?:new|draft)$/

/** The disk after the reboot. */
export function reboot(disk: SimDisk, remains: Remains): SimDisk {
  return copyDisk(
    disk,
    dir => entriesOf(dir, remains),
    file => remains.images.get(file) ?? file.images[0]!,
  )
}

/** A disk of its own with everything that is there now, and all of it durable, and a clock of its own. */
export function copyOf(disk: SimDisk, clock: { now(): number }): SimDisk {
  return copyDisk(
    disk,
    dir => dir.now,
    file => file.now,
    { ...disk.traits, now: () => clock.now() * 1000 },
  )
}

function copyDisk(
  disk: SimDisk,
  entries: (dir: DirNode) => ReadonlyMap<string, Node>,
  image: (file: FileNode) => FileImage,
  traits: DiskTraits = disk.traits,
): SimDisk {
  const made = new SimDisk(traits)
  const copies = new Map<Node, Node>()
  const copy = (node: Node): Node => {
    const known = copies.get(node)
    if (known !== undefined) return known
    const fresh = node.kind === 'file' ? made.newFile(node.device, [image(node)]) : copyDir(node)
    copies.set(node, fresh)
    return fresh
  }
  const copyDir = (dir: DirNode): DirNode => {
    const fresh = made.newDir(dir.device)
    for (const [name, node] of entries(dir)) {
      const child = copy(node)
      fresh.now.set(name, child)
      fresh.durable.set(name, child)
    }
    return fresh
  }
  made.top = copyDir(disk.top)
  return made
}

function entriesOf(dir: DirNode, { entries }: Remains): ReadonlyMap<string, Node> {
  const changes = entries.get(dir)
  if (changes === undefined) return dir.durable
  const whole = new Map(dir.durable)
  for (const [name, node] of changes) {
    if (node === undefined) whole.delete(name)
    else whole.set(name, node)
  }
  return whole
}

function getOr<Key, Value>(map: Map<Key, Value>, key: Key, make: () => Value): Value {
  let value = map.get(key)
  if (value === undefined) {
    value = make()
    map.set(key, value)
  }
  return value
}
