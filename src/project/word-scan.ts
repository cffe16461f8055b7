/**
 * Words as bytes: runs of letters, digits, `_`, `$` and everything beyond ASCII. A word stands as 64 bits, in two halves;
 * that two different words share them is possible and only ever makes a word count as present.
 */

const LETTER = 1
const DIGIT = 2
const DOLLAR = 4
const BEYOND_ASCII = 8

const CLASSES = Uint8Array.from({ length: 256 }, (_, byte) => {
  if (byte >= 0x80) return BEYOND_ASCII
  const char = String.fromCharCode(byte)
  if (/[A-Za-z_]/.test(char)) return LETTER
  if (/[0-9]/.test(char)) return DIGIT
  return char === '$' ? DOLLAR : 0
})

const FIRST_SEED = 0x811c9dc5
const SECOND_SEED = 0x9747b28c

/** A growing list of word hashes, each once a file. */
export class WordList {
  private hashes = new Uint32Array(1 << 16)
  /** Where a hash of the file at hand stands in the list; what points before its start is left from another file. */
  private seen = new Uint32Array(1 << 12)
  private length = 0
  private start = 0

  get size(): number {
    return this.length
  }

  /** Taken over as they are. */
  addHashes(hashes: Uint32Array): void {
    this.reserve(hashes.length)
    this.hashes.set(hashes, this.length)
    this.length += hashes.length
  }

  /** The words of one file: the first `length` bytes, with room for one more. */
  addFile(bytes: Uint8Array, length: number): void {
    this.reserve(2 * length + 2)
    while (this.seen.length < length) this.seen = new Uint32Array(this.seen.length * 2)
    this.start = this.length
    bytes[length] = 0
    this.scan(bytes, length, CLASSES)
  }

  view(from = 0): Uint32Array {
    return this.hashes.subarray(from, this.length)
  }

  /** The loop that all the time goes into: one table look-up and two multiplications a byte. */
  private scan(bytes: Uint8Array, length: number, classes: Uint8Array): void {
    let at = 0
    while (at < length) {
      let byte = bytes[at] as number
      const first = classes[byte] as number
      if (first === 0) {
        at++
        continue
      }
      const from = at
      let kinds = 0
      let kind = first
      let a = FIRST_SEED
      let b = SECOND_SEED
      do {
        kinds |= kind
        a = Math.imul(a ^ byte, 0x01000193)
        b = Math.imul(((b << 5) | (b >>> 27)) ^ byte, 0x9e3779b1)
        byte = bytes[++at] as number
        kind = classes[byte] as number
      } while (kind !== 0)
      if (first !== DIGIT) this.add(a >>> 0, b >>> 0)
      if (kinds > (LETTER | DIGIT)) this.addParts(bytes, from, at, classes)
    }
  }

  /** `$name` is also `name`, and a word that touches Chinese text is also itself. */
  private addParts(bytes: Uint8Array, from: number, to: number, classes: Uint8Array): void {
    for (let at = from; at < to; ) {
      const start = at
      const group = groupOf(classes[bytes[at] as number] as number)
      while (at < to && groupOf(classes[bytes[at] as number] as number) === group) at++
      if (classes[bytes[start] as number] !== DIGIT && (start !== from || at !== to)) {
        const [a, b] = hashOf(bytes, start, at)
        this.add(a, b)
      }
    }
  }

  private add(a: number, b: number): void {
    const { hashes, seen, start, length } = this
    const mask = seen.length - 1
    for (let slot = (a ^ (a >>> 15)) & mask; ; slot = (slot + 1) & mask) {
      const place = seen[slot] as number
      if (place <= start || place > length) {
        seen[slot] = length + 1
        hashes[length] = a
        hashes[length + 1] = b
        this.length = length + 2
        return
      }
      if (hashes[place - 1] === a && hashes[place] === b) return
    }
  }

  private reserve(more: number): void {
    if (this.length + more <= this.hashes.length) return
    const wider = new Uint32Array(Math.max(this.hashes.length * 2, this.length + more))
    wider.set(this.view())
    this.hashes = wider
  }
}

function groupOf(kind: number): number {
  return kind === DIGIT ? LETTER : kind
}

function hashOf(bytes: Uint8Array, from: number, to: number): [number, number] {
  let a = FIRST_SEED
  let b = SECOND_SEED
  for (let at = from; at < to; at++) {
    const byte = bytes[at] as number
    a = Math.imul(a ^ byte, 0x01000193)
    b = Math.imul(((b << 5) | (b >>> 27)) ^ byte, 0x9e3779b1)
  }
  return [a >>> 0, b >>> 0]
}

/** The hashes that all have to be there for a word: one, or one a part where it holds more than word characters. */
export function hashesOfWord(word: string): [number, number][] {
  const bytes = Buffer.from(word, 'utf8')
  const hashes: [number, number][] = []
  for (let at = 0; at < bytes.length; at++) {
    const start = at
    while (at < bytes.length && CLASSES[bytes[at] as number] !== 0) at++
    if (at > start && CLASSES[bytes[start] as number] !== DIGIT) hashes.push(hashOf(bytes, start, at))
  }
  return hashes
}

/** Which of the asked hashes stand in a list, in one pass over it. */
export function findHashes(list: Uint32Array, asked: readonly (readonly [number, number])[]): boolean[] {
  const mask = 2 ** Math.ceil(Math.log2(asked.length * 8 + 2)) - 1
  const slots = new Int32Array(mask + 1).fill(-1)
  const first = Uint32Array.from(asked, hash => hash[0])
  const second = Uint32Array.from(asked, hash => hash[1])
  first.forEach((hash, at) => {
    let slot = hash & mask
    while (slots[slot] !== -1) slot = (slot + 1) & mask
    slots[slot] = at
  })
  const found = new Uint8Array(asked.length)
  for (let at = 0; at < list.length; at += 2) {
    const hash = list[at] as number
    let slot = hash & mask
    for (let entry = slots[slot] as number; entry >= 0; entry = slots[slot] as number) {
      if (first[entry] === hash && second[entry] === list[at + 1]) found[entry] = 1
      slot = (slot + 1) & mask
    }
  }
  return Array.from(found, Boolean)
}
