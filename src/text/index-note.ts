import { asFileName, INDEX_FILE, type IndexFile, type Memory } from '../model/index.ts'
import { parseMemory } from './memory-file.ts'

const known = new WeakMap<IndexFile, Memory>()

/**
 * D42: the index read as one memory, for what is written into it: sub-agents keep all they know there. Nothing where its
 * bytes cannot be read as text.
 */
export function indexNote(index: IndexFile | undefined): Memory | undefined {
  if (index === undefined || !index.editable || index.lines.length === 0) return undefined
  const note = known.get(index) ?? parsed(index)
  known.set(index, note)
  return note
}

function parsed({ hash, size, lines }: IndexFile): Memory {
  const text = lines.map(line => line.text).join('')
  return parseMemory({ file: asFileName(INDEX_FILE)!, hash, size, modified: 0, text })
}
