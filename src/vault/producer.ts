import type { Where } from '../app/index.ts'
import { type MagmaSettings, magmaHome } from '../config/index.ts'
import { readRegularFile, sha256, stampOf } from '../disk/index.ts'
import { fileName } from '../model/index.ts'
import type { DocumentProducer } from '../search/index.ts'
import { listFolder } from '../sources/index.ts'
import { rootId } from '../store/index.ts'
import { exactText, parseMemory } from '../text/index.ts'
import { recordDocument, today } from './documents.ts'
import { recordOf } from './note.ts'

const LARGEST = 5_000_000

/**
 * M16: the notes of the vault as documents of the search. A note that was made from a file belongs to that file's project and is
 * searched there alone, or where all projects are; a note of its own is everybody's.
 */
export function recordProducer(
  where: Where,
  settings: MagmaSettings,
  roots: readonly string[],
): DocumentProducer {
  const home = magmaHome(where, settings)
  const root = home.folder
  const projects = new Set(roots.map(rootId))
  return {
    list() {
      const listed = listFolder(root)
      const files = 'failed' in listed ? [] : listed.files
      return files.flatMap(({ name, entry }) => {
        const stamp = entry.isFile() && name.endsWith('.md') ? stampOf(`${root}/${name}`) : undefined
        return stamp === undefined || stamp.size > LARGEST ? [] : [{ root, file: name, ...stamp }]
      })
    },
    read(stamp) {
      if (stamp.root !== root) return undefined
      const read = readRegularFile(`${root}/${stamp.file}`, LARGEST)
      const text = read.kind === 'read' ? exactText(read.bytes) : undefined
      if (read.kind !== 'read' || text === undefined) return undefined
      const hash = sha256(read.bytes)
      const { size, modified } = stamp
      const record = recordOf(
        parseMemory({ file: fileName(stamp.file), hash, size, modified, text }),
        today(),
      )
      const isShown =
        record !== undefined &&
        (record.source === null || where.allProjects || projects.has(record.source.folder))
      return { hash, documents: isShown ? [recordDocument(record, home)] : [] }
    },
  }
}
