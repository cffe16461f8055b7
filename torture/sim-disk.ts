import {
  type FileStat,
  O_APPEND,
  O_CREAT,
  O_DIRECTORY,
  O_EXCL,
  O_WRONLY,
  type OpenDir,
  type Sys,
} from '../src/disk/sys.ts'

/**
 * A disk in memory that knows, beside what every process sees, what a power loss would leave: the file as of its last
 * fsync and everything written since, the directory entries as of the last fsync of their directory and every entry
 * operation since. `power-cut.ts` makes a surviving disk from that.
 *
 * The model is meaner than ext4 and xfs: an fsync makes durable what it was called on and nothing else. Kept from
 * them: an entry operation is whole or absent, operations on one name keep their order, and a rename is one
 * transaction (both names in one, also across directories).
 */
export interface FileImage {
  readonly bytes: Buffer
  readonly mode: number
  /** Microseconds since 1970. */
  readonly modified: number
}

export interface FileNode {
  readonly kind: 'file'
  readonly id: number
  now: FileImage
  /** Durable, then every state since: a power loss leaves one of them, the last perhaps torn. */
  images: FileImage[]
  readonly device: number
}

export interface DirNode {
  readonly kind: 'directory'
  readonly id: number
  readonly now: Map<string, Node>
  readonly durable: Map<string, Node>
  readonly device: number
}

export type Node = FileNode | DirNode

/** One entry operation: names given to a node, or taken away. */
export interface EntryChange {
  readonly id: number
  readonly effects: readonly {
    readonly dir: DirNode
    readonly name: string
    readonly node: Node | undefined
  }[]
}

export interface DiskTraits {
  /** Microseconds since 1970. */
  readonly now: () => number
  /** False on FAT and some network file systems. */
  readonly hardLinks?: boolean
}

const NOTHING: FileImage = { bytes: Buffer.alloc(0), mode: 0o600, modified: 0 }

export class SimDisk {
  top: DirNode
  /** Entry operations whose directory was not synced since, oldest first. */
  pending: EntryChange[] = []
  /** Files with bytes that were not synced. */
  readonly dirty = new Set<FileNode>()
  /** Grows with everything that becomes durable. */
  epoch = 0
  /** Called before every change, and once in the middle of every write. */
  beforeChange: (() => void) | undefined
  private ids = 0

  constructor(readonly traits: DiskTraits) {
    this.top = this.newDir(1)
  }

  newDir(device: number): DirNode {
    return { kind: 'directory', id: this.nextId(), now: new Map(), durable: new Map(), device }
  }

  /** `images`: what is durable first; the last is what everyone sees. */
  newFile(device: number, images: FileImage[]): FileNode {
    const node: FileNode = { kind: 'file', id: this.nextId(), now: images.at(-1)!, images, device }
    if (images.length > 1) this.dirty.add(node)
    return node
  }

  private nextId(): number {
    this.ids += 1
    return this.ids
  }

  /** For setting a scene: on disk at once, parents included. */
  plant(path: string, bytes: Buffer | string, modified = this.traits.now(), mode = 0o644): void {
    const cut = path.lastIndexOf('/')
    const dir = this.plantDir(path.slice(0, cut))
    const image = { bytes: Buffer.from(bytes), mode, modified }
    const node = this.newFile(dir.device, [image])
    this.epoch += 1
    dir.now.set(path.slice(cut + 1), node)
    dir.durable.set(path.slice(cut + 1), node)
  }

  plantDir(path: string, device?: number): DirNode {
    let dir = this.top
    for (const name of path.split('/').filter(part => part !== '')) {
      let next = dir.now.get(name)
      if (next === undefined) {
        next = this.newDir(device ?? dir.device)
        dir.now.set(name, next)
        dir.durable.set(name, next)
      }
      if (next.kind !== 'directory') throw fail('ENOTDIR', 'plant')
      dir = next
    }
    return dir
  }

  /** What stands at a path now, for the oracle. */
  look(path: string): Node | undefined {
    let node: Node | undefined = this.top
    for (const name of path.split('/').filter(part => part !== '')) {
      node = node?.kind === 'directory' ? node.now.get(name) : undefined
    }
    return node
  }

  /** One process's view of the disk. When it ends its descriptors are gone and the disk stays. */
  connect(): SimProcess {
    return new SimProcess(this)
  }

  /** The caller is about to change something. */
  announce(): void {
    this.beforeChange?.()
  }

  setImage(node: FileNode, image: FileImage): void {
    node.now = image
    node.images.push(image)
    this.dirty.add(node)
  }

  syncFile(node: FileNode): void {
    node.images = [node.now]
    this.dirty.delete(node)
    this.epoch += 1
  }

  change(effects: EntryChange['effects']): void {
    for (const { dir, name, node } of effects) {
      if (node === undefined) dir.now.delete(name)
      else dir.now.set(name, node)
    }
    this.pending.push({ id: this.nextId(), effects })
  }

  /** Everything that happened to names of this directory is durable, with what it rests on. */
  flush(dir: DirNode): void {
    const wanted = new Set<string>()
    const staying: EntryChange[] = []
    const flushed: EntryChange[] = []
    for (const change of [...this.pending].reverse()) {
      const keys = change.effects.map(effect => `${effect.dir.id}/${effect.name}`)
      const taken = change.effects.some(effect => effect.dir === dir) || keys.some(key => wanted.has(key))
      if (taken) for (const key of keys) wanted.add(key)
      ;(taken ? flushed : staying).push(change)
    }
    this.pending = staying.reverse()
    this.epoch += 1
    for (const change of flushed.reverse()) persist(change)
  }
}

export function persist(change: EntryChange): void {
  for (const { dir, name, node } of change.effects) {
    if (node === undefined) dir.durable.delete(name)
    else dir.durable.set(name, node)
  }
}

interface OpenFile {
  readonly node: Node
  readonly append: boolean
  position: number
}

const O_TRUNC = 0o1000

/** A process on the simulated disk: descriptors, and the calls. */
export class SimProcess implements Sys {
  private readonly files = new Map<number, OpenFile>()
  private nextFd = 3

  constructor(readonly disk: SimDisk) {}

  openCount(): number {
    return this.files.size
  }

  at(dir: OpenDir, name: string): string {
    return `#${dir.fd}/${name}`
  }

  open(path: string, flags: number, mode = 0o666): number {
    const { dir, name } = this.locate(path, 'open')
    let node = name === '' || name === '.' ? dir : dir.now.get(name)
    if (node === undefined) {
      if ((flags & O_CREAT) === 0) throw fail('ENOENT', 'open')
      this.disk.announce()
      const image = { ...NOTHING, mode, modified: this.disk.traits.now() }
      node = this.disk.newFile(dir.device, [NOTHING, image])
      this.disk.change([{ dir, name, node }])
    } else if ((flags & O_EXCL) !== 0) throw fail('EEXIST', 'open')
    if (node.kind === 'file' && (flags & O_DIRECTORY) !== 0) throw fail('ENOTDIR', 'open')
    if (node.kind === 'directory' && (flags & O_WRONLY) !== 0) throw fail('EISDIR', 'open')
    if (node.kind === 'file' && (flags & O_TRUNC) !== 0) this.store(node, NOTHING.bytes)
    const fd = this.nextFd
    this.nextFd += 1
    this.files.set(fd, { node, append: (flags & O_APPEND) !== 0, position: 0 })
    return fd
  }

  close(fd: number): void {
    if (!this.files.delete(fd)) throw fail('EBADF', 'close')
  }

  read(fd: number, buffer: Uint8Array, offset: number, length: number): number {
    const file = this.file(fd, 'read')
    const { bytes } = fileIn(file, 'read').now
    const part = bytes.subarray(file.position, file.position + length)
    buffer.set(part, offset)
    file.position += part.length
    return part.length
  }

  write(fd: number, buffer: Uint8Array, offset: number, length: number): number {
    const file = this.file(fd, 'write')
    const node = fileIn(file, 'write')
    if (file.append) file.position = node.now.bytes.length
    const half = length >> 1
    this.disk.announce()
    if (half > 0 && this.disk.beforeChange !== undefined) {
      this.splice(node, file.position, buffer.subarray(offset, offset + half))
      this.disk.announce()
    }
    this.splice(node, file.position, buffer.subarray(offset, offset + length))
    file.position += length
    return length
  }

  nodeOf(fd: number): Node {
    return this.file(fd, 'nodeOf').node
  }

  /** For the editors of a race; Dream itself never moves about in a file. */
  seek(fd: number, position: number): void {
    this.file(fd, 'seek').position = position
  }

  fsync(fd: number): void {
    this.disk.announce()
    const { node } = this.file(fd, 'fsync')
    if (node.kind === 'file') this.disk.syncFile(node)
    else this.disk.flush(node)
  }

  fstat(fd: number): FileStat {
    return statOf(this.file(fd, 'fstat').node)
  }

  lstat(path: string): FileStat {
    return statOf(this.find(path, 'lstat'))
  }

  list(path: string): string[] {
    const node = this.find(path, 'scandir')
    if (node.kind !== 'directory') throw fail('ENOTDIR', 'scandir')
    return [...node.now.keys()]
  }

  rename(from: string, to: string): void {
    const source = this.locate(from, 'rename')
    const target = this.locate(to, 'rename')
    const node = this.find(from, 'rename')
    const over = target.dir.now.get(target.name)
    if (target.dir.device !== source.dir.device) throw fail('EXDEV', 'rename')
    // Two names of one file: the call succeeds and does nothing.
    if (over === node) return
    if (over?.kind === 'directory' && node.kind === 'file') throw fail('EISDIR', 'rename')
    if (over?.kind === 'file' && node.kind === 'directory') throw fail('ENOTDIR', 'rename')
    if (over?.kind === 'directory' && over.now.size > 0) throw fail('ENOTEMPTY', 'rename')
    this.disk.announce()
    this.disk.change([
      { ...source, node: undefined },
      { ...target, node },
    ])
  }

  link(from: string, to: string): void {
    const node = this.find(from, 'link')
    const target = this.locate(to, 'link')
    if (target.dir.now.has(target.name)) throw fail('EEXIST', 'link')
    if (node.kind === 'directory' || this.disk.traits.hardLinks === false) throw fail('EPERM', 'link')
    if (target.dir.device !== node.device) throw fail('EXDEV', 'link')
    this.disk.announce()
    this.disk.change([{ ...target, node }])
  }

  unlink(path: string): void {
    if (this.find(path, 'unlink').kind === 'directory') throw fail('EISDIR', 'unlink')
    this.disk.announce()
    this.disk.change([{ ...this.locate(path, 'unlink'), node: undefined }])
  }

  mkdir(path: string, _mode: number): void {
    const { dir, name } = this.locate(path, 'mkdir')
    if (dir.now.has(name)) throw fail('EEXIST', 'mkdir')
    this.disk.announce()
    this.disk.change([{ dir, name, node: this.disk.newDir(dir.device) }])
  }

  futimes(fd: number, _accessed: number, modified: number): void {
    const node = fileIn(this.file(fd, 'futimes'), 'futimes')
    this.disk.announce()
    this.disk.setImage(node, { ...node.now, modified: Math.floor(modified * 1e6) })
  }

  fchmod(fd: number, mode: number): void {
    const node = fileIn(this.file(fd, 'fchmod'), 'fchmod')
    this.disk.announce()
    this.disk.setImage(node, { ...node.now, mode })
  }

  fchown(): void {
    throw fail('EPERM', 'fchown')
  }

  ftruncate(fd: number, length: number): void {
    const node = fileIn(this.file(fd, 'ftruncate'), 'ftruncate')
    this.disk.announce()
    this.store(node, node.now.bytes.subarray(0, length))
  }

  private splice(node: FileNode, position: number, part: Uint8Array): void {
    const { bytes } = node.now
    this.store(
      node,
      Buffer.concat([bytes.subarray(0, position), part, bytes.subarray(position + part.length)]),
    )
  }

  private store(node: FileNode, bytes: Buffer): void {
    this.disk.setImage(node, { ...node.now, bytes, modified: this.disk.traits.now() })
  }

  private file(fd: number, call: string): OpenFile {
    const file = this.files.get(fd)
    if (file === undefined) throw fail('EBADF', call)
    return file
  }

  private find(path: string, call: string): Node {
    const { dir, name } = this.locate(path, call)
    const node = name === '' || name === '.' ? dir : dir.now.get(name)
    if (node === undefined) throw fail('ENOENT', call)
    return node
  }

  /** `#<descriptor>/<name>`, or an absolute path. */
  private locate(path: string, call: string): { dir: DirNode; name: string } {
    const cut = path.lastIndexOf('/')
    const name = path.slice(cut + 1)
    if (path.startsWith('#')) {
      const { node } = this.file(Number(path.slice(1, cut)), call)
      if (node.kind !== 'directory') throw fail('ENOTDIR', call)
      return { dir: node, name }
    }
    const parent = this.disk.look(path.slice(0, cut))
    if (parent === undefined) throw fail('ENOENT', call)
    if (parent.kind !== 'directory') throw fail('ENOTDIR', call)
    return { dir: parent, name }
  }
}

function fileIn({ node }: OpenFile, call: string): FileNode {
  if (node.kind !== 'file') throw fail('EISDIR', call)
  return node
}

function statOf(node: Node): FileStat {
  const owner = { uid: 1000, gid: 1000, device: node.device }
  if (node.kind === 'directory') return { kind: 'directory', size: 0, modified: 0, mode: 0o700, ...owner }
  const { bytes, modified, mode } = node.now
  return { kind: 'file', size: bytes.length, modified, mode, ...owner }
}

const failures = new Map<string, Error>()

/** One error for each code and call: making them anew is what would take the most time here. */
function fail(code: string, call: string): Error {
  const key = `${code}: ${call} on the simulated disk`
  const known = failures.get(key) ?? Object.assign(new Error(key), { code })
  failures.set(key, known)
  return known
}
