import { jsonObject, readSmallText, writeSmallFile } from '../../../disk/index.ts'
import { removeCacheFolder } from '../../../state/index.ts'

/** Everything of ours in the directory begins with this: what else lies there is somebody else's. */
export const TABLE = 'dream_memories'
const FORMAT = 1

/** What the vectors of an index were made with. */
export interface IndexMeta {
  readonly model: string
  readonly dimensions: number
}

const metaPath = (path: string): string => `${path}/${TABLE}.json`

export function readMeta(path: string): IndexMeta | undefined {
  const meta = jsonObject(readSmallText(metaPath(path)))
  if (meta?.['format'] !== FORMAT || typeof meta['model'] !== 'string') return undefined
  const dimensions = meta['dimensions']
  return typeof dimensions === 'number' ? { model: meta['model'], dimensions } : undefined
}

/** Written last: without it the table counts as one that was not finished. */
export function writeMeta(path: string, meta: IndexMeta): void {
  writeSmallFile(metaPath(path), `${JSON.stringify({ format: FORMAT, ...meta })}\n`)
}

export function dropIndex(path: string): void {
  removeCacheFolder(metaPath(path))
  removeCacheFolder(`${path}/${TABLE}.lance`)
}
