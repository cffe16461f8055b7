import type { FileRead } from '../disk/index.ts'
import type { FileName, Oddity } from '../model/index.ts'

/** A file that was not taken as a memory, and why. */
export function refused(name: string, read: Exclude<FileRead, { kind: 'read' }>): Oddity {
  switch (read.kind) {
    case 'symlink':
      return { name, kind: 'symlink', detail: 'it is a symbolic link: never followed and never replaced' }
    case 'not-a-file':
      return { name, kind: 'not-a-file', detail: 'it is not a regular file' }
    case 'too-large':
      return { name, kind: 'too-large', detail: `it is ${read.stat.size} bytes large: over 5 MB is not read` }
    case 'gone':
      return { name, kind: 'unreadable', detail: 'it went while the folder was read' }
    case 'unreadable':
      return { name, kind: 'unreadable', detail: read.why }
  }
}

/** A name that is not valid UTF-8 cannot be written down in a plan; it is shown byte by byte: `caf\xe9.md`. */
export function oddName(raw: Buffer): Oddity {
  const shown = Array.from(raw, byte =>
    byte >= 0x20 && byte < 0x7f ? String.fromCharCode(byte) : `\\x${byte.toString(16).padStart(2, '0')}`,
  )
  return { name: shown.join(''), kind: 'odd-name', detail: 'its name is not valid UTF-8: left as it is' }
}

/** Names that look alike and are spelled in two ways (composed and decomposed): both are memories, both are reported. */
export function twins(names: readonly FileName[]): Oddity[] {
  const counts = new Map<string, number>()
  for (const name of names) counts.set(name.normalize('NFC'), (counts.get(name.normalize('NFC')) ?? 0) + 1)
  const alike = names.filter(name => (counts.get(name.normalize('NFC')) ?? 0) > 1)
  const detail = 'another file has the same name, spelled with other code points'
  return alike.map(name => ({ name, kind: 'name-twin', detail }))
}
